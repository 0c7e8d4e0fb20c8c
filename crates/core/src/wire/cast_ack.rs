//! CASTACK: a member tells the root how far it is: all broadcasts before the one that the tag numbers are with its
//! program, and so many bytes of that one, from its first on, have arrived. Words: tie (see [`super::cast`]), those
//! bytes, the serial number of the root's last multicast that came, the member's receive window. Where the tie has
//! flags elsewhere, it has the number of single multicasts that were lost since the last CASTACK.
use super::{Arrival, CastName, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastAck {
    /// Of the first broadcast that is not complete.
    pub name: CastName,
    pub offset: u64,
    /// 0: none has come by multicast.
    pub heard: u64,
    /// Multicasts of the root's that did not come, while those before and behind did: since it was last told so.
    pub lost: u16,
    /// Its receive window: bytes that may come to it by multicast at once before any is lost.
    pub window: u64,
}

impl CastAck {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        self.name.emit(Kind::CastAck)
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.name.tie(self.lost), self.offset, self.heard, self.window]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<CastAck> {
        let [tie, offset, heard, window] = frame.words()?;
        let (name, lost) = CastName::parse(head, tie);
        Some(CastAck { name, offset, heard, lost, window })
    }
}
