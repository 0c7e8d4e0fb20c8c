//! Moves the bytes of messages between two ranks, for every owner: decides what is pushed, what is pulled, and how
//! much may be in flight. A transfer knows a send, a destination, ranges of bytes, credit and a peer, but not the
//! purpose of the message. The owners (`tags`, `handlers`, `windows`) know the purpose: they admit messages, name
//! destinations, and learn what is complete.
mod account;
mod arriving;
mod class;
mod debt;
mod direct;
mod forget;
mod outbox;
mod peer;
mod pieces;
mod push;
mod receive;
mod send;
mod serve;
mod sink;
mod source;
mod unexpected;
mod view;

pub use account::Account;
pub use class::{CLASSES, Class, CreditClass};
pub use debt::Debt;
pub use outbox::Control;
pub use peer::Peer;
pub use pieces::Landed;
pub use push::{Left, MessageHead};
pub use receive::Followed;
pub use send::{Send, State};
pub use sink::{Destination, Missing, Path, Pulling, TransferSink};
pub use source::{Full, Source};
pub use unexpected::{UnexpectedLog, UnexpectedMessage};
pub use view::Account as AccountView;

use super::counters::Counters;
use crate::ids::{ArrivalId, Rank, SendId};
use crate::limits::Limits;
use crate::planted::planted;
use arriving::Arriving;
use slotmap::SlotMap;
use std::collections::HashMap;

/// All transfers of one rank.
#[derive(Debug)]
pub struct Transfers {
    pub limits: Limits,
    pub peers: Vec<Peer>,
    index: HashMap<Rank, u32>,
    /// The vacant places in `peers`.
    vacant: Vec<u32>,
    /// The index of the peer that the last lookup returned. Most often the next lookup wants that peer again.
    last: usize,
    pub sends: SlotMap<SendId, Send>,
    /// Messages that have arrived in part.
    pub arrivals: SlotMap<ArrivalId, Arriving>,
    /// Sends in pieces whose memory belongs to the caller again, and whose owner has not fetched this news yet.
    pub freed: Vec<SendId>,
    /// Peers with frames that wait for room in the fabric, and peers to which this rank must return credit.
    busy: Vec<u32>,
    /// The classes of credit, by number.
    classes: [CreditClass; CLASSES],
    /// The credit of each peer in bytes, by class, as last set.
    credit_each: [u64; CLASSES],
    /// How many bytes of credit must be owed before this rank returns them, by class.
    dues: [u64; CLASSES],
    pub counters: Counters,
    /// The messages that a tool wants to hear of; `None` if no tool listens.
    pub log: Option<UnexpectedLog>,
}

impl Transfers {
    pub fn new(limits: Limits, classes: [CreditClass; CLASSES]) -> Transfers {
        let limits = limits.checked();
        let mut transfers = Transfers {
            limits,
            peers: Vec::new(),
            index: HashMap::new(),
            vacant: Vec::new(),
            last: 0,
            sends: SlotMap::with_key(),
            arrivals: SlotMap::with_key(),
            freed: Vec::new(),
            busy: Vec::new(),
            classes,
            credit_each: classes.map(|class| (class.credit)(&limits)),
            dues: [0; CLASSES],
            counters: Counters::default(),
            log: None,
        };
        transfers.set_dues();
        transfers
    }

    /// Sets the limits. Changes how much is pushed to known peers as well.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits.checked();
        self.set_dues();
        for p in 0..self.peers.len() {
            let limits = self.limits_of(self.peers[p].ranks_of_other_job);
            self.peers[p].push = limits.push(self.peers[p].path.native_pull);
        }
    }

    /// Returns the limits for what this rank pushes to a peer of a job with this many ranks (`None`: this job). The
    /// credit is that of the peer's job, and bounds each push.
    fn limits_of(&self, other_job: Option<u32>) -> Limits {
        let Some(ranks) = other_job.filter(|_| !planted("credit_of_own_job")) else { return self.limits };
        let Limits { credit, handlers, replies, windows, .. } = Limits::of_job(ranks, self.limits.frame);
        Limits { credit, handlers, replies, windows, ..self.limits }.checked()
    }

    /// Returns the peer's index; `None` if this rank has not talked to it.
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

    /// Returns the peer's index. Creates the peer at the first contact.
    #[inline(always)]
    pub fn peer<S: TransferSink>(&mut self, sink: &S, rank: Rank) -> usize {
        match self.known(rank) {
            Some(p) => p,
            None => self.meet(rank, sink.path(rank), sink.ranks_of_other_job(rank)),
        }
    }

    #[cold]
    fn meet(&mut self, rank: Rank, path: Path, other_job: Option<u32>) -> usize {
        let theirs = self.limits_of(other_job);
        let [credit, allowance] = [&theirs, &self.limits].map(|limits| self.classes.map(|c| (c.credit)(limits)));
        let mut peer = Peer::new(rank, path, &theirs, credit, allowance);
        peer.ranks_of_other_job = other_job;
        for class in Class::all() {
            let i = class.index();
            peer.account_mut(class).adjust(allowance[i], self.credit_each[i]);
        }
        self.last = self.take_place(peer);
        self.index.insert(rank, self.last as u32);
        self.last
    }

    /// Returns the account of a class with a peer.
    #[inline(always)]
    pub fn account(&mut self, p: usize, class: Class) -> &mut Account {
        self.peers[p].account_mut(class)
    }

    /// Sends the frames, owed credit and streams that waited for room at a peer. Returns true if anything left.
    pub fn flush<S: TransferSink>(&mut self, sink: &mut S, p: usize) -> bool {
        let moved = self.empty_outbox(sink, p);
        self.give_back_what_is_due(sink, p);
        moved | self.pump(sink, p)
    }

    /// Adds the peer to the list that `flush` works through.
    pub fn look_after(&mut self, p: usize) {
        if !self.peers[p].busy {
            self.peers[p].busy = true;
            self.busy.push(p as u32);
        }
    }

    /// Returns true if `flush` has a peer to serve.
    #[inline(always)]
    pub fn wants_flush(&self) -> bool {
        !self.busy.is_empty()
    }

    /// Returns the peers that `flush` has to serve, and empties the list.
    pub fn take_busy(&mut self) -> Vec<u32> {
        let busy = std::mem::take(&mut self.busy);
        for &p in &busy {
            self.peers[p as usize].busy = false;
        }
        busy
    }

    /// Counts the frames and pieces that still have to leave, and the sends that receivers have not taken.
    pub fn unsent(&self) -> usize {
        let waiting: usize = self.peers.iter().map(|p| p.outbox.len() + p.streams.len()).sum();
        waiting + self.sends.values().filter(|s| !s.is_over()).count()
    }
}
