//! The endpoint that programs use: every operation takes its memory by value, or borrows it within a scope.
mod broadcasts;
mod deposits;
mod lend;
mod misuse;
mod request;
mod scope;
mod tags;
#[cfg(test)]
mod tests;

pub use broadcasts::Broadcasts;
pub use deposits::Deposits;
pub use request::Request;
pub use scope::{Scope, ScopeRequest};
pub use tags::{MatchedMessage, Tags};

use crate::driver::{self, Patience, Waiting};
use crate::error::{Error, ErrorKind};
use crate::handlers::Handlers;
use clump_core::{Mode, Outcome, Rank, Select};
use clump_fabric::mem::Buffer;
use lend::Loan;
use request::{Kept, State};
use std::ops::Range;
use std::time::{Duration, Instant};

/// A rank's place in its job: its number, and the operations by which it exchanges bytes with the other ranks.
///
/// An operation takes a [`Buffer`] by value and returns a [`Request`]; [`wait`](Endpoint::wait) gives the buffer back.
/// [`scope`](Endpoint::scope) runs operations on borrowed memory instead. Operations advance only during calls of this
/// endpoint that make progress: `wait`, `test`, `progress`, `scope`, and the waits of the views.
///
/// Messages of one pair of ranks with one context arrive in the order in which they were sent. The methods below use
/// context 0; [`tags`](Endpoint::tags) has the others.
///
/// Dropping the endpoint leaves the job like [`close`](Endpoint::close), and ignores errors. While the thread panics,
/// the endpoint is dropped without leaving, so that the launcher reports the rank as failed.
pub struct Endpoint {
    /// `None` once the rank has left the job, or another type has taken the endpoint over.
    driver: Option<driver::Endpoint>,
    kept: Kept,
}

impl Endpoint {
    /// Joins the job that this process was started for (`clump run`, or another launcher that Clump knows). Without a
    /// launcher, the job has this one rank.
    ///
    /// # Errors
    /// [`ErrorKind::Launch`] if what the launcher handed down is missing or does not fit, [`ErrorKind::System`] if the
    /// system refuses memory or sockets.
    pub fn open() -> Result<Endpoint, Error> {
        driver::Endpoint::open().map(Endpoint::from)
    }

    fn driver(&self) -> &driver::Endpoint {
        self.driver.as_ref().unwrap_or_else(|| gone())
    }

    fn driver_mut(&mut self) -> &mut driver::Endpoint {
        self.driver.as_mut().unwrap_or_else(|| gone())
    }

    /// Returns this rank's number, from 0.
    pub fn rank(&self) -> Rank {
        self.driver().rank()
    }

    /// Returns the number of ranks in the job.
    pub fn size(&self) -> u32 {
        self.driver().size()
    }

    /// Returns the number of the machine that `rank` runs on, from 0 in the order of each machine's first rank.
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn host_of(&self, rank: Rank) -> u32 {
        assert!(rank < self.size(), "there is no rank {rank}");
        self.driver().host_of(rank)
    }

    /// Starts sending `data` to rank `to`, which may be this rank. The operation is complete once no rank reads
    /// the buffer any more; the receiver may get the message later.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] if there is no such rank.
    pub fn send(&mut self, to: Rank, tag: i32, data: Buffer) -> Result<Request, Error> {
        self.tags().send(to, 0, tag, data, Mode::Standard)
    }

    /// Starts receiving one message into `into`: from rank `from` (`None`: any rank), with this tag (`None`: any
    /// tag). Of a longer message only the bytes that fit arrive; [`Outcome::truncated`] then has its length.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] if there is no such rank.
    pub fn recv(&mut self, from: Option<Rank>, tag: Option<i32>, into: Buffer) -> Result<Request, Error> {
        self.tags().recv(Select { context: 0, source: from, tag }, into)
    }

    /// Blocks until the operation is complete, and returns its outcome and its buffer.
    ///
    /// # Errors
    /// [`ErrorKind::Departed`] if the rank that the operation needs has left the job: this call cancels the operation
    /// and drops the buffer. [`ErrorKind::Argument`] if the request belongs to another endpoint: the buffer is never
    /// freed.
    pub fn wait(&mut self, request: Request) -> Result<(Outcome, Buffer), Error> {
        let (endpoint, key) = match request.0 {
            State::Done(outcome, buffer) => return Ok((outcome, buffer)),
            State::Pending { endpoint, key } => (endpoint, key),
        };
        let request = self.kept.find(endpoint, key)?;
        let outcome = wait_or_cancel(self.driver_mut(), request);
        let buffer = self.kept.release(key).ok_or_else(request::other_endpoint)?;
        Ok((outcome?, buffer))
    }

