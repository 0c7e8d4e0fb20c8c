//! The send queue: sends that have not completed (Push-Pull Messaging, 1.2).
use super::account::Class;
use crate::ids::{ArrivalId, Rank, SendId};

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
    pub len: u64,
    pub state: State,
    /// Streams of its bytes that are still being sent.
    pub streams: u32,
    /// The receiver wants no more than the streams under way.
    pub released: bool,
    /// Nobody will ask for the outcome.
    pub detached: bool,
    /// It was cancelled too late: its bytes are a copy of ours, and for the program it is over.
    pub kept: bool,
}

impl Send {
    pub fn new(to: Rank, class: Class, len: u64) -> Send {
        Send { to, class, len, state: State::Held, streams: 0, released: false, detached: false, kept: false }
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
    /// What comes back with each piece that was pulled; `None`: pushed unasked behind the head (BYTES_TO_PUSH(2)).
    pub pulled: Option<ArrivalId>,
    pub next: u64,
    pub end: u64,
    /// The longest body of one of its frames.
    pub piece: u64,
    /// When it has left, so has the message, and the receiver answers no more.
    pub last: bool,
}
