//! Long copies between this process and another, which any of its threads may carry on with while others use the
//! endpoint: whoever makes progress takes one out, does a part of it without the endpoint, and brings it back.
use super::transfer::{Contribution, Step, Transfer};
use clump_core::Destination;
use std::collections::VecDeque;

/// Bytes that are copied before a copy is brought back, about: some ten microseconds. Twice as many: other threads,
/// which may wait for the endpoint to do the next part, find it so much later; half: the lock costs a tenth of the
/// copy.
const PART: u64 = 256 << 10;

/// A copy under way.
pub struct BackgroundCopy {
    work: Work,
}

enum Work {
    Pull(Pull),
    Contribution(Contribution),
}

/// A native pull.
pub(super) struct Pull {
    pub transfer: Transfer,
    pub into: Destination,
}

/// A native pull that is over.
pub(crate) struct Pulled {
    pub into: Destination,
    /// All bytes are there, and are the message's. If not, all will come by frames.
    pub good: bool,
}

impl BackgroundCopy {
    /// Does a part of it.
    pub fn step(&mut self) -> Step {
        match &mut self.work {
            Work::Pull(pull) => pull.transfer.step(PART),
            Work::Contribution(contribution) => contribution.step(PART),
        }
    }

    /// True for the sender's side: it reads memory that is sent from.
    fn is_contribution(&self) -> bool {
        matches!(self.work, Work::Contribution(_))
    }
}

/// The copies that wait for somebody to carry on with them.
#[derive(Default)]
pub(super) struct Background {
    copies: VecDeque<BackgroundCopy>,
    /// Of those that other threads have taken, so many read what this process sends.
    contributing: u32,
}

impl Background {
    pub fn pull(&mut self, pull: Pull) {
        self.copies.push_back(BackgroundCopy { work: Work::Pull(pull) });
    }

    pub fn contribute(&mut self, contribution: Contribution) {
        self.copies.push_back(BackgroundCopy { work: Work::Contribution(contribution) });
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.copies.is_empty()
    }

    pub fn take(&mut self) -> Option<BackgroundCopy> {
        let copy = self.copies.pop_front()?;
        self.contributing += u32::from(copy.is_contribution());
        Some(copy)
    }

    /// Takes a copy back. A pull that is over is returned.
    pub fn take_back(&mut self, copy: BackgroundCopy, step: Step) -> Option<Pull> {
        self.contributing -= u32::from(copy.is_contribution());
        match copy.work {
            _ if step == Step::More => {
                self.copies.push_back(copy);
                None
            }
            Work::Pull(pull) => Some(pull),
            Work::Contribution(_) => None,
        }
    }

    /// True while another thread copies out of memory that this process sends from.
    pub fn is_contributing(&self) -> bool {
        self.contributing > 0
    }

    /// What was still to be copied out of this process's memory by this side is left to the receivers.
    pub fn drop_contributions(&mut self) {
        self.copies.retain(|copy| !copy.is_contribution());
    }
}
