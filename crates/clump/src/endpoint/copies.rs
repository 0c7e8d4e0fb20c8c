//! Long copies between this process and others, as the endpoint's users see them: parts of them that any thread may do, and
//! which engine they go by.
use super::{Endpoint, Local};
use crate::copy::{Engine, Errand, Pull, Step};
use clump_fabric::mem::Region;

impl<F: Local> Endpoint<F> {
    /// Several threads call from now on: long copies are left to them as errands.
    pub fn set_threaded(&mut self) {
        self.native.set_threaded();
    }

    /// A long copy under way, to carry on with while others use the endpoint; bring it back with `return_errand`.
    pub fn take_errand(&mut self) -> Option<Errand> {
        self.native.take_errand()
    }

    /// Brings an errand back after a step.
    pub fn return_errand(&mut self, errand: Errand, step: Step) {
        // Another thread may sleep for what this one has copied, or may carry on.
        self.stirred = true;
        if let Some(pull) = self.native.return_errand(errand, step) {
            let Pull { recv, refused, .. } = pull;
            self.with(Region::EMPTY, |engine, port| engine.pulled(port, recv, !refused));
        }
    }

    /// Does a part of an errand with the endpoint in hand, for calls that cannot let go of it.
    #[cold]
    pub(crate) fn do_errand(&mut self) -> bool {
        let Some(mut errand) = self.take_errand() else { return false };
        let step = errand.step();
        self.return_errand(errand, step);
        true
    }

    /// Large messages to this process go by this engine where it can be had; `None`: by whichever has measured fastest. For
    /// benchmarks.
    pub fn set_engine(&mut self, engine: Option<Engine>) {
        self.native.ask_for(engine);
    }

    /// The engine that the last large message to this process went by, since `set_engine`.
    pub fn last_engine(&self) -> Option<Engine> {
        self.native.last_engine()
    }
}
