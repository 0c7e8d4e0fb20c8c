//! The small blocks of MPI_Alloc_mem, cut from chunks of whole pages, which other ranks can map. A small block of the C
//! library's allocator shares its page with other data of the program, so other ranks would reach it by system calls
//! only.
use crate::ffi::memory::{self, LARGEST_SMALL, LEAST_PAGES};
use clump::driver::Region;
use std::collections::BTreeMap;
use std::ops::Range;

/// Bytes of the smallest block, and its alignment.
const LEAST: usize = 64;
/// Bytes of the first chunk: the least that the shared heap shares.
const FIRST_CHUNK: usize = LEAST_PAGES;
/// Bytes of the largest chunk. Each chunk takes one of the shared heap's places for blocks and one of its ranges.
/// Smaller: many blocks use up the places, and the memory of long messages gets none. Larger: more memory is allocated
/// and shared before the program uses it.
const LARGEST_CHUNK: usize = 1 << 20;
/// Number of block sizes: the powers of two from `LEAST` to `LARGEST_SMALL`.
const CLASSES: usize = (LARGEST_SMALL / LEAST).trailing_zeros() as usize + 1;

/// All small blocks. Each has a power of two of bytes, and begins at a multiple of that. Chunks are never freed: later
/// blocks use them again.
pub struct SmallBlocks {
    /// The addresses of the free blocks of each size.
    free: [Vec<usize>; CLASSES],
    /// The part of the newest chunk that has not been cut yet.
    rest: Range<usize>,
    /// Bytes of the next chunk. Each chunk is twice as large as the chunk before, up to `LARGEST_CHUNK`.
    next_chunk: usize,
    /// The sizes of the blocks that the program has, by address.
    taken: BTreeMap<usize, usize>,
}

/// A block that the program gets.
#[derive(Debug)]
pub struct SmallBlock {
    pub address: usize,
    /// Memory round the block, or the block's whole chunk, that no other code has: the caller registers it, because it
    /// may not be shared. `None` if other blocks lie on the block's pages.
    pub fresh: Option<Region>,
}

impl Default for SmallBlocks {
    fn default() -> Self {
        Self::new()
    }
}

impl SmallBlocks {
    pub const fn new() -> SmallBlocks {
        let free = [const { Vec::new() }; CLASSES];
        SmallBlocks { free, rest: 0..0, next_chunk: FIRST_CHUNK, taken: BTreeMap::new() }
    }

    /// Takes a block of at least `size` bytes, aligned to `alignment`, a power of two. Returns `None` if no small block
    /// is that large or that aligned, or if memory is exhausted.
    pub fn take(&mut self, size: usize, alignment: usize) -> Option<SmallBlock> {
        let bytes = size.max(alignment).max(LEAST).checked_next_power_of_two().filter(|b| *b <= LARGEST_SMALL)?;
        let block = match self.free[class(bytes)].pop() {
            Some(address) => SmallBlock { address, fresh: self.unused_around(address) },
            None => self.cut(bytes)?,
        };
        self.taken.insert(block.address, bytes);
        Some(block)
    }

    /// Cuts a block from the rest of the newest chunk, or from a new chunk.
    fn cut(&mut self, bytes: usize) -> Option<SmallBlock> {
        let mut start = self.rest.start.next_multiple_of(bytes);
        let fresh = if start + bytes <= self.rest.end {
            self.unused_around(start)
        } else {
            let len = self.next_chunk;
            let address = memory::allocate(len, LARGEST_SMALL)?;
            self.divide(self.rest.clone());
            (start, self.rest) = (address, address..address + len);
            self.next_chunk = (2 * len).min(LARGEST_CHUNK);
            Some(memory::fresh(address, len))
        };
        self.divide(self.rest.start..start);
        self.rest.start = start + bytes;
        Some(SmallBlock { address: start, fresh })
    }

