//! SHARE: the receiver is copying the message out of the sender's memory, and lets the sender copy a part of it. The
//! sender may ignore the frame. Words: send id, ticket of the shared pull (the fabric knows its meaning).
use super::{Arrival, Head, Kind};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub send: SendId,
    pub ticket: u64,
}

impl Share {
    pub const WORDS: usize = 2;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Share).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), self.ticket]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Share> {
        let [send, ticket] = frame.words()?;
        Some(Share { send: from_wire(send), ticket })
    }
}
