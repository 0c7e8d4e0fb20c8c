//! ASK: a pull as a grant: bytes of a message that the sender may send now, by itself and past all queues
//! (`reliability::grants`). Words: send id, the receiver's pull, offset, length with the ask's number above bit 32.
use super::{Arrival, Head, Kind};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    pub send: SendId,
    /// The receiver's: it comes back with every piece.
    pub pull: u64,
    pub number: u32,
    pub offset: u64,
    pub len: u32,
}

impl Ask {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Ask).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), self.pull, self.offset, u64::from(self.number) << 32 | u64::from(self.len)]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Ask> {
        let [send, pull, offset, last] = frame.words()?;
        let ask = Ask { send: from_wire(send), pull, number: (last >> 32) as u32, offset, len: last as u32 };
        ask.offset.checked_add(u64::from(ask.len))?;
        Some(ask)
    }
}
