//! Long copies between this process and another process. Any thread of this process may continue such a copy while
//! other threads use the endpoint. A thread that makes progress takes a copy out, does a step without holding the
//! endpoint, and puts the copy back.
use super::transfer::{Contribution, Step, Transfer};
use clump_core::Destination;
use clump_fabric::local::LocalJob;
use clump_fabric::shm::Segment;
use std::collections::VecDeque;
use std::sync::Arc;

/// The approximate number of bytes that one step copies. A larger step delays threads that wait for the endpoint;
/// with smaller steps, the lock costs a noticeable part of the copy.
const PART: u64 = 256 << 10;

/// A copy under way, between ranks of the job `J`.
pub struct BackgroundCopy<J: LocalJob = Arc<Segment>> {
    work: Work<J>,
}

enum Work<J: LocalJob> {
    Pull(Pull<J>),
    Contribution(Contribution<J>),
}

/// A native pull.
pub(super) struct Pull<J: LocalJob> {
    pub transfer: Transfer<J>,
    pub into: Destination,
}

/// A native pull that has ended.
pub(crate) struct Pulled {
    pub into: Destination,
    /// True if all bytes have been copied and belong to the message. If false, the sender will send all bytes in
    /// frames.
    pub good: bool,
}

impl<J: LocalJob> BackgroundCopy<J> {
    /// Does a step of the copy.
    pub fn step(&mut self) -> Step {
        match &mut self.work {
            Work::Pull(pull) => pull.transfer.step(PART),
            Work::Contribution(contribution) => contribution.step(PART),
        }
    }

    /// Returns true if this process is the sender and the copy reads out of the sender's memory.
    fn is_contribution(&self) -> bool {
        matches!(self.work, Work::Contribution(_))
    }
}

/// The copies that any thread may continue.
pub(super) struct Background<J: LocalJob> {
    copies: VecDeque<BackgroundCopy<J>>,
    /// How many contributions threads of this process are working on outside `copies`.
    contributing: u32,
}

impl<J: LocalJob> Default for Background<J> {
    fn default() -> Background<J> {
        Background { copies: VecDeque::new(), contributing: 0 }
    }
}

impl<J: LocalJob> Background<J> {
    pub fn pull(&mut self, pull: Pull<J>) {
        self.copies.push_back(BackgroundCopy { work: Work::Pull(pull) });
    }

    pub fn contribute(&mut self, contribution: Contribution<J>) {
        self.copies.push_back(BackgroundCopy { work: Work::Contribution(contribution) });
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.copies.is_empty()
    }

    pub fn take(&mut self) -> Option<BackgroundCopy<J>> {
        let copy = self.copies.pop_front()?;
        self.contributing += u32::from(copy.is_contribution());
        Some(copy)
    }

    /// Takes a copy back after a step. Returns the pull if the copy was a pull and has ended.
    pub fn take_back(&mut self, copy: BackgroundCopy<J>, step: Step) -> Option<Pull<J>> {
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
