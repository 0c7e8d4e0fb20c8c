//! BROADCASTASK: a member misses these bytes of a broadcast, and asks the root, or a neighbour that may have them.
//! Words: tie (see [`super::cast`]), first byte, end, the serial number of the root's last multicast that arrived.
use super::{Arrival, BroadcastName, Head, Kind};
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadcastAsk {
    pub name: BroadcastName,
    pub range: Range<u64>,
    /// The serial number of the last multicast that arrived; 0: none.
    pub heard: u64,
}

impl BroadcastAsk {
    pub const WORDS: usize = 4;

    pub fn head(&self) -> u64 {
        self.name.emit(Kind::BroadcastAsk)
    }
    pub fn words(&self) -> [u64; Self::WORDS] {
        [self.name.tie(0), self.range.start, self.range.end, self.heard]
    }
    /// Decodes the frame. Returns `None` if the range ends before it begins.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<BroadcastAsk> {
        let [tie, start, end, heard] = frame.words()?;
        (start <= end).then_some(BroadcastAsk { name: BroadcastName::parse(head, tie).0, range: start..end, heard })
    }
}
