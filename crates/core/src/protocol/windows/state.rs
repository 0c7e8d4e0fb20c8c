//! The state of windows: windows on offer, operations under way as origin and as target, and their accounts.
use crate::ids::{ArrivalId, DepositId, OperationId, Rank, SendId, WindowId};
use crate::planted::planted;
use crate::protocol::transfer::{Class, Debt};
use crate::wire::{Combine, Refusal, Rows};
use slotmap::SlotMap;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The class of credit that operations on windows are charged to.
pub(super) const CLASS: Class = Class::new(2);

/// The state of windows. Its fields are visible only in this folder.
#[derive(Debug, Default)]
pub(in crate::protocol) struct Windows {
    /// The windows that this rank offers.
    pub(super) offered: HashMap<WindowId, Offered>,
    /// Deposits of peers that have arrived in part.
    pub(super) incoming: SlotMap<DepositId, Incoming>,
    /// Bytes that peers pull out of this rank's windows, by send. An entry outlives its send until the entry's credit
    /// is returned. Meanwhile a new send may take the old send's slot, and would replace the entry in a `SecondaryMap`.
    pub(super) lent: BTreeMap<SendId, Lent>,
    /// This rank's operations that a reply ends.
    pub(super) operations: SlotMap<OperationId, Operation>,
    /// The peers, by their index among all peers.
    pub(super) links: Vec<PeerOperations>,
}

/// A deposit that has arrived in part.
#[derive(Debug)]
pub(super) struct Incoming {
    pub(super) p: usize,
    pub(super) window: WindowId,
    pub(super) offset: u64,
    pub(super) len: u64,
    pub(super) arrival: ArrivalId,
    /// The credit that the deposit holds.
    pub(super) debt: Debt,
}

/// Bytes that a peer pulls out of a window.
#[derive(Debug)]
pub(super) struct Lent {
    pub(super) p: usize,
    /// The window; `None` if it was withdrawn, so that the bytes come from a copy.
    pub(super) window: Option<WindowId>,
    /// The credit that the operation holds until the peer has pulled the bytes.
    pub(super) debt: Debt,
}

/// An operation of this rank that a reply ends.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) p: usize,
    pub(super) window: WindowId,
    /// How many bytes the reply brings.
    pub(super) len: u64,
    /// The arrival of a reply that has arrived in part.
    pub(super) arrival: Option<ArrivalId>,
    /// The result, once the operation is over.
    pub(super) end: Option<Result<(), Refusal>>,
    /// True if the caller will not ask for the result.
    pub(super) detached: bool,
}

/// What this owner knows of a peer.
#[derive(Debug, Default)]
pub(super) struct PeerOperations {
    /// This rank's operations of which no frame, or not every part, has left.
    pub(super) requests: VecDeque<Waiting>,
    /// Answers to the peer's operations that have not left.
    pub(super) answers: VecDeque<WaitingAnswer>,
    /// The peer's finished operations that this rank has not reported to the peer.
    pub(super) applied: Vec<(WindowId, Count)>,
    /// This rank's operations under way at the peer, by window.
    pub(super) ledgers: HashMap<WindowId, Ledger>,
    /// The number of ledgers at which blank ledgers are removed next.
    pub(super) most: usize,
}

/// Counts of operations that are over.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) all: u64,
    pub(super) refused: u64,
    pub(super) refusal: Option<Refusal>,
}

/// The origin's account of one window at one target.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// Operations under way that a count answers.
    pub(super) counted: u64,
    /// Operations under way that a reply answers.
    pub(super) replied: u64,
    /// The reason of the last refusal that the program has not fetched.
    pub(super) refusal: Option<Refusal>,
}

/// The least number of ledgers of a peer at which blank ledgers are removed. A larger number costs memory, a smaller
/// one time.
const FEW_LEDGERS: usize = 16;

impl PeerOperations {
    /// Returns the ledger of a window. First removes blank ledgers (of dropped connections and withdrawn windows) if
    /// the number of ledgers has doubled since the last removal.
    pub fn ledger(&mut self, window: WindowId) -> &mut Ledger {
        if self.ledgers.len() >= self.most.max(FEW_LEDGERS) && !self.ledgers.contains_key(&window) {
            self.ledgers.retain(|_, ledger| !ledger.is_blank());
            self.most = 2 * self.ledgers.len();
        }
        self.ledgers.entry(window).or_default()
    }
}

