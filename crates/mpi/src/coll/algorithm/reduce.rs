//! MPI_Reduce: MPI 5.0 section 6.9.1.
use super::blocks::{others, settle};
use super::plan::{self, Pieces, Reduce};
use super::reduce_scatter::share;
use super::scratch::Scratch;
use super::{Entrance, FastPath, RankBlocks, Team, board, hierarchy, pair, remote_read};
use crate::op::Fold;
use clump::{Buffer, Region};
use std::future::Future;
use std::ops::Range;

/// Combines all ranks' `input` into the root's `output` (on other ranks, nothing). `input` may be `output`.
#[inline(always)]
pub fn reduce<G: Entrance>(
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

/// The same in one go, on a rank that only posts.
#[inline(always)]
pub fn at_once(mut at: FastPath, input: Region, fold: &Fold, root: usize) -> bool {
    if at.rank() == root {
        return false;
    }
    match plan::reduce(at.facts(input.len()), fold).algorithm {
        Reduce::Board(pieces) if pieces.is_one() => at.post(input),
        _ => false,
    }
}

/// Carries out a reduction of `input` into `output` that has been planned, and whose steps have been begun with
/// `first`.
pub async fn run<G: Entrance>(
    team: &Team<G>,
    algorithm: Reduce,
    first: u64,
    (input, output): (Region, Region),
    fold: &Fold,
    root: usize,
) {
    match algorithm {
        Reduce::Nothing => (),
        Reduce::Copy => settle(output, input),
        Reduce::Board(pieces) => through_board(team, first, pieces, (input, output), fold, root).await,
        Reduce::Halves => pair::halves(team, first, input, output, fold, Some(root)).await,
        Reduce::ReadAtRoot => remote_read::fold_at(team, first, input, output, fold, root).await,
        Reduce::ReadShares => read_shares(team, first, input, output, fold, root).await,
        Reduce::Hierarchical => Box::pin(hierarchy::reduce(team, input, output, fold, root)).await,
        Reduce::Linear => Box::pin(linear(team, input, output, fold, root)).await,
        Reduce::Binomial => Box::pin(binomial(team, input, output, fold, root)).await,
        Reduce::ReduceScatterGather => Box::pin(reduce_scatter_gather(team, input, output, fold, root)).await,
    }
}

/// All others post, piece by piece, and the root combines what it sees.
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

/// All read each other's input, combine a share, and write it into the root's memory.
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

/// Combines part `span` of all other ranks' posts of `step`, `len` bytes each, with this rank's `own` part into
/// `result`, which may be that.
///
/// Operands keep the order of ranks, unless the operation commutes; then this rank's own comes first, which needs no
/// copy.
pub async fn fold_posts<G: Entrance>(
    team: &Team<G>,
    step: u64,
    len: usize,
    span: Range<usize>,
    own: Region,
    result: Region,
    fold: &Fold,
) {
    let (me, n) = (team.rank(), team.size());
    // fold.apply puts the new operand on the left, so operands come from the last to the first.
    let source = |i: usize| if fold.commutative() { (me + i) % n } else { n - 1 - i };
    let copy = (source(0) != me && own.as_ptr() == result.as_ptr()).then(|| Scratch::new(own.len()));
    let own = copy.as_ref().map_or(own, |copy| {
        copy.region().copy_from(own);
        copy.region()
    });
    for i in 0..n {
        let of = source(i);
        let operand = if of == me { own } else { board::part(team.posted(step, of, len).await, &span) };
        if i == 0 {
            settle(result, operand);
        } else {
            fold.apply_short(operand, result);
        }
    }
}

/// Combines all ranks' posts of `step` into `result`, in rank order, and so alike on all ranks. This rank's own it
/// takes from `input`, which may be `result`, as long as it is there: its post is just being looked at by the others.
pub async fn fold_alike<G: Entrance>(team: &Team<G>, step: u64, input: Region, result: Region, fold: &Fold) {
    let (me, last) = (team.rank(), team.size() - 1);
    let in_place = input.as_ptr() == result.as_ptr();
    let add = |of: usize, post: Region| {
        let operand = if of == me && (!in_place || of == last) { input } else { post };
        if of == last {
            settle(result, operand);
        } else {
            fold.apply_short(operand, result);
        }
    };
    if !fold.is_users() {
        return team.each_posted(step, result.len(), last + 1, |i| last - i, add).await;
    }
    for of in (0..=last).rev() {
        add(of, team.posted(step, of, result.len()).await);
    }
}

/// Combines the posts of the first `ranks` ranks in `step` into `result`, in rank order, and so alike on all ranks.
/// This rank's own is taken from its post as well: `result` may be where that came from.
pub async fn fold_first<G: Entrance>(team: &Team<G>, step: u64, ranks: usize, result: Region, fold: &Fold) {
    for of in (0..ranks).rev() {
        let operand = team.posted(step, of, result.len()).await;
        if of + 1 == ranks {
            result.copy_from(operand);
        } else {
            fold.apply_short(operand, result);
        }
    }
}

/// All send to the root.
pub async fn linear<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    if team.rank() == root {
        fold_all(team, input, output, fold).await;
    } else {
        team.send(root, input).await;
    }
}

