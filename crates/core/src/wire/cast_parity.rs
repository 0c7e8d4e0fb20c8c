//! CASTPARITY: the parity of a block of parts of a broadcast, which have left before it: their bytes, each part behind
//! the last filled up with zeros to the length of the others, added without carry (XOR). Who lacks one of them makes it
//! from this and from the others. It goes by multicast alone. Words: tie (see [`super::cast`]; the flags hold the row
//! only), the block's first byte, its end, a serial number. Body: the parity, as long as each part but the last.
use super::cast::{ROW, row_of};
use super::{Arrival, CastName, Head, Kind};
use std::ops::Range;

/// Parts of a block, at most.
pub const MOST_BLOCK: u64 = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastParity {
    pub name: CastName,
    /// Bytes of the broadcast.
    pub block: Range<u64>,
    /// As in a CAST.
    pub row: u16,
    pub serial: u64,
}

impl CastParity {
    pub const WORDS: usize = 4;

    pub fn head(&self) -> u64 {
        self.name.emit(Kind::CastParity)
    }
    pub fn words(&self) -> [u64; Self::WORDS] {
        [self.name.tie(self.row << ROW), self.block.start, self.block.end, self.serial]
    }
    /// `None` if it has no bytes, or the block is none of one to [`MOST_BLOCK`] parts of so many.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<CastParity> {
        let [tie, start, end, serial] = frame.words()?;
        let (name, flags) = CastName::parse(head, tie);
        let part = frame.len(Self::WORDS) as u64;
        let is_block = start < end && part > 0 && (end - start).div_ceil(part) <= MOST_BLOCK;
        is_block.then_some(CastParity { name, block: start..end, row: row_of(flags), serial })
    }
}
