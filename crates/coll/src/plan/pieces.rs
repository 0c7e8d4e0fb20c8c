//! Cuts data into pieces, one for each step on the board.
use super::Facts;
use clump::driver::{POST, Region};
use std::ops::Range;

/// Most bytes of a piece where each rank has a core. Writing a piece overlaps with reading the piece before, and both
/// pieces stay in the cores' caches. Larger: the first reader waits longer than the saved steps would take.
const PIECE: usize = 16 << 10;
/// Least bytes of a piece where each rank has a core. Smaller: the steps cost more than the overlap gains. Larger:
/// short data has a single piece, and copies do not overlap.
const LEAST_PIECE: usize = 8 << 10;

/// Data cut into pieces, one for each step on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    len: usize,
    each: usize,
}

impl Pieces {
    /// Cuts data of `len` bytes into pieces of whole elements, which have `stride` bytes each. `lanes` pieces share a
    /// post.
    pub fn cut(facts: Facts, len: usize, stride: usize, lanes: usize) -> Pieces {
        let most = POST / lanes;
        let wanted = if facts.oversubscribed { most } else { (len / 4).clamp(LEAST_PIECE, PIECE).min(most) };
        let each = (wanted / stride * stride).max(stride);
        Pieces { len, each }
    }

    /// Returns true if an element of `stride` bytes fits into a post.
    #[inline(always)]
    pub fn fit(stride: usize) -> bool {
        stride <= POST
    }

    /// Returns true if the data is a single piece.
    #[inline(always)]
    pub fn is_one(self) -> bool {
        self.len <= self.each
    }

    pub fn count(self) -> usize {
        self.len.div_ceil(self.each)
    }

    /// Returns the byte range of piece `i`.
    pub fn span(self, i: usize) -> Range<usize> {
        i * self.each..((i + 1) * self.each).min(self.len)
    }

    /// Returns the memory of piece `i` of `whole`.
    pub fn of(self, whole: Region, i: usize) -> Region {
        let span = self.span(i);
        whole.slice(span.start, span.len())
    }
}
