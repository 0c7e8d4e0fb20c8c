//! BROADCASTPARITY: the parity of a block, which consists of parts of a broadcast that the root has sent before. The
//! parity is the sum of the parts' bytes without carry (XOR), with the last part padded with zeros to the length of
//! the others. A member that lacks one part restores it from the parity and the other parts. The frame goes by
//! multicast only. Words: tie (see [`super::cast`]; the flags hold only the row), the block's first byte, its end, a
//! serial number. Body: the parity, as long as each part but the last.
use super::broadcast::{ROW, row_of};
use super::{Arrival, BroadcastName, Head, Kind};
use std::ops::Range;

/// The most parts of a block. Longer blocks cost fewer parities, and restore less.
pub const MOST_BLOCK: u64 = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadcastParity {
    pub name: BroadcastName,
    /// The block's bytes in the broadcast.
    pub block: Range<u64>,
    /// How many broadcasts in a row went by multicast, as in a BROADCAST.
    pub row: u16,
    pub serial: u64,
}

impl BroadcastParity {
    pub const WORDS: usize = 4;

    pub fn head(&self) -> u64 {
        self.name.emit(Kind::BroadcastParity)
    }
    pub fn words(&self) -> [u64; Self::WORDS] {
        [self.name.tie(self.row << ROW), self.block.start, self.block.end, self.serial]
    }
    /// Decodes the frame. Returns `None` if the body is empty, or if the block does not consist of 1 to [`MOST_BLOCK`]
    /// parts as long as the body.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<BroadcastParity> {
        let [tie, start, end, serial] = frame.words()?;
        let (name, flags) = BroadcastName::parse(head, tie);
        let part = frame.len(Self::WORDS) as u64;
        let is_block = start < end && part > 0 && (end - start).div_ceil(part) <= MOST_BLOCK;
        is_block.then_some(BroadcastParity { name, block: start..end, row: row_of(flags), serial })
    }
}
