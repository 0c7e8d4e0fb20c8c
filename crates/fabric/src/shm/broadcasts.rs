//! Statistics of a rank's broadcasts to other hosts, in words that the launcher reads without the rank's help.
//!
//! **Access rule.** Only the rank itself stores its words, the seventh and the eighth of its status line; every process
//! may read them. Each word is consistent by itself. A reader may see one word older than the other; the words are
//! statistics only.
use super::segment::Segment;
use super::status::LINE_AT;
use crate::local::BroadcastsGone;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The byte offset of the words in the status line. They follow the word of `placement`.
const WORDS_AT: usize = 48;

impl Segment {
    fn broadcasts_words(&self, rank: u32) -> &[AtomicU64; 2] {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        let at = self.at(self.layout().control(rank) + LINE_AT + WORDS_AT, 16);
        // SAFETY: two aligned words of the mapping that this segment is, of which only atomics are used.
        unsafe { &*at.cast() }
    }

    /// Stores the counts of the broadcasts of `rank` so far. Only that rank may call this.
    pub fn say_broadcasts(&self, rank: u32, gone: BroadcastsGone) {
        let words = self.broadcasts_words(rank);
        words[0].store(u64::from(gone.by_multicast) | u64::from(gone.by_tree) << 32, Relaxed);
        words[1].store(u64::from(gone.found) | u64::from(gone.given_up) << 32, Relaxed);
    }

    /// Returns the counts that `rank` has stored. They are untrusted: a broken rank may store any value.
    pub fn broadcasts(&self, rank: u32) -> BroadcastsGone {
        let [gone, changes] = self.broadcasts_words(rank).each_ref().map(|word| word.load(Relaxed));
        let high = |word: u64| (word >> 32) as u32;
        BroadcastsGone {
            by_multicast: gone as u32,
            by_tree: high(gone),
            found: changes as u32,
            given_up: high(changes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::Phase;
    use crate::shm::StatusWriter;
    use std::sync::Arc;

    #[test]
    fn broadcast_counts_are_read_back_and_the_status_stays() {
        let segment = Arc::new(Segment::create(2).unwrap());
        StatusWriter::new(&segment, 1).phase(Phase::Running, 7);
        let before = segment.status(1);
        let gone = BroadcastsGone { by_multicast: 3, by_tree: u32::MAX, found: 5, given_up: 9 };
        segment.say_broadcasts(1, gone);
        assert_eq!((segment.broadcasts(1), segment.broadcasts(0)), (gone, BroadcastsGone::default()));
        assert_eq!(segment.status(1), before);
    }
}
