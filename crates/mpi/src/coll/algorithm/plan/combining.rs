//! The plans of the collectives that combine data.
use super::{CollectivePlan, Facts, Pieces, READ, STAR_BYTES, STAR_RANKS};
use crate::op::Fold;

/// Bytes of a rank's share of a reduction from which reading it pays where ranks outnumber cores. Those who post what
/// they have need not wait for anybody: with half as many, 512 KiB on 4 ranks took 170 us instead of 130 (where no
/// memory is shared, 400 instead of 150). With twice as many, a root would combine 1 MiB of each of 4 ranks alone, in
/// 480 us instead of 170. (Of an allreduce all wait for all, and reading pays from [`READ`] on: 64 KiB on 4 ranks took
/// 70 us through the board, 23 so.)
const READ_OPERAND: usize = 256 << 10;

/// Bytes of an allreduce between two ranks with a core each from which each combines one half for both. With twice as
/// many, one of 16 KiB takes 5.3 us instead of 2.8.
const HALVES_ALL: usize = 16 << 10;
/// The same of a reduction, whose root would otherwise read and combine everything. Below, writing the other half into
/// the root's memory costs more than it shares out.
const HALVES_ROOT: usize = 64 << 10;
/// Bytes of a reduction between more than two ranks with a core each from which its root leaves shares of the work to
/// others. With half as many, waiting for them costs more than it saves.
const SHARED_FOLD: usize = 512 << 10;
/// Bytes of other ranks' operands that a rank may combine in an allreduce in which each combines everything itself, in
/// one step. With twice as many, a second step and a share of the work for each are faster.
const ALL_FOLD: usize = 32 << 10;
/// Bytes of a scan's operands of all ranks together, and of a reduce-scatter's blocks, up to which they go through the
/// board. With twice as many, a rank would combine so many of them alone that messages are faster, and a
/// reduce-scatter's blocks would not fit into one post.
const BOARD_BYTES: usize = 64 << 10;

/// Bytes of a rank's share of a reduce-scatter, the mean, from which it reads them in the others' memory (2 ranks: 8
/// KiB each 2.2 us, through the board 3.9). With twice as many, that gain is given away.
const READ_SHARE: usize = 8 << 10;

/// Bytes of others' operands that rank 0 may combine alone although sharing out the work would pay with a core for each
/// rank: it takes 6 messages in place of 24 between 4 ranks (64 KiB between 4 hosts on two cores: 1,022 to 908 us,
/// sealed 1,376 to 1,178), and 3 in place of 15 for a reduction (354 to 661 us down to 320 to 434). With twice as many,
/// everything would go through one rank's cable.
const STAR_OPERANDS: usize = 256 << 10;
/// The same where hosts share one machine's cores: there is no cable that one rank would fill, and each message costs
/// a switch between ranks. Allreduce by shares and through rank 0 (medians of turns): 4 hosts 256 KiB 3.6 ms and 1.6, 1
/// MiB 9.7 and 5.6; 8 hosts 64 KiB 6.9 and 2.9, 256 KiB 23.6 and 4.9, 1 MiB 103 and 16. Reduce of 256 KiB: 4 hosts 2.0
/// and 0.7, 8 hosts 13 and 1.9. Twice as much was not measured.
const TOGETHER_OPERANDS: usize = 8 << 20;
/// Bytes of a reduction from which sharing out the work pays for the second round of messages. With twice as many,
/// reductions of 16 to 32 KiB are combined by one rank that the others wait for.
const SHARED_REDUCTION: usize = 16 << 10;

impl Facts {
    /// True if rank 0 combines what a few ranks send it, although there is enough to share out.
    fn star_combines(self) -> bool {
        let operands = (self.ranks - 1).saturating_mul(self.bytes);
        let few = operands <= STAR_OPERANDS && self.bytes <= STAR_BYTES;
        let star = self.crowded && self.ranks <= STAR_RANKS;
        self.ranks > 2 && star && (few || self.together && operands <= TOGETHER_OPERANDS)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "a reduce-scatter and a gather is what the algorithm is called")]
pub enum Reduce {
    /// There is nothing to do: no data.
    Nothing,
    /// One rank copies its input.
    Copy,
    /// All others post, piece by piece, and the root combines.
    Board(Pieces),
    /// Of two ranks, each combines a part.
    Halves,
    /// The root reads all operands.
    ReadAtRoot,
    /// Each rank reads and combines a share, and writes the outcome into the root's memory.
    ReadShares,
    /// All send to the root.
    Linear,
    Binomial,
    /// Each rank combines a share, and the root gathers them.
    ReduceScatterGather,
}

