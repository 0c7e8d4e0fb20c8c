//! OFFER: the sender answers a SEEK with the head and first bytes of a message that it held back. The sender owns
//! the message until the receiver pulls, accepts or declines it. Head: context, tag. Words: send id, message length,
//! address in the sender's memory, and the seek's number (bits 48–63) with the message's sequence number from this
//! sender (bits 0–47). Body: the first bytes.
use super::{Arrival, Head, Kind};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    pub context: u16,
    pub tag: i32,
    pub send: SendId,
    pub len: u64,
    pub address: u64,
    pub seek: u16,
    pub sequence: u64,
}

/// The modulus of sequence numbers.
pub(crate) const SEQUENCES: u64 = 1 << 48;

impl Offer {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Offer, context: self.context, tag: self.tag }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), self.len, self.address, (u64::from(self.seek) << 48) | (self.sequence % SEQUENCES)]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Offer> {
        let [send, len, address, last] = frame.words()?;
        (frame.len(Self::WORDS) as u64 <= len).then_some(Offer {
            context: head.context,
            tag: head.tag,
            send: from_wire(send),
            len,
            address,
            seek: (last >> 48) as u16,
            sequence: last % SEQUENCES,
        })
    }
}
