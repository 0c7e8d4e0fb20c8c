//! Collectives that use a hierarchy of machines where several machines have several ranks each.
use crate::Fold;
use crate::collectives::{
    allgather as gathers, allreduce as sums, barrier as meeting, bcast as broadcasts, reduce as folds,
};
use crate::collectives::{gather as collects, reduce_scatter as shares, scan as prefixes, scatter as deals};
use crate::machines::{group_bcast, hierarchy, sliced};
use crate::plan::{self, AllgatherScope, BcastScope, BcastWay, ReduceScatterScope, ReduceWay, RootedScope, Scope};
use crate::steps::bundle::{self, Limit};
use crate::steps::packed;
use crate::{Entrance, RankBlocks, Team};
use clump::driver::Region;
use std::future::Future;

/// Runs a barrier: returns once all ranks have entered.
pub async fn barrier<G: Entrance>(team: &Team<G>) {
    match plan::scope_of_barrier(team.facts(0)) {
        Scope::Alike => meeting::alike(team).await,
        Scope::Hierarchical => Box::pin(hierarchy::barrier(team)).await,
    }
}

/// Copies `data` from the root's memory into every other rank's `data`.
#[inline(always)]
pub fn bcast<G: Entrance>(team: &Team<G>, data: Region, root: usize) -> impl Future<Output = ()> {
    let facts = team.facts(data.len());
    let scope = plan::scope_of_bcast(facts);
    let plan = plan::bcast(facts);
    // If the call is hierarchical, the inner teams begin the steps, and this team begins none.
    let first = team.begin(if scope == BcastScope::Alike { plan.steps } else { 0 });
    run_bcast(team, scope, plan.algorithm, first, data, root)
}

async fn run_bcast<G: Entrance>(
    team: &Team<G>,
    scope: BcastScope,
    alike: BcastWay,
    first: u64,
    data: Region,
    root: usize,
) {
    match scope {
        BcastScope::Alike => broadcasts::run(team, alike, first, data, root).await,
        BcastScope::Group => Box::pin(group_bcast::bcast(team, data, root)).await,
        BcastScope::Hierarchical => Box::pin(hierarchy::bcast(team, data, root)).await,
    }
}

/// Combines all ranks' `input` into the root's `output`; the other ranks' `output` is not used. `input` may be
/// `output`.
#[inline(always)]
pub fn reduce<G: Entrance>(
    team: &Team<G>,
    input: Region,
    output: Region,
    fold: &Fold,
    root: usize,
) -> impl Future<Output = ()> {
    let facts = team.facts(input.len());
    let scope = plan::scope_of_reduction(facts, fold);
    let plan = plan::reduce(facts, fold);
    let first = team.begin(if scope == Scope::Alike { plan.steps } else { 0 });
    run_reduce(team, scope, plan.algorithm, first, (input, output), fold, root)
}

async fn run_reduce<G: Entrance>(
    team: &Team<G>,
    scope: Scope,
    alike: ReduceWay,
    first: u64,
    (input, output): (Region, Region),
    fold: &Fold,
    root: usize,
) {
    match scope {
        Scope::Alike => folds::run(team, alike, first, (input, output), fold, root).await,
        Scope::Hierarchical => Box::pin(hierarchy::reduce(team, input, output, fold, root)).await,
    }
}

/// Combines all ranks' `input` into every rank's `output`, with identical bits on all ranks. `input` may be
/// `output`.
pub async fn allreduce<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    match plan::scope_of_reduction(team.facts(input.len()), fold) {
        Scope::Alike => sums::alike(team, input, output, fold).await,
        Scope::Hierarchical => Box::pin(hierarchy::allreduce(team, input, output, fold)).await,
    }
}

/// Gathers all ranks' `mine` on every rank: rank i's `mine` goes to block i of `all`. `mine` may already be this rank's
/// block of `all`.
pub async fn allgather<G: Entrance>(team: &Team<G>, mine: Region, all: &RankBlocks) {
    match plan::scope_of_allgather(team.facts(all.total(team.size())), all) {
        AllgatherScope::Alike => gathers::alike(team, mine, all).await,
        AllgatherScope::Packed => {
            let packing = team.levels().packing_to_all(team.rank(), true);
            if !packed::fits(packing) {
                return Box::pin(hierarchy::allgather(team, mine, all)).await;
            }
            Box::pin(packed::exchange(team, packing, mine.len(), |_| mine, |source| all.get(source))).await;
        }
        AllgatherScope::Hierarchical => Box::pin(hierarchy::allgather(team, mine, all)).await,
    }
}

/// Collects every rank's `mine` at the root: rank i's `mine` goes to block i of the root's `all`. The other ranks'
/// `all` is not used.
///
/// `equal` is true if all ranks pass equal lengths. Otherwise (the v form) only the root knows all lengths.
pub async fn gather<G: Entrance>(team: &Team<G>, mine: Region, all: &RankBlocks, root: usize, equal: bool) {
    match plan::scope_of_rooted(team.facts(mine.len() * team.size()), equal) {
        RootedScope::Alike => collects::alike(team, mine, all, root, equal).await,
        RootedScope::Bundled(longest) => Box::pin(bundle::gather(team, Limit(longest), mine, all, root)).await,
    }
}

/// Copies block i of the root's `all` to rank i's `mine`. The other ranks' `all` is not used.
///
/// `equal` is true if all ranks pass equal lengths. Otherwise (the v form) only the root knows all lengths.
pub async fn scatter<G: Entrance>(team: &Team<G>, all: &RankBlocks, mine: Region, root: usize, equal: bool) {
    match plan::scope_of_rooted(team.facts(mine.len() * team.size()), equal) {
        RootedScope::Alike => deals::alike(team, all, mine, root, equal).await,
        RootedScope::Bundled(longest) => Box::pin(bundle::scatter(team, Limit(longest), all, mine, root)).await,
    }
}

/// Combines all ranks' `input` and stores this rank's block of the result in `output`. `inputs` are the blocks of
/// `input`, one for each rank, one after another.
pub async fn reduce_scatter<G: Entrance>(
    team: &Team<G>,
    input: Region,
    inputs: &RankBlocks,
    output: Region,
    fold: &Fold,
) {
    let facts = team.facts(inputs.total(team.size()));
    match plan::scope_of_reduce_scatter(facts, fold, || team.levels().is_even()) {
        ReduceScatterScope::Alike => shares::alike(team, input, inputs, output, fold).await,
        ReduceScatterScope::Bundled(longest) => {
            Box::pin(hierarchy::reduce_scatter(team, Limit(longest), inputs, output, fold)).await;
        }
        ReduceScatterScope::Sliced => Box::pin(sliced::reduce_scatter(team, inputs, output, fold)).await,
    }
}

/// Stores on rank i the combination of the inputs of ranks 0 to i, in rank order. `input` may be `output`.
pub async fn scan<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    run_scan(team, input, output, fold, true).await;
}

/// Stores on rank i the combination of the inputs of ranks 0 to i - 1; rank 0's `output` stays unchanged.
pub async fn exscan<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    run_scan(team, input, output, fold, false).await;
}

async fn run_scan<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, inclusive: bool) {
    match plan::scope_of_scan(team.facts(input.len())) {
        Scope::Alike => prefixes::alike(team, input, output, fold, inclusive).await,
        Scope::Hierarchical => Box::pin(hierarchy::scan(team, input, output, fold, inclusive)).await,
    }
}
