//! Decides whether a call uses the hierarchy of machines.
use super::{Facts, Machines, PACKED, between};
use crate::coll::algorithm::RankBlocks;
use crate::op::Fold;

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
        RankBlocks::Even(_, each) if facts.packs && each <= PACKED => AllgatherScope::Packed,
        _ => AllgatherScope::Hierarchical,
    }
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

impl Facts {
    fn group_pays(self) -> bool {
        self.casts >= between::machines(self.bytes, self.hosts_share_cores)
    }

    /// Returns true if the ranks of each machine act together in a call that does not depend on rank order.
    fn hierarchical(self) -> bool {
        self.machines != Machines::Alike
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
