//! The processor that each rank runs on, whether the rank was preempted there, and how many of its threads call the
//! library. A waiting rank looks up whether the rank that it waits for needs the waiter's processor, or may be without
//! a processor, and whether there are more such threads than processors.
//!
//! **Access rule.** Each rank stores its own word (the sixth of its status line) when it begins a long wait, and when
//! it finds that it was preempted, because the kernel may then have moved it. Every rank may read the word. The word is
//! a hint: the kernel may have moved a computing rank since, and then a waiting rank yields or spins in vain for a
//! while.
use super::segment::Segment;
use super::status::LINE_AT;
use crate::local::Phase;
use crate::lock::{begin_period, callers};
use crate::sys::this_core;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The byte offset of the word in the status line. It follows the words that say what the rank is doing.
const WORD_AT: usize = 40;

/// A flag in the word: the rank was preempted lately.
const PREEMPTED: u32 = 1 << 31;
/// Low bits of the word: the number of the processor, plus one; 0: none yet.
const CORE: u32 = 0xffff;
/// The position of eight bits that say how many threads call the library, if there are several.
const CALLERS_AT: u32 = 16;
const CALLERS: u32 = 0xff;

/// Publishes on which processor this rank runs, and compares it with the other ranks of its machine.
pub struct Placement {
    segment: Arc<Segment>,
    rank: u32,
    /// The processor that was last published, as in the word.
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

    /// Publishes where this thread runs, whether it was preempted lately, and how many threads call the library.
    pub fn publish(&mut self, preempted: bool) {
        self.core = (this_core() + 1) & CORE;
        let word = self.core | callers().min(CALLERS) << CALLERS_AT | if preempted { PREEMPTED } else { 0 };
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
        self.core != 0 && self.any_other(|word| word & CORE == self.core)
    }

    /// Returns how many threads of all running ranks call the library, as far as the ranks have published it; at least
    /// one for each rank.
    pub fn count_callers(&self) -> u32 {
        begin_period();
        let running = (0..self.segment.ranks()).filter(|rank| self.segment.status(*rank).phase == Phase::Running);
        running.map(|rank| (self.word(rank).load(Ordering::Relaxed) >> CALLERS_AT & CALLERS).max(1)).sum()
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
    fn all_ranks_know_how_many_threads_call_the_library() {
        let segment = Arc::new(Segment::create(2).unwrap());
        let mut all: Vec<_> = (0..2).map(|rank| Placement::new(&segment, rank)).collect();
        assert_eq!(all[0].count_callers(), 0, "no rank runs");
        (0..2).for_each(|rank| StatusWriter::new(&segment, rank).phase(Phase::Running, 0));
        assert_eq!(all[0].count_callers(), 2, "one for each rank");
        // This thread and a second one call the library.
        crate::lock::BiasedLock::new().lock();
        let (done, end) = std::sync::mpsc::channel::<()>();
        let (ready, counted) = std::sync::mpsc::channel();
        let second = std::thread::spawn(move || {
            crate::lock::BiasedLock::new().lock();
            ready.send(()).unwrap();
            end.recv().unwrap_err();
        });
        counted.recv().unwrap();
        all[1].publish(true);
        // Tests in other threads of this process may call the library too.
        assert!(all[0].count_callers() >= 3, "{}", all[0].count_callers());
        assert!(all[0].is_anyone_preempted(), "the words beside it stay as they were");
        drop(done);
        second.join().unwrap();
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
