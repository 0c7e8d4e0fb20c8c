//! BROADCASTREADY: a member has named the destination of a long broadcast, so the root may send the bytes that are not
//! pushed. Words: tie (see [`super::cast`]).
use super::{Arrival, BroadcastName, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadcastReady {
    pub name: BroadcastName,
}

impl BroadcastReady {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        self.name.emit(Kind::BroadcastReady)
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.name.tie(0)]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<BroadcastReady> {
        let [tie] = frame.words()?;
        Some(BroadcastReady { name: BroadcastName::parse(head, tie).0 })
    }
}
