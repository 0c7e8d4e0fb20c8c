//! ACCEPT: the receiver takes an offered message out of matching, and will pull it later. Words: send id.
use super::{Arrival, Head, Kind};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accept {
    pub send: SendId,
}

impl Accept {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Accept).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send)]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Accept> {
        let [send] = frame.words()?;
        Some(Accept { send: from_wire(send) })
    }
}
