//! MPI_Barrier: MPI 5.0 section 6.3.
use crate::blocks::order;
use crate::plan::{self, BarrierWay};
use crate::{Entrance, FastPath, ShortRound, Team};
use clump::driver::{Local, Region};

/// Runs [`crate::barrier()`] without a hierarchy of machines: all ranks have the same role.
pub async fn alike<G: Entrance>(team: &Team<G>) {
    let plan = plan::barrier(team.facts(0));
    let first = team.begin(plan.steps);
    match plan.algorithm {
        BarrierWay::Board => board(team, first).await,
        BarrierWay::BoardStar => board_star(team, first).await,
        BarrierWay::Star => Box::pin(star(team)).await,
        BarrierWay::Tree => Box::pin(tree(team)).await,
        BarrierWay::Dissemination => Box::pin(dissemination(team)).await,
    }
}

async fn star<G: Entrance>(team: &Team<G>) {
    if team.rank() != 0 {
        team.send(0, Region::EMPTY).await;
        team.recv(0, Region::EMPTY).await;
        return;
    }
    // Post all receives before waiting for any, so that messages match a posted receive when they arrive.
    let pending: Vec<_> = (1..team.size()).map(|from| team.start_recv(from, Region::EMPTY)).collect();
    team.all(pending).await;
    for to in 1..team.size() {
        team.send(to, Region::EMPTY).await;
    }
}

/// Runs the barrier along a binomial tree with rank 0 at its top. Each rank tells its parent that all ranks below it
/// have entered, and is released by its parent.
async fn tree<G: Entrance>(team: &Team<G>) {
    let (me, n) = (team.rank(), team.size());
    // The lowest set bit of a rank gives the distance to its parent; the children are at the smaller distances.
    let bit = if me == 0 { n.next_power_of_two() } else { me & me.wrapping_neg() };
    let children = || (0..bit.trailing_zeros()).map(|i| me + (1 << i)).filter(|&child| child < n);
    let entered: Vec<_> = children().map(|child| team.start_recv(child, Region::EMPTY)).collect();
    team.all(entered).await;
    if me != 0 {
        team.send(me - bit, Region::EMPTY).await;
        team.recv(me - bit, Region::EMPTY).await;
    }
    let released: Vec<_> = children().rev().map(|child| team.start_send(child, Region::EMPTY)).collect();
    team.all(released).await;
}

/// Runs the dissemination barrier (Hensgen, Finkel and Manber, 1988): in round k each rank signals rank + 2^k.
async fn dissemination<G: Entrance>(team: &Team<G>) {
    let (me, n) = (team.rank(), team.size());
    let mut step = 1;
    while step < n {
        team.exchange((me + step) % n, Region::EMPTY, (me + n - step) % n, Region::EMPTY).await;
        step *= 2;
    }
}

/// Runs the barrier over the board, with rank 0 as the center. Rank 0 waits for the posts of all other ranks, then
/// posts; each other rank posts, then waits for rank 0's post.
async fn board_star<G: Entrance>(team: &Team<G>, step: u64) {
    if team.rank() == 0 {
        team.each_posted(step, 0, team.size() - 1, |i| i + 1, |_, _| ()).await;
        team.post(step, Region::EMPTY).await;
    } else {
        team.post(step, Region::EMPTY).await;
        team.posted(step, 0, 0).await;
    }
    team.finish(step);
}

/// Runs the barrier over the board: each rank posts, then waits for the posts of all ranks.
async fn board<G: Entrance>(team: &Team<G>, step: u64) {
    team.post(step, Region::EMPTY).await;
    team.each_posted(step, 0, team.size(), order(team.rank(), team.size()), |_, _| ()).await;
    team.finish(step);
}

/// Returns true if the barrier is a [`ShortRound`].
#[inline(always)]
pub fn is_short(at: &FastPath<'_, impl Local>) -> bool {
    plan::barrier(at.facts(0)).algorithm == BarrierWay::Board
}

/// Begins a short round: posts.
#[inline(always)]
pub fn begin_short(mut at: FastPath<'_, impl Local>) -> Option<ShortRound> {
    at.begin_short(0, |_| ())
}

/// Ends a short round once all ranks have posted. Returns true if all posts are empty; returns the rank whose post is
/// missing as an error.
#[inline(always)]
pub fn end_short(mut at: FastPath<'_, impl Local>, round: &mut ShortRound) -> Result<bool, usize> {
    let (order, others) = (order(at.rank(), at.size()), at.size() - 1);
    at.end_short(round, others, order, |_, _, post| post.is_empty())
}
