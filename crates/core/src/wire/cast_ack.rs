//! CASTACK: a member tells the root how far it is: all broadcasts before the one that the tag numbers are with its
//! program, and so many bytes of that one, from its first on, have arrived. Words: tie (see [`super::cast`]), those
//! bytes, the serial number of the root's last multicast that came.
use super::{Arrival, CastName, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastAck {
    /// Of the first broadcast that is not complete.
    pub name: CastName,
    pub offset: u64,
    /// 0: none has come by multicast.
    pub heard: u64,
}

impl CastAck {
    pub const WORDS: usize = 3;

    pub fn head(self) -> u64 {
        self.name.emit(Kind::CastAck)
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.name.tie(0), self.offset, self.heard]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<CastAck> {
        let [tie, offset, heard] = frame.words()?;
        Some(CastAck { name: CastName::parse(head, tie).0, offset, heard })
    }
}
