//! The plan of a collective call: its algorithm, and the number of steps on the board.
//!
//! Each collective has one planning function in this module. A call runs the function once, and this function alone
//! chooses the algorithm. For five collectives a second function decides whether the call uses the hierarchy of
//! machines (`scope`). The functions have no side effects and see only facts that are equal on all ranks, so all ranks
//! choose alike.
//!
//! Ranks of one machine use the board (`team/board.rs`) for short data, and read each other's memory
//! (`steps/remote_read.rs`) where one system call costs less than two copies. On several machines the ranks of each
//! machine act together (`machines/`). All other calls use messages. When ranks outnumber cores, every hop at
//! which a rank waits costs a context switch. A *star* (all ranks send to rank 0, which answers each rank) then needs
//! the fewest context switches: two for each rank. With a core for each rank, the logarithmic algorithms have the
//! shortest critical path. Large data is cut so that every rank copies and combines a share.
pub mod between;
mod combining;
mod moving;
mod pieces;
mod scope;
#[cfg(test)]
mod tests;

pub use between::{BUNDLED, PACKED, ROUND, nonblocking_machines};
use between::{STAR_BYTES, STAR_RANKS};
pub use combining::{AllreduceWay, ReduceScatterWay, ReduceWay, ScanWay, allreduce, reduce, reduce_scatter, scan};
pub use moving::LISTED_READ;
pub use moving::{AllgatherWay, AlltoallWay, BarrierWay, BcastWay, FanInOut, RootedWay};
pub use moving::{allgather, alltoall, barrier, bcast, fan_in_out, rooted};
pub use pieces::Pieces;
pub use scope::{AllgatherScope, BcastScope, ReduceScatterScope, RootedScope, Scope};
pub use scope::{scope_of_allgather, scope_of_barrier, scope_of_bcast, scope_of_reduction, scope_of_rooted};
pub use scope::{scope_of_reduce_scatter, scope_of_scan};

/// The algorithm and the number of board steps of one collective call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectivePlan<A> {
    pub algorithm: A,
    /// Number of steps on the board. In each step each rank posts at most once, and finishes the step once. 0 if the
    /// call needs no board.
    pub steps: usize,
}

impl<A> CollectivePlan<A> {
    #[inline(always)]
    fn on_board(algorithm: A, steps: usize) -> CollectivePlan<A> {
        CollectivePlan { algorithm, steps }
    }

    /// Makes a plan that uses no board.
    #[inline(always)]
    fn off_board(algorithm: A) -> CollectivePlan<A> {
        CollectivePlan { algorithm, steps: 0 }
    }
}

/// The facts from which a plan is made; they are equal on all ranks of the call.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Number of ranks in the communicator.
    pub ranks: usize,
    /// For a broadcast or reduction, the bytes of the whole message; for every other collective, the bytes of all
    /// ranks' blocks together.
    pub bytes: usize,
    /// True if ranks outnumber cores.
    pub oversubscribed: bool,
    /// True if several hosts share one machine's cores. A multicast then saves only system calls.
    pub hosts_share_cores: bool,
    /// True if each of several ranks is on a host of its own, so that all messages go between hosts.
    pub apart: bool,
    /// True if all ranks share a board.
    pub board: bool,
    /// Number of machines of which one rank each is in a multicast group; 0 if there is no group.
    pub broadcasts: usize,
    pub machines: Machines,
    /// The most ranks on one machine, if several machines have several ranks and the ranks of each such machine share a
    /// board; otherwise 0.
    pub crowd: usize,
}

/// The placement of ranks on machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machines {
    /// All ranks are on one machine, or each machine has one rank.
    Alike,
    /// Several machines have several ranks, and the ranks of each machine are consecutive.
    InOrder,
    /// Several machines have several ranks, and ranks of different machines interleave.
    Mixed,
}

/// Largest number of ranks that use a board. Each rank polls the posts of all other ranks, so the total work grows with
/// the square of this number. Larger: a tree of messages is faster.
pub const BOARD_RANKS: usize = 64;
/// Least bytes at which one read of another rank's memory beats two copies through the board, where each rank has a
/// core. Smaller: the system call costs more than a copy. Larger: ranks copy twice where a read would be faster. See
/// decision 2.
const READ: usize = 16 << 10;

/// Least number of ranks at which small blocks use a tree where each rank has a core. Smaller: a root that sends to all
/// ranks itself would be faster. Larger: the root spends more time sending.
const TREE_RANKS: usize = 16;
/// Most bytes of all blocks together at which a tree may copy them at every level. Larger: the copies cost more than
/// the shorter path gains.
const TREE_BYTES: usize = 32 << 10;
/// Most bytes of all blocks together at which ranks pass blocks on in a logarithmic number of rounds. Larger: direct
/// messages, which copy each block once, are faster.
const FORWARD_BYTES: usize = 8 << 10;

impl Facts {
    /// Returns true if the ranks share a board and their number is at most [`BOARD_RANKS`].
    #[inline(always)]
    fn on_board(self) -> bool {
        self.board && self.ranks <= BOARD_RANKS
    }

    /// Returns true if the ranks of each machine share a board, and blocks of several ranks can travel between two
    /// machines in one message.
    #[inline(always)]
    pub fn packs(self) -> bool {
        self.crowd > 0
    }

    /// Returns true if a star needs the fewest context switches and `bytes` may pass through rank 0.
    fn star(self, bytes: usize) -> bool {
        self.oversubscribed && self.ranks <= STAR_RANKS && bytes <= STAR_BYTES
    }
}
