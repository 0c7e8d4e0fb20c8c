//! The plans of the collectives that combine data.
use super::between::{self, CombiningWay, ResultAt, SHARED_REDUCTION};
use super::{CollectivePlan, Facts, Pieces, READ};
use crate::Fold;

/// Least bytes of a rank's share of a reduction at which ranks read each other's operands where ranks outnumber cores.
/// Smaller: ranks that could post and leave wait for the readers. Larger: the root combines large operands alone. An
/// allreduce, in which every rank waits anyway, reads from [`READ`] on. See decision 23.
const READ_OPERAND: usize = 256 << 10;

/// Least bytes of an allreduce between two ranks with a core each at which each rank combines one half for both ranks.
/// Smaller: the extra step costs more than the shared work saves. Larger: each rank combines all elements. See decision
/// 2.
const HALVES_ALL: usize = 16 << 10;
/// Least bytes of a reduction between two ranks with a core each at which each rank combines one half. Smaller: writing
/// one half into the root's memory costs more than the shared work saves. Larger: the root reads and combines all
/// operands alone.
const HALVES_ROOT: usize = 64 << 10;
/// Least bytes of a reduction between more than two ranks with a core each at which each rank combines a share.
/// Smaller: waiting for the shares takes the root longer than combining them. Larger: the root combines alone.
const SHARED_FOLD: usize = 512 << 10;
/// Most bytes of the other ranks' operands at which each rank of an allreduce combines all operands itself, in one
/// step. Larger: a second step, with shares of the work, would be faster.
const ALL_FOLD: usize = 32 << 10;
/// Most bytes at which a scan (all ranks' operands together) and a reduce-scatter (all its blocks) use the board.
/// Larger: a rank combines so many operands alone that messages are faster, and a reduce-scatter's blocks do not fit
/// into one post.
pub(super) const BOARD_BYTES: usize = 64 << 10;

/// Least bytes of a rank's mean share of a reduce-scatter at which ranks read each other's memory instead of posting on
/// the board. Smaller: the confirmation costs more than the second copy. See decision 2.
const READ_SHARE: usize = 8 << 10;
/// Least bytes of a block of a reduce-scatter between hosts at which every rank receives its share from all others.
/// Smaller: rounds need fewer messages. Larger: rounds carry and combine more bytes at each rank. See decision 34.
const DIRECT_BLOCK: usize = 64 << 10;

impl Facts {
    /// Returns the way in which the ranks combine by messages.
    fn combining(self, result: ResultAt) -> CombiningWay {
        between::combining(result, self.ranks, self.bytes, (self.oversubscribed, self.apart))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "a reduce-scatter and a gather is what the algorithm is called")]
pub enum ReduceWay {
    /// Does nothing: there is no data.
    Nothing,
    /// The only rank copies its input.
    Copy,
    /// All other ranks post piece by piece, and the root combines.
    Board(Pieces),
    /// Each of two ranks combines one half of the elements.
    Halves,
    /// The root reads all operands.
    ReadAtRoot,
    /// Each rank reads and combines a share, and writes the result into the root's memory.
    ReadShares,
    /// All ranks send to the root.
    Linear,
    Binomial,
    /// Each rank combines a share, and the root gathers the shares.
    ReduceScatterGather,
}

