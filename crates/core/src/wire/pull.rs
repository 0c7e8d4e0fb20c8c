//! PULL: the acknowledgement that asks for the rest (the paper, 1.2). Words: send id, receive id, offset, length. The head's
//! tag is the piece size.
use super::{Arrival, Head, Kind};
use crate::ids::{RecvId, SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pull {
    pub send: SendId,
    pub recv: RecvId,
    pub offset: u64,
    pub len: u64,
    /// Bytes of the pieces to send it in, as the receiver has found good; 0: as the sender likes.
    pub piece: u32,
}

impl Pull {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Pull, context: 0, tag: self.piece as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), to_wire(self.recv), self.offset, self.len]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Pull> {
        let [send, recv, offset, len] = frame.words()?;
        offset.checked_add(len)?;
        Some(Pull { send: from_wire(send), recv: from_wire(recv), offset, len, piece: head.tag as u32 })
    }
}
