//! How long data are cut, so that each piece is one step of the board.
use super::Facts;
use clump::{POST, Region};
use std::ops::Range;

/// Bytes of a piece at most, where each rank has a core: writing one and reading the one before go on at once, and both
/// stay in the cores' own caches. With twice as many, the first reader waits longer than the fewer steps save.
const PIECE: usize = 16 << 10;
/// Bytes of a piece at least, where each rank has a core and data of a few pieces are cut finer. Half as many do not
/// pay: two pieces of 2 KiB take longer than one of 4. With twice as many, data of 16 to 32 KiB would not overlap any
/// more.
const LEAST_PIECE: usize = 8 << 10;

/// Data cut into pieces for one step each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    len: usize,
    each: usize,
}

impl Pieces {
    /// Data of `len` bytes in elements of `stride` bytes, if `lanes` pieces of them share a post.
    pub fn cut(facts: Facts, len: usize, stride: usize, lanes: usize) -> Pieces {
        let most = POST / lanes;
        let wanted = if facts.crowded { most } else { (len / 4).clamp(LEAST_PIECE, PIECE).min(most) };
        let each = (wanted / stride * stride).max(stride);
        Pieces { len, each }
    }

    /// True if an element of `stride` bytes fits into a post at all.
    #[inline(always)]
    pub fn fit(stride: usize) -> bool {
        stride <= POST
    }

    /// True if all fits into one.
    #[inline(always)]
    pub fn is_one(self) -> bool {
        self.len <= self.each
    }

    pub fn count(self) -> usize {
        self.len.div_ceil(self.each)
    }

    /// The bytes of piece `i`.
    pub fn span(self, i: usize) -> Range<usize> {
        i * self.each..((i + 1) * self.each).min(self.len)
    }

    /// Piece `i` of `whole`.
    pub fn of(self, whole: Region, i: usize) -> Region {
        let span = self.span(i);
        whole.slice(span.start, span.len())
    }
}
