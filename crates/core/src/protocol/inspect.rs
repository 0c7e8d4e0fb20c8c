//! A view into the protocol's state, for checkers: what is accounted with each peer, and what is left over.
use super::engine::Engine;
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
    pub recvs: usize,
    pub posted: usize,
    pub entries: usize,
    pub queued: usize,
}

impl Engine {
    /// The accounts with every peer talked to so far.
    pub fn accounts(&self) -> impl Iterator<Item = Account> {
        self.peers.iter().map(|p| Account {
            peer: p.rank,
            credit: p.credit,
            allowance: p.allowance,
            owed: p.owed,
            withheld: p.withheld,
            buffered: self.buffered_from(p.rank),
            outbox: p.outbox.len(),
            held: p.held.len(),
            streams: p.streams.len(),
            incoming: p.incoming.len(),
            early: p.early.len(),
            seeks: p.seek.is_some(),
        })
    }

    pub fn leftovers(&self) -> Leftovers {
        Leftovers {
            sends: self.sends.len(),
            recvs: self.receives.recvs.len(),
            posted: self.receives.posted(),
            entries: self.buffered.entries.len(),
            queued: self.buffered.queued(),
        }
    }

    fn buffered_from(&self, rank: Rank) -> u64 {
        let entries = self.buffered.entries.values();
        entries.filter(|e| e.from == rank).map(|e| e.cost).sum()
    }
}
