//! The last collective calls of each rank, in words that the launcher reads without the rank's help. The report of a
//! hanging job compares them and names the first call on which ranks disagree.
//!
//! **Access rule.** Only the rank itself writes its records; every process may read them. The words of a record are
//! consistent: the rank clears the record's stamp, stores the other words (release), and stores the new stamp last
//! (release). A reader loads the stamp first and again at the end, the other words in between (acquire), and drops the
//! record if the stamp is 0 or has changed. A reader that sees a new word also sees that the old stamp is gone.
use super::atomic::Word;
use super::layout::{COLLECTIVES, NAMES};
use super::segment::Segment;
use crate::local::CollectiveRecord;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many calls a rank's records hold. More calls let the launcher compare ranks that are further apart; 64 take
/// 2 KiB for each rank.
pub const RECORDS: usize = 64;

/// The words of one record: its stamp, then its contents.
pub(super) const WORDS: usize = 4;
const _: () = assert!(RECORDS * WORDS * 8 <= NAMES);

/// Writes a record. `stamp` is not 0, and differs from the stamp of the record that it replaces.
#[inline(always)]
pub(super) fn write<W: Word<Value = u64>>(words: &[W], stamp: u64, record: impl IntoIterator<Item = u64>) {
    words[0].store(0, Ordering::Relaxed);
    for (word, value) in words[1..].iter().zip(record) {
        word.store(value, Ordering::Release);
    }
    words[0].store(stamp, Ordering::Release);
}

/// Returns a record's words with its stamp; `None` if there is none or the rank is writing it.
pub(super) fn read<W: Word<Value = u64>>(words: &[W]) -> Option<(u64, Vec<u64>)> {
    let stamp = words[0].load(Ordering::Acquire);
    let values = words[1..].iter().map(|word| word.load(Ordering::Acquire)).collect();
    (stamp != 0 && words[0].load(Ordering::Relaxed) == stamp).then_some((stamp, values))
}

/// Writes the rank's own records.
pub struct CollectiveWriter {
    records: *const [[AtomicU64; WORDS]; RECORDS],
    /// How many calls have been recorded.
    calls: u64,
    _segment: Arc<Segment>,
}

// SAFETY: points into the mapping kept by the Arc; only atomics are used.
unsafe impl Send for CollectiveWriter {}

impl CollectiveWriter {
    /// Returns the writer of `rank`. Only that rank may use it, and only one writer at a time.
    pub fn new(segment: &Arc<Segment>, rank: u32) -> CollectiveWriter {
        CollectiveWriter { records: segment.records(rank), calls: 0, _segment: segment.clone() }
    }

    /// Stores this rank's next collective call.
    #[inline(always)]
    pub fn record(&mut self, record: CollectiveRecord) {
        // SAFETY: aligned words of the mapping, of which only atomics are used.
        let records = unsafe { &*self.records };
        let at = self.calls as usize % RECORDS;
        self.calls += 1;
        write(&records[at], self.calls, record.to_words());
    }
}

impl Segment {
    fn records(&self, rank: u32) -> *const [[AtomicU64; WORDS]; RECORDS] {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        self.at(self.layout().collectives(rank), COLLECTIVES).cast()
    }

    /// Returns the last collective calls that `rank` has stored, in the order of the calls. They are untrusted: a
    /// broken rank may store any values.
    pub fn collectives(&self, rank: u32) -> Vec<CollectiveRecord> {
        // SAFETY: aligned words of the mapping that this segment is, of which only atomics are used.
        let records = unsafe { &*self.records(rank) };
        let mut found: Vec<_> = records.iter().filter_map(|words| read(words)).collect();
        found.sort_unstable_by_key(|(stamp, _)| *stamp);
        let whole = |(_, words): (u64, Vec<u64>)| Some(CollectiveRecord::of_words(*words.first_chunk()?));
        found.into_iter().filter_map(whole).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_calls_are_read_back_in_order() {
        let segment = Arc::new(Segment::create(2).unwrap());
        let mut writer = CollectiveWriter::new(&segment, 1);
        let record = |number| CollectiveRecord {
            communicator: (7, 0xabcd),
            number,
            call: 600,
            op: 3,
            root: if number % 2 == 0 { CollectiveRecord::NO_ROOT } else { i32::MAX },
            bytes: u64::from(number) << 40,
        };
        assert_eq!(segment.collectives(1), []);
        for number in 0..100 {
            writer.record(record(number));
        }
        assert_eq!(segment.collectives(1), (100 - RECORDS as u32..100).map(record).collect::<Vec<_>>());
        assert_eq!(segment.collectives(0), []);
    }
}
