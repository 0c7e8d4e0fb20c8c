//! REPLY: what a GET asked for, or what was there before a COMBINE. Head: as context why there is none, 0 if there is.
//! Words: the asker's name for the operation. Body: the bytes.
//!
//! REPLYHEAD: the head of a longer answer with its first bytes; the asker pulls the rest at once. Words: the
//! operation, send id.
use super::{Arrival, Head, Kind};
use crate::ids::{OperationId, SendId, from_wire, to_wire};

/// Why an operation on a window has come to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Refusal {
    /// The target offers no such window.
    NoWindow = 1,
    /// The key is another.
    WrongKey = 2,
    /// Not all of it lies in memory that the window has.
    Outside = 3,
    /// The target does not know how to combine such elements so, or they lie askew.
    NoOperation = 4,
    /// The window was withdrawn meanwhile.
    Withdrawn = 5,
    /// The target has died or left. Nobody says so on the wire.
    Lost = 6,
}

impl Refusal {
    const SAID: [Refusal; 5] =
        [Refusal::NoWindow, Refusal::WrongKey, Refusal::Outside, Refusal::NoOperation, Refusal::Withdrawn];

    /// What a head's context says: `Some(None)` if there is no refusal; `None` if it says nothing known.
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
    /// `None` if it brings bytes although it is a refusal.
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
