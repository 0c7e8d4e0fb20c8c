//! MORE: the sender of a message for a handler hands over the next piece; the memory of the preceding piece belongs to
//! the sender's program again. Head: the message's role as context. Words: send id, begin and end of the piece in the
//! message, address of its first byte in the sender's memory (0: none). Body: nothing, or the whole piece; a piece in
//! the body is pushed, and its memory is free again at once. An empty piece says that no other will follow: the message
//! ends there, before its full length.
use super::{Arrival, Head, Kind, MessageRole};
use crate::ids::{SendId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct More {
    pub role: MessageRole,
    pub send: SendId,
    pub start: u64,
    pub ready: u64,
    pub address: u64,
}

impl More {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::More, context: self.role as u16, tag: 0 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.send), self.start, self.ready, self.address]
    }
    /// Decodes the frame. Returns `None` if the piece ends before it begins, if the body is only a part of it, or if
    /// there is no such role.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<More> {
        let [send, start, ready, address] = frame.words()?;
        let role = MessageRole::of_context(head.context)?;
        let (here, len) = (frame.len(Self::WORDS) as u64, ready.checked_sub(start)?);
        (here == 0 || here == len).then_some(More { role, send: from_wire(send), start, ready, address })
    }
    /// Returns true if no piece will follow.
    pub fn is_end(&self) -> bool {
        self.start == self.ready
    }
}
