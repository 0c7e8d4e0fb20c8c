//! DATA: pulled bytes. Words: arrival id, offset in the message. Body: the bytes, which go straight to their
//! destination.
use super::{Arrival, Head, Kind};
use crate::ids::{ArrivalId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Data {
    pub arrival: ArrivalId,
    pub offset: u64,
}

impl Data {
    pub const WORDS: usize = 2;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Data).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.arrival), self.offset]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Data> {
        let [arrival, offset] = frame.words()?;
        Some(Data { arrival: from_wire(arrival), offset })
    }
}