#[inline(always)]
pub fn reduce(facts: Facts, fold: &Fold) -> CollectivePlan<ReduceWay> {
    if facts.bytes == 0 {
        return CollectivePlan::off_board(ReduceWay::Nothing);
    }
    if facts.ranks == 1 {
        return CollectivePlan::off_board(ReduceWay::Copy);
    }
    if facts.on_board() {
        let at_root = facts.ranks == 2 || !facts.oversubscribed && facts.bytes < SHARED_FOLD;
        let read = if at_root { facts.bytes } else { facts.bytes / facts.ranks };
        match read < if facts.oversubscribed { READ_OPERAND } else { READ } {
            true if Pieces::fit(fold.stride()) => {
                let pieces = Pieces::cut(facts, facts.bytes, fold.stride(), 1);
                return CollectivePlan::on_board(ReduceWay::Board(pieces), pieces.count());
            }
            // Elements longer than a post cannot use the board.
            true => (),
            false if facts.ranks == 2 && facts.bytes >= HALVES_ROOT => {
                return CollectivePlan::on_board(ReduceWay::Halves, 2);
            }
            false if at_root => return CollectivePlan::on_board(ReduceWay::ReadAtRoot, 2),
            false => return CollectivePlan::on_board(ReduceWay::ReadShares, 2),
        }
    }
    CollectivePlan::off_board(match facts.combining(ResultAt::Root) {
        CombiningWay::Star => ReduceWay::Linear,
        CombiningWay::Tree | CombiningWay::Rounds => ReduceWay::Binomial,
        CombiningWay::Halves | CombiningWay::Shares => ReduceWay::ReduceScatterGather,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllreduceWay {
    /// Does nothing: there is no data.
    Nothing,
    /// The only rank copies its input.
    Copy,
    /// Every rank posts its input and combines all inputs.
    FoldAll,
    /// Every rank posts its input and combines a share, piece by piece; then every rank posts its share of
    /// the result.
    FoldShares(Pieces),
    /// Each of two ranks combines one half of the elements for both ranks.
    Halves,
    /// Each rank reads and combines a share, and writes the result into the other ranks' memory.
    ReadShares,
    /// Rank 0 combines and sends the result to all ranks.
    Star,
    /// Rank 0 gets the result along a binomial tree, and the other ranks get it back along the tree.
    Tree,
    RecursiveDoubling,
    RecursiveHalving,
    /// Each rank combines a share, and all ranks exchange the shares.
    ReduceScatterAllgather,
}

#[inline(always)]
pub fn allreduce(facts: Facts, fold: &Fold) -> CollectivePlan<AllreduceWay> {
    if facts.bytes == 0 {
        return CollectivePlan::off_board(AllreduceWay::Nothing);
    }
    if facts.ranks == 1 {
        return CollectivePlan::off_board(AllreduceWay::Copy);
    }
    if facts.on_board() {
        let read = if facts.ranks == 2 { facts.bytes } else { facts.bytes / facts.ranks };
        let pays = match facts.ranks {
            2 if facts.oversubscribed => READ_OPERAND,
            2 => HALVES_ALL,
            _ => READ,
        };
        match read < pays {
            // Elements longer than a post cannot use the board.
            true if !Pieces::fit(fold.stride()) => (),
            true if (facts.ranks - 1) * facts.bytes <= ALL_FOLD => {
                return CollectivePlan::on_board(AllreduceWay::FoldAll, 1);
            }
            true => {
                let pieces = Pieces::cut(facts, facts.bytes, fold.stride(), 1);
                return CollectivePlan::on_board(AllreduceWay::FoldShares(pieces), 2 * pieces.count());
            }
            false if facts.ranks == 2 => return CollectivePlan::on_board(AllreduceWay::Halves, 2),
            false => return CollectivePlan::on_board(AllreduceWay::ReadShares, 2),
        }
    }
    CollectivePlan::off_board(match facts.combining(ResultAt::AllRanks) {
        CombiningWay::Star => AllreduceWay::Star,
        CombiningWay::Tree => AllreduceWay::Tree,
        CombiningWay::Rounds => AllreduceWay::RecursiveDoubling,
        CombiningWay::Halves => AllreduceWay::RecursiveHalving,
        CombiningWay::Shares => AllreduceWay::ReduceScatterAllgather,
    })
}

/// Plans of MPI_Scan and MPI_Exscan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanWay {
    /// Does nothing: there is no data.
    Nothing,
    /// Every rank posts, and combines the posts of the ranks before it.
    Board,
    /// Rank 0 combines for all ranks.
    Star,
    RecursiveDoubling,
}

#[inline(always)]
pub fn scan(facts: Facts) -> CollectivePlan<ScanWay> {
    if facts.bytes == 0 {
        return CollectivePlan::off_board(ScanWay::Nothing);
    }
    if facts.on_board() && facts.bytes <= BOARD_BYTES / facts.ranks {
        return CollectivePlan::on_board(ScanWay::Board, 1);
    }
    let star = facts.ranks > 2 && facts.star(facts.bytes.saturating_mul(facts.ranks));
    CollectivePlan::off_board(if star { ScanWay::Star } else { ScanWay::RecursiveDoubling })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceScatterWay {
    /// The only rank copies its block.
    Copy,
    /// Every rank posts all its blocks and combines the block that it must receive.
    Board,
    /// Every rank reads the block that it must receive from the other ranks' memory, and combines it.
    Read,
    /// Rank 0 reduces all blocks, then scatters them.
    Star,
    /// In each of a logarithmic number of rounds the ranks combine half of the blocks of the round before.
    RecursiveHalving,
    /// Every rank receives its share from all other ranks.
    Direct,
}

#[inline(always)]
pub fn reduce_scatter(facts: Facts, fold: &Fold) -> CollectivePlan<ReduceScatterWay> {
    if facts.ranks == 1 {
        return CollectivePlan::off_board(ReduceScatterWay::Copy);
    }
    if facts.on_board() {
        let reads = facts.bytes / facts.ranks >= READ_SHARE;
        // Where ranks share cores, waiting for the second step of a direct read costs more than the second copy of a
        // post.
        if facts.bytes <= BOARD_BYTES && (facts.oversubscribed || !reads) {
            return CollectivePlan::on_board(ReduceScatterWay::Board, 1);
        }
        if reads {
            return CollectivePlan::on_board(ReduceScatterWay::Read, 2);
        }
    }
    let star = facts.ranks > 2 && facts.bytes < SHARED_REDUCTION && facts.star(facts.bytes);
    // Recursive halving keeps a rank's blocks side by side: ranks that are half of the ranks apart pair first. This
    // changes the order of operands.
    let halves = facts.bytes > 0 && facts.apart && facts.ranks.is_power_of_two() && fold.commutative();
    CollectivePlan::off_board(match facts.bytes / facts.ranks {
        _ if star => ReduceScatterWay::Star,
        ..DIRECT_BLOCK if halves => ReduceScatterWay::RecursiveHalving,
        _ => ReduceScatterWay::Direct,
    })
}
