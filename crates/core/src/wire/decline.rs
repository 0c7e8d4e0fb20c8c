//! DECLINE: the receiver does not want an offered message; the sender returns it to its queue. Words: send id.
use super::{Arrival, Head, Kind};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decline {
    pub send: SendId,
}

impl Decline {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Decline).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send)]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Decline> {
        let [send] = frame.words()?;
        Some(Decline { send: from_wire(send) })
    }
}
