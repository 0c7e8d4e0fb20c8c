//! What transfers know of another rank, from the first frame on. A rank that this rank has never talked to takes no
//! memory.
use super::account::Account;
use super::class::{CLASSES, Class};
use super::outbox::Control;
use super::send::Stream;
use super::sink::Path;
use super::view;
use crate::ids::{ArrivalId, Rank, SendId};
use crate::limits::{Limits, Push};
use std::collections::{HashMap, VecDeque};

#[derive(Debug)]
pub struct Peer {
    pub rank: Rank,
    /// What this rank can do with the peer's memory, and the size of pieces to the peer.
    pub path: Path,
    /// How many bytes of a message this rank pushes to the peer.
    pub push: Push,
    /// The credit in each direction, by class.
    accounts: [Account; CLASSES],
    /// Sends that leave for the peer as a sequence of frames.
    pub streams: VecDeque<Stream>,
    /// Frames that found the fabric full.
    pub outbox: VecDeque<Control>,
    /// True if the peer is on the list of peers that `flush` serves.
    pub busy: bool,
    /// Messages that the peer hands over piece by piece, by the peer's send id.
    pub open: HashMap<SendId, ArrivalId>,
    /// Messages whose bytes the peer is still pushing behind their head, by the peer's send id.
    pub pushing: HashMap<SendId, ArrivalId>,
    /// See [`super::TransferSink::ranks_of_other_job`].
    pub ranks_of_other_job: Option<u32>,
}

/// The rank of a vacant place.
pub const VACANT: Rank = Rank::MAX;

impl Peer {
    /// Returns the state of a new peer. `limits` are those of the peer's job, and give what this rank may push;
    /// `allowance` is the credit of each class that the peer has with this rank.
    pub fn new(rank: Rank, path: Path, limits: &Limits, credit: [u64; CLASSES], allowance: [u64; CLASSES]) -> Peer {
        Peer {
            rank,
            path: Path { piece: path.piece.clamp(1, limits.frame), ..path },
            push: limits.push(path.native_pull),
            accounts: std::array::from_fn(|class| Account::new(credit[class], allowance[class])),
            streams: VecDeque::new(),
            outbox: VecDeque::new(),
            busy: false,
            open: HashMap::new(),
            pushing: HashMap::new(),
            ranks_of_other_job: None,
        }
    }

    /// Returns true if this is the place of a peer that was forgotten, which the next new peer takes.
    pub fn is_vacant(&self) -> bool {
        self.rank == VACANT
    }

    /// Returns the account of a class.
    #[inline(always)]
    pub fn account(&self, class: Class) -> &Account {
        &self.accounts[class.index()]
    }

    #[inline(always)]
    pub fn account_mut(&mut self, class: Class) -> &mut Account {
        &mut self.accounts[class.index()]
    }

    /// Returns a view of a class's account, without the owner's counts.
    pub fn view(&self, class: Class) -> view::Account {
        let mut view = view::Account::new(self.rank);
        self.account(class).show(&mut view);
        (view.outbox, view.streams) = (self.outbox.len(), self.streams.len());
        view
    }

    /// Returns true if no message of that class waits to leave, so that a new message may leave at once.
    #[inline(always)]
    pub fn is_clear(&self, class: Class) -> bool {
        !self.account(class).is_holding() && self.outbox.is_empty()
    }
}
