//! PULL: the acknowledgement that asks for a range of the message (the paper, 1.2). Words: send id, arrival id, offset,
//! length. The head's tag is the piece size; bit 0 of its context is set if the receiver will ask for no more bytes.
use super::{Arrival, Head, Kind};
use crate::ids::{ArrivalId, SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pull {
    pub send: SendId,
    /// The receiver's number for the arriving message; every piece carries it back.
    pub arrival: ArrivalId,
    pub offset: u64,
    pub len: u64,
    /// The length of the pieces that the receiver wants; 0: the sender chooses.
    pub piece: u32,
    /// True if the receiver will ask for no more bytes: the send is complete when the bytes of this range have left.
    pub last: bool,
}

impl Pull {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Pull, context: u16::from(self.last), tag: self.piece as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), to_wire(self.arrival), self.offset, self.len]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Pull> {
        let [send, arrival, offset, len] = frame.words()?;
        offset.checked_add(len)?;
        let last = head.context & 1 == 1;
        Some(Pull { send: from_wire(send), arrival: from_wire(arrival), offset, len, piece: head.tag as u32, last })
    }
}
