//! SECOND: more pushed bytes behind a FIRST. Words: send id, offset in the message. Body: the bytes.
use super::{Arrival, Head, Kind};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Second {
    pub send: SendId,
    pub offset: u64,
}

impl Second {
    pub const WORDS: usize = 2;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Second).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), self.offset]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Second> {
        let [send, offset] = frame.words()?;
        Some(Second { send: from_wire(send), offset })
    }
}
