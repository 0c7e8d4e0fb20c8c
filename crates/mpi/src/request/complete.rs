//! Completion of requests.
use crate::abi;
use crate::error::{Call, Error, Result};
use crate::ffi::gate::Guard;
use crate::objects::coll::schedule::{Rounds, SEARCHED, outcome};
use crate::objects::datatype::Message;
use crate::objects::request::Generalized;
use crate::objects::request::{Both, Persistent, PostedReceive, Request, RoundState};
use crate::objects::status::Finished;
use crate::objects::traced;
use crate::state::State;
use clump::driver::{CallKind, Departed, Endpoint, Outcome, Select, Waiting};
use clump_coll::unwinding::OnUnwind;

/// A completed request. `handle` is the new value of the program's variable.
#[derive(Debug)]
pub struct Completed {
    pub finished: Finished,
    pub handle: abi::Request,
    /// The communicator whose error handler gets the error if the request failed.
    pub comm: abi::Comm,
    /// The generalized request whose query and free functions the caller must still call, without a guard; `None` for
    /// other requests.
    pub generalized: Option<Box<Generalized>>,
    /// The error of an access to a file, which knows its own handler; `None` for other requests.
    pub failure: Option<Box<Error>>,
}

impl Completed {
    /// Returns the completion of a null or inactive request.
    pub fn empty(handle: abi::Request) -> Completed {
        Completed { finished: Finished::EMPTY, handle, comm: abi::MPI_COMM_NULL, generalized: None, failure: None }
    }

    /// Returns the error of a request that has failed, with this status.
    pub fn error(&mut self, f: &Finished) -> Box<Error> {
        self.failure.take().unwrap_or_else(|| super::error_of(f, self.comm))
    }

    /// Calls the callbacks that the program still expects and returns the final status. The caller must not
    /// hold a guard.
    pub fn conclude(&mut self, free: bool) -> Finished {
        if let Some(g) = self.generalized.take() {
            // Free the request even if the query function throws.
            let gone = OnUnwind::new(|| {
                if free {
                    g.free(&mut { Finished::EMPTY });
                }
            });
            let finished = g.query();
            gone.disarm();
            self.finished = finished;
            if free {
                g.free(&mut self.finished);
            }
        }
        self.finished
    }
}

impl PostedReceive {
    /// Takes the outcome, or returns `None` if the operation is not complete.
    #[inline]
    fn poll(&self, endpoint: &mut Endpoint) -> Option<Finished> {
        let outcome = endpoint.test(self.request)?;
        let finished = self.received(outcome);
        if !finished.cancelled {
            endpoint.count_call(CallKind::Receive, finished.len);
        }
        Some(finished)
    }

    #[inline]
    fn received(&self, outcome: Outcome) -> Finished {
        if !outcome.cancelled {
            self.message.deliver(outcome.len);
        }
        Finished::received(outcome, &self.ranks)
    }
}

impl Both {
    fn poll(&mut self, endpoint: &mut Endpoint) -> Option<Finished> {
        if let Some(r) = &mut self.send
            && r.poll(endpoint).is_some()
        {
            self.send = None;
        }
        if let Some(r) = &mut self.recv
            && let Some(f) = r.poll(endpoint)
        {
            self.received = f;
            self.recv = None;
        }
        (self.send.is_none() && self.recv.is_none()).then_some(self.received)
    }
}

impl Request {
    /// Takes the outcome, or returns `None` if the request is not complete. Makes no progress. A completed persistent
    /// request becomes inactive.
    pub(crate) fn poll(&mut self, endpoint: &mut Endpoint) -> Option<Finished> {
        match self {
            Request::Send { request, .. } => endpoint.test(*request).map(Finished::sent),
            Request::Recv(r) => r.poll(endpoint),
            Request::Both(b) => b.poll(endpoint),
            Request::Done(f) | Request::Failed(f, _) => Some(*f),
            Request::Persistent(p) => p.poll(endpoint),
            Request::Collective(c) => c.poll(endpoint),
            Request::Partitioned(p) => p.poll(endpoint),
            Request::Generalized(g) => g.complete.then_some(Finished::EMPTY),
            Request::File(f) => f.finished,
            Request::Operation(_) => None,
        }
    }
}

