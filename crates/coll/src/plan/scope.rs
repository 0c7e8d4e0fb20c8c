//! Decides whether a call uses the hierarchy of machines.
use super::combining::{BOARD_BYTES, ReduceScatterWay};
use super::{BOARD_RANKS, BUNDLED, Facts, Machines, PACKED, RootedWay, TREE_RANKS, between, reduce_scatter, rooted};
use crate::Fold;
use crate::RankBlocks;
use clump::driver::POST;

/// The set of ranks that act together in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All ranks act together, by the collective's own plan.
    Alike,
    /// The ranks of each machine act together, and so do the leaders of the machines.
    Hierarchical,
}

/// The set of ranks that act together in a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BcastScope {
    Alike,
    Hierarchical,
    /// One rank of each machine is in a multicast group, to which the root's machine sends the data once.
    Group,
}

/// The set of ranks that act together in an allgather.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllgatherScope {
    Alike,
    Hierarchical,
    /// The blocks of each machine's ranks travel to each other machine in one message.
    Packed,
}

/// The set of ranks that act together in a gather or scatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootedScope {
    Alike,
    /// The blocks of each machine's ranks travel in one message, except for blocks of more than this number of bytes,
    /// which their owners and the root exchange directly.
    Bundled(usize),
}

/// The set of ranks that act together in a reduce-scatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceScatterScope {
    Alike,
    /// Rank 0 combines the results of the machines, and scatters them in bundles of at most this many bytes a block.
    Bundled(usize),
    /// The first ranks of all machines exchange what their machines have combined for them, the second ranks too, and
    /// so on: every rank sends, and a block crosses the network once for each machine.
    Sliced,
}

#[inline(always)]
pub fn scope_of_barrier(facts: Facts) -> Scope {
    by_machine(facts.hierarchical())
}

#[inline(always)]
pub fn scope_of_bcast(facts: Facts) -> BcastScope {
    match facts {
        _ if facts.bytes == 0 => BcastScope::Alike,
        _ if facts.group_pays() => BcastScope::Group,
        _ if facts.hierarchical() => BcastScope::Hierarchical,
        _ => BcastScope::Alike,
    }
}

#[inline(always)]
pub fn scope_of_allgather(facts: Facts, all: &RankBlocks) -> AllgatherScope {
    match *all {
        _ if facts.bytes == 0 || !facts.hierarchical() => AllgatherScope::Alike,
        RankBlocks::Even(_, each) if facts.packs() && each <= PACKED => AllgatherScope::Packed,
        _ => AllgatherScope::Hierarchical,
    }
}

/// Returns the scope of a gather or scatter. `facts` and `equal` have the meaning that they have for [`rooted`].
#[inline(always)]
pub fn scope_of_rooted(facts: Facts, equal: bool) -> RootedScope {
    let Some(longest) = facts.bundled() else { return RootedScope::Alike };
    let each = facts.bytes / facts.ranks;
    // From so many machines on, messages down a tree of all ranks are faster than one root's messages to all machines.
    let tree = facts.ranks.div_ceil(facts.crowd) >= TREE_RANKS;
    match equal {
        true if each == 0 || each > longest => RootedScope::Alike,
        true if tree && rooted(facts, true, 1).algorithm == RootedWay::Binomial => RootedScope::Alike,
        _ => RootedScope::Bundled(longest),
    }
}

/// Returns the scope of a reduce-scatter. `even` tells whether all machines have equally many ranks.
pub fn scope_of_reduce_scatter(facts: Facts, fold: &Fold, even: impl FnOnce() -> bool) -> ReduceScatterScope {
    if facts.bytes == 0 || !facts.combines_by_machine(fold) {
        return ReduceScatterScope::Alike;
    }
    let star = reduce_scatter(facts, fold).algorithm == ReduceScatterWay::Star;
    match facts.bundled().filter(|_| star) {
        Some(longest) => ReduceScatterScope::Bundled(longest),
        None if facts.bytes <= MOST_SLICED && even() => ReduceScatterScope::Sliced,
        None => ReduceScatterScope::Alike,
    }
}

/// Returns the scope of a scan. The posts of a machine's ranks must fit on its board.
pub fn scope_of_scan(facts: Facts) -> Scope {
    let fits = |crowd: usize| (1..=BOARD_RANKS).contains(&crowd) && facts.bytes <= BOARD_BYTES / crowd;
    by_machine(facts.bytes > 0 && facts.machines == Machines::InOrder && fits(facts.crowd))
}

/// Returns the scope of a reduce or allreduce.
#[inline(always)]
pub fn scope_of_reduction(facts: Facts, fold: &Fold) -> Scope {
    by_machine(facts.bytes > 0 && facts.combines_by_machine(fold))
}

#[inline(always)]
fn by_machine(is: bool) -> Scope {
    if is { Scope::Hierarchical } else { Scope::Alike }
}

/// Most bytes of all blocks of a reduce-scatter in slices, which copies all blocks. Larger: the copy takes much memory.
const MOST_SLICED: usize = 256 << 20;

/// Least bytes of the longest block of a bundle. Smaller: machines with very many ranks would send two messages for
/// most blocks.
const LEAST_BUNDLED: usize = 256;

impl Facts {
    fn group_pays(self) -> bool {
        self.broadcasts >= between::machines(self.bytes, self.hosts_share_cores)
    }

    /// Returns true if the ranks of each machine act together in a call that does not depend on rank order.
    fn hierarchical(self) -> bool {
        self.machines != Machines::Alike
    }

    /// Returns the most bytes of a block that travels in a bundle, so that the bundle of any machine fits in a post;
    /// `None` if machines have one rank each, or so many that bundles are not worth their copies.
    fn bundled(self) -> Option<usize> {
        let fits = (POST / self.crowd.max(1)).saturating_sub(8) / 64 * 64;
        Some(fits.min(BUNDLED)).filter(|&longest| self.packs() && longest >= LEAST_BUNDLED)
    }

    /// Returns true if the ranks of each machine combine their operands first: either the operation commutes,
    /// or the placement keeps rank order.
    fn combines_by_machine(self, fold: &Fold) -> bool {
        match self.machines {
            Machines::Alike => false,
            Machines::InOrder => true,
            Machines::Mixed => fold.commutative(),
        }
    }
}
