//! A view of the account between two ranks, for checkers.
use crate::ids::Rank;

/// What one rank accounts with one peer. Amounts of credit are in bytes; the other fields count items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    pub peer: Rank,
    /// As a sender: how many messages with tags have left for the peer.
    pub sent: u64,
    /// As a receiver: how many messages have arrived from the peer in their turn.
    pub received: u64,
    /// As a sender: how many bytes of credit this rank has spent so far. A message that left without a push counts as
    /// [`ENTRY_COST`](crate::limits::ENTRY_COST).
    pub spent: u64,
    /// As a sender: how many bytes this rank may still push to the peer.
    pub credit: u64,
    /// As a receiver: how many bytes the peer may still push.
    pub allowance: u64,
    /// As a receiver: credit that this rank has yet to return to the peer, for messages that this rank has taken.
    pub owed: u64,
    /// As a receiver: credit that this rank withholds since the pushed buffer shrank.
    pub withheld: u64,
    /// As a receiver: credit that messages in the buffer queue hold.
    pub buffered: u64,
    /// Frames that wait for room in the fabric.
    pub outbox: usize,
    /// How many bytes of credit the frames in `outbox` have spent.
    pub queued: u64,
    /// How many sends this rank holds back for want of credit.
    pub held: usize,
    /// Sends that leave as a sequence of frames.
    pub streams: usize,
    /// Messages that arrive piece by piece.
    pub incoming: usize,
    /// Messages that arrived before their turn.
    pub early: usize,
    /// True if a seek to the peer is under way.
    pub seeks: bool,
}

impl Account {
    /// Returns an empty view of an account with `peer`.
    pub(super) fn new(peer: Rank) -> Account {
        Account {
            peer,
            sent: 0,
            received: 0,
            spent: 0,
            credit: 0,
            allowance: 0,
            owed: 0,
            withheld: 0,
            buffered: 0,
            outbox: 0,
            queued: 0,
            held: 0,
            streams: 0,
            incoming: 0,
            early: 0,
            seeks: false,
        }
    }
}
