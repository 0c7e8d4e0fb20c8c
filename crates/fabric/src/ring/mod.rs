//! A single-writer, single-reader ring of cache lines: payload and flag share a line, and no index is shared on the
//! way.
//!
//! **Access rule.** The writer alone stores to lines; the reader alone stores `consumed`. A record is one to eight
//! words inside one line: a header word, then payload words. The header is stored last, with release order, and read
//! with acquire order; it carries a mark (valid bit and lap bit) that no older word in its place can carry:
//! - at a line's first word the older word is the header of the lap before, whose lap bit differs;
//! - further in, the record before it has stored a zero there first (the terminator).
//!
//! A writer goes on to the next line when a record does not fit; a reader that finds no record here but one in the next
//! line looks here once more (it may have come meanwhile) and then follows. Several small records queue in one line.
//! `consumed` is stored (release) by the reader a quarter of the ring at a time; the writer loads it (acquire) only
//! when the copy it keeps says "full".
//!
//! Measured before it was built (docs/decisions/0001-ring.md): one-way time equals the bare hand-off of one cache line.
mod reader;
mod writer;
pub use reader::{Reader, Record};
pub use writer::Writer;

use std::sync::atomic::Ordering;

/// Words of eight bytes in a line.
pub const WORDS: usize = 8;
/// Payload words a record can carry.
pub const PAYLOAD: usize = WORDS - 1;
/// The bits of a header that are the writer's to fill; the two above are the ring's mark.
pub const HEADER_BITS: u32 = 62;
const VALID: u64 = 1 << 63;
const LAP: u64 = 1 << 62;

/// The memory of a ring: shared memory in earnest, `loom`'s atomics in the model.
pub trait Words {
    /// Lines in the ring; a power of two.
    const LINES: usize;
    fn load(&self, line: usize, word: usize, order: Ordering) -> u64;
    fn store(&self, line: usize, word: usize, value: u64, order: Ordering);
    /// Lines the reader has published as free to reuse (a count that only grows).
    fn consumed(&self) -> u64;
    fn publish_consumed(&self, lines: u64);
    /// The reader will want this line soon.
    fn prefetch(&self, _line: usize) {}
    /// The writer will.
    fn prefetch_for_writing(&self, _line: usize) {}
}

/// The mark that a header in `line` (counted from the ring's beginning, over all laps) carries.
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
