//! BROADCASTACK: a member reports to the root which bytes it has: all broadcasts before the one that the tag numbers,
//! and the first bytes of that one. Words: tie (see [`super::cast`]), the number of those bytes, the serial number of
//! the root's last multicast that arrived, the member's receive window. In place of flags, the tie holds the number of
//! single multicasts lost since the last BROADCASTACK.
use super::{Arrival, BroadcastName, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadcastAck {
    /// The first broadcast that the member does not have whole.
    pub name: BroadcastName,
    pub offset: u64,
    /// The serial number of the last multicast that arrived; 0: none.
    pub heard: u64,
    /// How many single multicasts of the root were missing between others since the last BROADCASTACK.
    pub lost: u16,
    /// The member's receive window: how many multicast bytes can arrive at once without loss.
    pub window: u64,
}

impl BroadcastAck {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        self.name.emit(Kind::BroadcastAck)
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.name.tie(self.lost), self.offset, self.heard, self.window]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<BroadcastAck> {
        let [tie, offset, heard, window] = frame.words()?;
        let (name, lost) = BroadcastName::parse(head, tie);
        Some(BroadcastAck { name, offset, heard, lost, window })
    }
}
