//! Long copies between this process and another, which any of its threads may continue while other threads use the
//! endpoint. A thread that makes progress takes a copy out, does a step without the endpoint, and puts the copy
//! back.
use super::transfer::{Contribution, Step, Transfer};
use clump_core::Destination;
use std::collections::VecDeque;

/// Bytes that one step copies, about: some ten microseconds. More delays threads that wait for the endpoint; less
/// makes the lock cost a tenth of the copy.
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

/// A native pull that has ended.
pub(crate) struct Pulled {
    pub into: Destination,
    /// True if all bytes have been copied and are the message's. If false, all bytes will arrive in frames.
    pub good: bool,
}

impl BackgroundCopy {
    /// Does a step of the copy.
    pub fn step(&mut self) -> Step {
        match &mut self.work {
            Work::Pull(pull) => pull.transfer.step(PART),
            Work::Contribution(contribution) => contribution.step(PART),
        }
    }

    /// Returns true for the sender's part of a copy: it reads memory that is sent from.
    fn is_contribution(&self) -> bool {
        matches!(self.work, Work::Contribution(_))
    }
}

/// The copies that wait for a thread to continue them.
#[derive(Default)]
pub(super) struct Background {
    copies: VecDeque<BackgroundCopy>,
    /// Number of contributions, which read memory that this process sends, among the copies that threads have
    /// taken.
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

    /// Takes a copy back. Returns a pull that has ended.
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

    /// Returns true while another thread copies out of memory that this process sends.
    pub fn is_contributing(&self) -> bool {
        self.contributing > 0
    }

    /// Drops the sender's parts of all waiting copies: the receivers copy alone.
    pub fn drop_contributions(&mut self) {
        self.copies.retain(|copy| !copy.is_contribution());
    }
}