impl Persistent {
    /// Takes the outcome of the started operation, and makes the request inactive. Returns `None` if the operation is
    /// not complete.
    pub(crate) fn poll(&mut self, endpoint: &mut Endpoint) -> Option<Finished> {
        let f = self.active.as_mut()?.poll(endpoint)?;
        self.active = None;
        Some(f)
    }
}

impl State {
    /// Takes a request's outcome, or returns `None` if the request is not complete. Makes no progress. The caller has
    /// checked the handle.
    #[inline]
    pub(crate) fn poll(&mut self, handle: abi::Request) -> Option<Completed> {
        if handle == crate::objects::request::SENT {
            return Some(Completed::empty(abi::MPI_REQUEST_NULL));
        }
        let State { common, mpi } = self;
        let request = mpi.requests.get_mut(handle.0)?;
        let (inactive, comm) = (request.inactive(), request.comm());
        let receives = traced::is_on() && request.receives();
        let over = request.poll(common.endpoint());
        let stays = request.is_persistent();
        if let Some(finished) = over.filter(|_| receives) {
            self.trace_received(comm, &finished);
        }
        match over {
            Some(finished) if !stays => {
                let gone = self.requests.remove(handle.0);
                let (generalized, failure) = match gone {
                    Some(Request::Generalized(g)) => (Some(g), None),
                    Some(Request::File(f)) => (None, f.failure()),
                    _ => (None, None),
                };
                Some(Completed { finished, handle: abi::MPI_REQUEST_NULL, comm, generalized, failure })
            }
            _ if inactive => Some(Completed::empty(handle)),
            over => over.map(|finished| Completed { finished, handle, comm, generalized: None, failure: None }),
        }
    }

    /// Tries the fast path for the commonest request: a receive straight into the program's memory, if the message has
    /// arrived whole or is the sender's next message. Returns `None` for other requests, and if the message has not
    /// arrived. Makes no other progress.
    #[inline(always)]
    pub(crate) fn take_received(&mut self, handle: abi::Request) -> Option<Finished> {
        let Some(Request::Recv(r)) = self.mpi.requests.get(handle.0) else { return None };
        if !r.message.is_direct() {
            return None;
        }
        let endpoint = self.common.endpoint.as_mut()?;
        let outcome = match endpoint.take_in_turn(r.request) {
            Some(outcome) => outcome,
            None => {
                let outcome = endpoint.peek(r.request).filter(Outcome::is_plain)?;
                endpoint.forget(r.request);
                outcome
            }
        };
        endpoint.count_call(CallKind::Receive, outcome.len);
        let (finished, comm) = (Finished::received(outcome, &r.ranks), r.comm);
        match r.ranks {
            // The request owns nothing that must be dropped.
            None => self.requests.free_plain(handle.0),
            Some(_) => self.requests.free(handle.0),
        }
        self.trace_received(comm, &finished);
        Some(finished)
    }

    fn put_back(&mut self, handle: abi::Request, request: Request) {
        if let Some(slot) = self.requests.get_mut(handle.0) {
            *slot = request;
        }
    }

    /// Counts a test in vain. Returns true once in [`SEARCHED`] tests, and shows `waiting` in reports then: the caller
    /// asks whether the awaited rank has left the job.
    #[inline(always)]
    pub(crate) fn searches_now(&mut self, waiting: impl FnOnce(&State) -> Waiting) -> bool {
        self.mpi.tests_in_vain = self.mpi.tests_in_vain.wrapping_add(1);
        let times = self.mpi.tests_in_vain;
        if !times.is_multiple_of(SEARCHED.into()) {
            return false;
        }
        let waiting = waiting(self);
        if let Some(endpoint) = self.common.endpoint.as_mut() {
            endpoint.show_in_vain(waiting, times);
        }
        true
    }

