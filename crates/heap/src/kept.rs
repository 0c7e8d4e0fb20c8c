//! Kept blocks: blocks that the program has freed and whose pages are shared. They wait for the next request of about
//! their size, because sharing pages costs more than any other step of this library.
use crate::blocks::Block;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

const MOST: usize = 16;
/// How many blocks are kept. Threads read the number without the lock, to decide whether to take the lock.
pub static KEPT: AtomicUsize = AtomicUsize::new(0);
const NONE: Block = Block { start: 0, asked: 0, usable: 0, mapped: false };
/// The least part of a kept block's size that a request must have to get the block (numerator, denominator). A smaller
/// part wastes more memory, a larger one reuses fewer blocks.
const PART: (usize, usize) = (3, 4);

pub struct KeptBlocks {
    count: usize,
    all: [Block; MOST],
    /// How many bytes are kept. `limit` is the most that may be kept.
    bytes: usize,
    pub limit: usize,
}

impl KeptBlocks {
    pub const fn new() -> KeptBlocks {
        KeptBlocks { count: 0, all: [NONE; MOST], bytes: 0, limit: 0 }
    }

    /// Keeps a block. Returns false if there is no room.
    pub fn keep(&mut self, block: Block) -> bool {
        if self.count == MOST || block.usable > self.limit - self.bytes {
            return false;
        }
        self.all[self.count] = block;
        self.count += 1;
        self.bytes += block.usable;
        KEPT.store(self.count, Ordering::Relaxed);
        true
    }

    /// Takes the smallest kept block that fits `len` bytes at a multiple of `alignment`; `None` if none fits.
    pub fn take(&mut self, len: usize, alignment: usize) -> Option<Block> {
        let fits = |b: &Block| {
            let least = b.usable / PART.1 * PART.0;
            (least..=b.usable).contains(&len) && b.start.is_multiple_of(alignment)
        };
        let all = self.all[..self.count].iter().enumerate();
        let (at, _) = all.filter(|(_, b)| fits(b)).min_by_key(|(_, b)| b.usable)?;
        Some(self.remove(at))
    }

    /// Takes some kept block, for its final release; `None` if there is none.
    pub fn take_any(&mut self) -> Option<Block> {
        (self.count > 0).then(|| self.remove(self.count - 1))
    }

    fn remove(&mut self, at: usize) -> Block {
        let block = self.all[at];
        self.count -= 1;
        self.all[at] = self.all[self.count];
        self.bytes -= block.usable;
        KEPT.store(self.count, Ordering::Relaxed);
        block
    }
}

/// Returns the addresses of a block.
pub fn span(block: &Block) -> Range<usize> {
    block.start..block.start + block.usable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_fitting_block_is_taken_and_the_limit_holds() {
        let block = |start, usable| Block { start, asked: usable, usable, mapped: true };
        let mut kept = KeptBlocks { limit: 1000, ..KeptBlocks::new() };
        assert!(kept.keep(block(4096, 400)) && kept.keep(block(8192, 440)) && !kept.keep(block(0, 200)));
        assert_eq!(kept.take(401, 4096).map(|b| b.start), Some(8192));
        assert_eq!((kept.take(200, 1), kept.take(401, 1), kept.take(400, 8192)), (None, None, None));
        assert!(kept.keep(block(0, 600)));
        assert_eq!(kept.take(400, 4096).map(|b| b.start), Some(4096));
        assert_eq!((kept.take_any().map(|b| b.start), kept.take_any(), kept.bytes), (Some(0), None, 0));
    }
}