    /// Waits for several operations, and returns their outcomes and buffers in this order.
    ///
    /// # Errors
    /// The first error of [`wait`](Endpoint::wait), after all operations have ended.
    pub fn wait_all(&mut self, requests: impl IntoIterator<Item = Request>) -> Result<Vec<(Outcome, Buffer)>, Error> {
        let ends: Vec<_> = requests.into_iter().map(|request| self.wait(request)).collect();
        ends.into_iter().collect()
    }

    /// Makes progress once, and returns the outcome and the buffer if the operation is complete. Returns the request
    /// itself if the operation is pending, or if the request belongs to another endpoint.
    pub fn test(&mut self, request: Request) -> Result<(Outcome, Buffer), Request> {
        let (endpoint, key) = match request.0 {
            State::Done(outcome, buffer) => return Ok((outcome, buffer)),
            State::Pending { endpoint, key } => (endpoint, key),
        };
        let pending = Request(State::Pending { endpoint, key });
        let Ok(request) = self.kept.find(endpoint, key) else { return Err(pending) };
        let driver = self.driver_mut();
        driver.progress();
        let Some(outcome) = driver.test(request) else { return Err(pending) };
        match self.kept.release(key) {
            Some(buffer) => Ok((outcome, buffer)),
            None => Err(pending),
        }
    }

    /// Cancels a receive that no message has matched, or a send that has not left; any other operation completes as
    /// usual. Wait for the request in either case; [`Outcome::cancelled`] then tells whether the operation was
    /// cancelled.
    pub fn cancel(&mut self, request: &Request) {
        if let State::Pending { endpoint, key } = request.0
            && let Ok(request) = self.kept.find(endpoint, key)
        {
            cancel(self.driver_mut(), request);
        }
    }

    /// Makes progress once on all pending operations. Returns true if any of them advanced.
    pub fn progress(&mut self) -> bool {
        self.driver_mut().progress()
    }

    /// Returns true if that rank has left the job.
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn has_departed(&mut self, rank: Rank) -> bool {
        assert!(rank < self.size(), "there is no rank {rank}");
        self.driver_mut().has_departed(rank)
    }

    /// Runs operations on borrowed memory. `f` starts them by the [`Scope`]; before `scope` returns, it waits for all
    /// of them. If `f` panics, or a rank that an operation needs has left the job, `scope` cancels what it can and
    /// waits for the rest, so that no other rank writes into the memory afterwards.
    ///
    /// ```
    /// let mut endpoint = clump::Endpoint::open()?;
    /// let (data, mut answer) = ([1, 2, 3], [0; 3]);
    /// endpoint.scope(|s| {
    ///     s.recv(Some(0), Some(7), &mut answer)?;
    ///     s.send(0, 7, &data)
    /// })??;
    /// assert_eq!(answer, data);
    /// # Ok::<(), clump::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Departed`] if a rank that an operation needs has left the job.
    pub fn scope<'env, T>(&mut self, f: impl FnOnce(&mut Scope<'_, 'env>) -> T) -> Result<T, Error> {
        let mut scope = Scope::new(self.driver_mut());
        let result = f(&mut scope);
        scope.finish().map(|()| result)
    }

    /// Returns the view for messages with tags: contexts, modes, probes.
    pub fn tags(&mut self) -> Tags<'_> {
        Tags { endpoint: self }
    }

    /// Returns the view for broadcasts within groups of ranks.
    pub fn broadcasts(&mut self) -> Broadcasts<'_> {
        Broadcasts { endpoint: self.driver_mut() }
    }

    /// Returns the view for deposits: bytes that a sender places in a receiver's memory without a call of the
    /// receiver.
    pub fn deposits(&mut self) -> Deposits<'_> {
        Deposits { endpoint: self.driver_mut() }
    }

    /// Turns the endpoint into one whose messages run handlers. Buffers of pending operations are never freed.
    pub fn into_handlers(self) -> Handlers {
        Handlers::new(self.take())
    }

    /// Turns the endpoint into one of the [driver](crate::driver) interface. Buffers of pending operations are never
    /// freed.
    ///
    /// # Safety
    /// The program keeps the [driver's contract](crate::driver) about the memory that regions name.
    #[expect(unsafe_code, reason = "the door to the interface that trusts regions")]
    pub unsafe fn into_driver(self) -> driver::Endpoint {
        self.take()
    }

    fn take(mut self) -> driver::Endpoint {
        self.driver.take().unwrap_or_else(|| gone())
    }

    /// Waits until everything that was sent has left this rank, and leaves the job. Ranks need not agree to leave.
    /// Messages that this rank has not received are dropped, and buffers of pending operations are never freed.
    ///
    /// # Errors
    /// [`ErrorKind::System`] if the system refuses what leaving needs.
    pub fn close(self) -> Result<(), Error> {
        self.take().close()
    }

    /// Ends the whole job with this exit code, after printing `why`.
    pub fn abort(&self, code: i32, why: &str) -> ! {
        self.driver().abort(code, why)
    }
}

