//! The last collective calls of each rank, in words that the launcher reads without the rank's help. The report of a
//! hanging job compares them and names the first call on which ranks disagree.
//!
//! **Access rule.** Only the rank itself writes its records; every process may read them. The words of a record are
//! consistent: the rank clears the record's stamp, stores the other words (release), and stores the new stamp last
//! (release). A reader loads the stamp first and again at the end, the other words in between (acquire), and drops the
//! record if the stamp is 0 or has changed. A reader that sees a new word also sees that the old stamp is gone.
use super::atomic::Word;
use super::layout::COLLECTIVES;
use super::segment::Segment;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many calls a rank's records hold. More calls let the launcher compare ranks that are further apart; 64 take
/// 2 KiB for each rank.
pub const RECORDS: usize = 64;

/// One collective call of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollectiveRecord {
    /// The communicator's context, and a hash of its members and its age: two communicators may have equal contexts if
    /// they have no common rank or one follows the other.
    pub communicator: (u16, u16),
    /// The number of the call among those on this communicator, from 0. All members count alike.
    pub number: u32,
    /// The call, as an index into the caller's table of call names.
    pub call: u16,
    /// The operation of a reduction; 0 if the call has none or the program defined it.
    pub op: u16,
    /// The root, as a rank of the communicator, or [`CollectiveRecord::NO_ROOT`].
    pub root: i32,
    /// How many bytes each member contributes or receives, or [`CollectiveRecord::ANY_BYTES`].
    pub bytes: u64,
}

impl CollectiveRecord {
    /// The root of a call that has none.
    pub const NO_ROOT: i32 = -1;
    /// The length of a call whose members may pass different lengths.
    pub const ANY_BYTES: u64 = u64::MAX;

    /// Returns true if the members of a communicator may make these two calls as the same call of its sequence.
    pub fn agrees(&self, other: &CollectiveRecord) -> bool {
        let ops = self.op == other.op || self.op == 0 || other.op == 0;
        let any = self.bytes == Self::ANY_BYTES || other.bytes == Self::ANY_BYTES;
        self.call == other.call && ops && self.root == other.root && (any || self.bytes == other.bytes)
    }

    /// Describes the call, as in `MPI_Reduce (root 0, 64 bytes, MPI_SUM)`.
    pub fn describe(&self, call: &str, op: Option<&str>) -> String {
        let root = (self.root != Self::NO_ROOT).then(|| format!("root {}", self.root));
        let bytes = (self.bytes != Self::ANY_BYTES && self.bytes > 0).then(|| format!("{} bytes", self.bytes));
        let details: Vec<String> = [root, bytes, op.map(str::to_owned)].into_iter().flatten().collect();
        if details.is_empty() { call.to_owned() } else { format!("{call} ({})", details.join(", ")) }
    }

    /// Returns the record in words.
    pub fn to_words(self) -> [u64; 3] {
        let (context, members) = self.communicator;
        [
            u64::from(context) << 48 | u64::from(members) << 32 | u64::from(self.number),
            u64::from(self.call) << 48 | u64::from(self.op) << 32 | u64::from(self.root as u32),
            self.bytes,
        ]
    }

    /// Returns the record that [`to_words`](Self::to_words) made these words of.
    pub fn of_words([who, what, bytes]: [u64; 3]) -> CollectiveRecord {
        CollectiveRecord {
            communicator: ((who >> 48) as u16, (who >> 32) as u16),
            number: who as u32,
            call: (what >> 48) as u16,
            op: (what >> 32) as u16,
            root: what as i32,
            bytes,
        }
    }
}

/// The words of one record: its stamp, then its contents.
pub(super) const WORDS: usize = 4;
const _: () = assert!(RECORDS * WORDS * 8 <= COLLECTIVES);

/// Writes a record. `stamp` is not 0, and differs from the stamp of the record that it replaces.
#[inline(always)]
pub(super) fn write<W: Word<Value = u64>>(words: &[W; WORDS], stamp: u64, record: CollectiveRecord) {
    words[0].store(0, Ordering::Relaxed);
    for (word, value) in words[1..].iter().zip(record.to_words()) {
        word.store(value, Ordering::Release);
    }
    words[0].store(stamp, Ordering::Release);
}

/// Returns a record with its stamp; `None` if there is none or the rank is writing it.
pub(super) fn read<W: Word<Value = u64>>(words: &[W; WORDS]) -> Option<(u64, CollectiveRecord)> {
    let stamp = words[0].load(Ordering::Acquire);
    let values = [1, 2, 3].map(|at| words[at].load(Ordering::Acquire));
    (stamp != 0 && words[0].load(Ordering::Relaxed) == stamp).then(|| (stamp, CollectiveRecord::of_words(values)))
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
        write(&records[at], self.calls, record);
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
        let mut found: Vec<_> = records.iter().filter_map(read).collect();
        found.sort_unstable_by_key(|(stamp, _)| *stamp);
        found.into_iter().map(|(_, record)| record).collect()
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
