//! Runs the handlers of one thread: begins the handlers of messages that the thread takes, and resumes handlers whose
//! wait is over. The executor holds no borrow of its cells while a function of the program runs.
use super::fiber::{Fiber, HandlerFrame, HandlerWait, Sending};
use super::process::{enter, enter_open};
use super::senders::Senders;
use super::sends::Sends;
use super::table::{self, Layer, handler_name};
use crate::error::{CallError, CallResult, ErrorKind, fail};
use clump::driver::{Begun, Endpoint, Patience, PeerWatch, Rank, StreamId, Waiting};
use clump_process::Inside;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The largest number of idle stacks that a thread keeps. More stacks cost memory; fewer have to be made anew more
/// often.
const KEPT: usize = 64;

/// The largest number of failures that a thread keeps until calls report them.
const FAILURES: usize = 64;

/// One in this many extracts that have read all that their bound allows yields the processor to another rank, if the
/// ranks are oversubscribed.
const BOUNDED: u32 = 8;

/// Counts the polls that may have woken a handler of some thread.
static WOKEN: AtomicU64 = AtomicU64::new(1);

pub struct HandlerRunner {
    /// This thread's number, from 1 on. The names of the thread's streams contain the number.
    pub number: u32,
    idle: RefCell<Vec<Fiber>>,
    /// The fibers whose handler waits.
    pub waiting: RefCell<VecDeque<Fiber>>,
    /// The running handler; null if none runs.
    pub current: Cell<*const HandlerFrame>,
    pub sends: RefCell<Sends>,
    /// How many short messages have copied pieces that have not been handed over.
    pub gathering: Cell<u32>,
    /// How many bytes handlers may still read in this extract.
    pub budget: Cell<u64>,
    /// How many bytes handlers may still read in the turn of the current sender.
    pub turn: Cell<u64>,
    pub senders: RefCell<Senders>,
    /// How many bytes handlers have read so far.
    read: Cell<u64>,
    /// The value of `WOKEN` when this thread last examined its waiting handlers.
    seen: Cell<u64>,
    /// True if the wait of some handler may end without a change of `WOKEN`, so that every poll must examine the
    /// handlers.
    restless: Cell<bool>,
    handlers: RefCell<table::Copy>,
    pub watch: RefCell<PeerWatch>,
    /// Failures of handlers that no call has reported, up to `FAILURES`.
    failures: RefCell<VecDeque<CallError>>,
    /// Counts handlers begun so far.
    begun: Cell<u64>,
    /// True if the last poll took all messages that had arrived.
    drained: Cell<bool>,
    /// Counts the extracts that ended because they had read all that their bound allowed.
    bounded: Cell<u32>,
}

thread_local! {
    static EXECUTOR: HandlerRunner = HandlerRunner::new();
}

/// Runs `f` with this thread's executor.
#[inline(always)]
pub fn with<T>(f: impl FnOnce(&HandlerRunner) -> T) -> T {
    EXECUTOR.with(f)
}

impl HandlerRunner {
    fn new() -> HandlerRunner {
        static THREADS: AtomicU32 = AtomicU32::new(0);
        HandlerRunner {
            number: THREADS.fetch_add(1, Relaxed).wrapping_add(1),
            idle: RefCell::default(),
            waiting: RefCell::default(),
            current: Cell::new(ptr::null()),
            sends: RefCell::default(),
            gathering: Cell::new(0),
            budget: Cell::new(0),
            turn: Cell::new(0),
            senders: RefCell::default(),
            read: Cell::new(0),
            seen: Cell::new(0),
            restless: Cell::new(false),
            handlers: RefCell::default(),
            watch: RefCell::default(),
            failures: RefCell::default(),
            begun: Cell::new(0),
            drained: Cell::new(false),
            bounded: Cell::new(0),
        }
    }

    /// Returns the handler that runs in this thread.
    #[inline(always)]
    pub fn running(&self) -> Option<&HandlerFrame> {
        // SAFETY: the pointer is null, or leads to the frame of a fiber that is being resumed, and so is alive.
        unsafe { self.current.get().as_ref() }
    }

    /// Returns an error if a handler runs, because the caller is about to run handlers or to wait for them.
    pub fn outside(&self) -> CallResult {
        match self.running() {
            None => Ok(()),
            Some(_) => {
                fail(ErrorKind::Rule, "called by a handler, which would wait for itself: return from the handler first")
            }
        }
    }

    /// Runs handlers for messages that have arrived, until the handlers have read `bytes` bytes. Returns the number of
    /// bytes read.
    pub fn extract(&self, bytes: u64) -> CallResult<u64> {
        self.outside()?;
        let before = self.read.get();
        self.allow(bytes);
        let end = self.look_all(bytes == u64::MAX);
        self.budget.set(0);
        end?;
        self.heard()?;
        Ok(self.read.get() - before)
    }

