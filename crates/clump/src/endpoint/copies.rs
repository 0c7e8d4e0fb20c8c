//! Chooses the engine of long copies between this process and other processes, and lets any thread of the program do
//! steps of them.
use super::local::JobOf;
use super::{Endpoint, Local};
use crate::copy::{BackgroundCopy, CopyEngine, Pulled, Step};
use clump_core::Rank;
use clump_fabric::mem::Region;

impl<F: Local> Endpoint<F> {
    /// Declares that several threads call from now on: long copies then run in the background, a step at a time, by
    /// any thread.
    pub fn set_threaded(&mut self) {
        self.native.set_threaded();
    }

    /// Takes a long copy that is under way, so that this thread can continue it while other threads use the
    /// endpoint. Give it back with [`return_background_copy`](Self::return_background_copy).
    pub fn take_background_copy(&mut self) -> Option<BackgroundCopy<JobOf<F>>> {
        self.native.take_background_copy()
    }

    /// Gives a background copy back after a step.
    pub fn return_background_copy(&mut self, copy: BackgroundCopy<JobOf<F>>, step: Step) {
        // Another thread may wait for what this step copied, or may continue the copy.
        self.made_progress = true;
        if let Some(pulled) = self.native.return_background_copy(copy, step) {
            let Pulled { into, good } = pulled;
            self.with(Region::EMPTY, |engine, port| engine.pulled(port, into, good));
        }
    }

    /// Does one step of a background copy while holding the endpoint, for callers that cannot release it.
    #[cold]
    pub(crate) fn step_background_copy(&mut self) -> bool {
        let Some(mut copy) = self.take_background_copy() else { return false };
        let step = copy.step();
        self.return_background_copy(copy, step);
        true
    }

    /// Gives up messages that run handlers, from and to a rank that has gone. Does nothing while another thread
    /// copies out of memory that this rank sends: the caller must then call it again later.
    pub(crate) fn lose(&mut self, rank: Rank) {
        if !self.native.is_contributing() {
            self.native.drop_contributions();
            self.with(Region::EMPTY, |engine, port| engine.lose(port, rank));
        }
    }

    /// Chooses the engine that copies large messages to this process, if the engine is available;
    /// `None` lets the endpoint choose, by length and access. For benchmarks.
    pub fn set_engine(&mut self, engine: Option<CopyEngine>) {
        self.native.ask_for(engine);
    }

    /// Returns the engine that copied the last large message to this process since `set_engine`.
    pub fn last_engine(&self) -> Option<CopyEngine> {
        self.native.last_engine()
    }
}
