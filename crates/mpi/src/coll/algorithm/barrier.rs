//! MPI_Barrier: MPI 5.0 section 6.3.
use super::plan::{self, Barrier};
use super::{Entrance, Team, hierarchy};
use clump::Region;

/// Nobody leaves before all have entered.
pub async fn barrier<G: Entrance>(team: &Team<G>) {
    let plan = plan::barrier(team.facts(0));
    let first = team.begin(plan.steps);
    match plan.algorithm {
        Barrier::Board => board(team, first).await,
        Barrier::BoardStar => board_star(team, first).await,
        Barrier::Hierarchical => Box::pin(hierarchy::barrier(team)).await,
        Barrier::Star => Box::pin(star(team)).await,
        Barrier::Dissemination => Box::pin(dissemination(team)).await,
    }
}

async fn star<G: Entrance>(team: &Team<G>) {
    if team.rank() != 0 {
        team.send(0, Region::EMPTY).await;
        team.recv(0, Region::EMPTY).await;
        return;
    }
    // All posted before any is awaited: what has arrived by then goes straight to its receive.
    let pending: Vec<_> = (1..team.size()).map(|from| team.start_recv(from, Region::EMPTY)).collect();
    team.all(pending).await;
    for to in 1..team.size() {
        team.send(to, Region::EMPTY).await;
    }
}

/// Hensgen, Finkel and Manber (1988): in round k each rank signals the one 2^k further.
async fn dissemination<G: Entrance>(team: &Team<G>) {
    let (me, n) = (team.rank(), team.size());
    let mut step = 1;
    while step < n {
        team.exchange((me + step) % n, Region::EMPTY, (me + n - step) % n, Region::EMPTY).await;
        step *= 2;
    }
}

/// All others post, and rank 0 posts when it has seen them.
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

/// All post, and each looks for all others.
async fn board<G: Entrance>(team: &Team<G>, step: u64) {
    team.post(step, Region::EMPTY).await;
    let (me, n) = (team.rank(), team.size());
    let after = move |i| if me + 1 + i < n { me + 1 + i } else { me + 1 + i - n };
    team.each_posted(step, 0, n, after, |_, _| ()).await;
    team.finish(step);
}