    fn look_all(&self, unbounded: bool) -> CallResult {
        let mut first = true;
        while if unbounded { self.look()? } else { self.look_by_turns()? } {
            first = false;
            // Everything that had arrived has been handled. The next call handles the messages that handlers have
            // caused meanwhile.
            if self.drained.get() {
                break;
            }
        }
        // The next message may come from a rank that shares this processor, so yield to that rank. Some bounded
        // extracts yield too, although messages are left: a sender on this processor could otherwise send only once in
        // a time slice, while other senders send as soon as their messages are read.
        let so_far = self.bounded.get();
        let bounded = self.budget.get() == 0 && self.bounded.replace(so_far.wrapping_add(1)).is_multiple_of(BOUNDED);
        if (first || bounded) && enter(|p| p.common().endpoint.as_ref().is_some_and(Endpoint::is_oversubscribed)) {
            std::thread::yield_now();
        }
        Ok(())
    }

    /// Removes the first failure that no call has reported, and returns it as an error.
    pub fn heard(&self) -> CallResult {
        self.failures.borrow_mut().pop_front().map_or(Ok(()), Err)
    }

    pub fn allow(&self, bytes: u64) {
        self.budget.set(bytes);
        self.turn.set(if bytes == u64::MAX { u64::MAX } else { 0 });
        // Some handlers may wait for this budget, so the next poll must examine them.
        self.seen.set(0);
    }

    /// Records that handlers have read `bytes` more bytes, which reduces the budget and the turn.
    #[inline(always)]
    pub fn spend(&self, bytes: u64) {
        self.read.set(self.read.get() + bytes);
        self.budget.set(self.budget.get().saturating_sub(bytes));
        self.turn.set(self.turn.get().saturating_sub(bytes));
    }

    /// Sends the copied pieces of this thread's short messages that are not complete, because the thread is about to
    /// run handlers, which may wait for these pieces, to poll for an answer to them, or to send other bytes, which must
    /// not overtake them.
    #[cold]
    pub fn send_gathered(&self) {
        self.gathering.set(0);
        self.sends.borrow_mut().hand_over_gathered();
    }

    /// Sends the copied pieces of this thread's short messages, if there are any ([`Self::send_gathered`]).
    #[inline(always)]
    pub fn release_gathered(&self) {
        if self.gathering.get() > 0 {
            self.send_gathered();
        }
    }

    /// Polls the network once, resumes handlers, and begins handlers of new messages. Returns true if there was any
    /// work.
    pub fn look(&self) -> CallResult<bool> {
        self.release_gathered();
        let mut next = enter_open(|inside| {
            let endpoint = self.advance(inside);
            Ok(self.next(endpoint))
        })?;
        let mut worked = self.go_on();
        while let Some((begun, fiber)) = next {
            worked = true;
            let ended = self.begin(begun, fiber)?;
            next = enter_open(|inside| {
                let endpoint = inside.common().endpoint();
                if let Some(id) = ended {
                    self.finish_inside(endpoint, id);
                }
                Ok(self.next(endpoint))
            })?;
        }
        Ok(worked)
    }