impl From<driver::Endpoint> for Endpoint {
    fn from(driver: driver::Endpoint) -> Endpoint {
        Endpoint { driver: Some(driver), kept: Kept::new() }
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        if let Some(driver) = self.driver.take()
            && !std::thread::panicking()
        {
            // The program has dropped the endpoint, so no caller is left to take an error.
            let _ = driver.close();
        }
    }
}

/// Panics, which cannot happen: only calls that consume the endpoint take the driver out of it.
#[cold]
fn gone() -> ! {
    unreachable!("an endpoint that was consumed is not used")
}

/// Returns an error unless `rank` is a rank of the job.
fn known(endpoint: &driver::Endpoint, rank: Rank) -> Result<(), Error> {
    let size = endpoint.size();
    if rank < size {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Argument, format!("there is no rank {rank}: the job's {size} ranks are numbered from 0")))
}

/// Cancels an operation that can be cancelled; see [`driver::Endpoint::cancel`].
fn cancel(endpoint: &mut driver::Endpoint, request: driver::Request) {
    while !endpoint.cancel(request) {
        endpoint.progress();
    }
}

/// Waits for an operation. If the rank that it needs has left the job, cancels the operation. When this function
/// returns, the protocol has released the operation's memory.
fn wait_or_cancel(endpoint: &mut driver::Endpoint, request: driver::Request) -> Result<Outcome, Error> {
    match endpoint.wait_unless_departed(request, Waiting::NOTHING) {
        Ok(outcome) => Ok(outcome),
        Err(departed) => {
            cancel(endpoint, request);
            wait_until(endpoint, |endpoint| endpoint.test(request));
            Err(Error::new(ErrorKind::Departed, departed.to_string()))
        }
    }
}

/// How long a wait finds nothing before it checks whether the ranks that it waits for are still there. Shorter: more
/// system calls. Longer: a rank's end is noticed later.
const PEERS_CHECKED: Duration = Duration::from_millis(100);

/// Waits until `done` returns a value, and makes progress meanwhile.
fn wait_until<T>(endpoint: &mut driver::Endpoint, done: impl FnMut(&mut driver::Endpoint) -> Option<T>) -> T {
    wait_for_ranks(endpoint, 0..0, done)
}

/// Waits like [`wait_until`]. If a rank of `ranks` has died or left the job, ends the broadcasts and deposits that wait
/// for that rank.
fn wait_for_ranks<T>(
    endpoint: &mut driver::Endpoint,
    ranks: Range<Rank>,
    mut done: impl FnMut(&mut driver::Endpoint) -> Option<T>,
) -> T {
    let (mut patience, mut idle) = (Patience::default(), None::<Instant>);
    loop {
        if let Some(value) = done(endpoint) {
            endpoint.stop_waiting(&patience);
            return value;
        }
        if endpoint.progress() {
            idle = None;
            patience.moved();
            continue;
        }
        // What a rank sent before its end has arrived by now.
        if idle.get_or_insert_with(Instant::now).elapsed() >= PEERS_CHECKED {
            idle = None;
            let me = endpoint.rank();
            ranks.clone().filter(|rank| *rank != me).for_each(|rank| _ = endpoint.lose_if_gone(rank));
        }
        endpoint.pause(&mut patience, Waiting::NOTHING).rest();
    }
}

/// Lends a buffer to an operation, and starts the operation by `start`, which returns the driver's request and the
/// outcome to report if there is no request: the operation is then complete.
fn start(
    endpoint: &mut Endpoint,
    buffer: Buffer,
    start: impl FnOnce(&mut driver::Endpoint, driver::Region) -> (Option<driver::Request>, Outcome),
) -> Request {
    let (region, loan) = Loan::new(buffer);
    match start(endpoint.driver_mut(), region) {
        (None, outcome) => Request(State::Done(outcome, loan.reclaim())),
        (Some(request), _) => endpoint.kept.keep(request, loan),
    }
}
