//! MPI_Scatter and MPI_Scatterv: MPI 5.0 section 6.6.
use super::blocks::{others, settle};
use super::gather::subtree;
use super::plan::{self, Rooted};
use super::{Entrance, RankBlocks, Team, board};
use clump::{Buffer, Region};

/// Rank i gets block i of the root's `all` (on other ranks, nothing) in `mine`.
///
/// `equal`: all ranks name the same length. Otherwise (the v form) only the root knows all lengths.
pub async fn scatter<G: Entrance>(team: &Team<G>, all: &RankBlocks, mine: Region, root: usize, equal: bool) {
    let plan = plan::rooted(team.facts(mine.len() * team.size()), equal);
    let first = team.begin(plan.steps);
    match plan.algorithm {
        Rooted::Board => through_board(team, first, all, mine, root).await,
        Rooted::Linear => linear(team, all, mine, root).await,
        Rooted::Binomial => binomial(team, all, mine, root).await,
    }
}

/// On the board: the root posts all blocks, and each rank copies its own.
async fn through_board<G: Entrance>(team: &Team<G>, step: u64, all: &RankBlocks, mine: Region, root: usize) {
    let (me, n, each) = (team.rank(), team.size(), mine.len());
    if me == root {
        let place = team.place(step, n * each).await;
        for to in others(root, n) {
            place.slice(to * each, each).copy_from(all.get(to));
        }
        team.publish(step);
        settle(mine, all.get(root));
    } else {
        mine.copy_from(board::part(team.posted(step, root, n * each).await, &(me * each..(me + 1) * each)));
    }
    team.finish(step);
}

/// The root sends to each its block, straight from place.
pub async fn linear<G: Entrance>(team: &Team<G>, all: &RankBlocks, mine: Region, root: usize) {
    if team.rank() != root {
        if !mine.is_empty() {
            team.recv(root, mine).await;
        }
        return;
    }
    let sends: Vec<_> = others(root, team.size())
        .filter(|&to| !all.get(to).is_empty())
        .map(|to| team.start_send(to, all.get(to)))
        .collect();
    settle(mine, all.get(root));
    team.all(sends).await;
}

/// Each rank gets the blocks of its subtree and passes them on, in order of place (counted from the root).
async fn binomial<G: Entrance>(team: &Team<G>, all: &RankBlocks, mine: Region, root: usize) {
    let (me, n, each) = (team.rank(), team.size(), mine.len());
    if each == 0 {
        return;
    }
    let place = (me + n - root) % n;
    let rank_at = |place: usize| (place + root) % n;
    let span = subtree(place, n);
    let packed = Buffer::new(span * each);
    if place == 0 {
        for i in 0..n {
            packed.region().slice(i * each, each).copy_from(all.get(rank_at(i)));
        }
    } else {
        team.recv(rank_at(place & (place - 1)), packed.region()).await;
    }
    let mut sends = Vec::new();
    // The largest subtree first: it has the longest way to go.
    let mut step = span.next_power_of_two() / 2;
    while step > 0 {
        let len = subtree(place + step, n).min(step) * each;
        sends.push(team.start_send(rank_at(place + step), packed.region().slice(step * each, len)));
        step /= 2;
    }
    if me != root || mine.as_ptr() != all.get(root).as_ptr() {
        mine.copy_from(packed.region());
    }
    team.all(sends).await;
}
