//! Rows of a window, which three kinds of frames name in one word: bits 0–31 the length of a row, 32–63 the distance
//! from the start of a row to the start of the next.
use std::ops::Range;

/// Rows of equal length in a window. The bytes of all rows, one after another, are the body of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    len: u32,
    stride: u32,
}

impl Rows {
    /// Returns rows of `len` bytes whose starts lie `stride` bytes apart. Returns `None` if they are empty, overlap, or
    /// lie too far apart for a frame.
    pub fn new(len: u64, stride: u64) -> Option<Rows> {
        let rows = Rows { len: len.try_into().ok()?, stride: stride.try_into().ok()? };
        (len > 0 && len <= stride).then_some(rows)
    }

    pub(super) fn word(self) -> u64 {
        u64::from(self.len) | u64::from(self.stride) << 32
    }

    pub(super) fn of_word(word: u64) -> Option<Rows> {
        Rows::new(word & u64::from(u32::MAX), word >> 32)
    }

    /// Returns the length of a row.
    pub fn row(self) -> u64 {
        self.len.into()
    }

    /// Returns the distance from the start of a row to the start of the next.
    pub fn stride(self) -> u64 {
        self.stride.into()
    }

    /// Returns true if `bytes` bytes are one row or several whole rows.
    pub fn divide(self, bytes: u64) -> bool {
        bytes > 0 && bytes.is_multiple_of(self.row())
    }

    /// Returns the distance from the start of the first row to the end of the last, of rows that have `bytes` bytes.
    pub fn span(self, bytes: u64) -> u64 {
        (bytes / self.row()).saturating_sub(1) * u64::from(self.stride) + self.row()
    }

    /// Returns the start of each row in the window, and the range of its bytes in the body, of rows that have `bytes`
    /// bytes.
    pub fn each(self, offset: u64, bytes: u64) -> impl Iterator<Item = (u64, Range<u64>)> {
        let row = move |i: u64| (offset + i * u64::from(self.stride), i * self.row()..(i + 1) * self.row());
        (0..bytes / self.row()).map(row)
    }
}
