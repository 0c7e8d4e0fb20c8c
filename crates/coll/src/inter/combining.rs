//! MPI_Reduce, MPI_Allreduce and MPI_Reduce_scatter(_block): MPI 5.0 sections 6.9 and 6.10. Each group
//! combines its own operands in rank order, by the algorithms for one group.
use super::{Groups, Root};
use crate::Fold;
use crate::memory::lent_buffer;
use crate::{Entrance, RankBlocks};
use clump::driver::{LentBuffer, Region};

/// Combines all `input`s of the remote group into the root's `output`.
pub async fn reduce<G: Entrance + Copy>(
    groups: &Groups<'_, G>,
    input: Region,
    output: Region,
    fold: &Fold,
    root: Root,
) {
    match root {
        Root::Here if !output.is_empty() => groups.far.recv(0, output).await,
        Root::Far(root) if !input.is_empty() => {
            let result = lent_buffer(if groups.leads() { input.len() } else { 0 });
            crate::reduce(groups.near, input, result.region(), fold, 0).await;
            if groups.leads() {
                groups.far.send(root, result.region()).await;
            }
        }
        _ => {}
    }
}

/// Returns the remote group's combined inputs on this group's rank 0, and an empty buffer on other ranks. No rank's
/// `input` may be empty.
async fn others<G: Entrance + Copy>(groups: &Groups<'_, G>, input: Region, fold: &Fold) -> LentBuffer {
    let len = if groups.leads() { input.len() } else { 0 };
    let (ours, theirs) = (lent_buffer(len), lent_buffer(len));
    crate::reduce(groups.near, input, ours.region(), fold, 0).await;
    if groups.leads() {
        groups.far.exchange(0, ours.region(), 0, theirs.region()).await;
    }
    theirs
}

/// Combines all `input`s of the remote group into every rank's `output`, with identical bits on all ranks.
pub async fn allreduce<G: Entrance + Copy>(groups: &Groups<'_, G>, input: Region, output: Region, fold: &Fold) {
    if input.is_empty() {
        return;
    }
    let result = others(groups, input, fold).await;
    if groups.leads() {
        output.copy_from(result.region());
    }
    crate::bcast(groups.near, output, 0).await;
}

/// Combines all `input`s of the remote group and scatters the result in this group: rank i gets `lens[i]` bytes in its
/// `output`. The sum of the lengths is equal in both groups.
pub async fn reduce_scatter<G: Entrance + Copy>(
    groups: &Groups<'_, G>,
    input: Region,
    lens: &[usize],
    output: Region,
    fold: &Fold,
) {
    if input.is_empty() {
        return;
    }
    let result = others(groups, input, fold).await;
    let mut at = 0;
    let share = |&len: &usize| {
        at += len;
        result.region().slice(at - len, len)
    };
    let shares = if groups.leads() { RankBlocks::Listed(lens.iter().map(share).collect()) } else { RankBlocks::none() };
    crate::scatter(groups.near, &shares, output, 0, false).await;
}
