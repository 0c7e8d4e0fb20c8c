//! What collectives keep: for the process, and for each communicator.
use super::algorithm::Hierarchy;
use super::schedule::Schedules;
use std::sync::Arc;

/// What the collectives keep for the process.
pub struct Store {
    pub(crate) schedules: Schedules,
    /// Do ranks outnumber cores? Asked once.
    pub(super) crowded: Option<bool>,
    /// Do several hosts share one machine's cores? Known when that is.
    pub(super) together: bool,
}

impl Store {
    pub const fn new() -> Store {
        Store { schedules: Schedules::new(), crowded: None, together: false }
    }
}

impl Store {
    /// Are collectives under way that have to be moved forward?
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

/// All ranks make the calls of one sequence in the same order. A blocking and a non-blocking call do not match each
/// other (MPI 5.0, 6.12), and programs rely on it that ranks may call the two in different orders: so each has tags and
/// boards of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    Blocking,
    Nonblocking,
}

impl Sequence {
    pub const ALL: [Sequence; 2] = [Sequence::Blocking, Sequence::Nonblocking];

    /// The number of the group that shares a board for this sequence's calls on the communicator with this context,
    /// which is even, and of the group that broadcasts between machines. There are only so many boards
    /// ([`clump::GROUPS`]).
    pub fn group(self, context: u16) -> usize {
        usize::from(context) + self as usize
    }
}

/// Bits of a tag that count calls. The sequence stands above them; from 2^30 on others have the tags (see
/// [`crate::comm::Agreement`]).
const COUNTED: u32 = 28;

/// What the collectives keep for each communicator.
#[derive(Debug, Default)]
pub struct PerComm {
    /// Calls of each sequence so far, from which ranks agree on the next one's tag.
    calls: [u32; Sequence::ALL.len()],
    /// The boards of each sequence; not asked yet: `None`.
    boards: [Option<Boards>; Sequence::ALL.len()],
    /// If the members are on several machines.
    pub(super) levels: Option<Arc<Hierarchy>>,
}

/// The numbers of the groups whose boards the calls of a sequence go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Boards {
    /// Of all members, if they share one.
    pub all: Option<usize>,
    /// Of those on this machine, if there are several machines and they share one.
    pub here: Option<usize>,
    /// The group in which one rank of each machine broadcasts to the others, if there are several machines.
    pub casts: Option<u16>,
}

impl PerComm {
    /// The sequence's boards, if they have been asked for.
    #[inline(always)]
    pub(super) fn boards(&self, sequence: Sequence) -> Option<Boards> {
        self.boards[sequence as usize]
    }

    /// The group by which non-blocking broadcasts may go, once the boards of their sequence have been asked for.
    pub(super) fn nonblocking_casts(&self) -> Option<u16> {
        self.boards(Sequence::Nonblocking)?.casts
    }

    pub(super) fn set_boards(&mut self, sequence: Sequence, boards: Boards) {
        self.boards[sequence as usize] = Some(boards);
    }

    /// The next call's tag. It comes round after 2^28 calls, when no message of the first is left.
    #[inline(always)]
    pub(super) fn next_tag(&mut self, sequence: Sequence) -> i32 {
        let calls = &mut self.calls[sequence as usize];
        let tag = (sequence as u32) << COUNTED | *calls & ((1 << COUNTED) - 1);
        *calls = calls.wrapping_add(1);
        tag as i32
    }
}
