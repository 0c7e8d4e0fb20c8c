//! BROADCASTLACK: a neighbour answers a BROADCASTASK that it does not have the bytes; the asking member has to ask the
//! root. Words: tie (see [`super::cast`]), first byte, end.
use super::{Arrival, BroadcastName, Head, Kind};
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadcastLack {
    pub name: BroadcastName,
    pub range: Range<u64>,
}

impl BroadcastLack {
    pub const WORDS: usize = 3;

    pub fn head(&self) -> u64 {
        self.name.emit(Kind::BroadcastLack)
    }
    pub fn words(&self) -> [u64; Self::WORDS] {
        [self.name.tie(0), self.range.start, self.range.end]
    }
    /// Decodes the frame. Returns `None` if the range ends before it begins.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<BroadcastLack> {
        let [tie, start, end] = frame.words()?;
        (start <= end).then_some(BroadcastLack { name: BroadcastName::parse(head, tie).0, range: start..end })
    }
}
