//! PULL: the acknowledgement that asks for the rest (the paper, 1.2). Words: send id, receive id, offset, length.
use super::{Arrival, Head, Kind};
use crate::ids::{RecvId, SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pull {
    pub send: SendId,
    pub recv: RecvId,
    pub offset: u64,
    pub len: u64,
}

impl Pull {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Pull).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), to_wire(self.recv), self.offset, self.len]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Pull> {
        let [send, recv, offset, len] = frame.words()?;
        offset.checked_add(len)?;
        Some(Pull { send: from_wire(send), recv: from_wire(recv), offset, len })
    }
}
