//! REPLY: the bytes that a GET asked for, or the old values of a COMBINE. Head: as context the refusal, 0 for none.
//! Words: the origin's operation id. Body: the bytes.
//!
//! REPLYHEAD: the head of a longer answer with its first bytes; the origin pulls the other bytes at once. Words: the
//! operation id, send id.
use super::{Arrival, Head, Kind};
use crate::ids::{OperationId, SendId, from_wire, to_wire};

/// The reason why an operation on a window failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Refusal {
    /// The target offers no such window.
    NoWindow = 1,
    /// The key is wrong.
    WrongKey = 2,
    /// The operation reaches outside the window's memory.
    Outside = 3,
    /// The target does not support this combine for these elements, or the elements are misaligned.
    NoOperation = 4,
    /// The target withdrew the window before the operation was over.
    Withdrawn = 5,
    /// The target has died or left. This reason never travels on the wire.
    Lost = 6,
}

impl Refusal {
    const SAID: [Refusal; 5] =
        [Refusal::NoWindow, Refusal::WrongKey, Refusal::Outside, Refusal::NoOperation, Refusal::Withdrawn];

    /// Decodes a head's context: `Some(None)` means no refusal, `None` an unknown reason.
    pub(super) fn from_context(context: u16) -> Option<Option<Refusal>> {
        match context {
            0 => Some(None),
            n => Refusal::SAID.into_iter().find(|r| *r as u16 == n).map(Some),
        }
    }

    pub(super) fn to_context(refusal: Option<Refusal>) -> u16 {
        refusal.map_or(0, |r| r as u16)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    pub operation: OperationId,
    pub refusal: Option<Refusal>,
}

impl Reply {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Reply, context: Refusal::to_context(self.refusal), tag: 0 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.operation)]
    }
    /// Decodes the frame. Returns `None` if a refusal brings bytes.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Reply> {
        let [operation] = frame.words()?;
        let refusal = Refusal::from_context(head.context)?;
        (refusal.is_none() || frame.len(Self::WORDS) == 0).then_some(Reply { operation: from_wire(operation), refusal })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyHead {
    pub operation: OperationId,
    pub send: SendId,
}

impl ReplyHead {
    pub const WORDS: usize = 2;

    pub fn head(self) -> u64 {
        Head::bare(Kind::ReplyHead).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.operation), to_wire(self.send)]
    }
    pub fn parse(frame: &impl Arrival) -> Option<ReplyHead> {
        let [operation, send] = frame.words()?;
        Some(ReplyHead { operation: from_wire(operation), send: from_wire(send) })
    }
}