    /// Returns the rank for which this request waits if that rank has left the job, and `None` otherwise. The request
    /// of a departed rank can never complete.
    pub(crate) fn departed(&mut self, handle: abi::Request) -> Option<Departed> {
        let State { common, mpi } = self;
        let endpoint = common.endpoint.as_mut()?;
        if let Request::Collective(c) = mpi.requests.get_mut(handle.0)? {
            return c.search(endpoint).map(Departed);
        }
        mpi.requests.get(handle.0)?.pending().find_map(|request| endpoint.departed(request))
    }

    /// Returns the state that `clump run --timeout` shows while a call blocks on this request.
    pub(crate) fn waiting(&self, call: Call, handle: abi::Request) -> Waiting {
        let nothing = Waiting { call: call.0, peer: -2, tag: -1, context: 0 };
        let Some(request) = self.mpi.requests.get(handle.0) else { return nothing };
        if let Request::Operation(_) = request {
            return nothing;
        }
        if let Request::File(f) = request {
            let descriptor = self.file_descriptor(f.file);
            return descriptor.map_or(nothing, |tag| Waiting { peer: Waiting::FILE, tag, ..nothing });
        }
        let shown = self.open_endpoint().zip(request.pending().next());
        if let Some(shown) = shown.and_then(|(endpoint, request)| endpoint.waits_for(request)) {
            let Select { context, source, tag } = shown;
            let peer = source.map_or(-1, |rank| rank as i32);
            let tag = if let Request::Partitioned(p) = request { p.tag() } else { tag.unwrap_or(-1) };
            return Waiting { call: call.0, peer, tag, context };
        }
        match self.comm_of_operation(request.comm()) {
            Some(c) => Waiting { peer: -1, context: c.context, ..nothing },
            None => nothing,
        }
    }
}

/// Blocks until the request is complete. Returns MPI_ERR_REQUEST for an invalid handle.
pub fn wait(call: Call, s: &mut Guard, handle: abi::Request) -> Result<Completed> {
    if handle == abi::MPI_REQUEST_NULL {
        return Ok(Completed::empty(handle));
    }
    // In the common case, the endpoint itself waits for a single receive or send, without the lock.
    let direct = match s.request(handle)? {
        Request::Recv(r) => Some(r.request),
        Request::Send { request, .. } => Some(*request),
        Request::Collective(c) => {
            if let Some(finished) = c.take_ended() {
                let comm = c.comm;
                return Ok(Completed { finished, handle, comm, generalized: None, failure: None });
            }
            return Ok(wait_for_round(call, s, handle));
        }
        _ => None,
    };
    if let Some(request) = direct.filter(|_| s.is_alone()) {
        let end = match s.endpoint().wait_shortly(request) {
            Some(outcome) => Ok(outcome),
            None => wait_long(call, s, handle, request),
        };
        let Ok(outcome) = end else { return Ok(give_up(s, handle)) };
        if let Some(object) = s.requests.remove(handle.0) {
            let comm = object.comm();
            let finished = match object {
                Request::Recv(r) => {
                    let finished = r.received(outcome);
                    if !finished.cancelled {
                        s.endpoint().count_call(CallKind::Receive, finished.len);
                    }
                    s.trace_received(comm, &finished);
                    finished
                }
                _ => Finished::sent(outcome),
            };
            return Ok(Completed { finished, handle: abi::MPI_REQUEST_NULL, comm, generalized: None, failure: None });
        }
    }
    if let Some(done) = s.poll(handle) {
        return Ok(done);
    }
    Ok(wait_by_polling(call, s, handle))
}

