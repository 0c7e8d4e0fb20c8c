//! MPI_Reduce_scatter and MPI_Reduce_scatter_block: MPI 5.0 section 6.10.
use crate::Fold;
use crate::blocks::{pack, settle};
use crate::collectives::reduce::linear;
use crate::collectives::scatter;
use crate::memory::lent_buffer;
use crate::plan::{self, ReduceScatterWay};
use crate::steps::folding::{fold_posts, share};
use crate::steps::{halving, remote_read};
use crate::{Entrance, RankBlocks, Team};
use clump::driver::Region;

/// Runs [`crate::reduce_scatter()`] without a hierarchy of machines: all ranks have the same role.
pub async fn alike<G: Entrance>(team: &Team<G>, input: Region, inputs: &RankBlocks, output: Region, fold: &Fold) {
    let bytes = inputs.total(team.size());
    let plan = plan::reduce_scatter(team.facts(bytes), fold);
    let first = team.begin(plan.steps);
    match plan.algorithm {
        ReduceScatterWay::Copy => settle(output, inputs.get(0)),
        ReduceScatterWay::Board => through_board(team, first, inputs, output, fold, bytes).await,
        ReduceScatterWay::Read => {
            remote_read::fold_share(team, first, (input, inputs), (Region::EMPTY, output), fold, |_| false).await;
        }
        ReduceScatterWay::Star => star(team, inputs, output, fold, bytes).await,
        ReduceScatterWay::RecursiveHalving => {
            Box::pin(halving::reduce_scatter(team, inputs, output, fold, bytes)).await
        }
        ReduceScatterWay::Direct => share(team, inputs, output, fold).await,
    }
}

/// Reduces over the board in one step: each rank posts the blocks of all other ranks and combines its own block.
async fn through_board<G: Entrance>(
    team: &Team<G>,
    step: u64,
    inputs: &RankBlocks,
    output: Region,
    fold: &Fold,
    bytes: usize,
) {
    let (me, n) = (team.rank(), team.size());
    let place = team.place(step, bytes).await;
    let (mut at, mut share) = (0, 0..0);
    for i in 0..n {
        let block = inputs.get(i);
        if i == me {
            share = at..at + block.len();
        } else {
            place.slice(at, block.len()).copy_from(block);
        }
        at += block.len();
    }
    team.publish(step);
    // A rank whose block is empty need not wait for any post.
    if !share.is_empty() {
        fold_posts(team, step, bytes, share, inputs.get(me), output, fold).await;
    }
    team.finish(step);
}

async fn star<G: Entrance>(team: &Team<G>, inputs: &RankBlocks, output: Region, fold: &Fold, bytes: usize) {
    let packed = lent_buffer(bytes);
    let blocks = pack(inputs, packed.region(), team.size());
    if bytes == 0 {
        return;
    }
    linear(team, packed.region(), packed.region(), fold, 0).await;
    scatter::linear(team, &blocks, output, 0).await;
}
