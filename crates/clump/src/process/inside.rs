//! A process from inside its gate, as users see it that do not know who else is there.
use super::{Common, Guard, Process, User};
use crate::{Endpoint, Error, Patience, Waiting};
use std::time::Instant;

/// What somebody inside may do. The one implementation is [`Guard`], whatever the process keeps.
pub trait Inside {
    fn common(&mut self) -> &mut Common;
    /// See [`Guard::advance`].
    fn advance(&mut self) -> bool;
    /// See [`Guard::block`]; until `done` is true.
    fn block_until(&mut self, waiting: Waiting, done: &mut dyn FnMut(&mut Common) -> bool);
    /// Waits for what another rank changes in memory, which rings then ([`Endpoint::ring`]), until `done` is true,
    /// which is told whether it is asked for the last time before a sleep. From `until` on no sleep begins: `done` says
    /// so then.
    fn block_for_memory(&mut self, until: Option<Instant>, done: &mut dyn FnMut(&mut Common, bool) -> bool);
    /// See [`Guard::hold_help`].
    fn hold_help(&mut self, on: bool);
    /// After a look that found nothing: rests, with the lock let go of, by the one policy of waiting. `waiting` is
    /// shown until [`Inside::stop_resting`].
    fn rest(&mut self, patience: &mut Patience, waiting: Waiting);
    fn stop_resting(&mut self, patience: &Patience);
    /// Threads may come at any time from now on. Only while this is the only one.
    fn expect_threads(&mut self);
    /// A user joins ([`Common::join`]). Error: the job cannot be joined.
    fn join(&mut self) -> Result<(), Error>;
    /// A user leaves. Where it is the last, nobody comes any more: the endpoint is to be closed outside.
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
        if pause.is_sleep() && self.users().is_busy() && self.advance_others_and_sleep() {
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
        if self.split().0.join()?.wants_help() {
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
        self.set_multiple(false);
        self.split().0.endpoint.take()
    }
}
