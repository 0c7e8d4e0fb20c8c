//! The memory of one ring in the segment.
use super::layout::{BYTES, LINE, LINES, RING};
use super::segment::Segment;
use crate::mem::{Region, prefetch};
use crate::ring::{WORDS, Words};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A ring from one process to another: the reader's line (how many lines and bytes it has consumed), then the lines,
/// then the byte area.
pub(super) struct RingMemory {
    base: *const AtomicU64,
    /// The segment, kept so that the mapping stays.
    _segment: Arc<Segment>,
}

// SAFETY: points into the mapping that the Arc keeps; all access is atomic or a checked raw copy.
unsafe impl Send for RingMemory {}

impl RingMemory {
    pub(super) fn new(segment: &Arc<Segment>, from: u32, to: u32) -> RingMemory {
        let base = segment.at(segment.layout().ring(from, to), RING).cast::<AtomicU64>();
        RingMemory { base, _segment: segment.clone() }
    }

    #[inline(always)]
    fn word(&self, index: usize) -> &AtomicU64 {
        debug_assert!(index < RING / 8);
        // SAFETY: every caller's index lies within RING bytes: lines and words are masked or bounded by constants.
        unsafe { &*self.base.add(index) }
    }

    /// Returns how many bytes of the byte area the reader has freed since the beginning.
    #[inline(always)]
    pub(super) fn freed(&self) -> u64 {
        self.word(1).load(Ordering::Acquire)
    }
    #[inline(always)]
    pub(super) fn publish_freed(&self, bytes: u64) {
        self.word(1).store(bytes, Ordering::Release)
    }

    /// Returns `len` bytes of the byte area from `offset` on.
    ///
    /// # Panics
    /// If the bytes do not lie in the byte area.
    #[inline(always)]
    pub(super) fn bytes(&self, offset: usize, len: usize) -> Region {
        assert!(offset <= BYTES && len <= BYTES - offset);
        // SAFETY: within the ring's memory; the ring's protocol says which side may access it now.
        unsafe { Region::new(self.base.cast::<u8>().add(LINE + LINES * LINE + offset), len) }
    }
}

impl Words for RingMemory {
    const LINES: usize = LINES;
    #[inline(always)]
    fn load(&self, line: usize, word: usize, order: Ordering) -> u64 {
        self.word(WORDS + (line & (LINES - 1)) * WORDS + (word & (WORDS - 1))).load(order)
    }
    #[inline(always)]
    fn store(&self, line: usize, word: usize, value: u64, order: Ordering) {
        self.word(WORDS + (line & (LINES - 1)) * WORDS + (word & (WORDS - 1))).store(value, order)
    }
    #[inline(always)]
    fn consumed(&self) -> u64 {
        self.word(0).load(Ordering::Acquire)
    }
    #[inline(always)]
    fn publish_consumed(&self, lines: u64) {
        self.word(0).store(lines, Ordering::Release)
    }
    #[inline(always)]
    fn prefetch(&self, line: usize) {
        prefetch::for_reading((&raw const *self.word(WORDS + (line & (LINES - 1)) * WORDS)).cast());
    }
    #[inline(always)]
    fn prefetch_for_writing(&self, line: usize) {
        prefetch::for_writing((&raw const *self.word(WORDS + (line & (LINES - 1)) * WORDS)).cast());
    }
}

/// A position in the byte area. Writer and reader each compute it from the lengths alone, so neither trusts an offset
/// of the other.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct ByteCursor {
    /// How many bytes were allocated or skipped since the beginning.
    pub(super) at: u64,
}

impl ByteCursor {
    /// Returns the offset of a body of `len` bytes, and the cursor behind it. The body is contiguous and starts on a
    /// line.
    #[inline(always)]
    pub(super) fn place(self, len: usize) -> (usize, ByteCursor) {
        let round = len.next_multiple_of(LINE);
        let mut offset = (self.at as usize) & (BYTES - 1);
        let mut at = self.at;
        if offset + round > BYTES {
            at += (BYTES - offset) as u64;
            offset = 0;
        }
        (offset, ByteCursor { at: at + round as u64 })
    }
}