/// Blocks until the request is complete, polling it.
fn wait_by_polling(call: Call, s: &mut Guard, handle: abi::Request) -> Completed {
    let waiting = s.waiting(call, handle);
    match s.block_unless(waiting, |s| s.poll(handle), |s| s.departed(handle)) {
        Ok(done) => done,
        Err(_) => give_up(s, handle),
    }
}

/// Blocks until the round of a persistent collective has ended, as the blocking collective would.
#[inline(never)]
fn wait_for_round(call: Call, s: &mut Guard, handle: abi::Request) -> Completed {
    let State { common, mpi } = &mut **s;
    let Some(Request::Collective(c)) = mpi.requests.get_mut(handle.0) else { return Completed::empty(handle) };
    if let Some(finished) = c.poll(common.endpoint()) {
        return Completed { finished, handle, comm: c.comm, generalized: None, failure: None };
    }
    let posted = matches!(c.round, RoundState::Posted);
    let rounds = if posted {
        c.round = RoundState::Running;
        c.rounds.take()
    } else {
        mpi.coll.schedules.take_round(handle)
    };
    if let Some(rounds) = rounds {
        let mut round = RoundInHand { guard: s, handle, rounds: Some(rounds), posted, ended: None };
        let RoundInHand { guard, rounds, ended, .. } = &mut round;
        *ended = guard.outside(|| rounds.as_mut().map(|rounds| outcome(rounds.block(call))));
    }
    // Another thread may be polling the round.
    match s.poll(handle) {
        Some(done) => done,
        None => wait_by_polling(call, s, handle),
    }
}

/// A round of a persistent collective that this thread runs to its end outside the gate. Dropping the value ends the
/// round, or returns it if the operation of another collective, which this thread moved on meanwhile, has thrown.
struct RoundInHand<'a> {
    guard: &'a mut Guard,
    handle: abi::Request,
    rounds: Option<Box<dyn Rounds>>,
    /// True for a quick round.
    posted: bool,
    /// The round's outcome; `None` if an operation of the program has thrown an exception.
    ended: Option<Finished>,
}

impl Drop for RoundInHand<'_> {
    fn drop(&mut self) {
        let Some(rounds) = self.rounds.take() else { return };
        let State { mpi, .. } = &mut **self.guard;
        if let Some(Request::Collective(c)) = mpi.requests.get_mut(self.handle.0) {
            match self.ended {
                Some(finished) => c.end_round(finished, Some(rounds)),
                None if rounds.is_broken() => {
                    c.end_round(Finished { code: abi::MPI_ERR_OTHER, ..Finished::EMPTY }, None);
                }
                None if self.posted => (c.round, c.rounds) = (RoundState::Posted, Some(rounds)),
                None => mpi.coll.schedules.resume_round(self.handle, c.context, rounds),
            }
        }
        // Wake up the threads that sleep, because one of them may have to go on with what this thread has moved.
        self.guard.endpoint().stir();
    }
}

#[inline(never)]
fn wait_long(
    call: Call,
    s: &mut Guard,
    handle: abi::Request,
    request: clump::driver::Request,
) -> std::result::Result<Outcome, Departed> {
    let waiting = s.waiting(call, handle);
    s.endpoint().wait_unless_departed(request, waiting)
}

/// Completes a request that the program tests in vain, if its peer has left the job. Looks once in [`SEARCHED`] calls.
#[inline(always)]
pub(super) fn give_up_in_vain(call: Call, s: &mut Guard, handle: abi::Request) -> Option<Completed> {
    if !s.searches_now(|s| s.waiting(call, handle)) {
        return None;
    }
    s.departed(handle)?;
    if s.advance() {
        return None;
    }
    Some(s.poll(handle).unwrap_or_else(|| give_up(s, handle)))
}

