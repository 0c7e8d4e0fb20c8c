//! The plans of the collectives that move data, and of the barrier.
use super::between::{self, COLLECTED, SCATTERED, STAR_GATHER};
use super::{CollectivePlan, FORWARD_BYTES, Facts, PACKED, Pieces, READ, TREE_BYTES, TREE_RANKS};
use crate::RankBlocks;

/// Least bytes of one read at which ranks read where ranks outnumber cores and all ranks read one rank's memory.
/// Smaller: few ranks gain and many lose. Larger: few ranks miss the gain. See decision 2.
const READ_ALIKE: usize = 256 << 10;
/// Least bytes of a broadcast to at most [`FEW`] ranks at which these ranks read the root's memory where ranks
/// outnumber cores. Smaller: the root waits for readers where it could post and leave. See decision 23.
const READ_FEW: usize = 64 << 10;
/// Largest number of ranks for which [`READ_FEW`] applies. See decision 23.
const FEW: usize = 8;
/// Least bytes of a block at which the block's only reader reads in the owner's memory. Smaller: the system call costs
/// more than a copy. Larger: the reader copies twice where a read would be faster.
const READ_BLOCK: usize = 16 << 10;

/// Least bytes of a rank's block in an allgather at which each rank chooses between posting its data and posting its
/// address. Reading at the address by loads saves a copy but costs a second step. See decision 2.
const CHOICE_ALIKE: usize = 32 << 10;
/// Least bytes of one block of an alltoall, which one rank reads, at which each rank chooses between posting its data
/// and posting its address. See decision 2.
const CHOICE_BLOCK: usize = 4 << 10;
/// Least bytes of all blocks of a rank in an alltoall at which the rank chooses between posting its data and posting
/// its address, where ranks outnumber cores. See decision 2.
const CHOICE_BLOCKS: usize = 32 << 10;
/// Least bytes of all blocks of a rank in an alltoall at which the rank chooses between posting its data and posting
/// its address, where each rank has a core.
const CHOICE_BLOCKS_APART: usize = 16 << 10;

/// Least bytes of a block at which a rank of the v and w forms posts its blocks' addresses instead of the blocks.
pub const LISTED_READ: usize = READ;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierWay {
    /// Every rank posts and waits for the posts of all other ranks.
    Board,
    /// All other ranks post, then rank 0 posts; the other ranks wait for rank 0's post.
    BoardStar,
    Star,
    /// Ranks tell rank 0 along a binomial tree that they have entered, and are released along it.
    Tree,
    Dissemination,
}

#[inline(always)]
pub fn barrier(facts: Facts) -> CollectivePlan<BarrierWay> {
    if facts.on_board() {
        // Where ranks share cores, rank 0 leaves the barrier first. Rank 0 is most often the root of the next
        // collective, and the other ranks then find its data already there.
        return CollectivePlan::on_board(
            if facts.oversubscribed { BarrierWay::BoardStar } else { BarrierWay::Board },
            1,
        );
    }
    CollectivePlan::off_board(match facts {
        // Two ranks exchange one message each way, and no rank waits for an answer.
        _ if facts.ranks > 2 && facts.star(0) => BarrierWay::Star,
        _ if between::tree(facts.ranks, facts.oversubscribed) => BarrierWay::Tree,
        _ => BarrierWay::Dissemination,
    })
}

/// The way in which the ranks of one machine tell their leader that they have entered, and wait for its permission to
/// leave.
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
pub enum BcastWay {
    /// Does nothing: there is no data, or only one rank.
    Nothing,
    /// The root posts the data piece by piece.
    Board(Pieces),
    /// Of two ranks, the receiver reads one half from the root's memory while the root writes the other half.
    Halves,
    /// All other ranks read the root's memory.
    Read,
    /// The root sends to all ranks; each rank pulls a long message by itself.
    Linear,
    Binomial,
    ScatterAllgather,
}

