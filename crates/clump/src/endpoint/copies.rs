//! Long copies between this process and others, as the endpoint's users see them: parts of them that any thread may do,
//! and which engine they go by.
use super::{Endpoint, Local};
use crate::Rank;
use crate::copy::{BackgroundCopy, CopyEngine, Pulled, Step};
use clump_fabric::mem::Region;

impl<F: Local> Endpoint<F> {
    /// Several threads call from now on: long copies are left to them, to be done in the background.
    pub fn set_threaded(&mut self) {
        self.native.set_threaded();
    }

    /// A long copy under way, to carry on with while others use the endpoint; bring it back with
    /// `return_background_copy`.
    pub fn take_background_copy(&mut self) -> Option<BackgroundCopy> {
        self.native.take_background_copy()
    }

    /// Brings a background copy back after a step.
    pub fn return_background_copy(&mut self, copy: BackgroundCopy, step: Step) {
        // Another thread may sleep for what this one has copied, or may carry on.
        self.stirred = true;
        if let Some(pulled) = self.native.return_background_copy(copy, step) {
            let Pulled { into, good } = pulled;
            self.with(Region::EMPTY, |engine, port| engine.pulled(port, into, good));
        }
    }

    /// Does a part of a background copy with the endpoint in hand, for calls that cannot let go of it.
    #[cold]
    pub(crate) fn step_background_copy(&mut self) -> bool {
        let Some(mut copy) = self.take_background_copy() else { return false };
        let step = copy.step();
        self.return_background_copy(copy, step);
        true
    }

    /// Gives up messages that run handlers from and to a rank that is no more. Not while another thread copies out of
    /// what this one sends: then the next time.
    pub(crate) fn lose(&mut self, rank: Rank) {
        if !self.native.is_contributing() {
            self.native.drop_contributions();
            self.with(Region::EMPTY, |engine, port| engine.lose(port, rank));
        }
    }

    /// Large messages to this process go by this engine where it can be had; `None`: by whichever has measured fastest.
    /// For benchmarks.
    pub fn set_engine(&mut self, engine: Option<CopyEngine>) {
        self.native.ask_for(engine);
    }

    /// The engine that the last large message to this process went by, since `set_engine`.
    pub fn last_engine(&self) -> Option<CopyEngine> {
        self.native.last_engine()
    }
}
