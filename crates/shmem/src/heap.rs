//! The allocator of the symmetric heap. All PEs make equal calls in one order, and the allocator depends on nothing
//! else, so all get equal offsets.
use std::collections::BTreeMap;

/// Alignment in bytes of blocks for which the program asks no more: a cache line.
const LEAST: usize = 64;

/// The blocks of a heap, by their offsets in it.
#[derive(Debug)]
pub struct SymmetricHeap {
    /// Length of each free block, by its offset. No two free blocks touch.
    free: BTreeMap<usize, usize>,
    /// Length of each block of the program, and the bytes that the program asked for.
    used: BTreeMap<usize, (usize, usize)>,
    size: usize,
}

impl SymmetricHeap {
    /// Returns a heap of `size` bytes without blocks.
    pub fn new(size: usize) -> SymmetricHeap {
        let free = (size > 0).then_some((0, size));
        SymmetricHeap { free: free.into_iter().collect(), used: BTreeMap::new(), size }
    }

    /// Returns the size of the heap, and how many of its bytes blocks have.
    pub fn fill(&self) -> (usize, usize) {
        (self.size, self.used.values().map(|(len, _)| len).sum())
    }

    /// Takes the first free block that holds `bytes` bytes at a multiple of `alignment`, a power of two. Returns its
    /// offset, or `None` if no block is large enough.
    pub fn take(&mut self, bytes: usize, alignment: usize) -> Option<usize> {
        let alignment = alignment.max(LEAST);
        let len = bytes.max(1).checked_next_multiple_of(LEAST)?;
        let fits = |(&at, &all): (&usize, &usize)| {
            let start = at.next_multiple_of(alignment);
            (start - at <= all && len <= all - (start - at)).then_some((at, all, start))
        };
        let (at, all, start) = self.free.iter().find_map(fits)?;
        self.free.remove(&at);
        let mut keep = |at: usize, len: usize| (len > 0).then(|| self.free.insert(at, len));
        keep(at, start - at);
        keep(start + len, at + all - start - len);
        self.used.insert(start, (len, bytes));
        Some(start)
    }

    /// Returns the bytes that the program asked for at that offset; `None` if no block begins there.
    pub fn asked(&self, at: usize) -> Option<usize> {
        self.used.get(&at).map(|(_, asked)| *asked)
    }

    /// Changes the size of a block where it is. Returns false if its block is too small.
    pub fn resize(&mut self, at: usize, bytes: usize) -> bool {
        let Some((len, asked)) = self.used.get_mut(&at) else { return false };
        let fits = bytes <= *len;
        if fits {
            *asked = bytes;
        }
        fits
    }

    /// Frees a block. Returns false if no block begins there.
    pub fn give_back(&mut self, at: usize) -> bool {
        let Some((mut len, _)) = self.used.remove(&at) else { return false };
        let mut start = at;
        if let Some((&before, &all)) = self.free.range(..at).next_back()
            && before + all == at
        {
            self.free.remove(&before);
            (start, len) = (before, len + all);
        }
        if let Some(after) = self.free.remove(&(start + len)) {
            len += after;
        }
        self.free.insert(start, len);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_disjoint_and_joined_when_freed() {
        let mut heap = SymmetricHeap::new(1 << 20);
        let mut held: Vec<(usize, usize)> = Vec::new();
        let mut seed = 7u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for _ in 0..5000 {
            if random(3) == 0 && !held.is_empty() {
                let (at, len) = held.swap_remove(random(held.len() as u64) as usize);
                assert_eq!(heap.asked(at), Some(len));
                assert!(heap.give_back(at) && !heap.give_back(at));
                continue;
            }
            let (len, alignment) = (random(5000) as usize, 1 << random(14));
            let Some(at) = heap.take(len, alignment) else { continue };
            assert!(at.is_multiple_of(alignment) && at + len <= 1 << 20);
            assert!(held.iter().all(|&(other, n)| at + len <= other || other + n <= at), "disjoint");
            held.push((at, len));
        }
        held.iter().for_each(|(at, _)| assert!(heap.give_back(*at)));
        assert_eq!(heap.free, BTreeMap::from([(0, 1 << 20)]));
        assert_eq!(heap.fill(), (1 << 20, 0));
    }

    #[test]
    fn a_full_heap_gives_nothing_and_a_block_grows_within_its_bytes() {
        let mut heap = SymmetricHeap::new(256);
        assert_eq!((heap.take(65, 1), heap.take(200, 1)), (Some(0), None));
        assert!(heap.resize(0, 128) && !heap.resize(0, 129) && !heap.resize(64, 1));
        assert_eq!((heap.asked(0), heap.take(usize::MAX, 1), heap.take(128, 128)), (Some(128), None, Some(128)));
    }
}