/// Completes a request whose peer has left the job, and cancels the rest of its operation.
#[cold]
pub(super) fn give_up(s: &mut Guard, handle: abi::Request) -> Completed {
    if let Ok(Request::Collective(_)) = s.request(handle) {
        // The search for the departed rank has ended the round.
        return s.poll(handle).unwrap_or(Completed::empty(handle));
    }
    let Some(slot) = s.requests.get_mut(handle.0) else { return Completed::empty(handle) };
    let mut request = std::mem::replace(slot, Request::Operation(abi::MPI_COMM_NULL));
    let comm = request.comm();
    let endpoint = s.endpoint();
    let gone = request.pending().find_map(|r| Some((endpoint.departed(r)?, endpoint.waits_for(r)?)));
    let (job, tag) = gone.map_or((0, None), |(Departed(job), select)| (job, select.tag));
    let is_any = !matches!(request, Request::Both(_)) && gone.is_some_and(|(_, select)| select.source.is_none());
    let tag = if let Request::Partitioned(p) = &request { Some(p.tag()) } else { tag };
    let rank = s.comm_of_operation(comm).map_or(job, |c| c.rank_of(job));
    let class = s.class_of_departure(comm, job);
    let finished = Finished::departed(class, rank as i32, tag.unwrap_or(abi::MPI_ANY_TAG));
    if is_any && class == abi::MPI_ERR_PROC_FAILED {
        // Another process may send the message: the receive stays.
        s.put_back(handle, request);
        let finished = Finished { code: abi::MPI_ERR_PROC_FAILED_PENDING, ..finished };
        return Completed { finished, handle, comm, generalized: None, failure: None };
    }
    let handle = if let Request::Persistent(p) = &mut request {
        let active = p.active.take();
        s.put_back(handle, request);
        active.into_iter().for_each(|active| withdraw(s, active));
        handle
    } else if let Request::Partitioned(p) = &mut request {
        let operations = p.give_up();
        s.put_back(handle, request);
        operations.into_iter().for_each(|operation| s.withdraw(operation));
        handle
    } else {
        s.requests.remove(handle.0);
        withdraw(s, request);
        abi::MPI_REQUEST_NULL
    };
    Completed { finished, handle, comm, generalized: None, failure: None }
}

/// Cancels the operations of a request, and drops the request.
fn withdraw(s: &mut Guard, request: Request) {
    match request {
        Request::Send { request, message, .. } | Request::Recv(PostedReceive { request, message, .. }) => {
            s.withdraw(request);
            drop(message);
        }
        Request::Both(both) => {
            let Both { send, recv, .. } = *both;
            send.into_iter().chain(recv).for_each(|half| withdraw(s, half));
        }
        _ => {}
    }
}

impl State {
    /// Releases an operation that no call will wait for.
    pub(crate) fn abandon(&mut self, request: Request) {
        match request {
            Request::Send { request, message, .. } | Request::Recv(PostedReceive { request, message, .. })
                if message.is_direct() =>
            {
                self.endpoint().detach(request);
            }
            Request::Done(_) | Request::File(_) | Request::Operation(_) | Request::Failed(..) => {}
            Request::Persistent(p) => {
                if let Some(active) = p.active {
                    self.abandon(active);
                }
            }
            Request::Partitioned(mut p) => {
                p.close(self.endpoint());
                self.partitioned.freed.extend(p.into_flights());
            }
            Request::Collective(c) => {
                // Members that have not finished their last round may still read this rank's posts there.
                if c.failed {
                    self.contexts.retire(c.context);
                }
                self.leave_hidden(c.hidden);
            }
            other => {
                self.buffered.orphans.push(other);
                self.reap_orphans();
            }
        }
    }

    /// Removes abandoned requests that are complete. Returns true if no abandoned request is left.
    pub(crate) fn reap_orphans(&mut self) -> bool {
        let State { common, mpi } = self;
        mpi.buffered.orphans.retain_mut(|r| r.poll(common.endpoint()).is_none());
        mpi.buffered.orphans.is_empty()
    }
}

/// Fails the build if a message has more than 32 bytes, because every request of a send or receive holds a message.
const _: () = assert!(size_of::<Message>() <= 32);
