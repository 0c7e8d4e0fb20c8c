//! The ring of each rank's last calls, with their times, which other processes read without the rank's help.
//!
//! The ring is off unless the launcher has switched it on before the ranks start ([`Segment::begin_tracing`]). While it
//! is off, its memory does not exist.
//!
//! **Access rule.** Only the rank itself stores records and the count of them, one thread at a time (the gate of the
//! process sees to it). A record begins with its number and 1 more, stored as 0 before the other words change and with
//! release order after them, so that a reader that finds the expected number before and after it has read the other
//! words has read one record. Where a launcher takes all records ([`Tracing::Streamed`]), it alone stores how many it
//! has taken, and the rank overwrites none that is not taken.
use super::layout::{LINE, TRACE_RECORDS, TRACE_WORDS, TRACES};
use super::segment::Segment;
use crate::local::{TracedCall, Tracing};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, fence};

/// The segment's word that says whether calls are traced.
const MODE: usize = 48;
/// The offsets of the words in front of a ring: records stored, records taken, records lost.
const STORED: usize = 0;
const TAKEN: usize = LINE;
const LOST: usize = 8;

impl Segment {
    /// Says that the calls of these ranks are traced, and makes the memory of their rings exist. To be called before
    /// another rank has the segment.
    pub fn begin_tracing(&self, tracing: Tracing, ranks: std::ops::Range<u32>) -> io::Result<()> {
        self.reserve_each(ranks.map(|rank| self.layout().traces(rank)), TRACES)?;
        self.word(MODE).store(tracing as u64, Relaxed);
        Ok(())
    }

    /// Says that the launcher takes no more records, so that ranks keep their last ones only.
    pub fn end_streaming(&self) {
        self.word(MODE).store(Tracing::Last as u64, Relaxed);
    }

    /// Returns how the calls of the job's ranks are traced.
    pub fn tracing(&self) -> Tracing {
        match self.word(MODE).load(Relaxed) {
            1 => Tracing::Last,
            2 => Tracing::Streamed,
            _ => Tracing::Off,
        }
    }

    fn trace_word(&self, rank: u32, at: usize) -> &AtomicU64 {
        self.word(self.layout().traces(rank) + at)
    }

    fn trace_record(&self, rank: u32, number: u64) -> &[AtomicU64; TRACE_WORDS] {
        let at = 2 * LINE + (number % TRACE_RECORDS as u64) as usize * TRACE_WORDS * 8;
        // SAFETY: aligned words inside the mapping (`at` checks), of which only atomics are used.
        unsafe { &*self.at(self.layout().traces(rank) + at, TRACE_WORDS * 8).cast() }
    }

    /// Returns the numbers of the records of `rank` that can be read: from the oldest to the one after the newest.
    pub fn traced(&self, rank: u32) -> std::ops::Range<u64> {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        let stored = self.trace_word(rank, STORED).load(Acquire);
        stored.saturating_sub(TRACE_RECORDS as u64)..stored
    }

    /// Returns how many records of `rank` found no room.
    pub fn traces_lost(&self, rank: u32) -> u64 {
        self.trace_word(rank, LOST).load(Relaxed)
    }

    /// Reads a record of `rank`. Returns `None` if the rank has overwritten it meanwhile, or if the words are no
    /// record: they are untrusted.
    pub fn traced_call(&self, rank: u32, number: u64) -> Option<TracedCall> {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        let record = self.trace_record(rank, number);
        if record[0].load(Acquire) != number + 1 {
            return None;
        }
        let words = std::array::from_fn(|at| record[at + 1].load(Relaxed));
        fence(Acquire);
        (record[0].load(Relaxed) == number + 1).then(|| TracedCall::of_words(words)).flatten()
    }

    /// Says that all records of `rank` below `number` are taken. Only the launcher of a job that streams calls this.
    pub fn take_traced(&self, rank: u32, number: u64) {
        self.trace_word(rank, TAKEN).store(number, Release);
    }
}

/// Writes the rank's own ring.
pub struct TraceWriter {
    segment: Arc<Segment>,
    rank: u32,
    stored: u64,
}