    /// Polls the network, and wakes the handlers whose waits have ended.
    #[inline(always)]
    pub fn advance<'a>(&self, inside: &'a mut dyn Inside) -> &'a mut Endpoint {
        let moved = inside.advance();
        let endpoint = inside.common().endpoint();
        self.watch.borrow_mut().look(endpoint, moved);
        self.drained.set(endpoint.is_drained());
        if endpoint.handled().handlers_woken() {
            WOKEN.fetch_add(1, Relaxed);
        }
        endpoint
    }

    #[inline(always)]
    fn next(&self, endpoint: &mut Endpoint) -> Option<(Begun, Option<Fiber>)> {
        if self.budget.get() == 0 {
            return None;
        }
        endpoint.handled().next_message().map(|begun| self.take(begun, endpoint))
    }

    /// Returns the message and a fiber for its handler, if there is one. The fiber gets the bytes of a message that
    /// has arrived whole, so that its handler reads without entering the process. Without an idle fiber, the bytes stay
    /// in the endpoint, and the message counts as not whole.
    #[inline(always)]
    pub fn take(&self, mut begun: Begun, endpoint: &mut Endpoint) -> (Begun, Option<Fiber>) {
        let fiber = self.idle.borrow_mut().pop();
        match &fiber {
            Some(fiber) if begun.whole => {
                endpoint.handled().take_whole(begun.id, &mut fiber.frame().bytes.borrow_mut())
            }
            _ => begun.whole = false,
        }
        (begun, fiber)
    }

    /// Finishes a message whose handler has ended, and gives the memory of the message's bytes back.
    #[inline(always)]
    fn finish_inside(&self, endpoint: &mut Endpoint, id: StreamId) {
        if let Some(fiber) = self.idle.borrow().last() {
            endpoint.handled().give_back(&mut fiber.frame().bytes.borrow_mut());
        }
        endpoint.handled().finish_message(id);
    }

    /// Finishes a message whose handler has ended.
    pub fn finish(&self, id: StreamId) {
        enter(|inside| {
            if let Some(endpoint) = &mut inside.common().endpoint {
                self.finish_inside(endpoint, id);
            }
        });
    }

    /// Resumes the handlers whose wait is over. Returns true if any handler was resumed.
    #[inline(always)]
    pub fn go_on(&self) -> bool {
        !self.waiting.borrow().is_empty() && self.go_on_waiting()
    }

    #[inline(never)]
    fn go_on_waiting(&self) -> bool {
        let woken = WOKEN.load(Relaxed);
        if self.seen.get() == woken && !self.restless.get() {
            return false;
        }
        self.seen.set(woken);
        self.restless.set(false);
        let mut worked = false;
        // A fiber that must wait longer goes to the end, which keeps the order. Handlers that run in this loop see such
        // fibers.
        let count = self.waiting.borrow().len();
        for _ in 0..count {
            let Some(fiber) = self.waiting.borrow_mut().pop_front() else { break };
            if !self.may_go_on(fiber.frame()) {
                self.waiting.borrow_mut().push_back(fiber);
                continue;
            }
            worked = true;
            self.resume(fiber);
        }
        worked
    }

    /// Resumes a handler, and finishes its message if the handler ends.
    pub fn resume(&self, fiber: Fiber) {
        if let Some(id) = self.step(fiber) {
            self.finish(id);
        }
    }

    fn may_go_on(&self, frame: &HandlerFrame) -> bool {
        let wait = frame.wait.get();
        if let HandlerWait::Request(_) | HandlerWait::Point(_) | HandlerWait::Earlier = wait {
            self.restless.set(true);
        }
        enter(|inside| {
            let Some(endpoint) = &mut inside.common().endpoint else { return false };
            match wait {
                HandlerWait::Nothing => true,
                HandlerWait::Read(id) => !endpoint.handled().is_reading(id),
                HandlerWait::Budget => self.allowed() > 0,
                HandlerWait::Earlier => !self.has_earlier(frame),
                HandlerWait::Piece(id) => endpoint.handled().piece_has_left(id),
                HandlerWait::Request(request) => endpoint.peek(request).is_some(),
                HandlerWait::Point(wait) => wait.is_over(endpoint),
            }
        })
    }

    /// Begins the handler of a message. Returns the message if its handler has ended, so that the caller can finish it.
    #[inline(always)]
    pub fn begin(&self, begun: Begun, fiber: Option<Fiber>) -> CallResult<Option<StreamId>> {
        let handler = self.handlers.borrow_mut().find(begun.handler);
        if handler.is_none() {
            self.no_handler(begun);
            self.idle.borrow_mut().extend(fiber);
            return Ok(Some(begun.id));
        }
        let fiber = match fiber {
            Some(fiber) => fiber,
            None => Fiber::new()?,
        };
        let frame = fiber.frame();
        frame.handler.set(handler);
        frame.begun.set(Some(begun));
        frame.sending.set(match begun.handler >> 24 {
            2 => Sending::Reply,
            3 => Sending::Nothing,
            _ => Sending::Free,
        });
        frame.staging.set(begun.handler >> 24 == Layer::Fm1 as i32);
        let number = self.begun.get() + 1;
        self.begun.set(number);
        frame.stream.set(stream_name(self.number, number));
        Ok(self.step(fiber))
    }

    /// Resumes a handler until the handler ends or waits. Returns the message if the handler has ended.
    #[inline(always)]
    fn step(&self, mut fiber: Fiber) -> Option<StreamId> {
        fiber.frame().wait.set(HandlerWait::Nothing);
        self.current.set(fiber.frame());
        fiber.resume();
        self.current.set(ptr::null());
        let Some(returned) = fiber.frame().returned.take() else {
            if let HandlerWait::Request(_) | HandlerWait::Point(_) | HandlerWait::Earlier = fiber.frame().wait.get() {
                self.restless.set(true);
            }
            self.waiting.borrow_mut().push_back(fiber);
            return None;
        };
        let begun = fiber.frame().begun.take();
        if let Some(begun) = begun.filter(|_| returned != 0) {
            self.bad_return(begun, returned);
        }
        let mut idle = self.idle.borrow_mut();
        if idle.len() < KEPT {
            idle.push(fiber);
        }
        begun.map(|begun| begun.id)
    }

    #[cold]
    fn no_handler(&self, begun: Begun) {
        let Begun { from, handler, size, .. } = begun;
        self.fail(format!(
            "rank {from} has sent a message of {size} bytes to {}, which is not registered here: register it before \
             messages are extracted; the message is dropped",
            handler_name(handler)
        ));
    }

    #[cold]
    fn bad_return(&self, begun: Begun, returned: i32) {
        self.fail(format!(
            "{} returned {returned} for a message of {} bytes from rank {}: handlers return FM_CONTINUE (0)",
            handler_name(begun.handler),
            begun.size,
            begun.from
        ));
    }

    /// Records a failure of a handler. Each of the next extracts reports one failure.
    #[cold]
    pub fn fail(&self, text: String) {
        let mut failures = self.failures.borrow_mut();
        if failures.len() < FAILURES {
            failures.push_back(CallError { kind: ErrorKind::Handler, text });
        }
    }

    /// Runs handlers while a call of another interface, such as MPI, waits. Returns true if there was any work.
    pub fn besides(&self) -> bool {
        if !self.current.get().is_null() {
            return false;
        }
        let (budget, turn) = (self.budget.replace(u64::MAX), self.turn.replace(u64::MAX));
        if budget == 0 && !self.waiting.borrow().is_empty() {
            // Some handlers may wait for this budget, so the next poll must examine them.
            self.seen.set(0);
        }
        let worked = self.look();
        self.budget.set(budget);
        self.turn.set(turn);
        worked.unwrap_or(false)
    }

    /// Returns true if a handler of an active message has begun in this thread and not ended.
    fn has_active(&self) -> bool {
        let is_active = |begun: Begun| begun.handler >> 24 >= Layer::AmRequest as i32;
        self.waiting.borrow().iter().any(|fiber| fiber.frame().begun.get().is_some_and(is_active))
    }

    /// Completes the handlers of active messages that this thread has begun while it waited for its own send, if the
    /// process has several threads: no other thread can resume them, and this one may not call the library again. Runs
    /// further handlers meanwhile, because replies give the room for which others wait.
    pub fn complete_active(&self, patience: &mut Patience, waiting: Waiting) -> CallResult {
        while self.has_active() && enter(|p| p.common().has_threads()) {
            match self.besides() {
                true => patience.moved(),
                false => self.rest(patience, waiting)?,
            }
        }
        Ok(())
    }

    /// Ends the begun handlers of this thread at the point that they have reached, because the process leaves the job.
    /// Returns an error if there were such handlers, or unfinished messages.
    pub fn end(&self) -> CallResult {
        self.outside()?;
        let open = self.sends.borrow_mut().end_all();
        let all = std::mem::take(&mut *self.waiting.borrow_mut());
        let mut half_way: Option<Begun> = None;
        for fiber in &all {
            let Some(begun) = fiber.frame().begun.get() else { continue };
            half_way.get_or_insert(begun);
            let landed = || enter(|p| p.common().endpoint.as_mut().is_none_or(|e| !e.handled().is_landing(begun.id)));
            enter(|p| p.common().endpoint.as_mut().map(|e| e.handled().finish_message(begun.id)));
            while !landed() {
                enter(|p| p.advance());
            }
        }
        let count = all.len();
        drop(all);
        self.idle.borrow_mut().clear();
        let left = self.heard();
        if let Some(Begun { from, handler, size, .. }) = half_way {
            return fail(
                ErrorKind::Handler,
                format!(
                    "{count} handlers have begun and not ended, one of them {} with a message of {size} bytes from \
                     rank {from}: they end where they wait",
                    handler_name(handler)
                ),
            );
        }
        match open {
            0 => left,
            _ => fail(ErrorKind::Stream, format!("{open} messages were begun and not ended: FM_end_message each")),
        }
    }
}

impl Drop for HandlerRunner {
    fn drop(&mut self) {
        // The thread ends, so the bytes that its handlers wait for are dropped.
        let _ = self.end();
    }
}

/// Returns a receive stream's name for C: the thread's number, and the handler's number in the thread.
fn stream_name(thread: u32, number: u64) -> usize {
    (thread as usize & 0xfff) << 52 | (number as usize & ((1 << 48) - 1)) << 1 | 1
}

/// Returns `to` as a rank, or an error if the job has no such rank.
pub fn known(to: u32, endpoint: &Endpoint) -> CallResult<Rank> {
    let size = endpoint.size();
    if to < size {
        return Ok(to);
    }
    fail(ErrorKind::Argument, format!("there is no rank {to} to send to: the job's {size} ranks are numbered from 0"))
}
