//! Windows: memory that a rank offers, and that others read and write without its help (Direct Deposit; MPI 5.0,
//! chapter 12), where no processor reaches it: between machines, and where memory cannot be mapped.
//!
//! A window is a standing grant: its offer has named the destination of whatever comes, so that nothing is matched and
//! nothing is kept. This owner issues operations in their order ([`request`]), checks and plays them at the target
//! ([`serve`]), and tells the origin what is over ([`outcome`]): what brings bytes by a reply, all else by a count.
//! Pushed bytes go straight to their place; credit bounds what is under way, and the old values that wait to leave.
mod answer;
mod lose;
mod offer;
mod outcome;
#[cfg(test)]
mod pair;
mod request;
mod serve;
#[cfg(test)]
mod tests;
mod views;

pub use request::{How, WindowPlace};

use super::transfer::Class;
use crate::ids::{ArrivalId, DepositId, OperationId, SendId, WindowId};
use crate::wire::Refusal;
use answer::Answer;
use offer::Offered;
use request::Waiting;
use slotmap::SlotMap;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The account that these operations are charged to.
const CLASS: Class = Class::Windows;
const WINDOWS: usize = CLASS.index();

/// All that this owner knows. Its parts are seen in this folder alone.
#[derive(Debug, Default)]
pub(super) struct Windows {
    /// What this rank offers.
    offered: HashMap<WindowId, Offered>,
    /// Deposits of others of which not all is here.
    incoming: SlotMap<DepositId, Incoming>,
    /// What others pull out of this rank's windows. It stays a while after the send, whose slot another may have taken,
    /// until its credit is given back: no `SecondaryMap`, in which that one would replace it.
    lent: BTreeMap<SendId, Lent>,
    /// Operations of this rank's that are answered by a reply.
    operations: SlotMap<OperationId, Operation>,
    /// By the peer's place among all peers.
    links: Vec<Link>,
}

/// A deposit of which not all is here.
#[derive(Debug)]
struct Incoming {
    p: usize,
    window: WindowId,
    offset: u64,
    len: u64,
    arrival: ArrivalId,
    /// Credit that it holds.
    cost: u64,
}

/// Bytes that a peer pulls out of a window.
#[derive(Debug)]
struct Lent {
    p: usize,
    /// `None`: it was withdrawn, and they come from a copy.
    window: Option<WindowId>,
}

/// An operation of this rank's that a reply ends.
#[derive(Debug)]
struct Operation {
    p: usize,
    window: WindowId,
    /// Bytes that it brings.
    len: u64,
    /// The reply is here in part.
    arrival: Option<ArrivalId>,
    /// What came of it.
    end: Option<Result<(), Refusal>>,
    /// Nobody will ask for that.
    detached: bool,
}

/// What this owner knows of a peer.
#[derive(Debug, Default)]
struct Link {
    /// Operations of this rank's of which nothing has left.
    requests: VecDeque<Waiting>,
    /// Answers to the peer's that have not left.
    answers: VecDeque<Answer>,
    /// Operations of the peer's that are over, of which it has not heard.
    applied: Vec<(WindowId, Count)>,
    /// What this rank has under way there.
    ledgers: HashMap<WindowId, Ledger>,
    /// So many of these are kept before those that say nothing are looked for.
    most: usize,
}

/// Operations that are over.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    all: u64,
    refused: u64,
    refusal: Option<Refusal>,
}

/// One window at one target, as the origin keeps account of it.
#[derive(Debug, Default)]
struct Ledger {
    /// Operations under way that are answered by a count, and by a reply each.
    counted: u64,
    replied: u64,
    /// Why the last that was refused was, since somebody asked.
    refusal: Option<Refusal>,
}

/// Ledgers that are kept of a peer, however few of them say anything.
const FEW_LEDGERS: usize = 16;

impl Link {
    /// The ledger of a window. Where there are twice as many as said something last time, those that say nothing (any
    /// more) are forgotten: of connections that were dropped, and windows that were withdrawn.
    fn ledger(&mut self, window: WindowId) -> &mut Ledger {
        if self.ledgers.len() >= self.most.max(FEW_LEDGERS) && !self.ledgers.contains_key(&window) {
            self.ledgers.retain(|_, ledger| !ledger.is_blank());
            self.most = 2 * self.ledgers.len();
        }
        self.ledgers.entry(window).or_default()
    }
}

impl Ledger {
    /// True if it is as one that has just been begun.
    fn is_blank(&self) -> bool {
        self.counted + self.replied == 0 && self.refusal.is_none()
    }
}

impl Windows {
    /// What is known of a peer.
    fn link(&mut self, p: usize) -> &mut Link {
        if p >= self.links.len() {
            self.links.resize_with(p + 1, Link::default);
        }
        &mut self.links[p]
    }
}
