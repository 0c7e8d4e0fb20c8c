//! A single-writer, single-reader ring of cache lines. Payload and flag share a line, and no shared index is read on
//! the fast path.
//!
//! **Access rule.** Only the writer stores to lines; only the reader stores `consumed`. A record is one to eight words
//! inside one line: a header word, then payload words. The header is stored last (release) and loaded with acquire
//! order. It carries a mark (valid bit and lap bit) that no older word in its place can carry:
//! - at a line's first word the older word is the header of the lap before, whose lap bit differs;
//! - further in, the record before it has stored a zero there first (the terminator).
//!
//! A writer goes on to the next line when a record does not fit. A reader that finds no record here but one in the next
//! line polls here once more, because a record may have arrived meanwhile, and then follows. Several small records
//! share one line. The reader stores `consumed` (release) after each quarter of the ring; the writer loads it (acquire)
//! only when its own copy says "full".
//!
//! One-way time equals the bare hand-off of one cache line. See docs/decisions/0001-ring.md.
mod reader;
mod writer;
pub use reader::{Reader, Record};
pub use writer::Writer;

use std::sync::atomic::Ordering;

/// The number of eight-byte words in a line.
pub const WORDS: usize = 8;
/// The most payload words of a record.
pub const PAYLOAD: usize = WORDS - 1;
/// The number of bits of a header that the writer may use. The two bits above hold the ring's mark.
pub const HEADER_BITS: u32 = 62;
const VALID: u64 = 1 << 63;
const LAP: u64 = 1 << 62;

/// The memory of a ring: shared memory, or loom's atomics in the model.
pub trait Words {
    /// The number of lines; a power of two. More lines take memory, fewer make the writer wait for the reader.
    const LINES: usize;
    fn load(&self, line: usize, word: usize, order: Ordering) -> u64;
    fn store(&self, line: usize, word: usize, value: u64, order: Ordering);
    /// Returns the number of lines that the reader has freed since the beginning.
    fn consumed(&self) -> u64;
    fn publish_consumed(&self, lines: u64);
    /// Hints that the reader will need this line soon.
    fn prefetch(&self, _line: usize) {}
    /// Hints that the writer will need this line soon.
    fn prefetch_for_writing(&self, _line: usize) {}
}

/// Returns the mark of a header in `line` (counted from the ring's beginning, over all laps).
#[inline(always)]
fn mark<W: Words>(line: u64) -> u64 {
    VALID | if line & W::LINES as u64 == 0 { 0 } else { LAP }
}

#[inline(always)]
fn slot<W: Words>(line: u64) -> usize {
    (line as usize) & (W::LINES - 1)
}

#[cfg(test)]
pub(crate) mod tests;
