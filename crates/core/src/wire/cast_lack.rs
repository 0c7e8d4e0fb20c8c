//! CASTLACK: the answer of a neighbour who has not (any more) what a CASTASK asked for: the root is to be asked.
//! Words: tie (see [`super::cast`]), first byte, end.
use super::{Arrival, CastName, Head, Kind};
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastLack {
    pub name: CastName,
    pub range: Range<u64>,
}

impl CastLack {
    pub const WORDS: usize = 3;

    pub fn head(&self) -> u64 {
        self.name.emit(Kind::CastLack)
    }
    pub fn words(&self) -> [u64; Self::WORDS] {
        [self.name.tie(0), self.range.start, self.range.end]
    }
    /// `None` if the range is turned round.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<CastLack> {
        let [tie, start, end] = frame.words()?;
        (start <= end).then_some(CastLack { name: CastName::parse(head, tie).0, range: start..end })
    }
}
