//! BEGIN: the head of a longer message for a handler, with its first bytes; nothing follows unasked.
//! Head: the handler as tag, as context the message's role (bit 0), and whether the sender asks for credit
//! (bit 1). Words: send id, message length, bytes that the sender has handed over so far, address of
//! the message in the sender's memory (0: none). Body: the first bytes.
use super::{Arrival, Head, Kind, MessageRole};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begin {
    pub handler: i32,
    pub role: MessageRole,
    /// True if the sender lacks credit for the bytes that it has handed over. The receiver then returns all credit that
    /// it owes, at once.
    pub asks: bool,
    pub send: SendId,
    pub len: u64,
    /// The end of the first piece. The receiver may not ask for later bytes yet.
    pub ready: u64,
    pub address: u64,
}

impl Begin {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Begin, context: self.role as u16 | u16::from(self.asks) << 1, tag: self.handler }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), self.len, self.ready, self.address]
    }
    /// Decodes the frame. Returns `None` if the lengths contradict each other, or if there is no such role.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Begin> {
        let [send, len, ready, address] = frame.words()?;
        let here = frame.len(Self::WORDS) as u64;
        let (handler, asks) = (head.tag, head.context & 2 != 0);
        let role = MessageRole::of_context(head.context & !2)?;
        (here <= ready && ready <= len).then_some(Begin {
            handler,
            role,
            asks,
            send: from_wire(send),
            len,
            ready,
            address,
        })
    }
}
