//! What this owner knows: windows on offer, operations under way at either side, and accounts of them.
use crate::ids::{ArrivalId, DepositId, OperationId, Rank, SendId, WindowId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::transfer::Class;
use crate::wire::{Combine, Refusal};
use slotmap::SlotMap;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The account that these operations are charged to.
pub(super) const CLASS: Class = Class::Windows;
pub(super) const WINDOWS: usize = CLASS.index();

/// All that this owner knows. Its parts are seen in this folder alone.
#[derive(Debug, Default)]
pub(in crate::protocol) struct Windows {
    /// What this rank offers.
    pub(super) offered: HashMap<WindowId, Offered>,
    /// Deposits of others of which not all is here.
    pub(super) incoming: SlotMap<DepositId, Incoming>,
    /// What others pull out of this rank's windows. It stays a while after the send, whose slot another may have taken,
    /// until its credit is given back: no `SecondaryMap`, in which that one would replace it.
    pub(super) lent: BTreeMap<SendId, Lent>,
    /// Operations of this rank's that are answered by a reply.
    pub(super) operations: SlotMap<OperationId, Operation>,
    /// By the peer's place among all peers.
    pub(super) links: Vec<Link>,
}

/// A deposit of which not all is here.
#[derive(Debug)]
pub(super) struct Incoming {
    pub(super) p: usize,
    pub(super) window: WindowId,
    pub(super) offset: u64,
    pub(super) len: u64,
    pub(super) arrival: ArrivalId,
    /// Credit that it holds.
    pub(super) cost: u64,
}

/// Bytes that a peer pulls out of a window.
#[derive(Debug)]
pub(super) struct Lent {
    pub(super) p: usize,
    /// `None`: it was withdrawn, and they come from a copy.
    pub(super) window: Option<WindowId>,
}

/// An operation of this rank's that a reply ends.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) p: usize,
    pub(super) window: WindowId,
    /// Bytes that it brings.
    pub(super) len: u64,
    /// The reply is here in part.
    pub(super) arrival: Option<ArrivalId>,
    /// What came of it.
    pub(super) end: Option<Result<(), Refusal>>,
    /// Nobody will ask for that.
    pub(super) detached: bool,
}

/// What this owner knows of a peer.
#[derive(Debug, Default)]
pub(super) struct Link {
    /// Operations of this rank's of which nothing has left.
    pub(super) requests: VecDeque<Waiting>,
    /// Answers to the peer's that have not left.
    pub(super) answers: VecDeque<Answer>,
    /// Operations of the peer's that are over, of which it has not heard.
    pub(super) applied: Vec<(WindowId, Count)>,
    /// What this rank has under way there.
    pub(super) ledgers: HashMap<WindowId, Ledger>,
    /// So many of these are kept before those that say nothing are looked for.
    pub(super) most: usize,
}

/// Operations that are over.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) all: u64,
    pub(super) refused: u64,
    pub(super) refusal: Option<Refusal>,
}

/// One window at one target, as the origin keeps account of it.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// Operations under way that are answered by a count, and by a reply each.
    pub(super) counted: u64,
    pub(super) replied: u64,
    /// Why the last that was refused was, since somebody asked.
    pub(super) refusal: Option<Refusal>,
}

/// Ledgers that are kept of a peer, however few of them say anything.
const FEW_LEDGERS: usize = 16;

impl Link {
    /// The ledger of a window. Where there are twice as many as said something last time, those that say nothing (any
    /// more) are forgotten: of connections that were dropped, and windows that were withdrawn.
    pub fn ledger(&mut self, window: WindowId) -> &mut Ledger {
        if self.ledgers.len() >= self.most.max(FEW_LEDGERS) && !self.ledgers.contains_key(&window) {
            self.ledgers.retain(|_, ledger| !ledger.is_blank());
            self.most = 2 * self.ledgers.len();
        }
        self.ledgers.entry(window).or_default()
    }
}

impl Ledger {
    /// True if it is as one that has just been begun.
    pub fn is_blank(&self) -> bool {
        self.counted + self.replied == 0 && self.refusal.is_none()
    }
}

impl Windows {
    /// What is known of a peer.
    pub(super) fn link(&mut self, p: usize) -> &mut Link {
        if p >= self.links.len() {
            self.links.resize_with(p + 1, Link::default);
        }
        &mut self.links[p]
    }
}

/// An answer to an operation that a reply ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Answer {
    Refused {
        operation: OperationId,
        refusal: Refusal,
    },
    /// Bytes of a window, as they are when the answer leaves.
    Read {
        operation: OperationId,
        window: WindowId,
        offset: u64,
        len: u64,
    },
    /// What was there before a combination; it holds `cost` bytes of credit.
    Old {
        operation: OperationId,
        send: SendId,
        len: u64,
        cost: u64,
    },
    /// More bytes of a window than are pushed.
    Long {
        operation: OperationId,
        send: SendId,
        len: u64,
    },
}

impl Answer {
    /// Credit that comes back when it has left. What is pulled holds its credit until that is over.
    pub fn cost(&self) -> u64 {
        match self {
            Answer::Old { cost, .. } => *cost,
            Answer::Long { .. } => 0,
            Answer::Refused { .. } | Answer::Read { .. } => ENTRY_COST,
        }
    }
}

/// A window of this rank's.
#[derive(Debug)]
pub(super) struct Offered {
    pub(super) key: u64,
    /// The one rank that may come; `None`: whoever knows the key.
    pub(super) only: Option<Rank>,
    /// Bytes of each of its parts, by the offset of that. No two overlap.
    pub(super) parts: BTreeMap<u64, u64>,
}

impl Offered {
    pub fn has(&self, offset: u64, len: u64) -> bool {
        let part = self.parts.range(..=offset).next_back();
        let slack = if planted("deposit_over_the_end") { 1 } else { 0 };
        part.is_some_and(|(start, room)| len <= room + slack && offset - start <= room + slack - len)
    }
}

/// An operation of which nothing has left, or not all of its parts.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) request: Request,
    /// The memory that its bytes are in.
    pub(super) send: Option<SendId>,
    /// Bytes that have left in parts.
    pub(super) left: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) place: WindowPlace,
    /// Bytes of the call's memory.
    pub(super) len: u64,
    pub(super) what: What,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Put,
    Get { operation: OperationId, len: u64 },
    Combine { operation: OperationId, how: How },
}

/// Where an operation goes: a place in a window of another rank's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowPlace {
    pub to: Rank,
    pub window: WindowId,
    /// What the window was offered with.
    pub key: u64,
    /// In bytes.
    pub offset: u64,
}

/// How the bytes of a call are combined with those in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    pub combine: Combine,
    /// Compare and swap: the call's memory is what is compared with and then, as long, what takes its place.
    pub swap: bool,
    /// What was there before comes back.
    pub replied: bool,
}
