//! The memory of one ring in the segment.
use super::layout::{BYTES, BYTES_MAX, LINE, LINES, RING};
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

/// A position in the byte area. Writer and reader each compute it from the lengths, and from where the writer began
/// anew, so neither trusts an offset of the other.
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

    /// Returns the next position at the start of the byte area.
    #[inline(always)]
    pub(super) fn anew(self) -> ByteCursor {
        ByteCursor { at: self.at.next_multiple_of(BYTES as u64) }
    }
}

/// The longest body, in bytes, for which the writer does not look whether it may begin anew: looking takes as long as
/// it saves. The reader publishes behind each longer body what it has freed. See decision 1.
pub(super) const LOOKED_FOR: usize = 256;

/// For how many bodies the writer does not look again after it has found that the reader has not freed all. A larger
/// number makes streams faster, and the first messages behind a stream slower.
const SKIPPED: u32 = 31;

/// The writer's side of the byte area.
#[derive(Debug, Default)]
pub(super) struct ByteWriter {
    next: ByteCursor,
    /// How many bytes the reader had freed when the writer last looked.
    freed: u64,
    /// For how many bodies the writer does not look.
    skip: u32,
}

impl ByteWriter {
    /// Looks how many bytes the reader has freed. A misbehaving reader may store an impossible count, which is ignored.
    fn look(&mut self, ring: &RingMemory) {
        let freed = ring.freed();
        if freed > self.freed && freed <= self.next.at {
            self.freed = freed;
        }
    }

    /// Returns true if a body of `len` bytes, more than [`LOOKED_FOR`], may lie at the start of the area, because the
    /// reader has freed all others. Messages that wait for each other then use the same few lines, which are in both
    /// processors' caches.
    pub(super) fn may_begin_anew(&mut self, ring: &RingMemory, len: usize) -> bool {
        if len > BYTES_MAX {
            return false;
        }
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        self.look(ring);
        if self.freed != self.next.at {
            self.skip = SKIPPED;
        }
        self.freed == self.next.at
    }

    /// Takes the start of the area for a body of `len` bytes, once its record has been written.
    #[inline(always)]
    pub(super) fn take_anew(&mut self, len: usize) {
        let start = self.next.anew();
        self.freed = start.at;
        self.next = start.place(len).1;
    }

    /// Returns the offset of a body of `len` bytes behind the others, and the cursor behind it, if there is room.
    #[inline(always)]
    pub(super) fn behind(&mut self, ring: &RingMemory, len: usize) -> Option<(usize, ByteCursor)> {
        let (offset, after) = self.next.place(len);
        if after.at - self.freed > BYTES as u64 {
            self.look(ring);
        }
        (after.at - self.freed <= BYTES as u64).then_some((offset, after))
    }

    /// Takes the place in front of `after`, once its body's record has been written.
    #[inline(always)]
    pub(super) fn take(&mut self, after: ByteCursor) {
        self.next = after;
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Returns the memory of a ring in which nothing is.
    fn ring() -> RingMemory {
        let segment = Arc::new(Segment::create(2).expect("a segment"));
        segment.reserve(segment.layout().ring(0, 1), RING).expect("memory");
        RingMemory::new(&segment, 0, 1)
    }

    #[test]
    fn the_area_begins_anew_only_once_all_bodies_are_freed() {
        let (ring, mut writer) = (ring(), ByteWriter::default());
        let send = |writer: &mut ByteWriter, len: usize| {
            if len > LOOKED_FOR && writer.may_begin_anew(&ring, len) {
                writer.take_anew(len);
                return Some((0, true));
            }
            let (offset, after) = writer.behind(&ring, len)?;
            writer.take(after);
            Some((offset, false))
        };
        assert_eq!(send(&mut writer, 1000), Some((0, true)));
        ring.publish_freed(1024);
        assert_eq!(send(&mut writer, 3000), Some((0, true)), "all is freed");
        assert_eq!(send(&mut writer, 3000), Some((3008, false)), "a body is in use");
        for i in 2..5 {
            assert_eq!(send(&mut writer, 3000), Some((3008 * i, false)));
        }
        assert_eq!(send(&mut writer, 3000), None, "no room");
        ring.publish_freed(u64::MAX);
        assert_eq!(send(&mut writer, 3000), None, "an impossible count");
        ring.publish_freed(BYTES as u64 + 5 * 3008);
        assert_eq!(send(&mut writer, 300), Some((5 * 3008, false)), "the writer does not look at each body");
        ring.publish_freed(BYTES as u64 + 5 * 3008 + 320);
        for _ in 0..SKIPPED {
            if let Some((offset, true)) = send(&mut writer, 300) {
                return assert_eq!(offset, 0);
            }
            ring.publish_freed(writer.next.at);
        }
        panic!("the writer does not begin anew");
    }

    #[test]
    fn bodies_that_are_too_long_do_not_begin_anew() {
        let (ring, mut writer) = (ring(), ByteWriter::default());
        assert!(!writer.may_begin_anew(&ring, BYTES_MAX + 1) && writer.may_begin_anew(&ring, BYTES_MAX));
    }
}
