//! The send queue: sends that have not completed.
use super::chain::{Link, Linked};
use super::mode::Mode;
use crate::ids::{Rank, RecvId, SendId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Waits for credit or room; nothing has left.
    Held,
    /// Offered in answer to a seek; not yet pulled, accepted or declined.
    Offered,
    /// The head has left; the receiver has not answered.
    Pushed,
    /// The receiver has asked for the rest.
    Pulled,
    Done,
    Cancelled,
}

#[derive(Debug)]
pub struct Send {
    pub to: Rank,
    pub context: u16,
    pub tag: i32,
    pub len: u64,
    pub mode: Mode,
    /// Its number among all messages to that receiver.
    pub sequence: u64,
    pub state: State,
    /// Streams of its bytes that are still being sent.
    pub streams: u32,
    /// The receiver wants no more than the streams under way.
    pub released: bool,
    pub detached: bool,
    /// It was cancelled too late: its bytes are a copy of ours, and for the program it is over.
    pub kept: bool,
    /// Its neighbours among those that wait.
    pub(super) held: Link<SendId>,
}

impl Linked<SendId, 0> for Send {
    fn link(&mut self) -> &mut Link<SendId> {
        &mut self.held
    }
    fn next(&self) -> SendId {
        self.held.next()
    }
}

impl Send {
    /// True once it is complete or cancelled.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Done | State::Cancelled)
    }

    /// The send that waits behind it; null if there is none.
    pub(super) fn next(&self) -> SendId {
        self.held.next()
    }
}

/// Bytes of a send on their way out, piece by piece.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    pub send: SendId,
    /// The receive that pulls them; `None`: pushed unasked behind the head (BYTES_TO_PUSH(2)).
    pub recv: Option<RecvId>,
    pub next: u64,
    pub end: u64,
    /// The longest body of one of its frames.
    pub piece: u64,
    /// When it has left, so has the message, and nobody answers.
    pub last: bool,
}
