//! Matched messages: wraps the general endpoint with the access and waiting that the program needs.
use super::inner::{Inner, Progressed};
use super::needs::{Access, Ordered, Progress, Waits};
use super::{Endpoint, shown};
use clump::driver::Waited;
use clump::driver::{
    Endpoint as General, Error, Mode, Outcome, Patience, Pause, Rank, Region, Request, Select, Waiting,
};

/// The context of all messages of ordered scenarios.
const CONTEXT: u16 = 0;

/// The state of a blocking receive.
enum Receiving {
    Begun,
    /// The receive is not posted, because the next frame may bring its message. Only possible while no other thread
    /// posts receives.
    Next(Waited),
    Posted(Request),
}

impl<A: Access, W: Waits, P: Progress<A, General>> Endpoint<A, W, Ordered, P> {
    /// Sends `data` to `to` with a tag; blocks until the memory may be reused.
    #[inline(always)]
    pub fn send(&mut self, to: Rank, tag: i32, data: Region) {
        let sent = A::with(&mut self.place, |inner| inner.send(to, CONTEXT, tag, data, Mode::Standard));
        if let Some(request) = sent {
            self.finish(request, Some(to), tag);
        }
    }

    /// Receives the first message from `from` (`None`: any rank) with `tag` (`None`: any tag); blocks until it has
    /// arrived.
    #[inline(always)]
    pub fn receive(&mut self, from: Option<Rank>, tag: Option<i32>, into: Region) -> Outcome {
        let select = Select { context: CONTEXT, source: from, tag };
        let mut state = Receiving::Begun;
        self.until(shown(from, tag), |inner| receive(inner, select, into, &mut state, A::THREADS))
    }

    /// Posts a receive like [`receive`](Self::receive); complete it with [`wait`](Self::wait). The protocol uses
    /// the memory until then.
    pub fn post(&mut self, from: Option<Rank>, tag: Option<i32>, into: Region) -> Request {
        A::with(&mut self.place, |inner| inner.recv(Select { context: CONTEXT, source: from, tag }, into))
    }

    /// Blocks until a posted receive is complete.
    pub fn wait(&mut self, request: Request) -> Outcome {
        self.finish(request, None, -1)
    }

    #[inline(never)]
    fn finish(&mut self, request: Request, with: Option<Rank>, tag: i32) -> Outcome {
        self.until(shown(with, Some(tag)), |inner| finish(inner, request))
    }
}

/// Takes a step of a blocking receive.
#[inline(always)]
fn receive(
    inner: &mut General,
    select: Select,
    into: Region,
    state: &mut Receiving,
    threads: bool,
) -> Progressed<Outcome> {
    if let Receiving::Begun = state {
        if let Some(outcome) = inner.recv_soon(select, into) {
            return Progressed::Done(outcome);
        }
        *state = match inner.wait_for(&select, into.len() as u64).filter(|_| !threads) {
            Some(next) => Receiving::Next(next),
            None => Receiving::Posted(inner.recv(select, into)),
        };
    }
    receive_later(inner, select, into, state)
}

/// Takes a step of a blocking receive whose message had not arrived at the first step.
#[inline(never)]
fn receive_later(inner: &mut General, select: Select, into: Region, state: &mut Receiving) -> Progressed<Outcome> {
    if let Receiving::Next(waited) = state {
        let (arrived, left) = inner.look_for(select, into, waited);
        match waited {
            Waited::Met(outcome) => return Progressed::Done(*outcome),
            Waited::Posted(id) => *state = Receiving::Posted(Request::Recv(*id)),
            Waited::For(_) if arrived || left => return Progressed::Moved,
            // The message will most likely come from the named sender.
            Waited::For(_) => return inner.recv_soon(select, into).map_or(Progressed::Nothing, Progressed::Done),
        }
    }
    match state {
        Receiving::Posted(request) => finish(inner, *request),
        _ => Progressed::Nothing,
    }
}

/// Takes a step towards the end of an operation.
fn finish(inner: &mut General, request: Request) -> Progressed<Outcome> {
    if let Some(outcome) = inner.test(request).or_else(|| inner.take_in_turn(request)) {
        return Progressed::Done(outcome);
    }
    if inner.look() { Progressed::Moved } else { Progressed::Nothing }
}

impl Inner for General {
    fn open() -> Result<General, Error> {
        // SAFETY: this crate's own interface takes regions, with the same contract.
        Ok(unsafe { clump::Endpoint::open()?.into_driver() })
    }
    fn rank(&self) -> Rank {
        General::rank(self)
    }
    fn size(&self) -> u32 {
        General::size(self)
    }
    fn look(&mut self) -> bool {
        self.progress()
    }
    fn pause(&mut self, patience: &mut Patience, shown: Waiting) -> Pause {
        General::pause(self, patience, shown)
    }
    fn stop_waiting(&mut self, patience: &Patience) {
        General::stop_waiting(self, patience);
    }
    fn threads_waiting(&mut self, one_more: bool) {
        self.helper().threads_waiting(one_more);
    }
    fn made_progress(&mut self) -> bool {
        General::made_progress(self)
    }
    fn wake(&self) {
        General::wake(self);
    }
    fn close(self) -> Result<(), Error> {
        General::close(self)
    }
}
