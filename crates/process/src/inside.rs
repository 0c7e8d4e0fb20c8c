//! Defines what a user of a process may do while holding its gate, without knowing the other users.
use super::common::Common;
use super::guard::Guard;
use super::process::Process;
use super::user::User;
use clump::driver::{Endpoint, Error, Patience, Waiting};
use std::time::Instant;

/// The calls that the holder of a process's gate may make. [`Guard`] implements them for every kind of process.
pub trait Inside {
    /// Returns what all users share.
    fn common(&mut self) -> &mut Common;
    /// See [`Guard::advance`].
    fn advance(&mut self) -> bool;
    /// Blocks until `done` returns true. See [`Guard::block`].
    fn block_until(&mut self, waiting: Waiting, done: &mut dyn FnMut(&mut Common) -> bool);
    /// Blocks until `done` returns true because another rank changes memory and then wakes this rank
    /// ([`Endpoint::ring`]). The argument of `done` is true in the last check before a sleep. No sleep lasts beyond
    /// `until`; from then on, `done` must return true.
    fn block_for_memory(&mut self, until: Option<Instant>, done: &mut dyn FnMut(&mut Common, bool) -> bool);
    /// See [`Guard::hold_help`].
    fn hold_help(&mut self, on: bool);
    /// Rests after a poll that found nothing, with the lock released, by the waiting policy. The launcher shows
    /// `waiting` until [`Inside::stop_resting`].
    fn rest(&mut self, patience: &mut Patience, waiting: Waiting);
    /// Ends the rests of one wait: the launcher no longer shows it.
    fn stop_resting(&mut self, patience: &Patience);
    /// Declares that several threads may enter from now on. Call it only while this is the only thread.
    fn expect_threads(&mut self);
    /// Joins as a user ([`Common::join`]). Fails if the job cannot be joined.
    fn join(&mut self) -> Result<(), Error>;
    /// Leaves as a user. The last user gets the endpoint and closes it outside the gate, because no user enters after
    /// that; or, if the process may return ([`Common::may_return`]), this call suspends the endpoint.
    fn leave(&mut self) -> Option<Endpoint>;
}

impl<P: Process> Inside for Guard<P> {
    #[inline(always)]
    fn common(&mut self) -> &mut Common {
        self.split().0
    }

    #[inline(always)]
    fn advance(&mut self) -> bool {
        Guard::advance(self)
    }

    fn block_until(&mut self, waiting: Waiting, done: &mut dyn FnMut(&mut Common) -> bool) {
        self.block(waiting, |process| done(process.split().0).then_some(()));
    }

    fn block_for_memory(&mut self, until: Option<Instant>, done: &mut dyn FnMut(&mut Common, bool) -> bool) {
        self.look_until(Waiting::NOTHING, until, |process, last| done(process.split().0, last).then_some(()));
    }

    fn hold_help(&mut self, on: bool) {
        Guard::hold_help(self, on);
    }

    fn rest(&mut self, patience: &mut Patience, waiting: Waiting) {
        let pause = self.split().0.endpoint().pause(patience, waiting);
        if pause.is_sleep() && self.user().is_busy() && self.advance_others_and_sleep() {
            return;
        }
        self.outside(|| pause.rest());
    }

    fn stop_resting(&mut self, patience: &Patience) {
        self.split().0.endpoint().stop_waiting(patience);
    }

    fn expect_threads(&mut self) {
        self.set_multiple(true);
    }

    fn join(&mut self) -> Result<(), Error> {
        // The helper thread may have answered other machines while the endpoint was suspended.
        if self.common().is_suspended() {
            self.end_help();
        }
        if self.split().0.join()?.helper().wants_help() {
            self.switch_help(true);
        }
        Ok(())
    }

    fn leave(&mut self) -> Option<Endpoint> {
        let common = self.split().0;
        common.joined = common.joined.saturating_sub(1);
        if common.joined > 0 {
            return None;
        }
        self.end_help();
        let Some(context) = self.split().0.returns else {
            // Another thread may be about to enter, and the process may join again, only if the endpoint stays.
            self.set_multiple(false);
            return self.split().0.endpoint.take();
        };
        let common = self.split().0;
        common.endpoint().suspend(context);
        if common.endpoint().spans_hosts() {
            // Ranks of other machines need this process's acknowledgements, and may already talk to it again.
            self.switch_help(true);
        }
        None
    }
}