impl Ledger {
    /// Returns true if no operation is under way and no refusal is left to report, as in a new ledger.
    pub fn is_blank(&self) -> bool {
        self.counted + self.replied == 0 && self.refusal.is_none()
    }
}

impl Windows {
    /// Returns what this owner knows of a peer.
    pub(super) fn link(&mut self, p: usize) -> &mut PeerOperations {
        if p >= self.links.len() {
            self.links.resize_with(p + 1, PeerOperations::default);
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
    /// Bytes of a window, read when the answer leaves.
    Read {
        operation: OperationId,
        window: WindowId,
        offset: u64,
        len: u64,
    },
    /// Rows of a window, copied when the answer is the next to leave; then the answer is [`Answer::Old`].
    Rows {
        operation: OperationId,
        window: WindowId,
        offset: u64,
        rows: Rows,
        len: u64,
    },
    /// The old values of a combine, or copied rows.
    Old {
        operation: OperationId,
        send: SendId,
        len: u64,
    },
    /// More bytes of a window than one frame pushes.
    Long {
        operation: OperationId,
        send: SendId,
        len: u64,
    },
}

/// An answer that has not left.
#[derive(Debug)]
pub(super) struct WaitingAnswer {
    pub(super) answer: Answer,
    /// The credit that comes back when the answer has left. Bytes that the origin pulls hold their credit until the
    /// pull is over.
    pub(super) debt: Debt,
}

/// A window of this rank.
#[derive(Debug)]
pub(super) struct Offered {
    pub(super) key: u64,
    /// The one rank that may use the window; `None`: every rank that knows the key.
    pub(super) only: Option<Rank>,
    /// The parts of the window's memory, by offset. No two parts overlap.
    pub(super) parts: BTreeMap<u64, OfferedPart>,
}

/// A part of a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfferedPart {
    pub(super) len: u64,
    /// True if the memory of this part continues the memory of the part that ends at its offset.
    pub(super) continues: bool,
}

impl Offered {
    pub fn new(key: u64, only: Option<Rank>) -> Offered {
        Offered { key, only, parts: BTreeMap::new() }
    }

    /// Returns true if the bytes lie in one part, or in several parts of which each continues the preceding one.
    pub fn has(&self, offset: u64, len: u64) -> bool {
        let Some((&start, part)) = self.parts.range(..=offset).next_back() else { return false };
        let slack = if planted("deposit_over_the_end") { 1 } else { 0 };
        let Some(mut here) = (part.len + slack).checked_sub(offset - start) else { return false };
        while here < len {
            let next = offset.checked_add(here).and_then(|at| self.parts.get(&at));
            match next {
                Some(next) if next.continues && next.len > 0 => here += next.len,
                _ => return false,
            }
        }
        true
    }
}

/// An operation of which no frame, or not every part, has left.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) request: Request,
    /// The send that holds the operation's bytes.
    pub(super) send: Option<SendId>,
    /// How many bytes have left in parts.
    pub(super) left: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) place: WindowPlace,
    /// The length of the call's memory, in bytes.
    pub(super) len: u64,
    pub(super) what: RequestKind,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum RequestKind {
    Put,
    Get {
        operation: OperationId,
        len: u64,
    },
    Combine {
        operation: OperationId,
        how: How,
    },
    /// A put into rows, all of whose bytes fit a frame.
    PutRows(Rows),
    /// A get of so many rows, all of whose bytes fit a frame.
    GetRows {
        operation: OperationId,
        rows: Rows,
        count: u16,
    },
    /// A combine with rows that no reply answers, all of whose bytes fit a frame.
    CombineRows {
        rows: Rows,
        combine: Combine,
    },
}

/// The place of an operation: an offset in a window of another rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowPlace {
    pub to: Rank,
    pub window: WindowId,
    /// The key with which the target offered the window.
    pub key: u64,
    /// The offset in the window, in bytes.
    pub offset: u64,
}

/// How a call's bytes are combined with those in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    pub combine: Combine,
    /// True for compare-and-swap: the first half of the call's memory holds the values to compare with, the second half
    /// the new values.
    pub swap: bool,
    /// True if a reply brings the old values back.
    pub replied: bool,
}
