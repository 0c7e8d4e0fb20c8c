//! FIRST: the head of a longer (or synchronous) message with its first bytes.
//! Head: context, tag. Words: send id, message length, pushed bytes in all (this body and the SECONDs behind it),
//! address of the message in the sender's memory (the zero buffer; 0: none). Body: the first bytes.
//! Bit 63 of the length: everything is pushed, and the sender waits for no DONE.
use super::{Arrival, Head, Kind};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    pub context: u16,
    pub tag: i32,
    pub send: SendId,
    pub len: u64,
    pub pushed: u64,
    pub address: u64,
    /// True if all bytes are pushed, and the sender waits for no acknowledgement.
    pub released: bool,
}

/// The bit of the length's word that is set if the message is `released`.
const RELEASED: u64 = 1 << 63;

impl First {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::First, context: self.context, tag: self.tag }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), self.len | if self.released { RELEASED } else { 0 }, self.pushed, self.address]
    }
    /// Decodes the frame. Returns `None` if the lengths contradict each other.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<First> {
        let [send, len, pushed, address] = frame.words()?;
        let here = frame.len(Self::WORDS) as u64;
        let (released, len) = (len & RELEASED != 0, len & !RELEASED);
        (here <= pushed && pushed <= len && (!released || pushed == len)).then_some(First {
            context: head.context,
            tag: head.tag,
            send: from_wire(send),
            len,
            pushed,
            address,
            released,
        })
    }
}
