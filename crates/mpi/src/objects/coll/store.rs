//! The collectives' state: for the process, and for each communicator.
use super::schedule::Schedules;
use crate::abi;
use crate::objects::context::tags::COUNTED_CALLS;
use clump_coll::Hierarchy;
use std::sync::Arc;

/// The collectives' state for the process.
pub struct Store {
    pub(crate) schedules: Schedules,
    /// True if ranks outnumber cores; `None` until a call first needs to know.
    pub(crate) oversubscribed: Option<bool>,
    /// True if several hosts share one machine's cores; valid once `oversubscribed` is known.
    pub(crate) hosts_share_cores: bool,
    /// True if each collective call is compared with the other members' (`clump run --check`).
    pub(crate) checks: bool,
    /// True if calls are compared or traced, so that they take no fast path.
    pub(crate) watched: bool,
}

impl Store {
    pub const fn new() -> Store {
        Store {
            schedules: Schedules::new(),
            oversubscribed: None,
            hosts_share_cores: false,
            checks: false,
            watched: false,
        }
    }
}

impl Store {
    /// Returns true if non-blocking collectives are in progress.
    #[inline(always)]
    pub fn busy(&self) -> bool {
        !self.schedules.is_empty()
    }
}

impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}

/// A sequence of calls that all ranks make in the same order. A blocking and a non-blocking call do not match each
/// other (MPI 5.0, 6.12), and ranks may make blocking and non-blocking calls in different orders, so each sequence has
/// its own tags and boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    Blocking,
    Nonblocking,
}

impl Sequence {
    pub const ALL: [Sequence; 2] = [Sequence::Blocking, Sequence::Nonblocking];

    /// Returns the number of the group that this sequence's calls use on the communicator with this (even) context. The
    /// number identifies both the board's group and the multicast group. The number of boards is limited
    /// ([`clump::driver::GROUPS`]).
    pub fn group(self, context: u16) -> usize {
        usize::from(context) + self as usize
    }
}

/// The collectives' state for one communicator.
#[derive(Debug, Default)]
pub struct PerComm {
    /// Number of calls of each sequence so far, from which all ranks derive the next call's tag.
    calls: [u32; Sequence::ALL.len()],
    /// The boards of each sequence; `None` until a call first needs them.
    boards: [Option<Boards>; Sequence::ALL.len()],
    /// A hash of the members and of the communicator's age, which tells apart communicators with one context: those
    /// without a common rank, and those that follow each other; `None` before the first call.
    pub(crate) members: Option<u16>,
    /// The machines of the members; `None` if all members are on one machine.
    pub(crate) levels: Option<Arc<Hierarchy>>,
    /// True if each member is on a machine of its own; `None` until a call first needs to know.
    pub(crate) apart: Option<bool>,
    /// The hidden communicator that persistent requests share; `None` until the first of them needs it.
    pub(crate) shared: Option<abi::Comm>,
    /// Number of persistent requests to come for which the members seek no board, because they have just found none
    /// free.
    pub(crate) boardless: u32,
    /// On a hidden communicator, the number of its users: requests, and a communicator that shares it among its
    /// requests.
    pub(crate) users: usize,
}

/// The numbers of the groups whose boards a sequence's calls use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Boards {
    /// The group of all members, if they share a board.
    pub all: Option<usize>,
    /// The group of each machine's members, if there are several machines and the members on each share a board; equal
    /// on all ranks. A rank that is alone on its machine has not joined it.
    pub here: Option<usize>,
    /// The multicast group of one rank of each machine, if there are several machines.
    pub broadcasts: Option<u16>,
}

impl PerComm {
    /// Returns the state of a communicator with the members of this one whose calls use messages only.
    pub(crate) fn without_boards(&self) -> PerComm {
        let boards = Sequence::ALL.map(|_| Some(Boards::default()));
        PerComm { boards, levels: self.levels.clone(), ..Default::default() }
    }

    /// Returns true if [`next_tag`](Self::next_tag) has returned all tags of a sequence once.
    pub(crate) fn has_used_all_tags(&self, sequence: Sequence) -> bool {
        self.calls[sequence as usize] >> COUNTED_CALLS != 0
    }

    /// Returns the sequence's boards, or `None` if no call has needed them yet.
    #[inline(always)]
    pub(crate) fn boards(&self, sequence: Sequence) -> Option<Boards> {
        self.boards[sequence as usize]
    }

    /// Returns the multicast group of non-blocking broadcasts, once their sequence's boards are known.
    pub(crate) fn nonblocking_broadcasts(&self) -> Option<u16> {
        self.boards(Sequence::Nonblocking)?.broadcasts
    }

    /// Forgets the boards of all sequences, so that the next call looks for them anew.
    pub(crate) fn forget_boards(&mut self) {
        self.boards = Default::default();
    }

    pub(crate) fn set_boards(&mut self, sequence: Sequence, boards: Boards) {
        self.boards[sequence as usize] = Some(boards);
    }

    /// Returns how many calls of both sequences have been made, modulo 2^27. All members make both kinds of calls in
    /// one order (MPI 5.0, 6.12), so that the next call has this number on all of them.
    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        self.calls[0].wrapping_add(self.calls[1]) & ((1 << COUNTED_CALLS) - 1)
    }

    /// Returns the next call's tag. Tags repeat after 2^27 calls; by then, no message of the call with the equal tag is
    /// left.
    #[inline(always)]
    pub(crate) fn next_tag(&mut self, sequence: Sequence) -> i32 {
        let calls = &mut self.calls[sequence as usize];
        let count = *calls & ((1 << COUNTED_CALLS) - 1);
        *calls = calls.wrapping_add(1);
        ((sequence as u32) << COUNTED_CALLS | count) as i32
    }
}
