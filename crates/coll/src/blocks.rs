//! One block of memory for each rank.
use clump::driver::Region;
use std::ops::Range;

/// One block of memory for each rank of a communicator.
#[derive(Clone)]
pub enum RankBlocks {
    /// Equal blocks, one after another: the memory of all blocks, and the bytes of each block.
    Even(Region, usize),
    /// Blocks anywhere, of any length.
    Listed(Box<[Region]>),
}

impl RankBlocks {
    /// Returns an empty set of blocks, for a rank on which MPI ignores the argument (for example the receive side of a
    /// gather on a rank that is not the root).
    pub fn none() -> RankBlocks {
        RankBlocks::Even(Region::EMPTY, 0)
    }

    /// Cuts `whole` into `n` parts of whole elements, `stride` bytes each, as evenly as possible.
    pub fn cut(whole: Region, n: usize, stride: usize) -> RankBlocks {
        RankBlocks::Listed(RankBlocks::spans(whole.len(), n, stride).map(|s| whole.slice(s.start, s.len())).collect())
    }

    /// Returns the byte ranges into which [`RankBlocks::cut`] cuts `len` bytes.
    pub fn spans(len: usize, n: usize, stride: usize) -> impl Iterator<Item = Range<usize>> {
        let elements = len / stride.max(1);
        let (each, rest) = (elements / n, elements % n);
        let start = move |i: usize| (i * each + i.min(rest)) * stride;
        (0..n).map(move |i| start(i)..start(i + 1))
    }

    /// Returns rank `i`'s block.
    #[inline]
    pub fn get(&self, i: usize) -> Region {
        match self {
            RankBlocks::Even(all, each) => all.slice(i * each, *each),
            RankBlocks::Listed(list) => list[i],
        }
    }

    /// Returns the total bytes of the blocks of `n` ranks.
    pub fn total(&self, n: usize) -> usize {
        match self {
            RankBlocks::Even(_, each) => n * each,
            RankBlocks::Listed(list) => list.iter().map(Region::len).sum(),
        }
    }
}

/// Copies a rank's own block from `from` to `to`, unless both are the same memory (MPI_IN_PLACE).
#[inline]
pub fn settle(to: Region, from: Region) {
    if to.as_ptr() != from.as_ptr() {
        to.copy_from(from);
    }
}

/// Iterates over the ranks other than `me`, beginning with rank `me + 1` and wrapping around, so that each rank begins
/// with a different peer.
pub fn others(me: usize, n: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
    (1..n).map(move |i| if me + i < n { me + i } else { me + i - n })
}

/// Maps position i in the order of [`others`] to a rank; position `n - 1` is `me`.
#[inline(always)]
pub fn order(me: usize, n: usize) -> impl Fn(usize) -> usize {
    move |i| if me + 1 + i < n { me + 1 + i } else { me + 1 + i - n }
}

/// Copies `n` blocks that may lie apart into `memory`, one after another, so that they travel in one message. Returns
/// the copies.
pub fn pack(blocks: &RankBlocks, memory: Region, n: usize) -> RankBlocks {
    let mut at = 0;
    let copy = |i: usize| {
        let block = memory.slice(at, blocks.get(i).len());
        block.copy_from(blocks.get(i));
        at += block.len();
        block
    };
    RankBlocks::Listed((0..n).map(copy).collect())
}
