//! How many of a rank's sends no longer have their bytes at the address that they named: sends that were cancelled too
//! late, and go on from a copy. A process that has read a message in its sender's memory checks this number afterwards.
//! It discards the bytes that it has read unless the number is 0.
//!
//! **Access rule.** Only the rank itself writes its word, before the program owns the memory again; every process may
//! read it. A reader copies, executes a fence, then reads the word. If the reader has copied any byte that was written
//! after the word was raised, it sees the raised word.
use super::layout::WITHDRAWN;
use super::segment::Segment;
use clump_heapfile::Word;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The word of this rank. It lies in the identity line, which readers of this rank's memory have in their cache.
pub struct Withdrawn {
    segment: Arc<Segment>,
    at: usize,
}

impl Withdrawn {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Withdrawn {
        assert!(rank < segment.ranks(), "rank {rank} of {}", segment.ranks());
        Withdrawn { segment: segment.clone(), at: segment.layout().control(rank) + WITHDRAWN }
    }

    /// Adds one withdrawn send if `more`, otherwise removes one. Only the rank itself may call this, before the program
    /// owns the memory again.
    pub fn change(&self, more: bool) {
        change(self.segment.word(self.at), more);
    }
}

impl Segment {
    /// Returns true if the bytes copied from the memory of `rank` until now may differ from the message's bytes.
    pub fn has_withdrawn(&self, rank: u32) -> bool {
        rank < self.ranks() && any(self.word(self.layout().control(rank) + WITHDRAWN))
    }
}

/// Adds one to the count if `more`, otherwise subtracts one (the steps of the access rule).
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
    fn each_rank_counts_its_own_withdrawn_sends() {
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
