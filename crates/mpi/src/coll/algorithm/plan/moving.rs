//! The plans of the collectives that move data, and of the barrier.
use super::{CollectivePlan, FORWARD_BYTES, Facts, Pieces, READ, STAR_RANKS, TREE_BYTES, TREE_RANKS};
use crate::coll::algorithm::RankBlocks;

/// Bytes of one read from which it pays where ranks outnumber cores and all read the same memory. With half as many, 4
/// ranks gain (a broadcast of 64 KiB took 11 us instead of 20), but 16 ranks lose (87 instead of 76); with twice as
/// many, 4 ranks would lose more.
const READ_ALIKE: usize = 256 << 10;
/// The same of a broadcast among few ranks, and how many those are: 64 KiB take 4 ranks 7 us instead of 27, and 8 ranks
/// 12 instead of 38 (where no memory is shared, 21 instead of 35 and 28). With half as many, the root would wait for
/// what it could leave behind.
const READ_FEW: usize = 64 << 10;
const FEW: usize = 8;
/// The same for a block that one rank reads alone. With twice as many, reads that pay are not done.
const READ_BLOCK: usize = 16 << 10;

/// Bytes of a rank's block in an allgather from which each rank chooses between its data and its address. Reading by
/// loads then beats posts although it takes a second step (4 ranks, 32 KiB: 27 us against 43). With half as many it
/// does not (16 ranks, 16 KiB: 990 against 650); with twice as many, the gain at 32 KiB is given away.
const CHOICE_ALIKE: usize = 32 << 10;
/// The same of one block of an alltoall, which one rank reads (8 ranks, 4 KiB: 52 us against 61). With twice as many,
/// that gain is given away.
const CHOICE_BLOCK: usize = 4 << 10;
/// The same of all blocks together that a rank of an alltoall shows, where ranks outnumber cores. With twice as many, 4
/// ranks with 8 KiB each would not choose (17 us against 23).
const CHOICE_BLOCKS: usize = 32 << 10;
/// The same where each rank has a core (4 ranks: 12 us against 16).
const CHOICE_BLOCKS_APART: usize = 16 << 10;

/// Bytes of a block from which a rank of the v and w forms says where its blocks lie, and does not post them.
pub const LISTED_READ: usize = READ;

/// Bytes of a broadcast from which the scatter, a second round of messages, pays. With twice as many, the root's sends
/// to all decide how long a broadcast of 512 KiB takes.
const SCATTERED_BCAST: usize = 512 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// All post, and each looks for all others.
    Board,
    /// All others post, and rank 0 posts when it has seen them: what they look for.
    BoardStar,
    Star,
    Dissemination,
}

#[inline(always)]
pub fn barrier(facts: Facts) -> CollectivePlan<Barrier> {
    if facts.on_board() {
        // Where ranks take turns on a core, rank 0 leaves first: it is most often the root of what follows, for which
        // the others then need not wait.
        return CollectivePlan::on_board(if facts.crowded { Barrier::BoardStar } else { Barrier::Board }, 1);
    }
    CollectivePlan::off_board(match facts {
        // Two ranks exchange one message each way, and none waits for an answer to its own.
        _ if facts.ranks > 2 && facts.star(0) => Barrier::Star,
        _ => Barrier::Dissemination,
    })
}

/// How the ranks of one machine tell their leader that they have come, and hear from it when they may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FanInOut {
    Board,
    Messages,
}

