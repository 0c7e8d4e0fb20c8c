//! Equal blocks at a constant stride, copied from one memory to another in one pass, without a packed copy in between.
use super::Region;
use super::row::{Side, transfer};

/// The exclusive bound of strides and sizes, in bytes. Larger ones would overflow sums of distances.
const FAR: u64 = 1 << 47;

/// The shape of blocks in bytes: `block` bytes of data every `stride` bytes. The first byte of data is at offset 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    block: u64,
    stride: u64,
}

impl Blocks {
    /// Creates a shape. Returns `None` if blocks are empty, overlap, or lie too far apart: the numbers may come from
    /// another process.
    pub fn new(block: u64, stride: u64) -> Option<Blocks> {
        (block > 0 && block <= stride && stride < FAR).then_some(Blocks { block, stride })
    }

    /// The shape of contiguous bytes.
    pub const PIECE: Blocks = Blocks { block: FAR - 1, stride: FAR - 1 };

    pub fn block(&self) -> u64 {
        self.block
    }
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// Returns the offset in memory of byte `at` of the data.
    #[inline]
    pub fn offset(&self, at: u64) -> u64 {
        if at < self.block { at } else { (at / self.block).saturating_mul(self.stride).saturating_add(at % self.block) }
    }

    /// Returns how many bytes of data lie before `offset`.
    #[inline]
    pub fn before(&self, offset: u64) -> u64 {
        if offset < self.block {
            return offset;
        }
        (offset / self.stride) * self.block + (offset % self.stride).min(self.block)
    }

    /// Returns the distance in memory from the first byte to the end of `len` bytes of data, or `None` if no memory is
    /// that large.
    pub fn extent(&self, len: u64) -> Option<u64> {
        let last = len.checked_sub(1).map_or(0, |last| self.offset(last).saturating_add(1));
        (len < FAR && last < FAR).then_some(last)
    }
}

/// Memory in which data lies in blocks.
#[derive(Clone, Copy, Debug)]
pub struct Strided {
    memory: Region,
    /// The offset of the memory's first byte from the first byte of data.
    base: u64,
    blocks: Blocks,
}

impl Strided {
    /// Describes data that begins with the first byte of `memory`.
    pub fn new(memory: Region, blocks: Blocks) -> Strided {
        Strided { memory, base: 0, blocks }
    }

    /// Describes a part of strided data. The part's `memory` begins `base` bytes after the first byte of the whole
    /// data.
    pub fn part(memory: Region, base: u64, blocks: Blocks) -> Strided {
        Strided { memory, base, blocks }
    }

    /// Returns the memory from the first byte of data to the last, gaps included.
    pub fn memory(&self) -> Region {
        self.memory
    }

    pub fn blocks(&self) -> Blocks {
        self.blocks
    }

    /// Returns true if the two memories, gaps included, share no byte.
    pub fn is_apart(&self, other: &Strided) -> bool {
        let (ours, theirs) = (self.memory.as_ptr().addr(), other.memory.as_ptr().addr());
        ours + self.memory.len() <= theirs || theirs + other.memory.len() <= ours
    }

