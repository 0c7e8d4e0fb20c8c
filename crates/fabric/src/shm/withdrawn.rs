//! How many of a rank's messages are still named by an address where their bytes need not be any more: sends that were
//! cancelled too late, and go on from a copy. Whoever reads a message in its sender's memory asks afterwards, and does
//! not believe what it has read while there are any.
//!
//! **Access rule.** Only the rank itself writes its word, before the program gets the memory back; everyone may read. A
//! reader copies, then fences, then reads the word: if it copied anything that was written after the word was raised,
//! it sees that.
use super::layout::WITHDRAWN;
use super::segment::Segment;
use clump_heapfile::Word;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A rank's word, in the identity line, which those who ask have at hand.
pub struct Withdrawn {
    segment: Arc<Segment>,
    at: usize,
}

impl Withdrawn {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Withdrawn {
        assert!(rank < segment.ranks(), "rank {rank} of {}", segment.ranks());
        Withdrawn { segment: segment.clone(), at: segment.layout().control(rank) + WITHDRAWN }
    }

    /// One more, or one less. Only the rank itself, before it gives the memory back.
    pub fn change(&self, more: bool) {
        change(self.segment.word(self.at), more);
    }
}

impl Segment {
    /// True if what was copied from the memory of `rank` until now may be something else than what was named.
    pub fn has_withdrawn(&self, rank: u32) -> bool {
        rank < self.ranks() && any(self.word(self.layout().control(rank) + WITHDRAWN))
    }
}

/// The rule's transitions.
pub(super) fn change<W: Word>(word: &W, more: bool) {
    let now = word.load(Ordering::Relaxed);
    word.store(if more { now.wrapping_add(1) } else { now.wrapping_sub(1) }, Ordering::Relaxed);
    W::fence(Ordering::Release);
}
pub(super) fn any<W: Word>(word: &W) -> bool {
    W::fence(Ordering::Acquire);
    word.load(Ordering::Relaxed) != 0
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn each_rank_counts_its_own() {
        let segment = Arc::new(Segment::create(2).unwrap());
        let own = Withdrawn::new(&segment, 1);
        own.change(true);
        own.change(true);
        own.change(false);
        assert_eq!([0, 1, 2].map(|r| segment.has_withdrawn(r)), [false, true, false]);
        own.change(false);
        assert!(!segment.has_withdrawn(1));
        assert_eq!(segment.status(1).phase, super::super::Phase::Outside);
    }
}