#[inline(always)]
pub fn bcast(facts: Facts) -> CollectivePlan<BcastWay> {
    if facts.bytes == 0 || facts.ranks == 1 {
        return CollectivePlan::off_board(BcastWay::Nothing);
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
                CollectivePlan::on_board(BcastWay::Board(pieces), pieces.count())
            }
            false if facts.ranks == 2 && !facts.oversubscribed => CollectivePlan::on_board(BcastWay::Halves, 2),
            false => CollectivePlan::on_board(BcastWay::Read, 2),
        };
    }
    CollectivePlan::off_board(match facts {
        // Between hosts each link carries 3/2 of the bytes at most; the root's would carry all messages.
        _ if facts.ranks > 3 && facts.bytes >= SCATTERED && (facts.apart || !facts.star(0)) => {
            BcastWay::ScatterAllgather
        }
        _ if facts.ranks <= 3 || facts.star(0) => BcastWay::Linear,
        _ => BcastWay::Binomial,
    })
}

/// Plans of gather and scatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootedWay {
    /// The senders post piece by piece: each rank for a gather, the root for a scatter.
    Board(Pieces),
    /// The root publishes its memory's address, and all other ranks write or read their blocks there.
    Memory,
    /// Each rank posts either its blocks or their addresses.
    Listed,
    Linear,
    Binomial,
}