impl TraceWriter {
    /// Returns the writer of `rank`, or `None` if calls are not traced. Only that rank may use it, and only one writer
    /// at a time.
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Option<TraceWriter> {
        if segment.tracing() == Tracing::Off {
            return None;
        }
        // An earlier process of this rank may have stored records.
        let stored = segment.trace_word(rank, STORED).load(Relaxed);
        Some(TraceWriter { segment: segment.clone(), rank, stored })
    }

    /// Returns true if the next record would overwrite one that the launcher has not taken.
    fn is_full(&self) -> bool {
        self.has_left(TRACE_RECORDS as u64)
    }

    /// Returns true if the launcher has left so many records in the ring that the rank should wait for it. There is
    /// still room for the messages of a call, which cannot wait.
    pub fn is_nearly_full(&self) -> bool {
        self.has_left(TRACE_RECORDS as u64 / 2)
    }

    /// Returns true if the launcher is to take so many records or more.
    fn has_left(&self, records: u64) -> bool {
        let taken = || self.segment.trace_word(self.rank, TAKEN).load(Acquire);
        self.segment.tracing() == Tracing::Streamed && self.stored.wrapping_sub(taken()) >= records
    }

    /// Stores a record, or counts it as lost if the ring is full.
    pub fn store(&mut self, call: &TracedCall) {
        if self.is_full() {
            let lost = self.segment.trace_word(self.rank, LOST);
            return lost.store(lost.load(Relaxed).wrapping_add(1), Relaxed);
        }
        let record = self.segment.trace_record(self.rank, self.stored);
        record[0].store(0, Relaxed);
        fence(Release);
        for (word, value) in record[1..].iter().zip(call.to_words()) {
            word.store(value, Relaxed);
        }
        self.stored += 1;
        record[0].store(self.stored, Release);
        self.segment.trace_word(self.rank, STORED).store(self.stored, Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::TraceKind;

    fn call(begin: u64) -> TracedCall {
        TracedCall {
            kind: TraceKind::Call,
            begin,
            end: begin + 1,
            call: 3,
            thread: 0,
            context: 0,
            peer: 1,
            bytes: 8,
            flow: 9,
            receives: false,
        }
    }

    fn traced(ranks: u32, tracing: Tracing) -> Arc<Segment> {
        let segment = Segment::create(ranks).unwrap();
        segment.begin_tracing(tracing, 0..ranks).unwrap();
        Arc::new(segment)
    }

    #[test]
    fn the_last_records_can_be_read() {
        let segment = traced(2, Tracing::Last);
        assert!(TraceWriter::new(&Arc::new(Segment::create(1).unwrap()), 0).is_none(), "off by default");
        let mut writer = TraceWriter::new(&segment, 1).unwrap();
        let all = TRACE_RECORDS as u64 + 10;
        for begin in 0..all {
            writer.store(&call(begin));
        }
        assert_eq!((segment.traced(1), segment.traced(0)), (10..all, 0..0));
        for number in segment.traced(1) {
            assert_eq!(segment.traced_call(1, number), Some(call(number)));
        }
        assert_eq!(segment.traced_call(1, 9), None, "overwritten");
    }

    #[test]
    fn a_streamed_ring_keeps_what_is_not_taken_and_counts_what_is_lost() {
        let segment = traced(1, Tracing::Streamed);
        let mut writer = TraceWriter::new(&segment, 0).unwrap();
        for begin in 0..TRACE_RECORDS as u64 + 5 {
            writer.store(&call(begin));
        }
        assert_eq!((segment.traces_lost(0), writer.is_full()), (5, true));
        assert_eq!(segment.traced_call(0, 0), Some(call(0)));
        segment.take_traced(0, 1);
        writer.store(&call(77));
        assert_eq!(segment.traced_call(0, TRACE_RECORDS as u64), Some(call(77)));
        // The launcher has given up.
        segment.end_streaming();
        writer.store(&call(78));
        assert_eq!(segment.traces_lost(0), 5);
    }

    #[test]
    fn damaged_words_are_read_without_harm() {
        let segment = traced(1, Tracing::Last);
        for at in (0..TRACES).step_by(8) {
            segment.trace_word(0, at).store(u64::MAX, Relaxed);
        }
        let numbers = segment.traced(0);
        assert_eq!(numbers.end - numbers.start, TRACE_RECORDS as u64);
        assert!(numbers.into_iter().all(|number| segment.traced_call(0, number).is_none()));
    }
}
