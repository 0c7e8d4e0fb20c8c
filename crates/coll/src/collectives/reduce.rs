//! MPI_Reduce: MPI 5.0 section 6.9.1.
use crate::Fold;
use crate::blocks::{others, settle};
use crate::memory::lent_buffer;
use crate::plan::{self, Pieces, ReduceWay};
use crate::steps::folding::{fold_all, fold_posts, share};
use crate::steps::{pair, remote_read};
use crate::team::scratch::Scratch;
use crate::{Entrance, FastPath, RankBlocks, ShortRound, Team};
use clump::driver::{Local, Region};
use std::future::Future;

/// Runs [`crate::reduce()`] without a hierarchy of machines: all ranks have the same role.
#[inline(always)]
pub fn alike<G: Entrance>(
    team: &Team<G>,
    input: Region,
    output: Region,
    fold: &Fold,
    root: usize,
) -> impl Future<Output = ()> {
    let plan = plan::reduce(team.facts(input.len()), fold);
    let first = team.begin(plan.steps);
    run(team, plan.algorithm, first, (input, output), fold, root)
}

/// Returns true if the reduction is a [`ShortRound`].
#[inline(always)]
pub fn is_short(at: &FastPath<'_, impl Local>, input: Region, fold: &Fold) -> bool {
    let plan = plan::reduce(at.facts(input.len()), fold);
    matches!(plan.algorithm, ReduceWay::Board(pieces) if pieces.is_one()) && fold.is_by_pairs()
}

/// Begins a short round: every rank but the root posts its input.
#[inline(always)]
pub fn begin_short(at: FastPath<'_, impl Local>, input: Region, root: usize) -> Option<ShortRound> {
    let posts = at.rank() != root;
    at.begin_short_of(posts, input.len(), |place| _ = place.copy_from(input))
}

/// Ends a short round: the root combines all inputs, its own first. Returns true if all posts have the length of
/// `input`; returns the rank whose post is missing as an error.
#[inline(always)]
pub fn end_short(
    mut at: FastPath<'_, impl Local>,
    round: &mut ShortRound,
    (input, output): (Region, Region),
    fold: &Fold,
    root: usize,
) -> Result<bool, usize> {
    let n = at.size();
    let count = if at.rank() == root { n - 1 } else { 0 };
    at.end_short(
        round,
        count,
        |i| (root + 1 + i) % n,
        |i, _, post| {
            if i == 0 {
                settle(output, input);
            }
            fold.apply_short(post.slice(0, input.len().min(post.len())), output);
            post.len() == input.len()
        },
    )
}

/// Runs the planned reduction of `input` into `output`. The caller has begun the plan's steps on the board, of which
/// `first` is the first.
pub async fn run<G: Entrance>(
    team: &Team<G>,
    algorithm: ReduceWay,
    first: u64,
    (input, output): (Region, Region),
    fold: &Fold,
    root: usize,
) {
    match algorithm {
        ReduceWay::Nothing => (),
        ReduceWay::Copy => settle(output, input),
        ReduceWay::Board(pieces) => through_board(team, first, pieces, (input, output), fold, root).await,
        ReduceWay::Halves => pair::halves(team, first, input, output, fold, Some(root)).await,
        ReduceWay::ReadAtRoot => remote_read::fold_at(team, first, input, output, fold, root).await,
        ReduceWay::ReadShares => read_shares(team, first, input, output, fold, root).await,
        ReduceWay::Linear => Box::pin(linear(team, input, output, fold, root)).await,
        ReduceWay::Binomial => Box::pin(binomial(team, input, output, fold, root)).await,
        ReduceWay::ReduceScatterGather => Box::pin(reduce_scatter_gather(team, input, output, fold, root)).await,
    }
}

/// Reduces over the board: all other ranks post their inputs piece by piece, and the root combines each piece.
async fn through_board<G: Entrance>(
    team: &Team<G>,
    first: u64,
    pieces: Pieces,
    (input, output): (Region, Region),
    fold: &Fold,
    root: usize,
) {
    for (i, step) in (0..pieces.count()).zip(first..) {
        let mine = pieces.of(input, i);
        if team.rank() == root {
            fold_posts(team, step, mine.len(), 0..mine.len(), mine, pieces.of(output, i), fold).await;
        } else {
            team.post(step, mine).await;
        }
        team.finish(step);
    }
}

/// Reduces by direct reads and writes: each rank reads its share of all other ranks' inputs, combines the shares, and
/// writes the result into the root's memory.
async fn read_shares<G: Entrance>(team: &Team<G>, step: u64, input: Region, output: Region, fold: &Fold, root: usize) {
    let (me, n) = (team.rank(), team.size());
    let inputs = RankBlocks::cut(input, n, fold.stride());
    let at_root = me == root;
    let scratch = Scratch::new(if at_root { 0 } else { inputs.get(me).len() });
    let (output, mine) = match at_root {
        true => (output, RankBlocks::cut(output, n, fold.stride()).get(me)),
        false => (Region::EMPTY, scratch.region()),
    };
    remote_read::fold_share(team, step, (input, &inputs), (output, mine), fold, |of| of == root).await;
}

/// Reduces by one message from each other rank to the root, which combines all operands.
pub async fn linear<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    if team.rank() == root {
        fold_all(team, input, output, fold).await;
    } else {
        team.send(root, input).await;
    }
}

/// Reduces along a binomial tree. If the operation commutes, the root is the top of the tree; otherwise rank 0 is, and
/// sends the result to the root.
pub async fn binomial<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    let (me, n, len) = (team.rank(), team.size(), input.len());
    let top = if fold.commutative() { root } else { 0 };
    let place = (me + n - top) % n;
    let rank_at = |place: usize| (place + top) % n;
    let scratch = Scratch::new(2 * len);
    let halves = [scratch.region().slice(0, len), scratch.region().from(len)];
    // Alternate between the two halves of the scratch memory: receive into the half that does not hold the last result.
    let (mut result, mut turn) = (input, 0);
    let mut step = 1;
    while step < n {
        if place & step != 0 {
            team.send(rank_at(place - step), result).await;
            break;
        }
        if place + step < n {
            team.recv(rank_at(place + step), halves[turn]).await;
            fold.apply(result, halves[turn]);
            (result, turn) = (halves[turn], 1 - turn);
        }
        step *= 2;
    }
    if place == 0 && me == root {
        settle(output, result);
    } else if place == 0 {
        team.send(root, result).await;
    } else if me == root {
        team.recv(top, output).await;
    }
}

/// Reduces in two phases: each rank combines a share of the elements, then the root gathers the shares.
async fn reduce_scatter_gather<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    let (me, n) = (team.rank(), team.size());
    let inputs = RankBlocks::cut(input, n, fold.stride());
    if me != root {
        let part = lent_buffer(inputs.get(me).len());
        share(team, &inputs, part.region(), fold).await;
        return team.send(root, part.region()).await;
    }
    let outputs = RankBlocks::cut(output, n, fold.stride());
    share(team, &inputs, outputs.get(me), fold).await;
    let parts: Vec<_> = others(me, n).map(|from| team.start_recv(from, outputs.get(from))).collect();
    team.all(parts).await;
}
