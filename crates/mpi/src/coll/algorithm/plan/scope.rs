//! Whether all ranks of a call act alike, or the ranks of each machine act together.
use super::{Facts, Machines, between};
use crate::op::Fold;

/// Who acts with whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All ranks, by the collective's own plan.
    Alike,
    /// The ranks of each machine, and one rank of each machine with those of the others.
    Hierarchical,
}

/// Who acts with whom in a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BcastScope {
    Alike,
    Hierarchical,
    /// One rank of each machine broadcasts to those of the others at once.
    Group,
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
pub fn scope_of_allgather(facts: Facts) -> Scope {
    by_machine(facts.bytes > 0 && facts.hierarchical())
}

/// For reduce and allreduce.
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
        self.casts >= between::machines(self.bytes, self.together)
    }

    /// True if the ranks of each machine act together when nothing depends on the order of ranks.
    fn hierarchical(self) -> bool {
        self.machines != Machines::Alike
    }

    /// True if the ranks of each machine combine their operands first: that must not change the operands' order if it
    /// matters.
    fn combines_by_machine(self, fold: &Fold) -> bool {
        match self.machines {
            Machines::Alike => false,
            Machines::InOrder => true,
            Machines::Mixed => fold.commutative(),
        }
    }
}
