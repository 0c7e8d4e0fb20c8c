//! MPI_Gather and MPI_Gatherv: MPI 5.0 section 6.5.
use crate::blocks::{others, settle};
use crate::memory::lent_buffer;
use crate::plan::{self, Pieces, RootedWay};
use crate::steps::listed;
use crate::{Entrance, FastPath, RankBlocks, Team};
use clump::driver::{Local, Region};
use std::iter::once;

/// Runs [`crate::gather()`] without a hierarchy of machines: all ranks but the root have the same role.
pub async fn alike<G: Entrance>(team: &Team<G>, mine: Region, all: &RankBlocks, root: usize, equal: bool) {
    let plan = plan::rooted(team.facts(mine.len() * team.size()), equal, 1);
    let first = team.begin(plan.steps);
    match plan.algorithm {
        RootedWay::Board(pieces) => through_board(team, first, pieces, mine, all, root).await,
        RootedWay::Memory => into_memory(team, first, mine, all, root).await,
        RootedWay::Listed => listed::gather(team, first, mine, all, root).await,
        RootedWay::Linear => linear(team, mine, all, root).await,
        RootedWay::Binomial => binomial(team, mine, all, root).await,
    }
}

/// Tries the fast path, on a rank that only posts. Returns false, having done nothing, if the fast path does not apply.
#[inline(always)]
pub fn at_once(mut at: FastPath<'_, impl Local>, mine: Region, root: usize, equal: bool) -> bool {
    if at.rank() == root {
        return false;
    }
    match plan::rooted(at.facts(mine.len() * at.size()), equal, 1).algorithm {
        RootedWay::Board(pieces) if pieces.is_one() => at.post(mine),
        RootedWay::Listed => listed::post_at_once(&mut at, once(mine)),
        _ => false,
    }
}

/// Gathers over the board: all other ranks post their blocks piece by piece, and the root copies each piece.
async fn through_board<G: Entrance>(
    team: &Team<G>,
    first: u64,
    pieces: Pieces,
    mine: Region,
    all: &RankBlocks,
    root: usize,
) {
    if team.rank() == root {
        settle(all.get(root), mine);
    }
    for (i, step) in (0..pieces.count()).zip(first..) {
        if team.rank() != root {
            team.post(step, pieces.of(mine, i)).await;
        } else {
            let span = pieces.span(i);
            for of in others(root, team.size()) {
                all.get(of).from(span.start).copy_from(team.posted(step, of, span.len()).await);
            }
        }
        team.finish(step);
    }
}

/// Gathers by direct writes: the root publishes its memory's address, and all other ranks write their blocks there
/// while the root copies its own block.
async fn into_memory<G: Entrance>(team: &Team<G>, step: u64, mine: Region, all: &RankBlocks, root: usize) {
    if team.rank() == root {
        team.offer_blocks(step, all).await;
        team.expose(true);
        settle(all.get(root), mine);
        let mut receives = Vec::new();
        for of in others(root, team.size()) {
            if team.posted_word(step + 1, of).await != 0 {
                receives.push(team.start_recv(of, all.get(of)));
            }
        }
        team.expose(false);
        team.finish(step);
        team.all(receives).await;
    } else {
        let place = team.offered_block(step, root, mine.len()).await;
        let refused = !place.is_some_and(|place| team.store(place, 0, mine));
        team.finish(step);
        team.post_words(step + 1, [refused.into()]).await;
        if refused {
            team.send(root, mine).await;
        }
    }
    team.finish(step + 1);
}

/// Gathers by one message from each other rank; the root receives each message straight into the sender's block.
pub async fn linear<G: Entrance>(team: &Team<G>, mine: Region, all: &RankBlocks, root: usize) {
    if team.rank() != root {
        if !mine.is_empty() {
            team.send(root, mine).await;
        }
        return;
    }
    let receives: Vec<_> = others(root, team.size())
        .filter(|&from| !all.get(from).is_empty())
        .map(|from| team.start_recv(from, all.get(from)))
        .collect();
    settle(all.get(root), mine);
    team.all(receives).await;
}

/// Gathers along a binomial tree: each rank collects the blocks of its subtree, in order of position from the root.
async fn binomial<G: Entrance>(team: &Team<G>, mine: Region, all: &RankBlocks, root: usize) {
    let (me, n, each) = (team.rank(), team.size(), mine.len());
    if each == 0 {
        return;
    }
    let place = (me + n - root) % n;
    let rank_at = |place: usize| (place + root) % n;
    let span = subtree(place, n);
    let packed = lent_buffer(span * each);
    packed.region().copy_from(mine);
    let mut receives = Vec::new();
    let mut step = 1;
    while step < span {
        let len = subtree(place + step, n).min(step) * each;
        receives.push(team.start_recv(rank_at(place + step), packed.region().slice(step * each, len)));
        step *= 2;
    }
    team.all(receives).await;
    if place != 0 {
        let parent = place & (place - 1);
        return team.send(rank_at(parent), packed.region()).await;
    }
    for i in 0..n {
        settle(all.get(rank_at(i)), packed.region().slice(i * each, each));
    }
}

/// Returns the number of positions in the binomial subtree that begins at `place`: the value of the lowest set bit of
/// `place`, limited to the positions below `n`. Position 0 has all `n`.
pub fn subtree(place: usize, n: usize) -> usize {
    if place == 0 { n } else { (place & place.wrapping_neg()).min(n - place) }
}
