//! MPI_Scatter and MPI_Scatterv: MPI 5.0 section 6.6.
use crate::blocks::{others, settle};
use crate::collectives::gather::subtree;
use crate::memory::lent_buffer;
use crate::plan::{self, Pieces, RootedWay};
use crate::steps::listed;
use crate::team::board;
use crate::{Entrance, FastPath, RankBlocks, Team};
use clump::driver::{Local, Region};
use std::ops::Range;

/// Runs [`crate::scatter()`] without a hierarchy of machines: all ranks but the root have the same role.
pub async fn alike<G: Entrance>(team: &Team<G>, all: &RankBlocks, mine: Region, root: usize, equal: bool) {
    let plan = plan::rooted(team.facts(mine.len() * team.size()), equal, lanes(team.size()));
    let first = team.begin(plan.steps);
    match plan.algorithm {
        RootedWay::Board(pieces) => through_board(team, first, pieces, all, mine, root).await,
        RootedWay::Memory => from_memory(team, first, all, mine, root).await,
        RootedWay::Listed => listed::scatter(team, first, all, mine, root).await,
        RootedWay::Linear => linear(team, all, mine, root).await,
        RootedWay::Binomial => binomial(team, all, mine, root).await,
    }
}

/// Tries the fast path. Returns false, having done nothing, if the fast path does not apply.
#[inline(always)]
pub fn at_once(mut at: FastPath<'_, impl Local>, all: &RankBlocks, mine: Region, root: usize, equal: bool) -> bool {
    let (me, n) = (at.rank(), at.size());
    let done = match plan::rooted(at.facts(mine.len() * n), equal, lanes(n)).algorithm {
        RootedWay::Board(pieces) if pieces.is_one() => {
            let (span, row) = (0..mine.len(), (n - 1) * mine.len());
            if me == root {
                at.fill(1, row, |place| write_row(place, all, root, n, &span))
            } else {
                at.take(1, root, |post| {
                    post.len() == row && mine.copy_from(of_row(post, root, me, n, &span)) == mine.len()
                })
            }
        }
        RootedWay::Listed if me == root => listed::post_at_once(&mut at, others(root, n).map(|to| all.get(to))),
        RootedWay::Listed => listed::take_at_once(&mut at, mine, root),
        _ => false,
    };
    if done && me == root {
        settle(mine, all.get(root));
    }
    done
}

/// Writes the bytes `span` of each other rank's block into a post of the root, in the order of [`others`].
fn write_row(place: Region, all: &RankBlocks, root: usize, n: usize, span: &Range<usize>) {
    for (k, to) in others(root, n).enumerate() {
        place.slice(k * span.len(), span.len()).copy_from(all.get(to).slice(span.start, span.len()));
    }
}

/// Returns rank `me`'s part of a post made by [`write_row`].
fn of_row(post: Region, root: usize, me: usize, n: usize, span: &Range<usize>) -> Region {
    let at = ((me + n - root) % n - 1) * span.len();
    board::part(post, &(at..at + span.len()))
}

/// Returns the number of blocks in a post of the root: one for each other rank.
pub fn lanes(n: usize) -> usize {
    (n - 1).max(1)
}

/// Scatters over the board: the root posts a piece of each other rank's block, and each rank copies its own piece.
async fn through_board<G: Entrance>(
    team: &Team<G>,
    first: u64,
    pieces: Pieces,
    all: &RankBlocks,
    mine: Region,
    root: usize,
) {
    let (me, n) = (team.rank(), team.size());
    for (i, step) in (0..pieces.count()).zip(first..) {
        let span = pieces.span(i);
        let row = (n - 1) * span.len();
        if me == root {
            team.fill(step, row, |place| write_row(place, all, root, n, &span)).await;
        } else {
            let post = team.posted(step, root, row).await;
            mine.slice(span.start, span.len()).copy_from(of_row(post, root, me, n, &span));
        }
        team.finish(step);
    }
    if me == root {
        settle(mine, all.get(root));
    }
}

/// Scatters by direct reads: the root publishes its memory's address, and all other ranks read their blocks there while
/// the root copies its own block.
async fn from_memory<G: Entrance>(team: &Team<G>, step: u64, all: &RankBlocks, mine: Region, root: usize) {
    if team.rank() == root {
        team.offer_blocks(step, all).await;
        settle(mine, all.get(root));
        let mut sends = Vec::new();
        for of in others(root, team.size()) {
            if team.posted_word(step + 1, of).await != 0 {
                sends.push(team.start_send(of, all.get(of)));
            }
        }
        team.finish(step);
        team.all(sends).await;
    } else {
        let place = team.offered_block(step, root, mine.len()).await;
        let refused = !place.is_some_and(|place| team.fetch(place, 0, mine));
        team.finish(step);
        team.post_words(step + 1, [refused.into()]).await;
        if refused {
            team.recv(root, mine).await;
        }
    }
    team.finish(step + 1);
}

/// Scatters by one message to each other rank; the root sends each block straight from its memory.
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

/// Scatters along a binomial tree: each rank receives the blocks of its subtree and passes them on, in order of
/// position from the root.
async fn binomial<G: Entrance>(team: &Team<G>, all: &RankBlocks, mine: Region, root: usize) {
    let (me, n, each) = (team.rank(), team.size(), mine.len());
    if each == 0 {
        return;
    }
    let place = (me + n - root) % n;
    let rank_at = |place: usize| (place + root) % n;
    let span = subtree(place, n);
    let packed = lent_buffer(span * each);
    if place == 0 {
        for i in 0..n {
            packed.region().slice(i * each, each).copy_from(all.get(rank_at(i)));
        }
    } else {
        team.recv(rank_at(place & (place - 1)), packed.region()).await;
    }
    let mut sends = Vec::new();
    // Send to the largest subtree first, because its blocks have the most hops ahead.
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
