//! On which processor each rank runs: whoever waits looks whether those it waits for need the one that it has.
//!
//! **Access rule.** Each rank stores its own word (the fifth of its status line), when it begins to wait for long and
//! when it finds that it was preempted, which is when it may have been moved; all may read. The word is a hint: a rank
//! that computes may have been moved since, and then somebody gives way, or spins, in vain for a while.
use super::segment::Segment;
use super::status::{LINE_AT, Phase};
use crate::sys::this_core;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The word's place in the status line, in bytes: behind the words that say what the rank is doing.
const WORD_AT: usize = 32;

/// One rank's place among those of its machine.
pub struct Placement {
    segment: Arc<Segment>,
    rank: u32,
    /// The processor as it was last published, and one more; 0: never.
    core: u32,
}

impl Placement {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Placement {
        Placement { segment: segment.clone(), rank, core: 0 }
    }

    fn word(&self, rank: u32) -> &AtomicU32 {
        let at = self.segment.at(self.segment.layout().control(rank) + LINE_AT + WORD_AT, 4);
        // SAFETY: an aligned word of the mapping that the segment keeps, of which only atomics are used.
        unsafe { &*at.cast::<AtomicU32>() }
    }

    /// Says where this thread runs.
    pub fn publish(&mut self) {
        let core = this_core() + 1;
        if core != self.core {
            self.core = core;
            self.word(self.rank).store(core, Ordering::Relaxed);
        }
    }

    /// True if another rank that is in the job was last seen on the processor where this one was.
    pub fn shares_core(&self) -> bool {
        let there = |rank| self.word(rank).load(Ordering::Relaxed) == self.core;
        let others = (0..self.segment.ranks()).filter(|rank| *rank != self.rank);
        self.core != 0 && { others }.any(|r| there(r) && self.segment.status(r).phase == Phase::Running)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shm::StatusWriter;

    #[test]
    fn ranks_on_one_core_find_each_other() {
        let segment = Arc::new(Segment::create(3).unwrap());
        let mut all: Vec<_> = (0..3).map(|rank| Placement::new(&segment, rank)).collect();
        assert!(!all[0].shares_core(), "nobody has said anything");
        all[0].publish();
        assert!(!all[0].shares_core());
        // The others as if they had run there, or elsewhere.
        let core = all[0].core;
        all[1].word(1).store(core, Ordering::Relaxed);
        assert!(!all[0].shares_core(), "rank 1 is not in the job");
        StatusWriter::new(&segment, 1).phase(Phase::Running, 0);
        assert!(all[0].shares_core());
        all[1].word(1).store(core + 1, Ordering::Relaxed);
        assert!(!all[0].shares_core());
        StatusWriter::new(&segment, 2).phase(Phase::Running, 0);
        all[2].word(2).store(core, Ordering::Relaxed);
        assert!(all[0].shares_core());
        StatusWriter::new(&segment, 2).phase(Phase::Closed, 0);
        assert!(!all[0].shares_core(), "rank 2 has left");
    }
}
