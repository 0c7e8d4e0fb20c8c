//! Waiting, for all users alike: progress, turns with other threads, and rest outside the lock.
use super::{Guard, Process};
use crate::{Outcome, Patience, Region, Request, Select, Waiting};
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
    /// Waits for an operation of the endpoint, and takes its outcome.
    #[inline]
    pub fn finish(&mut self, request: Request, waiting: Waiting) -> Outcome {
        if self.is_alone() {
            return self.split().0.endpoint().wait(request, waiting);
        }
        self.block(waiting, |process| process.split().0.endpoint().test(request))
    }

    /// Receives one message if it comes as fast as an answer does. `None`: nothing has happened, go the way of
    /// [`Guard::receive`].
    #[inline(always)]
    pub fn receive_soon(&mut self, select: Select, into: Region) -> Option<Outcome> {
        if self.is_alone() { self.split().0.endpoint().recv_soon(select, into) } else { None }
    }

    /// Receives one message, and waits for it.
    pub fn receive(&mut self, select: Select, into: Region, waiting: Waiting) -> Outcome {
        if self.is_alone() {
            return self.split().0.endpoint().recv_wait(select, into, waiting);
        }
        let request = self.split().0.endpoint().recv(select, into);
        self.finish(request, waiting)
    }

    /// Makes progress until `done` says what came of it. The lock is let go of while this thread rests.
    pub fn block<T>(&mut self, waiting: Waiting, mut done: impl FnMut(&mut P) -> Option<T>) -> T {
        self.block_and(waiting, |process, _| done(process), Signal::Message)
    }

    /// The same for what another rank changes in memory: it is looked at once more with the sleeper's flag up. `rung`:
    /// that rank rings ([`Endpoint::ring`](crate::Endpoint::ring)); if it does not, this one looks every millisecond.
    pub fn block_for_memory<T>(
        &mut self,
        waiting: Waiting,
        rung: bool,
        mut done: impl FnMut(&mut P) -> Option<T>,
    ) -> T {
        self.block_and(waiting, |process, _| done(process), if rung { Signal::Rung } else { Signal::None })
    }

    /// Waits for what another rank changes in memory, and rings then. `done` is told whether this is the last look
    /// before a sleep, where it may ask what costs more. No sleep lasts longer than `until`.
    pub(super) fn look_until<T>(
        &mut self,
        waiting: Waiting,
        until: Option<Instant>,
        done: impl FnMut(&mut P, bool) -> Option<T>,
    ) -> T {
        self.block_and(waiting, done, until.map_or(Signal::Rung, Signal::RungUntil))
    }

    #[inline(always)]
    fn block_and<T>(&mut self, waiting: Waiting, mut done: impl FnMut(&mut P, bool) -> Option<T>, signal: Signal) -> T {
        let mut patience = Patience::default();
        // What the last look before a sleep has found.
        let mut last = None;
        loop {
            if let Some(value) = last.take().or_else(|| done(self, false)) {
                let shared = self.is_shared();
                let endpoint = self.split().0.endpoint();
                if shared && !patience.is_fresh() {
                    endpoint.threads_waiting(false);
                }
                endpoint.stop_waiting(&patience);
                return value;
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
                last = done(self, true);
                if last.is_some() {
                    continue;
                }
            }
            self.outside(|| match signal {
                Signal::None => pause.rest_briefly(),
                Signal::RungUntil(time) => pause.rest_until(time),
                _ => pause.rest(),
            });
        }
    }
}
