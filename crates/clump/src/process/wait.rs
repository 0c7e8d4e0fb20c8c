//! Waiting, for all users alike: progress, turns with other threads, and rest outside the lock.
use super::{Guard, Process};
use crate::{Outcome, Patience, Region, Request, Select, Waiting};

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
    pub fn block<T>(&mut self, waiting: Waiting, done: impl FnMut(&mut P) -> Option<T>) -> T {
        self.block_and(waiting, done, Signal::Progress)
    }

    /// The same for what another rank changes in memory and rings for ([`Endpoint::ring`](crate::Endpoint::ring)): it
    /// is looked at once more with the sleeper's flag up.
    pub fn block_for_memory<T>(&mut self, waiting: Waiting, done: impl FnMut(&mut P) -> Option<T>) -> T {
        self.block_and(waiting, done, Signal::Memory)
    }

    /// The same for what nobody signals: it is looked at again within a millisecond.
    pub fn block_unsignalled<T>(&mut self, waiting: Waiting, done: impl FnMut(&mut P) -> Option<T>) -> T {
        self.block_and(waiting, done, Signal::None)
    }

    #[inline(always)]
    fn block_and<T>(&mut self, waiting: Waiting, mut done: impl FnMut(&mut P) -> Option<T>, signal: Signal) -> T {
        let mut patience = Patience::default();
        // What the last look before a sleep has found.
        let mut last = None;
        loop {
            if let Some(value) = last.take().or_else(|| done(self)) {
                let shared = self.is_shared();
                let endpoint = self.split().0.endpoint();
                if shared && !patience.is_fresh() {
                    endpoint.threads_waiting(false);
                }
                endpoint.stop_waiting(&patience);
                return value;
            }
            if self.advance() {
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
            if signal == Signal::Memory && pause.is_sleep() {
                last = done(self);
                if last.is_some() {
                    continue;
                }
            }
            self.outside(|| match signal {
                Signal::None => pause.rest_briefly(),
                _ => pause.rest(),
            });
        }
    }
}

/// Who wakes a thread from its sleep.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signal {
    /// Whatever comes.
    Progress,
    /// That, and whoever changes the memory.
    Memory,
    /// Nobody.
    None,
}
