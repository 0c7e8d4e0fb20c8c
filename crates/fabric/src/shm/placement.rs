//! The processor that each rank runs on, and whether the rank was preempted there. A waiting rank looks up whether the
//! rank that it waits for needs the waiter's processor, or may be without a processor.
//!
//! **Access rule.** Each rank stores its own word (the sixth of its status line) when it begins a long wait, and when
//! it finds that it was preempted, because the kernel may then have moved it. Every rank may read the word. The word is
//! a hint: the kernel may have moved a computing rank since, and then a waiting rank yields or spins in vain for a
//! while.
use super::segment::Segment;
use super::status::LINE_AT;
use crate::local::Phase;
use crate::sys::this_core;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The byte offset of the word in the status line. It follows the words that say what the rank is doing.
const WORD_AT: usize = 40;

/// A flag in the word: the rank was preempted lately.
const PREEMPTED: u32 = 1 << 31;

/// Publishes on which processor this rank runs, and compares it with the other ranks of its machine.
pub struct Placement {
    segment: Arc<Segment>,
    rank: u32,
    /// The number of the processor that was last published, plus one; 0: none yet.
    core: u32,
    /// The word that was last published.
    said: u32,
}

impl Placement {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Placement {
        Placement { segment: segment.clone(), rank, core: 0, said: 0 }
    }

    fn word(&self, rank: u32) -> &AtomicU32 {
        let at = self.segment.at(self.segment.layout().control(rank) + LINE_AT + WORD_AT, 4);
        // SAFETY: an aligned word of the mapping that the segment keeps, of which only atomics are used.
        unsafe { &*at.cast::<AtomicU32>() }
    }

    /// Publishes where this thread runs, and whether it was preempted lately.
    pub fn publish(&mut self, preempted: bool) {
        self.core = (this_core() + 1) & !PREEMPTED;
        let word = self.core | if preempted { PREEMPTED } else { 0 };
        if word != self.said {
            self.said = word;
            self.word(self.rank).store(word, Ordering::Relaxed);
        }
    }

    /// Returns true if `says` returns true for the word of some other running rank of the job.
    fn any_other(&self, says: impl Fn(u32) -> bool) -> bool {
        let others = (0..self.segment.ranks()).filter(|rank| *rank != self.rank);
        let said = |rank| says(self.word(rank).load(Ordering::Relaxed));
        { others }.any(|r| said(r) && self.segment.status(r).phase == Phase::Running)
    }

    /// Returns true if another running rank was last seen on the processor where this rank was last seen.
    pub fn shares_core(&self) -> bool {
        self.core != 0 && self.any_other(|word| word & !PREEMPTED == self.core)
    }

    /// Returns true if this rank or another running rank was preempted lately.
    pub fn is_anyone_preempted(&self) -> bool {
        self.said & PREEMPTED != 0 || self.any_other(|word| word & PREEMPTED != 0)
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
        assert!(!all[0].shares_core(), "no rank has published its processor");
        all[0].publish(false);
        assert!(!all[0].shares_core());
        // Writes the words of the other ranks as if they had run on this processor, or on another one.
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

    #[test]
    fn a_rank_that_was_preempted_is_known_to_all() {
        let segment = Arc::new(Segment::create(2).unwrap());
        let mut all: Vec<_> = (0..2).map(|rank| Placement::new(&segment, rank)).collect();
        all.iter_mut().for_each(|p| p.publish(false));
        StatusWriter::new(&segment, 0).phase(Phase::Running, 0);
        assert!(!all[0].is_anyone_preempted() && !all[1].is_anyone_preempted());
        all[0].publish(true);
        assert!(all[0].is_anyone_preempted() && all[1].is_anyone_preempted());
        all[0].publish(false);
        assert!(!all[0].is_anyone_preempted() && !all[1].is_anyone_preempted());
    }
}
