//! The send queue: sends that have not completed (Push-Pull Messaging, 1.2).
use super::class::Class;
use crate::ids::{ArrivalId, Rank, SendId};
use crate::planted::planted;
use crate::wire::MessageRole;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The owner holds the send back, for want of credit or room. No frame of it has left.
    Held,
    /// The owner has offered the message to the receiver, which may take or decline it.
    Offered,
    /// The head has left. The receiver may ask for ranges of the message.
    Pushed,
    /// The receiver has asked for the last range.
    Pulled,
    Done,
    Cancelled,
}

#[derive(Debug)]
pub struct Send {
    pub to: Rank,
    pub class: Class,
    /// The length of the message in bytes.
    pub len: u64,
    /// The first byte of the message in the send's memory.
    pub start: u64,
    /// The end of the bytes in the send's memory. The receiver may ask for `start..ready`, which is the whole message
    /// or the current piece.
    pub ready: u64,
    /// The end of the bytes that have left.
    pub left: u64,
    /// True if the send still uses memory of the caller.
    pub lent: bool,
    pub state: State,
    /// How many streams still send bytes of the message.
    pub streams: u32,
    /// True if the receiver wants no bytes except those of the streams under way.
    pub released: bool,
    /// The role of a message that the caller hands over piece by piece; `None`: the whole message is handed over.
    pub pieces: Option<MessageRole>,
    /// True if the receiver learns the address of the send's memory.
    pub named: bool,
    /// True if the receiver maps the send's memory.
    pub mapped: bool,
    /// True if the caller will not ask for the outcome.
    pub detached: bool,
    /// True if the program cancelled the send too late: its bytes are in a private copy, and the send is over for the
    /// program.
    pub kept: bool,
}

impl Send {
    /// Creates a send whose whole message is handed over.
    pub fn new(to: Rank, class: Class, len: u64) -> Send {
        let (streams, released, detached, kept) = (0, false, false, false);
        let (start, ready, left, lent) = (0, len, 0, true);
        let (state, mapped, pieces, named) = (State::Held, true, None, true);
        Send {
            to,
            class,
            len,
            start,
            ready,
            left,
            lent,
            state,
            streams,
            released,
            pieces,
            named,
            mapped,
            detached,
            kept,
        }
    }

    /// Returns the role that the frames of a message in pieces carry.
    pub fn role(&self) -> MessageRole {
        self.pieces.unwrap_or_default()
    }

    /// Returns true if the range lies in the send's memory.
    pub fn has(&self, range: &Range<u64>) -> bool {
        self.start <= range.start && range.start < range.end && range.end <= self.ready
    }

    /// Returns true if the current piece of a message in pieces has left for certain.
    pub fn piece_is_over(&self) -> bool {
        self.lent
            && self.left >= self.ready
            && self.pieces.is_some()
            && (self.streams == 0 || planted("piece_free_early"))
    }

    /// Returns true if the send is complete or cancelled.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Done | State::Cancelled)
    }

    /// Returns true while the receiver knows of the send and may read its memory.
    pub fn lies_ready(&self) -> bool {
        matches!(self.state, State::Pushed | State::Offered)
    }
}

/// Bytes of a send that leave as a sequence of frames.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    pub send: SendId,
    /// The byte of the message at which the send's memory begins, while this stream lasts.
    pub start: u64,
    /// The number that each pulled piece carries back; `None` for bytes pushed behind the head (BYTES_TO_PUSH(2)).
    pub pulled: Option<ArrivalId>,
    pub next: u64,
    pub end: u64,
    /// The longest body of one frame of the stream, in bytes.
    pub piece: u64,
    /// True if the message ends with this stream, and the receiver sends no further answer.
    pub last: bool,
}
