//! CASTACK: a member tells the root how far it is: all broadcasts before the one that the tag numbers are with its
//! program, and so many bytes of that one, from its first on, have arrived. Words: tie (see [`super::cast`]), those
//! bytes, the serial number of the root's last multicast that came. Flags: the member's receive window, in KiB.
use super::{Arrival, CastName, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastAck {
    /// Of the first broadcast that is not complete.
    pub name: CastName,
    pub offset: u64,
    /// 0: none has come by multicast.
    pub heard: u64,
    /// Its receive window: KiB that may come to it by multicast at once before any is lost.
    pub window: u16,
}

impl CastAck {
    pub const WORDS: usize = 3;

    pub fn head(self) -> u64 {
        self.name.emit(Kind::CastAck)
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.name.tie(self.window), self.offset, self.heard]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<CastAck> {
        let [tie, offset, heard] = frame.words()?;
        let (name, window) = CastName::parse(head, tie);
        Some(CastAck { name, offset, heard, window })
    }
}