#[inline(always)]
pub fn reduce(facts: Facts, fold: &Fold) -> CollectivePlan<Reduce> {
    if facts.bytes == 0 {
        return CollectivePlan::off_board(Reduce::Nothing);
    }
    if facts.ranks == 1 {
        return CollectivePlan::off_board(Reduce::Copy);
    }
    if facts.on_board() {
        let at_root = facts.ranks == 2 || !facts.crowded && facts.bytes < SHARED_FOLD;
        let read = if at_root { facts.bytes } else { facts.bytes / facts.ranks };
        match read < if facts.crowded { READ_OPERAND } else { READ } {
            true if Pieces::fit(fold.stride()) => {
                let pieces = Pieces::cut(facts, facts.bytes, fold.stride(), 1);
                return CollectivePlan::on_board(Reduce::Board(pieces), pieces.count());
            }
            // An element is longer than a post.
            true => (),
            false if facts.ranks == 2 && facts.bytes >= HALVES_ROOT => {
                return CollectivePlan::on_board(Reduce::Halves, 2);
            }
            false if at_root => return CollectivePlan::on_board(Reduce::ReadAtRoot, 2),
            false => return CollectivePlan::on_board(Reduce::ReadShares, 2),
        }
    }
    CollectivePlan::off_board(match facts {
        _ if facts.star_combines() => Reduce::Linear,
        _ if facts.bytes >= SHARED_REDUCTION => Reduce::ReduceScatterGather,
        _ if facts.ranks <= 3 || facts.star(facts.bytes) => Reduce::Linear,
        _ => Reduce::Binomial,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allreduce {
    /// There is nothing to do: no data.
    Nothing,
    /// One rank copies its input.
    Copy,
    /// All post their input, and each combines everything.
    FoldAll,
    /// All post their input and each combines a share, piece by piece; then all post their outcomes.
    FoldShares(Pieces),
    /// Of two ranks, each combines one half for both.
    Halves,
    /// Each rank reads and combines a share, and writes the outcome into the others' memory.
    ReadShares,
    /// Rank 0 combines, and tells all.
    Star,
    RecursiveDoubling,
    /// Each rank combines a share, and all exchange them.
    ReduceScatterAllgather,
}

#[inline(always)]
pub fn allreduce(facts: Facts, fold: &Fold) -> CollectivePlan<Allreduce> {
    if facts.bytes == 0 {
        return CollectivePlan::off_board(Allreduce::Nothing);
    }
    if facts.ranks == 1 {
        return CollectivePlan::off_board(Allreduce::Copy);
    }
    if facts.on_board() {
        let read = if facts.ranks == 2 { facts.bytes } else { facts.bytes / facts.ranks };
        let pays = match facts.ranks {
            2 if facts.crowded => READ_OPERAND,
            2 => HALVES_ALL,
            _ => READ,
        };
        match read < pays {
            // An element is longer than a post.
            true if !Pieces::fit(fold.stride()) => (),
            true if (facts.ranks - 1) * facts.bytes <= ALL_FOLD => {
                return CollectivePlan::on_board(Allreduce::FoldAll, 1);
            }
            true => {
                let pieces = Pieces::cut(facts, facts.bytes, fold.stride(), 1);
                return CollectivePlan::on_board(Allreduce::FoldShares(pieces), 2 * pieces.count());
            }
            false if facts.ranks == 2 => return CollectivePlan::on_board(Allreduce::Halves, 2),
            false => return CollectivePlan::on_board(Allreduce::ReadShares, 2),
        }
    }
    CollectivePlan::off_board(match facts {
        _ if facts.star_combines() => Allreduce::Star,
        _ if facts.bytes >= SHARED_REDUCTION => Allreduce::ReduceScatterAllgather,
        _ if facts.ranks > 2 && facts.star(facts.bytes) => Allreduce::Star,
        _ => Allreduce::RecursiveDoubling,
    })
}

/// For scan and exscan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// There is nothing to do: no data.
    Nothing,
    /// All post, and each combines the posts of those before it.
    Board,
    /// Rank 0 combines for all.
    Star,
    RecursiveDoubling,
}

#[inline(always)]
pub fn scan(facts: Facts) -> CollectivePlan<Scan> {
    if facts.bytes == 0 {
        return CollectivePlan::off_board(Scan::Nothing);
    }
    if facts.on_board() && facts.bytes <= BOARD_BYTES / facts.ranks {
        return CollectivePlan::on_board(Scan::Board, 1);
    }
    let star = facts.ranks > 2 && facts.star(facts.bytes.saturating_mul(facts.ranks));
    CollectivePlan::off_board(if star { Scan::Star } else { Scan::RecursiveDoubling })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceScatter {
    /// One rank copies its block.
    Copy,
    /// All post all blocks, and each combines its own.
    Board,
    /// All read each other's memory, and each combines its own block.
    Read,
    /// Reduce to rank 0, and scatter.
    Star,
    /// Each rank gets its share from all.
    Direct,
}

#[inline(always)]
pub fn reduce_scatter(facts: Facts) -> CollectivePlan<ReduceScatter> {
    if facts.ranks == 1 {
        return CollectivePlan::off_board(ReduceScatter::Copy);
    }
    if facts.on_board() {
        let reads = facts.bytes / facts.ranks >= READ_SHARE;
        // Where ranks take turns on a core, waiting for the second step costs more than the second copy.
        if facts.bytes <= BOARD_BYTES && (facts.crowded || !reads) {
            return CollectivePlan::on_board(ReduceScatter::Board, 1);
        }
        if reads {
            return CollectivePlan::on_board(ReduceScatter::Read, 2);
        }
    }
    let star = facts.ranks > 2 && facts.bytes < SHARED_REDUCTION && facts.star(facts.bytes);
    CollectivePlan::off_board(if star { ReduceScatter::Star } else { ReduceScatter::Direct })
}
