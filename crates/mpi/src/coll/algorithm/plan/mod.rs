//! The plan of a collective call: which algorithm carries it out, and through how many steps of the board.
//!
//! Each collective has one function here. It is asked once for each call, and it is the only place where the algorithm
//! is decided; for five collectives a second function says whether the machines act one by one (`scope`). They see
//! facts that are the same on all ranks, so that all decide the same; they have no side effects.
//!
//! Ranks of one machine use the board ([`super::board`]) while data are short, and read each other's memory
//! ([`super::remote_read`]) from where one system call costs less than two copies. On several machines the ranks of
//! each act together ([`super::hierarchy`]). Everything else goes by messages: when ranks outnumber cores, every hop
//! that waits costs a context switch, and a *star* (all send to rank 0, which answers all) needs the fewest, since each
//! rank is switched to twice. With a core for each rank, the logarithmic algorithms have the shortest critical path.
//! Large data are cut so that every rank copies and combines its share.
mod between;
mod combining;
mod moving;
mod pieces;
mod scope;
#[cfg(test)]
mod tests;

pub use between::nonblocking_machines;
pub use combining::{Allreduce, Reduce, ReduceScatter, Scan, allreduce, reduce, reduce_scatter, scan};
pub use moving::LISTED_READ;
pub use moving::{Allgather, Alltoall, Barrier, Bcast, FanInOut, Rooted};
pub use moving::{allgather, alltoall, barrier, bcast, fan_in_out, rooted};
pub use pieces::Pieces;
pub use scope::{BcastScope, Scope, scope_of_allgather, scope_of_barrier, scope_of_bcast, scope_of_reduction};

/// How one collective call goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectivePlan<A> {
    pub algorithm: A,
    /// Steps of the board that it takes: posts of each rank, each of which it finishes once. 0: it needs no board.
    pub steps: usize,
}

impl<A> CollectivePlan<A> {
    #[inline(always)]
    fn on_board(algorithm: A, steps: usize) -> CollectivePlan<A> {
        CollectivePlan { algorithm, steps }
    }

    /// By messages, or without any.
    #[inline(always)]
    fn off_board(algorithm: A) -> CollectivePlan<A> {
        CollectivePlan { algorithm, steps: 0 }
    }
}

/// What a plan is made from. All ranks of the call see the same.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Ranks in the communicator.
    pub ranks: usize,
    /// Bytes: of the whole message for broadcast and reductions, of all ranks' blocks together for the others.
    pub bytes: usize,
    /// True if ranks outnumber cores.
    pub crowded: bool,
    /// True if several hosts share one machine's cores: what goes through one rank is copied there, and fills no cable.
    pub together: bool,
    /// True if all ranks share a board.
    pub board: bool,
    /// Machines of which one rank each is in a group that broadcasts between them; 0: there is no group.
    pub casts: usize,
    pub machines: Machines,
}

/// How the ranks lie on machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machines {
    /// All ranks are alike: they are on one machine, or one is on each.
    Alike,
    /// Several machines have several ranks, and the ranks of each machine follow each other.
    InOrder,
    /// Several machines have several ranks, and those of one machine lie between those of others.
    Mixed,
}

/// Ranks that use a board at most. Each rank looks at the posts of all others, so that the work of all grows with the
/// square of this number: with twice as many, a tree of messages is faster.
pub const BOARD_RANKS: usize = 64;
/// Bytes of one read of another rank's memory from which it beats two copies through the board, where each rank has a
/// core. Two copies of 8 KiB take 2.1 us; a read of what lies in the other core's cache takes 1.7 to 2.5, most of it
/// the system call. With twice as many, reads that pay are not done.
const READ: usize = 16 << 10;

/// Ranks that a star has at most. Rank 0 serves all others one after the other: with twice as many it is busy for
/// longer than a tree takes, context switches and all.
const STAR_RANKS: usize = 64;
/// Bytes that go through rank 0 of a star at most. Up to here its copying costs less than the context switches that it
/// saves; with twice as many the copying of rank 0 decides how long the call takes.
const STAR_BYTES: usize = 64 << 10;
/// Ranks from which small blocks go through a tree where each rank has a core. Below, a root that sends to all itself
/// is faster; with twice as many, roots of 16 to 31 ranks would lose time.
const TREE_RANKS: usize = 16;
/// Bytes of all blocks together up to which a tree may copy them at every level. With twice as many, the copies cost
/// more than the shorter path gains.
const TREE_BYTES: usize = 32 << 10;
/// Bytes of all blocks together up to which blocks are passed on in a logarithmic number of rounds. With twice as many,
/// direct messages, which copy each block once, are faster.
const FORWARD_BYTES: usize = 8 << 10;

impl Facts {
    /// True if the ranks share a board that serves so many.
    #[inline(always)]
    fn on_board(self) -> bool {
        self.board && self.ranks <= BOARD_RANKS
    }

    /// True if a star is the pattern with the fewest context switches, with `bytes` through rank 0.
    fn star(self, bytes: usize) -> bool {
        self.crowded && self.ranks <= STAR_RANKS && bytes <= STAR_BYTES
    }
}