    /// Returns the number of data bytes, for a memory that begins with the first byte of data.
    pub fn len(&self) -> u64 {
        self.blocks.before(self.memory.len() as u64)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns one side of a copy: `count` blocks of `len` bytes, `stride` bytes apart. The first block begins at byte
    /// `at` of the data. Panics unless all blocks lie in the memory.
    #[inline]
    fn side(&self, at: u64, stride: u64, count: u64, len: u64) -> Side {
        let start = self.blocks.offset(at);
        let end = (count - 1).checked_mul(stride).and_then(|d| d.checked_add(start)?.checked_add(len));
        let have = self.memory.len() as u64;
        let fits = start >= self.base && end.is_some_and(|e| e - self.base <= have);
        assert!(fits && stride < FAR, "{count} blocks of {len} bytes at {at} of {self:?}");
        Side { at: self.memory.as_ptr().wrapping_add((start - self.base) as usize), stride: stride as isize }
    }

    /// Copies `len` data bytes from byte `theirs` of the data of `source` to byte `ours` of this data. The two memories
    /// must not overlap. Panics if the range ends past the end of one of the memories.
    pub fn copy_from(&self, ours: u64, source: &Strided, theirs: u64, len: u64) {
        let (mut to_at, mut from_at, end) = (ours, theirs, ours.checked_add(len).expect("a countable end"));
        let (to, from) = (self.blocks, source.blocks);
        while to_at < end {
            let left = end - to_at;
            let (to_skip, from_skip) = (to_at % to.block, from_at % from.block);
            // How much is left of the two current blocks. If a side is at the start of a block, several whole blocks
            // are copied together, against whole blocks or against one piece of the other side.
            let (to_run, from_run) = ((to.block - to_skip).min(left), (from.block - from_skip).min(left));
            let row = |block: u64, run: u64, to_stride: u64, from_stride: u64| {
                let count = run / block;
                transfer(
                    source.side(from_at, from_stride, count, block),
                    self.side(to_at, to_stride, count, block),
                    count as usize,
                    block as usize,
                );
                count * block
            };
            let done = if to_skip == 0 && from_skip == 0 && to.block == from.block && left > to.block {
                row(to.block, left, to.stride, from.stride)
            } else if to_skip == 0 && to_run == to.block && from_run > to.block {
                row(to.block, from_run, to.stride, to.block)
            } else if from_skip == 0 && from_run == from.block && to_run > from.block {
                row(from.block, to_run, from.block, from.stride)
            } else {
                let run = to_run.min(from_run);
                row(run, run, 0, 0)
            };
            to_at += done;
            from_at += done;
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mem::Leaked;
    use proptest::prelude::*;

    fn blocks() -> impl Strategy<Value = Blocks> {
        let block = prop_oneof![Just(8u64), Just(4), Just(1), 1..40u64];
        prop_oneof![
            Just(Blocks::PIECE),
            (block, prop_oneof![Just(0u64), 0..70u64]).prop_map(|(b, hole)| Blocks::new(b, b + hole).unwrap()),
            Just(Blocks::new(8, 16).unwrap()),
            Just(Blocks::new(4, 8).unwrap()),
        ]
    }

    proptest! {
        #[test]
        fn every_byte_is_copied_to_its_place_and_no_other_changes(
            from in blocks(), to in blocks(), len in prop_oneof![1..100u64, 1..3000u64], skew in (0..70u64, 0..70u64),
            at in (0..50u64, 0..50u64), base in 0..60u64,
        ) {
            let need = |b: Blocks, at: u64| b.extent(at + len).unwrap();
            let (from_len, to_len) = (need(from, at.0), need(to, at.1));
            let bytes: Vec<u8> = (0..from_len + skew.0).map(|i| (i * 31 + i / 256) as u8 | 1).collect();
            let (source, target) = (Leaked::copy_of(&bytes), Leaked::new((to_len + skew.1) as usize));
            // The target is a part that begins after the first byte of data.
            let base = base.min(to.offset(at.1));
            let memory = target.region().from((skew.1 + base) as usize);
            let from_side = Strided::new(source.region().from(skew.0 as usize), from);
            Strided::part(memory, base, to).copy_from(at.1, &from_side, at.0, len);
            let mut want = vec![0u8; (to_len + skew.1) as usize];
            for i in 0..len {
                let (a, b) = (from.offset(at.0 + i) + skew.0, to.offset(at.1 + i) + skew.1);
                want[b as usize] = bytes[a as usize];
            }
            prop_assert_eq!(target.region().to_vec(), want);
        }

        #[test]
        fn before_inverts_offset(b in blocks(), at in 0..5000u64) {
            prop_assert_eq!(b.before(b.offset(at)), at);
            prop_assert_eq!(b.before(b.offset(at) + 1), at + 1);
            prop_assert_eq!(b.extent(at + 1), Some(b.offset(at) + 1));
        }
    }

    #[test]
    fn shapes_from_other_processes_are_bounded() {
        assert!(Blocks::new(0, 8).is_none() && Blocks::new(9, 8).is_none() && Blocks::new(8, FAR).is_none());
        let far = Blocks::new(1, FAR - 1).unwrap();
        assert_eq!((far.extent(1), far.extent(2), far.extent(u64::MAX)), (Some(1), None, None));
        assert_eq!(Blocks::PIECE.extent(u64::MAX), None);
    }

    #[test]
    #[should_panic(expected = "blocks of")]
    fn copying_past_the_end_panics() {
        let (a, b) = (Leaked::new(100), Leaked::new(100));
        let rows = Blocks::new(8, 16).unwrap();
        Strided::new(a.region(), rows).copy_from(0, &Strided::new(b.region(), rows), 0, 64);
    }
}