/// Plans a gather or scatter. `equal` is true if all ranks' blocks have equal lengths; otherwise (the v forms) only the
/// root knows the lengths, so the plan must not depend on them. `lanes` is the number of blocks in a post; for a
/// scatter, the number of other ranks.
#[inline(always)]
pub fn rooted(facts: Facts, equal: bool, lanes: usize) -> CollectivePlan<RootedWay> {
    if !equal {
        return if facts.on_board() && facts.ranks > 1 {
            CollectivePlan::on_board(RootedWay::Listed, 2)
        } else {
            CollectivePlan::off_board(RootedWay::Linear)
        };
    }
    let each = facts.bytes / facts.ranks;
    if facts.on_board() && facts.ranks > 1 && each > 0 {
        let pieces = Pieces::cut(facts, each, 1, lanes);
        return match each < if facts.oversubscribed { READ_BLOCK } else { READ } {
            true => CollectivePlan::on_board(RootedWay::Board(pieces), pieces.count()),
            false => CollectivePlan::on_board(RootedWay::Memory, 2),
        };
    }
    let tree = facts.ranks >= TREE_RANKS && facts.bytes <= TREE_BYTES;
    let star = facts.star(0);
    CollectivePlan::off_board(if tree && !star { RootedWay::Binomial } else { RootedWay::Linear })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllgatherWay {
    /// Does nothing: there is no data.
    Nothing,
    /// The only rank copies its block.
    Copy,
    /// Every rank posts its block piece by piece.
    Board(Pieces),
    /// Each rank posts either its block or the block's address.
    PostOrRead,
    /// Every rank reads the other ranks' blocks in their memory.
    Read,
    /// Rank 0 gathers all blocks, then broadcasts them.
    Star,
    /// Every rank collects blocks by the algorithm of Bruck, and doubles their number in each round.
    Bruck,
    /// Every rank passes on, round a ring, the block that it received last.
    Ring,
    /// Every rank sends its block to all ranks directly.
    Direct,
}

/// Plans an allgather. All ranks know all lengths; `facts.bytes` is their sum.
#[inline(always)]
pub fn allgather(facts: Facts, all: &RankBlocks) -> CollectivePlan<AllgatherWay> {
    if facts.bytes == 0 {
        return CollectivePlan::off_board(AllgatherWay::Nothing);
    }
    if facts.ranks == 1 {
        return CollectivePlan::off_board(AllgatherWay::Copy);
    }
    if facts.on_board() {
        let read = facts.bytes / facts.ranks;
        return match read < if facts.oversubscribed { READ_ALIKE } else { READ } {
            true if read >= CHOICE_ALIKE => CollectivePlan::on_board(AllgatherWay::PostOrRead, 2),
            true => {
                let longest = (0..facts.ranks).map(|i| all.get(i).len()).max().unwrap_or(0);
                let pieces = Pieces::cut(facts, longest, 1, 1);
                CollectivePlan::on_board(AllgatherWay::Board(pieces), pieces.count())
            }
            false => CollectivePlan::on_board(AllgatherWay::Read, 2),
        };
    }
    let even = matches!(all, RankBlocks::Even(..));
    // True if few rounds, of which each doubles the number of blocks at every rank, suit the blocks.
    let collects = facts.apart && even && facts.ranks > 3 && facts.bytes <= COLLECTED;
    CollectivePlan::off_board(match facts {
        _ if facts.ranks > 2 && facts.star(facts.bytes) && !(collects && facts.bytes > STAR_GATHER) => {
            AllgatherWay::Star
        }
        // Between hosts rounds are faster even if ranks outnumber cores. See decision 34.
        _ if facts.ranks <= 3 || facts.oversubscribed && !facts.apart => AllgatherWay::Direct,
        _ if collects || facts.bytes <= FORWARD_BYTES && even => AllgatherWay::Bruck,
        _ => AllgatherWay::Ring,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlltoallWay {
    /// Does nothing: there is no data.
    Nothing,
    /// The only rank copies its block.
    Copy,
    /// Every rank posts, step by step, a piece of each block for the other ranks.
    Board(Pieces),
    /// Each rank posts either its blocks or one address for all of them.
    PostOrRead,
    /// Every rank reads its blocks in the other ranks' memory.
    Read,
    /// Each rank posts either its blocks or an address for each block.
    Listed,
    /// Rank 0 receives all blocks and sends each rank the blocks for that rank.
    Star,
    /// Every rank passes on half of the blocks in each of a logarithmic number of rounds, by the algorithm of Bruck.
    Bruck,
    /// Every rank sends to all ranks, a few messages at a time.
    Direct,
    /// The blocks of each machine's ranks for another machine travel in one message.
    Packed,
}

/// Plans an alltoall. `each` is the length of every block of every rank, or `None` if lengths differ (the v and w
/// forms). Then a rank knows only its own blocks' lengths, so the plan must not depend on lengths.
#[inline(always)]
pub fn alltoall(facts: Facts, each: Option<usize>) -> CollectivePlan<AlltoallWay> {
    let Some(each) = each else {
        return if facts.on_board() && facts.ranks > 1 {
            CollectivePlan::on_board(AlltoallWay::Listed, 2)
        } else {
            CollectivePlan::off_board(AlltoallWay::Direct)
        };
    };
    if each == 0 {
        return CollectivePlan::off_board(AlltoallWay::Nothing);
    }
    if facts.ranks == 1 {
        return CollectivePlan::off_board(AlltoallWay::Copy);
    }
    if facts.on_board() {
        let choice = if facts.oversubscribed { CHOICE_BLOCKS } else { CHOICE_BLOCKS_APART };
        return match each < if facts.oversubscribed { READ_BLOCK } else { READ } {
            true if each >= CHOICE_BLOCK && facts.ranks * each >= choice => {
                CollectivePlan::on_board(AlltoallWay::PostOrRead, 2)
            }
            true => {
                let pieces = Pieces::cut(facts, each, 1, facts.ranks - 1);
                CollectivePlan::on_board(AlltoallWay::Board(pieces), pieces.count())
            }
            false => CollectivePlan::on_board(AlltoallWay::Read, 2),
        };
    }
    CollectivePlan::off_board(match facts {
        _ if facts.packs() && each <= PACKED => AlltoallWay::Packed,
        _ if facts.ranks > 4 && facts.star(facts.bytes) => AlltoallWay::Star,
        _ if facts.ranks >= TREE_RANKS && facts.bytes / facts.ranks <= FORWARD_BYTES => AlltoallWay::Bruck,
        _ => AlltoallWay::Direct,
    })
}
