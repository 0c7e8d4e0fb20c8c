//! TAKEN: the receiver needs no byte of the message before `upto` any more, because it has copied or skipped those
//! bytes. If they complete the current piece, the piece's memory belongs to the sender's program again. Words: send id,
//! upto.
use super::{Arrival, Head, Kind};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTaken {
    pub send: SendId,
    pub upto: u64,
}

impl PieceTaken {
    pub const WORDS: usize = 2;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Taken).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), self.upto]
    }
    pub fn parse(frame: &impl Arrival) -> Option<PieceTaken> {
        let [send, upto] = frame.words()?;
        Some(PieceTaken { send: from_wire(send), upto })
    }
}
