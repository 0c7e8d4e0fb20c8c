//! Moving messages between two ranks, whoever they belong to: what is pushed, what is pulled, and how much of it may be
//! under way. A transfer knows a send, a destination, ranges of bytes, credit and a peer; it does not know why somebody
//! sends or receives. The owners (`tags`, `handlers`, `windows`) know that: they admit messages, name destinations, and
//! hear what is complete.
mod account;
mod arriving;
mod direct;
mod outbox;
mod peer;
mod pieces;
mod push;
mod receive;
mod send;
mod serve;

pub use account::{CLASSES, Class};
pub use outbox::Control;
pub use peer::Peer;
pub use pieces::Landed;
pub use push::{Envelope, Left};
pub use send::{Send, State};

use super::counters::Counters;
use super::sink::{Path, Sink};
use crate::ids::{ArrivalId, Rank, SendId};
use crate::limits::Limits;
use arriving::Arriving;
use slotmap::SlotMap;
use std::collections::HashMap;

/// All transfers of one rank.
#[derive(Debug)]
pub struct Transfers {
    pub limits: Limits,
    pub peers: Vec<Peer>,
    index: HashMap<Rank, u32>,
    /// The peer that was last looked up: it is mostly the next one too.
    last: usize,
    pub sends: SlotMap<SendId, Send>,
    /// Messages of which not all is here.
    pub arrivals: SlotMap<ArrivalId, Arriving>,
    /// Sends in pieces whose memory is the caller's again, of which their owner has not heard yet.
    pub freed: Vec<SendId>,
    /// Peers that wait for room in the fabric, or to which credit is due.
    busy: Vec<u32>,
    /// Credit of a peer, for messages with tags, as the application last set it (the paper, 1.3.2).
    credit_each: u64,
    /// So much owed credit is given back, by class.
    dues: [u64; CLASSES],
    pub counters: Counters,
}

impl Transfers {
    pub fn new(limits: Limits) -> Transfers {
        let limits = limits.checked();
        let mut transfers = Transfers {
            limits,
            peers: Vec::new(),
            index: HashMap::new(),
            last: 0,
            sends: SlotMap::with_key(),
            arrivals: SlotMap::with_key(),
            freed: Vec::new(),
            busy: Vec::new(),
            credit_each: limits.credit,
            dues: [0; CLASSES],
            counters: Counters::default(),
        };
        transfers.set_dues();
        transfers
    }

    /// Changes what is pushed; peers that are known follow.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits.checked();
        self.set_dues();
        for p in 0..self.peers.len() {
            let push = self.limits.push(self.peers[p].path.native_pull);
            self.peers[p].push = push;
        }
    }

    /// The peer's place in the list, if it has been talked to.
    #[inline(always)]
    pub fn known(&mut self, rank: Rank) -> Option<usize> {
        match self.peers.get(self.last) {
            Some(p) if p.rank == rank => Some(self.last),
            _ => self.find(rank),
        }
    }

    fn find(&mut self, rank: Rank) -> Option<usize> {
        self.last = *self.index.get(&rank)? as usize;
        Some(self.last)
    }

    /// The same; made when it is first talked to.
    #[inline(always)]
    pub fn peer<S: Sink>(&mut self, sink: &S, rank: Rank) -> usize {
        match self.known(rank) {
            Some(p) => p,
            None => self.meet(rank, sink.path(rank)),
        }
    }

    #[cold]
    fn meet(&mut self, rank: Rank, path: Path) -> usize {
        self.last = self.peers.len();
        self.index.insert(rank, self.last as u32);
        let mut peer = Peer::new(rank, path, &self.limits);
        peer.accounts[Class::Tags.index()].adjust(self.limits.credit, self.credit_each);
        self.peers.push(peer);
        self.last
    }

    /// Puts the peer on the list of those that `flush` serves.
    pub fn look_after(&mut self, p: usize) {
        if !self.peers[p].busy {
            self.peers[p].busy = true;
            self.busy.push(p as u32);
        }
    }

    /// True if some peer is to be looked after.
    #[inline(always)]
    pub fn wants_flush(&self) -> bool {
        !self.busy.is_empty()
    }

    /// The peers to look after; they are no longer on the list.
    pub fn take_busy(&mut self) -> Vec<u32> {
        let busy = std::mem::take(&mut self.busy);
        for &p in &busy {
            self.peers[p as usize].busy = false;
        }
        busy
    }

    /// Frames and pieces that still want to go out, and sends that others have not taken.
    pub fn unsent(&self) -> usize {
        let waiting: usize = self.peers.iter().map(|p| p.outbox.len() + p.streams.len()).sum();
        waiting + self.sends.values().filter(|s| !s.is_over()).count()
    }
}
