//! The plans of the collectives that move data, and of the barrier.
use super::{CollectivePlan, FORWARD_BYTES, Facts, Pieces, READ, STAR_RANKS, TREE_BYTES, TREE_RANKS};
use crate::coll::algorithm::RankBlocks;

/// Bytes of one read from which reading pays where ranks outnumber cores and all read one rank's memory.
/// Smaller: few ranks gain but many lose. Larger: few ranks give the gain away. See decision 2.
const READ_ALIKE: usize = 256 << 10;
/// Bytes, and largest number of ranks, of a broadcast that reads the root's memory where ranks outnumber
/// cores. Smaller: the root waits for readers where it could post and leave. See decision 23.
const READ_FEW: usize = 64 << 10;
const FEW: usize = 8;
/// Bytes of a block that only one rank reads from which reading pays. Larger: reads that pay are not done.
const READ_BLOCK: usize = 16 << 10;

/// Bytes of a rank's block in an allgather from which each rank chooses between posting its data and its
/// address. Reading by loads saves a copy but costs a second step. See decision 2.
const CHOICE_ALIKE: usize = 32 << 10;
/// Bytes of one block of an alltoall, which one rank reads, from which each rank chooses between posting its
/// data and its address. See decision 2.
const CHOICE_BLOCK: usize = 4 << 10;
/// Bytes of all blocks of a rank of an alltoall from which it chooses between data and address where ranks
/// outnumber cores. See decision 2.
const CHOICE_BLOCKS: usize = 32 << 10;
/// Bytes of all blocks of a rank of an alltoall from which it chooses between data and address where each
/// rank has a core.
const CHOICE_BLOCKS_APART: usize = 16 << 10;

/// Bytes of a block from which a rank of the v and w forms posts its blocks' addresses instead of the blocks.
pub const LISTED_READ: usize = READ;

/// Bytes of a broadcast from which scatter and allgather, with a second round of messages, pay. Larger: the
/// root's sends to all ranks decide how long the broadcast takes.
const SCATTERED_BCAST: usize = 512 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// Every rank posts and waits for the posts of all other ranks.
    Board,
    /// All other ranks post; rank 0 posts once it has seen their posts, and they wait for that post.
    BoardStar,
    Star,
    Dissemination,
}

#[inline(always)]
pub fn barrier(facts: Facts) -> CollectivePlan<Barrier> {
    if facts.on_board() {
        // Where ranks share cores, rank 0 leaves the barrier first. Rank 0 is most often the root of the next
        // collective, and the other ranks then find its data already there.
        return CollectivePlan::on_board(if facts.oversubscribed { Barrier::BoardStar } else { Barrier::Board }, 1);
    }
    CollectivePlan::off_board(match facts {
        // Two ranks exchange one message each way, without waiting for an answer.
        _ if facts.ranks > 2 && facts.star(0) => Barrier::Star,
        _ => Barrier::Dissemination,
    })
}

/// How the ranks of one machine tell their leader that they have entered, and learn from it that they may leave.
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
    /// Does nothing: there is no data, or only one rank.
    Nothing,
    /// The root posts, piece by piece.
    Board(Pieces),
    /// Of two ranks, the receiver reads one half of the root's memory while the root writes the other.
    Halves,
    /// All other ranks read the root's memory.
    Read,
    /// The root sends to all ranks; each rank pulls a long message by itself.
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
        let read = match facts.oversubscribed {
            true if facts.ranks <= FEW => READ_FEW,
            true => READ_ALIKE,
            false => READ,
        };
        return match facts.bytes < read {
            true => {
                let pieces = Pieces::cut(facts, facts.bytes, 1, 1);
                CollectivePlan::on_board(Bcast::Board(pieces), pieces.count())
            }
            false if facts.ranks == 2 && !facts.oversubscribed => CollectivePlan::on_board(Bcast::Halves, 2),
            false => CollectivePlan::on_board(Bcast::Read, 2),
        };
    }
    CollectivePlan::off_board(match facts {
        _ if facts.ranks <= 3 || facts.oversubscribed && facts.ranks <= STAR_RANKS => Bcast::Linear,
        _ if facts.bytes >= SCATTERED_BCAST && facts.bytes >= facts.ranks => Bcast::ScatterAllgather,
        _ => Bcast::Binomial,
    })
}

/// Plans of gather and scatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rooted {
    /// Posts piece by piece: by each rank for a gather, by the root for a scatter.
    Board(Pieces),
    /// The root publishes its memory's address, and all other ranks write or read their blocks there.
    Memory,
    /// Each rank posts its blocks or their addresses.
    Listed,
    Linear,
    Binomial,
}

/// `equal`: all ranks' blocks have equal lengths. Otherwise (the v forms) only the root knows the lengths, so
/// the plan must not depend on them. `lanes`: number of blocks in a post; for a scatter, those of all other
/// ranks.
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
        return match each < if facts.oversubscribed { READ_BLOCK } else { READ } {
            true => CollectivePlan::on_board(Rooted::Board(pieces), pieces.count()),
            false => CollectivePlan::on_board(Rooted::Memory, 2),
        };
    }
    let tree = facts.ranks >= TREE_RANKS && facts.bytes <= TREE_BYTES;
    let star = facts.oversubscribed && facts.ranks <= STAR_RANKS;
    CollectivePlan::off_board(if tree && !star { Rooted::Binomial } else { Rooted::Linear })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allgather {
    /// Does nothing: there is no data.
    Nothing,
    /// The only rank copies its block.
    Copy,
    /// Every rank posts its block piece by piece.
    Board(Pieces),
    /// Each rank posts its block or its address.
    PostOrRead,
    /// Every rank reads the other ranks' memory.
    Read,
    /// Gather to rank 0, then broadcast.
    Star,
    /// Bruck: the number of blocks that a rank has doubles each round.
    Bruck,
    /// Ring: each rank passes on the block that it received last.
    Ring,
    /// Every rank sends to all ranks; no block waits to be passed on.
    Direct,
}

/// Plans an allgather. All ranks know all lengths; `facts.bytes` is their sum.
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
        return match read < if facts.oversubscribed { READ_ALIKE } else { READ } {
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
        _ if facts.ranks <= 3 || facts.oversubscribed => Allgather::Direct,
        _ if facts.bytes <= FORWARD_BYTES && matches!(all, RankBlocks::Even(..)) => Allgather::Bruck,
        _ => Allgather::Ring,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alltoall {
    /// Does nothing: there is no data.
    Nothing,
    /// The only rank copies its block.
    Copy,
    /// Every rank posts a piece of each block for the other ranks, step by step.
    Board(Pieces),
    /// Each rank posts its blocks or their common address.
    PostOrRead,
    /// Every rank reads the other ranks' memory.
    Read,
    /// Each rank posts its blocks or their addresses one by one.
    Listed,
    /// Rank 0 receives all blocks and sends each rank its own.
    Star,
    /// Bruck: a logarithmic number of rounds, each passing on half of the blocks.
    Bruck,
    /// Every rank sends to all ranks, a few messages at a time.
    Direct,
}

/// Plans an alltoall. `each`: the length of every block of every rank. `None`: lengths differ (the v and w
/// forms), and a rank knows only its own blocks' lengths, so the plan must not depend on them.
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
        let choice = if facts.oversubscribed { CHOICE_BLOCKS } else { CHOICE_BLOCKS_APART };
        return match each < if facts.oversubscribed { READ_BLOCK } else { READ } {
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
