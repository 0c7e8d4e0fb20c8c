//! Waiting, for all users alike: progress, turns with other threads, and rest outside the lock.
use super::{Guard, Process};
use crate::{Departed, Outcome, Patience, Region, Request, Select, Waiting};
use std::convert::Infallible;
use std::time::Instant;

/// How this rank learns that what it waits for has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signal {
    /// By a message, or by another thread.
    Message,
    /// It is woken, but must look by itself.
    Rung,
    /// It is woken, but must look by itself, and at this time in any case.
    RungUntil(Instant),
    None,
}

impl<P: Process> Guard<P> {
    /// Waits for an operation of the endpoint, and takes its outcome. Error: the rank that it waits for has left the
    /// job; the caller cancels the operation.
    #[inline]
    pub fn finish(&mut self, request: Request, waiting: Waiting) -> Result<Outcome, Departed> {
        if self.is_alone() {
            return self.split().0.endpoint().wait_unless_departed(request, waiting);
        }
        let done = |process: &mut P| process.split().0.endpoint().test(request);
        self.block_unless(waiting, done, |process| process.split().0.endpoint().departed(request))
    }

    /// Receives one message if it comes as fast as an answer does. `None`: nothing has happened, go the way of
    /// [`Guard::receive`].
    #[inline(always)]
    pub fn receive_soon(&mut self, select: Select, into: Region) -> Option<Outcome> {
        if self.is_alone() { self.split().0.endpoint().recv_soon(select, into) } else { None }
    }

    /// Receives one message, and waits for it. Error: the sender that `select` names has left the job.
    pub fn receive(&mut self, select: Select, into: Region, waiting: Waiting) -> Result<Outcome, Departed> {
        if self.is_alone() {
            return self.split().0.endpoint().recv_unless_departed(select, into, waiting);
        }
        let request = self.split().0.endpoint().recv(select, into);
        self.finish(request, waiting).inspect_err(|_| self.withdraw(request))
    }

    /// Cancels an operation that cannot complete and forgets it.
    pub fn withdraw(&mut self, request: Request) {
        // At once, unless another thread of this process is just copying a part of some message.
        self.block(Waiting::NOTHING, |process| process.split().0.endpoint().cancel(request).then_some(()));
        self.split().0.endpoint().detach(request);
    }

    /// Makes progress until `done` says what came of it. The lock is let go of while this thread rests.
    pub fn block<T>(&mut self, waiting: Waiting, mut done: impl FnMut(&mut P) -> Option<T>) -> T {
        always(self.block_and(waiting, |process, _| done(process), Signal::Message, |_| None))
    }

    /// Makes progress until `done` says what came of it, or fails with what `in_vain` returns: before each sleep this
    /// asks whether the wait can still end, and gives up if `in_vain` says no and another look finds nothing.
    pub fn block_unless<T, E>(
        &mut self,
        waiting: Waiting,
        mut done: impl FnMut(&mut P) -> Option<T>,
        in_vain: impl FnMut(&mut P) -> Option<E>,
    ) -> Result<T, E> {
        self.block_and(waiting, |process, _| done(process), Signal::Message, in_vain)
    }

    /// Waits for what another rank changes in memory: this rank looks once more with its sleeper's flag up. `rung`: the
    /// other rank rings ([`Endpoint::ring`](crate::Endpoint::ring)); if it does not, this rank looks every millisecond.
    pub fn block_for_memory<T>(
        &mut self,
        waiting: Waiting,
        rung: bool,
        mut done: impl FnMut(&mut P) -> Option<T>,
    ) -> T {
        let signal = if rung { Signal::Rung } else { Signal::None };
        always(self.block_and(waiting, |process, _| done(process), signal, |_| None))
    }

    /// Waits for what another rank changes in memory, and rings then. `done` is told whether this is the last look
    /// before a sleep, where it may ask what costs more. No sleep lasts longer than `until`.
    pub(super) fn look_until<T>(
        &mut self,
        waiting: Waiting,
        until: Option<Instant>,
        done: impl FnMut(&mut P, bool) -> Option<T>,
    ) -> T {
        always(self.block_and(waiting, done, until.map_or(Signal::Rung, Signal::RungUntil), |_| None))
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
        // What the last look before a sleep has found.
        let mut last = None;
        loop {
            if let Some(end) = last.take().or_else(|| done(self, false).map(Ok)) {
                let shared = self.is_shared();
                let endpoint = self.split().0.endpoint();
                if shared && !patience.is_fresh() {
                    endpoint.threads_waiting(false);
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
                endpoint.threads_waiting(true);
            }
            let pause = endpoint.pause(&mut patience, waiting);
            // Another thread may have moved what a user has under way since that was looked at.
            if pause.is_sleep() && self.advance_others_and_sleep() {
                continue;
            }
            if signal != Signal::Message && pause.is_sleep() {
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
                Signal::RungUntil(time) => pause.rest_until(time),
                _ => pause.rest(),
            });
        }
    }
}

/// The value of a wait that never fails.
#[inline(always)]
fn always<T>(end: Result<T, Infallible>) -> T {
    match end {
        Ok(value) => value,
        Err(never) => match never {},
    }
}
