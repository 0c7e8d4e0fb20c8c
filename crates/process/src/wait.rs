//! Lets all users of a process wait: makes progress, takes turns with other threads, and rests outside the lock.
use super::guard::Guard;
use super::process::Process;
use clump::driver::{Departed, Outcome, Patience, Region, Request, Select, Waiting};
use std::convert::Infallible;
use std::time::Instant;

/// How this rank learns that the awaited event has happened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signal {
    /// A message, or another thread, wakes the waiting thread.
    Message,
    /// A message, or another thread, wakes the waiting thread, which looks again at this time at the latest.
    MessageUntil(Instant),
    /// Another rank wakes the waiting thread, which must check the memory itself.
    Woken,
    /// Another rank wakes the waiting thread, which must check the memory itself, and does so at this time at the
    /// latest.
    WokenUntil(Instant),
    None,
}

impl<P: Process> Guard<P> {
    /// Waits for an operation of the endpoint, and returns its outcome. Fails if the rank that the operation waits
    /// for has left the job; the caller cancels the operation.
    #[inline]
    pub fn finish(&mut self, request: Request, waiting: Waiting) -> Result<Outcome, Departed> {
        if self.is_alone() {
            return self.split().0.endpoint().wait_unless_departed(request, waiting);
        }
        let done = |process: &mut P| process.split().0.endpoint().test(request);
        self.block_unless(waiting, done, |process| process.split().0.endpoint().departed(request))
    }

    /// Receives one message if it arrives as soon as a prompt answer would. Otherwise returns `None` and does
    /// nothing: call [`Guard::receive`] then.
    #[inline(always)]
    pub fn receive_soon(&mut self, select: Select, into: Region) -> Option<Outcome> {
        if self.is_alone() { self.split().0.endpoint().recv_soon(select, into) } else { None }
    }

    /// Receives one message; blocks until it has arrived. Fails if the sender that `select` names has left the job.
    pub fn receive(&mut self, select: Select, into: Region, waiting: Waiting) -> Result<Outcome, Departed> {
        if self.is_alone() {
            return self.split().0.endpoint().recv_unless_departed(select, into, waiting);
        }
        let request = self.split().0.endpoint().recv(select, into);
        self.finish(request, waiting).inspect_err(|_| self.withdraw(request))
    }

    /// Cancels an operation that cannot complete, and forgets it.
    pub fn withdraw(&mut self, request: Request) {
        // This returns at once, unless another thread of this process is just copying a part of some message.
        self.block(Waiting::NOTHING, |process| process.split().0.endpoint().cancel(request).then_some(()));
        self.split().0.endpoint().detach(request);
    }

    /// Makes progress until `done` returns a result. The lock is released while this thread rests.
    pub fn block<T>(&mut self, waiting: Waiting, mut done: impl FnMut(&mut P) -> Option<T>) -> T {
        always(self.block_and(waiting, |process, _| done(process), Signal::Message, |_| None))
    }

    /// Makes progress until `done` returns a result. Before each sleep, `in_vain` says whether the wait can still
    /// end. If it returns an error and another poll finds nothing, the wait fails with that error.
    pub fn block_unless<T, E>(
        &mut self,
        waiting: Waiting,
        mut done: impl FnMut(&mut P) -> Option<T>,
        in_vain: impl FnMut(&mut P) -> Option<E>,
    ) -> Result<T, E> {
        self.block_and(waiting, |process, _| done(process), Signal::Message, in_vain)
    }

    /// Makes progress until `done` returns a result, like [`Guard::block_unless`], but returns `None` at the end of the
    /// time, which must not be over yet: this checks the time before it makes progress.
    pub fn block_until<T, E>(
        &mut self,
        waiting: Waiting,
        until: Instant,
        mut done: impl FnMut(&mut P) -> Option<T>,
        in_vain: impl FnMut(&mut P) -> Option<E>,
    ) -> Result<Option<T>, E> {
        let over = |process: &mut P, _| done(process).map(Some).or_else(|| (Instant::now() >= until).then_some(None));
        self.block_and(waiting, over, Signal::MessageUntil(until), in_vain)
    }

    /// Waits until `done` finds a change that another rank makes in memory: this rank checks once more with its
    /// sleeping flag set. With `rung`, the other rank wakes this rank
    /// ([`Endpoint::ring`](clump::driver::Endpoint::ring));
    /// otherwise this rank checks every millisecond.
    pub fn block_for_memory<T>(
        &mut self,
        waiting: Waiting,
        rung: bool,
        mut done: impl FnMut(&mut P) -> Option<T>,
    ) -> T {
        let signal = if rung { Signal::Woken } else { Signal::None };
        always(self.block_and(waiting, |process, _| done(process), signal, |_| None))
    }

    /// Waits until `done` finds a change that another rank makes in memory before it wakes this rank. The argument of
    /// `done` is true in the last check before a sleep, where a more expensive check is acceptable. No sleep lasts
    /// beyond `until`.
    pub(super) fn look_until<T>(
        &mut self,
        waiting: Waiting,
        until: Option<Instant>,
        done: impl FnMut(&mut P, bool) -> Option<T>,
    ) -> T {
        always(self.block_and(waiting, done, until.map_or(Signal::Woken, Signal::WokenUntil), |_| None))
    }

    #[inline(always)]
    fn block_and<T, E>(
        &mut self,
        waiting: Waiting,
        mut done: impl FnMut(&mut P, bool) -> Option<T>,
        signal: Signal,
        mut in_vain: impl FnMut(&mut P) -> Option<E>,
    ) -> Result<T, E> {
        let mut patience = Patience::default();
        // The result of the last check before a sleep.
        let mut last = None;
        let mut late = Some(waiting);
        loop {
            if let Some(end) = last.take().or_else(|| done(self, false).map(Ok)) {
                let shared = self.is_shared();
                let endpoint = self.split().0.endpoint();
                if shared && !patience.is_fresh() {
                    endpoint.helper().threads_waiting(false);
                }
                endpoint.stop_waiting(&patience);
                return end;
            }
            let moved = self.advance();
            if self.run_besides() | moved {
                patience.moved();
                self.take_turns();
                continue;
            }
            let shared = self.is_shared();
            let endpoint = self.split().0.endpoint();
            if shared && patience.is_fresh() {
                endpoint.helper().threads_waiting(true);
            }
            let pause = endpoint.pause(&mut patience, waiting);
            if pause.is_sleep() && self.tell_before_sleep(late.take()) {
                continue;
            }
            // Another thread may have moved a user's work since this thread checked it.
            if pause.is_sleep() && self.advance_others_and_sleep() {
                continue;
            }
            if !matches!(signal, Signal::Message | Signal::MessageUntil(_)) && pause.is_sleep() {
                last = done(self, true).map(Ok);
                if last.is_some() {
                    continue;
                }
            }
            if pause.is_sleep()
                && let Some(error) = in_vain(self)
            {
                if !self.advance() {
                    last = Some(done(self, false).ok_or(error));
                }
                continue;
            }
            self.outside(|| match signal {
                Signal::None => pause.rest_briefly(),
                Signal::WokenUntil(time) | Signal::MessageUntil(time) => pause.rest_until(time),
                _ => pause.rest(),
            });
        }
    }
}

/// Returns the value of a wait that never fails.
#[inline(always)]
fn always<T>(end: Result<T, Infallible>) -> T {
    match end {
        Ok(value) => value,
        Err(never) => match never {},
    }
}
