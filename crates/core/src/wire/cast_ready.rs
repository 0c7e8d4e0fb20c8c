//! CASTREADY: a member has named the destination of a long broadcast, so the root may send what is not pushed.
//! Words: tie (see [`super::cast`]).
use super::{Arrival, CastName, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastReady {
    pub name: CastName,
}

impl CastReady {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        self.name.emit(Kind::CastReady)
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.name.tie(0)]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<CastReady> {
        let [tie] = frame.words()?;
        Some(CastReady { name: CastName::parse(head, tie).0 })
    }
}
