//! DONE: the receiver has all the bytes that it wants; the sender may forget the message. Words: send id.
use super::{Arrival, Head, Kind};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    pub send: SendId,
}

impl Done {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Done).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send)]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Done> {
        let [send] = frame.words()?;
        Some(Done { send: from_wire(send) })
    }
}