pub fn fan_in_out(facts: Facts) -> CollectivePlan<FanInOut> {
    if facts.board {
        CollectivePlan::on_board(FanInOut::Board, 2)
    } else {
        CollectivePlan::off_board(FanInOut::Messages)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bcast {
    /// There is nothing to do: no data, or one rank.
    Nothing,
    /// The root posts, piece by piece.
    Board(Pieces),
    /// Of two ranks, the receiver reads one half while the root writes the other.
    Halves,
    /// All read the root's memory.
    Read,
    /// The root sends to all; large messages are pulled by all at once.
    Linear,
    Binomial,
    ScatterAllgather,
}

#[inline(always)]
pub fn bcast(facts: Facts) -> CollectivePlan<Bcast> {
    if facts.bytes == 0 || facts.ranks == 1 {
        return CollectivePlan::off_board(Bcast::Nothing);
    }
    if facts.on_board() {
        let read = match facts.crowded {
            true if facts.ranks <= FEW => READ_FEW,
            true => READ_ALIKE,
            false => READ,
        };
        return match facts.bytes < read {
            true => {
                let pieces = Pieces::cut(facts, facts.bytes, 1, 1);
                CollectivePlan::on_board(Bcast::Board(pieces), pieces.count())
            }
            false if facts.ranks == 2 && !facts.crowded => CollectivePlan::on_board(Bcast::Halves, 2),
            false => CollectivePlan::on_board(Bcast::Read, 2),
        };
    }
    CollectivePlan::off_board(match facts {
        _ if facts.ranks <= 3 || facts.crowded && facts.ranks <= STAR_RANKS => Bcast::Linear,
        _ if facts.bytes >= SCATTERED_BCAST && facts.bytes >= facts.ranks => Bcast::ScatterAllgather,
        _ => Bcast::Binomial,
    })
}

/// For gather and scatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rooted {
    /// Posts, piece by piece: of each rank for a gather, of the root for a scatter.
    Board(Pieces),
    /// The root shows its memory, in which all others write, or from which they read, their own blocks.
    Memory,
    /// Each posts its blocks, or where they lie.
    Listed,
    Linear,
    Binomial,
}

/// `equal`: all ranks' blocks have the same length. Otherwise (the v forms) only the root knows the lengths, so that
/// nothing may depend on them. `lanes`: blocks that share a post, of a scatter those of all others.
#[inline(always)]
pub fn rooted(facts: Facts, equal: bool, lanes: usize) -> CollectivePlan<Rooted> {
    if !equal {
        return if facts.on_board() && facts.ranks > 1 {
            CollectivePlan::on_board(Rooted::Listed, 2)
        } else {
            CollectivePlan::off_board(Rooted::Linear)
        };
    }
    let each = facts.bytes / facts.ranks;
    if facts.on_board() && facts.ranks > 1 && each > 0 {
        let pieces = Pieces::cut(facts, each, 1, lanes);
        return match each < if facts.crowded { READ_BLOCK } else { READ } {
            true => CollectivePlan::on_board(Rooted::Board(pieces), pieces.count()),
            false => CollectivePlan::on_board(Rooted::Memory, 2),
        };
    }
    let tree = facts.ranks >= TREE_RANKS && facts.bytes <= TREE_BYTES;
    let star = facts.crowded && facts.ranks <= STAR_RANKS;
    CollectivePlan::off_board(if tree && !star { Rooted::Binomial } else { Rooted::Linear })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allgather {
    /// There is nothing to do: no data.
    Nothing,
    /// One rank copies its block.
    Copy,
    /// All post their block, piece by piece.
    Board(Pieces),
    /// Each rank posts its block or its address.
    PostOrRead,
    /// All read each other's memory.
    Read,
    /// Gather to rank 0, and broadcast.
    Star,
    /// RankBlocks double each round.
    Bruck,
    /// Each rank passes on what it got last.
    Ring,
    /// All send to all: nobody waits for a block to be passed on.
    Direct,
}

/// All ranks know all lengths; `facts.bytes` is their sum.
#[inline(always)]
pub fn allgather(facts: Facts, all: &RankBlocks) -> CollectivePlan<Allgather> {
    if facts.bytes == 0 {
        return CollectivePlan::off_board(Allgather::Nothing);
    }
    if facts.ranks == 1 {
        return CollectivePlan::off_board(Allgather::Copy);
    }
    if facts.on_board() {
        let read = facts.bytes / facts.ranks;
        return match read < if facts.crowded { READ_ALIKE } else { READ } {
            true if read >= CHOICE_ALIKE => CollectivePlan::on_board(Allgather::PostOrRead, 2),
            true => {
                let longest = (0..facts.ranks).map(|i| all.get(i).len()).max().unwrap_or(0);
                let pieces = Pieces::cut(facts, longest, 1, 1);
                CollectivePlan::on_board(Allgather::Board(pieces), pieces.count())
            }
            false => CollectivePlan::on_board(Allgather::Read, 2),
        };
    }
    CollectivePlan::off_board(match facts {
        _ if facts.ranks > 2 && facts.star(facts.bytes) => Allgather::Star,
        _ if facts.ranks <= 3 || facts.crowded => Allgather::Direct,
        _ if facts.bytes <= FORWARD_BYTES && matches!(all, RankBlocks::Even(..)) => Allgather::Bruck,
        _ => Allgather::Ring,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alltoall {
    /// There is nothing to do: no data.
    Nothing,
    /// One rank copies its block.
    Copy,
    /// All post a piece of each block for the others, step by step.
    Board(Pieces),
    /// Each rank posts its blocks or their address.
    PostOrRead,
    /// All read each other's memory.
    Read,
    /// Each posts its blocks, or where they lie.
    Listed,
    /// Rank 0 gets all blocks and deals them out.
    Star,
    /// A logarithmic number of rounds, each passing on half of the blocks.
    Bruck,
    /// All send to all, some messages at a time.
    Direct,
}

/// `each`: the length of every block of every rank. `None`: lengths differ (the v and w forms); a rank knows those of
/// its own blocks only, so that nothing may depend on them.
#[inline(always)]
pub fn alltoall(facts: Facts, each: Option<usize>) -> CollectivePlan<Alltoall> {
    let Some(each) = each else {
        return if facts.on_board() && facts.ranks > 1 {
            CollectivePlan::on_board(Alltoall::Listed, 2)
        } else {
            CollectivePlan::off_board(Alltoall::Direct)
        };
    };
    if each == 0 {
        return CollectivePlan::off_board(Alltoall::Nothing);
    }
    if facts.ranks == 1 {
        return CollectivePlan::off_board(Alltoall::Copy);
    }
    if facts.on_board() {
        let choice = if facts.crowded { CHOICE_BLOCKS } else { CHOICE_BLOCKS_APART };
        return match each < if facts.crowded { READ_BLOCK } else { READ } {
            true if each >= CHOICE_BLOCK && facts.ranks * each >= choice => {
                CollectivePlan::on_board(Alltoall::PostOrRead, 2)
            }
            true => {
                let pieces = Pieces::cut(facts, each, 1, facts.ranks - 1);
                CollectivePlan::on_board(Alltoall::Board(pieces), pieces.count())
            }
            false => CollectivePlan::on_board(Alltoall::Read, 2),
        };
    }
    CollectivePlan::off_board(match facts {
        _ if facts.ranks > 4 && facts.star(facts.bytes) => Alltoall::Star,
        _ if facts.ranks >= TREE_RANKS && facts.bytes / facts.ranks <= FORWARD_BYTES => Alltoall::Bruck,
        _ => Alltoall::Direct,
    })
}
