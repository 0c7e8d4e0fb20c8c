//! The send queue: sends that have not completed (Push-Pull Messaging, 1.2).
use super::account::Class;
use crate::ids::{ArrivalId, Rank, SendId};
use crate::planted::planted;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Its owner holds it back, for want of credit or room; nothing has left.
    Held,
    /// Its owner has told the receiver of it, who may take it or leave it.
    Offered,
    /// The head has left; the receiver may ask for ranges of it.
    Pushed,
    /// The receiver has asked for the last of it.
    Pulled,
    Done,
    Cancelled,
}

#[derive(Debug)]
pub struct Send {
    pub to: Rank,
    pub class: Class,
    /// Bytes of the message.
    pub len: u64,
    /// The bytes that its memory has, which the receiver may ask for: all, or the piece at hand.
    pub start: u64,
    pub ready: u64,
    /// Up to here all bytes have left.
    pub left: u64,
    /// It has memory.
    pub lent: bool,
    pub state: State,
    /// Streams of its bytes that are still being sent.
    pub streams: u32,
    /// The receiver wants no more than the streams under way.
    pub released: bool,
    /// Its receiver reads it without help.
    pub mapped: bool,
    /// Nobody will ask for the outcome.
    pub detached: bool,
    /// It was cancelled too late: its bytes are a copy of ours, and for the program it is over.
    pub kept: bool,
}

impl Send {
    /// A send of which all is handed over.
    pub fn new(to: Rank, class: Class, len: u64) -> Send {
        let (streams, released, detached, kept) = (0, false, false, false);
        let (start, ready, left, lent) = (0, len, 0, true);
        let (state, mapped) = (State::Held, true);
        Send { to, class, len, start, ready, left, lent, state, streams, released, mapped, detached, kept }
    }

    /// True if the range is in the memory that it has.
    pub fn has(&self, range: &Range<u64>) -> bool {
        self.start <= range.start && range.start < range.end && range.end <= self.ready
    }

    /// True if the piece at hand, of a message that comes in pieces, has left for certain.
    pub fn piece_is_over(&self) -> bool {
        self.lent
            && self.left >= self.ready
            && self.class.runs_handlers()
            && (self.streams == 0 || planted("piece_free_early"))
    }

    /// True once it is complete or cancelled.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Done | State::Cancelled)
    }

    /// True while the receiver knows of it and may read its memory.
    pub fn lies_ready(&self) -> bool {
        matches!(self.state, State::Pushed | State::Offered)
    }
}

/// Bytes of a send on their way out, piece by piece.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    pub send: SendId,
    /// The byte of the message that the send's memory begins with, while this stream lasts.
    pub start: u64,
    /// What comes back with each piece that was pulled; `None`: pushed unasked behind the head (BYTES_TO_PUSH(2)).
    pub pulled: Option<ArrivalId>,
    pub next: u64,
    pub end: u64,
    /// The longest body of one of its frames.
    pub piece: u64,
    /// When it has left, so has the message, and the receiver answers no more.
    pub last: bool,
}
