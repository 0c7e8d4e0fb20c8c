//! How data is cut into pieces, one for each step of the board.
use super::Facts;
use clump::{POST, Region};
use std::ops::Range;

/// Most bytes of a piece where each rank has a core: writing a piece overlaps reading the one before, and
/// both stay in the cores' caches. Larger: the first reader waits longer than the fewer steps save.
const PIECE: usize = 16 << 10;
/// Least bytes of a piece where each rank has a core and data of a few pieces is cut finer. Smaller: the
/// steps cost more than the overlap gains. Larger: short data does not overlap.
const LEAST_PIECE: usize = 8 << 10;

/// Data cut into pieces, one for each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    len: usize,
    each: usize,
}

impl Pieces {
    /// Cuts data of `len` bytes in elements of `stride` bytes; `lanes` pieces share a post.
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

    /// Returns the bytes of piece `i`.
    pub fn span(self, i: usize) -> Range<usize> {
        i * self.each..((i + 1) * self.each).min(self.len)
    }

    /// Returns piece `i` of `whole`.
    pub fn of(self, whole: Region, i: usize) -> Region {
        let span = self.span(i);
        whole.slice(span.start, span.len())
    }
}
