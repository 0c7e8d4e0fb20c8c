//! A view into the protocol's state, for checkers: what is accounted with each peer, and what is left over.
use crate::ids::Rank;

/// What one rank accounts with another; all in bytes or pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    pub peer: Rank,
    /// As a sender: bytes that may still be pushed.
    pub credit: u64,
    /// As a receiver: bytes that may still arrive unasked, taken bytes not yet told, bytes kept back since the pushed
    /// buffer shrank, and credit held by messages in the buffer queue.
    pub allowance: u64,
    pub owed: u64,
    pub withheld: u64,
    pub buffered: u64,
    /// Frames that wait for room in the fabric.
    pub outbox: usize,
    /// Bytes that they bring, for which credit was spent.
    pub queued: u64,
    /// Sends held back, streams going out, messages coming in piece by piece, messages that came early.
    pub held: usize,
    pub streams: usize,
    pub incoming: usize,
    pub early: usize,
    /// A seek is under way.
    pub seeks: bool,
}

/// Operations and messages that the protocol still knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    pub sends: usize,
    /// Messages of which not all is here.
    pub arrivals: usize,
    /// Messages that run handlers.
    pub handled: usize,
    pub recvs: usize,
    pub posted: usize,
    pub entries: usize,
    pub queued: usize,
}

/// What the protocol still knows of messages that run handlers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handled {
    /// Messages that have begun to arrive and that nobody has [finished](crate::Engine::finish) with, or to whose
    /// memory a copy still goes.
    pub messages: usize,
    /// Messages of which not all is here.
    pub arrivals: usize,
    /// Messages on their way out.
    pub sends: usize,
    /// Pushed bytes that are kept, and what an entry costs for each message: all that peers' credit is charged for.
    pub pushed: u64,
}