    /// Returns the `LARGEST_SMALL` bytes that a block lies in, if the program has no other block in them. The pages may
    /// not be shared: the shared heap may have refused them, and `fork` makes all pages private.
    fn unused_around(&self, address: usize) -> Option<Region> {
        let start = address - address % LARGEST_SMALL;
        let used = self.taken.range(start..start + LARGEST_SMALL).next().is_some();
        (!used).then(|| memory::fresh(start, LARGEST_SMALL))
    }

    /// Divides a part of a chunk into free blocks.
    fn divide(&mut self, part: Range<usize>) {
        let mut at = part.start;
        while at < part.end {
            let most = 1 << (part.end - at).ilog2();
            let bytes = (1 << at.trailing_zeros()).min(most).min(LARGEST_SMALL);
            self.free[class(bytes)].push(at);
            at += bytes;
        }
    }

    /// Takes a block back. Returns false if no small block is at this address.
    pub fn give_back(&mut self, address: usize) -> bool {
        match self.taken.remove(&address) {
            Some(bytes) => {
                self.free[class(bytes)].push(address);
                true
            }
            None => false,
        }
    }
}

/// Returns the index of a block size.
fn class(bytes: usize) -> usize {
    (bytes / LEAST).trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_and_disjoint_and_their_memory_is_used_again() {
        let (mut all, mut random) = (SmallBlocks::new(), fastrand::Rng::with_seed(3));
        let mut held: Vec<(usize, usize)> = Vec::new();
        let mut chunks = Vec::new();
        for _ in 0..20_000 {
            if held.len() > 40 || (!held.is_empty() && random.bool()) {
                let (address, _) = held.swap_remove(random.usize(..held.len()));
                assert!(all.give_back(address) && !all.give_back(address));
                continue;
            }
            let (most, alignment) = (1 << random.u32(..15), 1 << random.u32(..10));
            let size = random.usize(..most);
            let block = all.take(size, alignment).expect("small");
            if let Some(fresh) = block.fresh {
                let (start, len) = (fresh.as_ptr() as usize, fresh.len());
                let inside = chunks.iter().any(|&(first, bytes)| start >= first && start + len <= first + bytes);
                assert!(held.iter().all(|&(at, end)| end <= start || at >= start + len), "unused");
                chunks.extend((!inside).then_some((start, len)));
            }
            let (at, end) = (block.address, block.address + size.max(1));
            assert!(at.is_multiple_of(alignment.max(LEAST)), "{size} bytes aligned to {alignment} at {at:#x}");
            assert!(chunks.iter().any(|&(start, len)| at >= start && end <= start + len), "in a chunk");
            assert!(held.iter().all(|&(start, stop)| end <= start || at >= stop), "apart");
            held.push((at, end));
        }
        assert!(chunks.len() < 60, "{} chunks for 40 blocks", chunks.len());
        chunks.into_iter().for_each(|(address, _)| memory::free_block(address));
    }

    #[test]
    fn the_first_block_on_pages_without_others_has_them_registered_again() {
        let mut all = SmallBlocks::new();
        let [first, second] = [(); 2].map(|()| all.take(100, 1).expect("small"));
        let chunk = first.fresh.expect("a chunk");
        assert!(chunk.len() == FIRST_CHUNK && second.fresh.is_none());
        assert!(all.give_back(first.address));
        assert!(all.take(100, 1).expect("small").fresh.is_none(), "the second block is in use");
        assert!(all.give_back(first.address) && all.give_back(second.address));
        let again = all.take(100, 1).expect("small").fresh.expect("no block is in use");
        assert_eq!((again.as_ptr(), again.len()), (chunk.as_ptr(), LARGEST_SMALL));
        memory::free_block(chunk.as_ptr() as usize);
    }

    #[test]
    fn large_blocks_and_foreign_addresses_are_refused() {
        let mut all = SmallBlocks::new();
        assert!(all.take(LARGEST_SMALL + 1, 1).is_none() && all.take(1, 2 * LARGEST_SMALL).is_none());
        assert!(all.take(usize::MAX, 1).is_none() && !all.give_back(64));
    }
}