/// Receives a message from every other rank and folds them, with `mine` in its place, into `result`.
///
/// Operands keep the order of ranks, unless the operation commutes; then this rank's own comes first, which needs no
/// copy of it, and then those of the ranks after it, so that not everybody waits for the same.
pub async fn fold_all<G: Entrance>(team: &Team<G>, mine: Region, result: Region, fold: &Fold) {
    let (me, n, len) = (team.rank(), team.size(), mine.len());
    if len == 0 {
        return;
    }
    // fold.apply puts the new operand on the left, so operands come from the last to the first.
    let source = |i: usize| if fold.commutative() { (me + i) % n } else { n - 1 - i };
    let copy = (source(0) != me && mine.as_ptr() == result.as_ptr()).then(|| {
        let copy = Buffer::new(len);
        copy.region().copy_from(mine);
        copy
    });
    let mine = copy.as_ref().map_or(mine, Buffer::region);

    // A few receives ahead of the folding; message k lands in slot k modulo their number, which its predecessor has
    // left.
    let ahead = (WINDOW_BYTES / len).clamp(2, 16).min(n - 1);
    let scratch = Scratch::new(ahead * len);
    let slot = |k: usize| scratch.region().slice(k % ahead * len, len);
    let mut messages = (0..n).map(source).filter(|&from| from != me).enumerate();
    let mut posted = Vec::with_capacity(ahead);
    posted.extend(messages.by_ref().take(ahead).map(|(k, from)| team.start_recv(from, slot(k))));
    let mut next = 0;
    for i in 0..n {
        let mut operand = mine;
        if source(i) != me {
            team.done(posted[next % ahead]).await;
            operand = slot(next);
        }
        if i == 0 {
            settle(result, operand);
        } else {
            fold.apply(operand, result);
        }
        if source(i) != me {
            if let Some((k, from)) = messages.next() {
                posted[k % ahead] = team.start_recv(from, slot(k));
            }
            next += 1;
        }
    }
}

/// Memory for receives ahead of the folding; two are posted whatever their size.
const WINDOW_BYTES: usize = 256 << 10;

/// A tree over places counted from the root (from rank 0 if order matters, whose result then moves on to the root).
async fn binomial<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    let (me, n, len) = (team.rank(), team.size(), input.len());
    let top = if fold.commutative() { root } else { 0 };
    let place = (me + n - top) % n;
    let rank_at = |place: usize| (place + top) % n;
    let scratch = Scratch::new(2 * len);
    let halves = [scratch.region().slice(0, len), scratch.region().from(len)];
    // Messages alternate between the halves: the half that is not the result of the last step is free.
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

/// Each rank reduces a share of the elements, and the root gathers them.
async fn reduce_scatter_gather<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    let (me, n) = (team.rank(), team.size());
    let inputs = RankBlocks::cut(input, n, fold.stride());
    if me != root {
        let part = Buffer::new(inputs.get(me).len());
        share(team, &inputs, part.region(), fold).await;
        return team.send(root, part.region()).await;
    }
    let outputs = RankBlocks::cut(output, n, fold.stride());
    share(team, &inputs, outputs.get(me), fold).await;
    let parts: Vec<_> = others(me, n).map(|from| team.start_recv(from, outputs.get(from))).collect();
    team.all(parts).await;
}
