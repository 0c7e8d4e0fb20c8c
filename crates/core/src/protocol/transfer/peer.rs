//! What transfers know of another rank, from the first frame to or from it on. Ranks never talked to cost nothing.
use super::account::{Account, CLASSES, Class};
use super::outbox::Control;
use super::send::Stream;
use crate::ids::{ArrivalId, Rank, SendId};
use crate::limits::{Limits, Push};
use crate::protocol::sink::Path;
use std::collections::{HashMap, VecDeque};

#[derive(Debug)]
pub struct Peer {
    pub rank: Rank,
    /// What the way to it can do.
    pub path: Path,
    /// What is pushed to it.
    pub push: Push,
    /// What may be pushed, both ways, by class.
    pub accounts: [Account; CLASSES],
    /// Bytes on their way out, piece by piece.
    pub streams: VecDeque<Stream>,
    /// Frames that found the fabric full.
    pub outbox: VecDeque<Control>,
    /// On the list of peers to look after.
    pub busy: bool,
    /// Messages of its that it hands over piece by piece, by its send id.
    pub open: HashMap<SendId, ArrivalId>,
    /// Messages of its that are still being pushed behind their head, by its send id.
    pub pushing: HashMap<SendId, ArrivalId>,
}

impl Peer {
    pub fn new(rank: Rank, path: Path, limits: &Limits) -> Peer {
        Peer {
            rank,
            path: Path { piece: path.piece.clamp(1, limits.frame), ..path },
            push: limits.push(path.native_pull),
            accounts: [limits.credit, limits.handlers, limits.windows, limits.casts.buffer, limits.replies]
                .map(Account::new),
            streams: VecDeque::new(),
            outbox: VecDeque::new(),
            busy: false,
            open: HashMap::new(),
            pushing: HashMap::new(),
        }
    }

    /// True if nothing is ahead of a new message of that class.
    #[inline(always)]
    pub fn is_clear(&self, class: Class) -> bool {
        self.accounts[class.index()].held == 0 && self.outbox.is_empty()
    }
}
