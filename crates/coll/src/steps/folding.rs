//! Functions shared by the reductions, which combine other ranks' operands in rank order.
use crate::Fold;
use crate::blocks::{others, settle};
use crate::memory::lent_buffer;
use crate::team::board;
use crate::team::scratch::Scratch;
use crate::{Entrance, RankBlocks, Team};
use clump::driver::{LentBuffer, Region, planted};
use std::ops::Range;

/// Combines part `span` of all other ranks' posts of `step`, `len` bytes each, with this rank's `own` part
/// into `result`, which may be `own`.
///
/// Keeps operands in rank order unless the operation commutes. For an operation that commutes, this rank's own operand
/// comes first, which saves a copy.
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
    // `fold.apply` puts the new operand on the left, so the loop takes operands from the last rank to the first.
    let rotates = fold.commutative() || planted("operands_from_this_rank_on");
    let source = |i: usize| if rotates { (me + i) % n } else { n - 1 - i };
    if let Some(combine) = fold.as_joint() {
        let mut operands = Vec::with_capacity(n);
        for of in (0..n).map(source) {
            operands.push(if of == me { own } else { board::part(team.posted(step, of, len).await, &span) });
        }
        return combine(result, &operands);
    }
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

/// Combines all ranks' posts of `step` into `result`, in rank order, so that all ranks compute identical bits. Takes
/// this rank's own operand from `input` while `input` is intact, and otherwise from this rank's post. `result` may be
/// `input`.
pub async fn fold_alike<G: Entrance>(team: &Team<G>, step: u64, input: Region, result: Region, fold: &Fold) {
    let last = team.size() - 1;
    if let Some(combine) = fold.as_joint() {
        let mut operands = Vec::with_capacity(last + 1);
        for of in (0..=last).rev() {
            operands.push(team.posted(step, of, result.len()).await);
        }
        return combine(result, &operands);
    }
    let add = combine_alike(team.rank(), last, input, result, fold);
    if !fold.is_users() {
        return team.each_posted(step, result.len(), last + 1, |i| last - i, add).await;
    }
    for of in (0..=last).rev() {
        add(of, team.posted(step, of, result.len()).await);
    }
}

/// Returns a function that combines a rank's post with the posts that the function got before, for
/// [`fold_alike`]. The function must get the posts from rank `last` down to rank 0.
#[inline(always)]
pub fn combine_alike(me: usize, last: usize, input: Region, result: Region, fold: &Fold) -> impl Fn(usize, Region) {
    let in_place = input.as_ptr() == result.as_ptr();
    move |of: usize, post: Region| {
        let operand = if of == me && (!in_place || of == last) { input } else { post };
        if of == last {
            settle(result, operand);
        } else {
            fold.apply_short(operand, result);
        }
    }
}

/// Combines the posts of the first `ranks` ranks in `step` into `result`, in rank order, so that all ranks
/// compute identical bits. Takes this rank's own operand from its post, so `result` may overlap the input.
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

/// Receives a message from every other rank and combines the messages with this rank's operand `mine` into `result`.
///
/// Keeps operands in rank order unless the operation commutes. For an operation that commutes, this rank's own operand
/// comes first, which saves a copy; the operands of the following ranks come next, so that ranks wait for different
/// peers.
pub async fn fold_all<G: Entrance>(team: &Team<G>, mine: Region, result: Region, fold: &Fold) {
    let (me, n, len) = (team.rank(), team.size(), mine.len());
    if len == 0 {
        return;
    }
    // `fold.apply` puts the new operand on the left, so the loop takes operands from the last rank to the first.
    let rotates = fold.commutative() || planted("operands_from_this_rank_on");
    let source = |i: usize| if rotates { (me + i) % n } else { n - 1 - i };
    let copy = (source(0) != me && mine.as_ptr() == result.as_ptr()).then(|| {
        let copy = lent_buffer(len);
        copy.region().copy_from(mine);
        copy
    });
    let mine = copy.as_ref().map_or(mine, LentBuffer::region);

    // Post a few receives ahead. Message k lands in slot k modulo the number of slots; message k - slots has left the
    // slot.
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

/// Bytes of receives posted ahead of the combining; at least two receives are posted, whatever their size. Smaller:
/// less overlap. Larger: the operands do not fit into the cache.
const WINDOW_BYTES: usize = 256 << 10;

/// Receives this rank's block from all ranks' `inputs`, and combines these blocks into `output`.
pub async fn share<G: Entrance>(team: &Team<G>, inputs: &RankBlocks, output: Region, fold: &Fold) {
    let (me, n) = (team.rank(), team.size());
    let sends: Vec<_> = others(me, n)
        .rev()
        .filter(|&to| !inputs.get(to).is_empty())
        .map(|to| team.start_send(to, inputs.get(to)))
        .collect();
    fold_all(team, inputs.get(me), output, fold).await;
    team.all(sends).await;
}
