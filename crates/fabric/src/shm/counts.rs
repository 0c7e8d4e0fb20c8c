//! How many calls each rank has made and how many bytes they had, in words that other processes read without the rank's
//! help.
//!
//! **Access rule.** Only the rank itself stores its words, one thread at a time (the gate of the process sees to it). A
//! load and a store therefore suffice, and no count is lost. Every process may read the words. Each word is consistent
//! by itself; a reader may see the calls one call ahead of the bytes.
use super::layout::COUNTS;
use super::segment::Segment;
use crate::local::{CallCount, CallCounts, CallKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The calls and the bytes of each kind.
type Words = [[AtomicU64; 2]; CallKind::ALL.len()];
const _: () = assert!(size_of::<Words>() <= COUNTS);

/// Writes the rank's own words.
pub struct CountWriter {
    words: *const Words,
    _segment: Arc<Segment>,
}

// SAFETY: points into the mapping kept by the Arc; only atomics are used.
unsafe impl Send for CountWriter {}

impl CountWriter {
    /// Returns the writer of `rank`. Only that rank may use it, and only one writer at a time.
    pub fn new(segment: &Arc<Segment>, rank: u32) -> CountWriter {
        let words = segment.at(segment.layout().counts(rank), COUNTS).cast();
        CountWriter { words, _segment: segment.clone() }
    }

    /// Counts a call of `kind` with this number of bytes. Takes one load and two additions to memory.
    #[inline(always)]
    pub fn count(&self, kind: CallKind, bytes: u64) {
        // SAFETY: aligned words of the mapping, of which only atomics are used.
        let [calls, all] = unsafe { &(*self.words)[kind as usize] };
        calls.store(calls.load(Relaxed).wrapping_add(1), Relaxed);
        all.store(all.load(Relaxed).wrapping_add(bytes), Relaxed);
    }
}

impl Segment {
    /// Returns the counts of `rank`. The numbers are untrusted: a broken rank may store any.
    pub fn counts(&self, rank: u32) -> CallCounts {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        let at = self.layout().counts(rank);
        CallCounts::of(|kind| {
            let word = |at: usize| self.word(at + kind as usize * 16).load(Relaxed);
            CallCount { calls: word(at), bytes: word(at + 8) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_bytes_are_counted_by_kind_and_rank() {
        let segment = Arc::new(Segment::create(3).unwrap());
        let writer = CountWriter::new(&segment, 1);
        for (kind, bytes) in [(CallKind::Send, 8), (CallKind::File, 1 << 40), (CallKind::Send, 0), (CallKind::Send, 5)]
        {
            writer.count(kind, bytes);
        }
        let counts = segment.counts(1);
        assert_eq!(counts.get(CallKind::Send), CallCount { calls: 3, bytes: 13 });
        assert_eq!(counts.get(CallKind::File), CallCount { calls: 1, bytes: 1 << 40 });
        assert_eq!(counts.get(CallKind::Receive), CallCount::default());
        for other in [0, 2] {
            assert_eq!(segment.counts(other), CallCounts::default());
        }
    }
}
