//! MPI_Alltoall, MPI_Alltoallv and MPI_Alltoallw: MPI 5.0 section 6.8.
use crate::blocks::{order, others, settle};
use crate::collectives::{allgather, gather, scatter};
use crate::memory::lent_buffer;
use crate::plan::{self, AlltoallWay, Pieces};
use crate::steps::listed;
use crate::steps::packed;
use crate::steps::post_or_read::{self, Mine, Theirs};
use crate::steps::turn::Turn;
use crate::team::board;
use crate::{Entrance, FastPath, RankBlocks, ShortRound, Team};
use clump::driver::{Local, Region};

/// Number of messages in flight in each direction. Smaller: less overlap. Larger: more unexpected messages.
pub const WINDOW: usize = 16;

/// Exchanges blocks: block j of this rank's `from` goes to rank j, which stores it in block i of its `to`, where i is
/// this rank. `from` and `to` do not overlap. The two ranks of a pair pass equal lengths; if all blocks are even
/// (MPI_Alltoall), all ranks pass equal lengths.
///
/// The v and w forms also use this function; their callers handle the datatypes.
pub async fn alltoall<G: Entrance>(team: &Team<G>, from: &RankBlocks, to: &RankBlocks) {
    let n = team.size();
    let (equal, sent, received) = match (from, to) {
        (&RankBlocks::Even(sent, each), &RankBlocks::Even(received, room)) if each == room => {
            (Some(each), sent.slice(0, n * each), received.slice(0, n * each))
        }
        _ => (None, Region::EMPTY, Region::EMPTY),
    };
    let each = equal.unwrap_or(0);
    let plan = plan::alltoall(team.facts(n * n * each), equal);
    let first = team.begin(plan.steps);
    match plan.algorithm {
        AlltoallWay::Nothing => (),
        AlltoallWay::Copy => settle(received, sent),
        AlltoallWay::Board(pieces) => through_board(team, first, pieces, sent, received, each).await,
        AlltoallWay::PostOrRead => post_or_read(team, first, sent, received, each).await,
        AlltoallWay::Read => read(team, first, sent, received, each).await,
        AlltoallWay::Listed => listed::alltoall(team, first, from, to).await,
        AlltoallWay::Star => star(team, sent, received, each).await,
        AlltoallWay::Bruck => bruck(team, sent, received, each).await,
        AlltoallWay::Direct => direct(team, from, to).await,
        AlltoallWay::Packed => {
            let packing = team.levels().packing_to_all(team.rank(), false);
            if packed::fits(packing) {
                return Box::pin(packed::exchange(team, packing, each, |j| from.get(j), |i| to.get(i))).await;
            }
            direct(team, from, to).await;
        }
    }
}

/// Returns true if the alltoall is a [`ShortRound`].
#[inline(always)]
pub fn is_short(at: &FastPath<'_, impl Local>, from: &RankBlocks, to: &RankBlocks) -> bool {
    let n = at.size();
    let (&RankBlocks::Even(_, each), &RankBlocks::Even(_, room)) = (from, to) else { return false };
    let plan = plan::alltoall(at.facts(n * n * each), Some(each));
    each == room && matches!(plan.algorithm, AlltoallWay::Board(pieces) if pieces.is_one())
}

/// Begins a short round: posts all blocks for other ranks, as [`through_board`] does.
#[inline(always)]
pub fn begin_short(mut at: FastPath<'_, impl Local>, from: &RankBlocks) -> Option<ShortRound> {
    let (me, n, each) = (at.rank(), at.size(), from.get(0).len());
    at.begin_short((n - 1) * each, |place| {
        for (k, target) in others(me, n).enumerate() {
            place.slice(k * each, each).copy_from(from.get(target));
        }
    })
}

/// Ends a short round: copies the blocks for this rank. Returns true if all posts have the right length; returns the
/// rank whose post is missing as an error.
#[inline(always)]
pub fn end_short(
    mut at: FastPath<'_, impl Local>,
    round: &mut ShortRound,
    from: &RankBlocks,
    to: &RankBlocks,
) -> Result<bool, usize> {
    let (me, n, each) = (at.rank(), at.size(), to.get(0).len());
    let fits = at.end_short(round, n - 1, order(me, n), |_, of, post| {
        let k = if me < of { me + n - of - 1 } else { me - of - 1 };
        to.get(of).copy_from(board::part(post, &(k * each..(k + 1) * each)));
        post.len() == (n - 1) * each
    })?;
    to.get(me).copy_from(from.get(me));
    Ok(fits)
}

/// Exchanges blocks over the board, piece by piece. A post holds a piece of each block, in the order of [`others`].
/// Each rank posts the next piece before it copies the other ranks' pieces.
async fn through_board<G: Entrance>(team: &Team<G>, first: u64, pieces: Pieces, from: Region, to: Region, each: usize) {
    let (me, n) = (team.rank(), team.size());
    let block = |all: Region, of: usize| all.slice(of * each, each);
    if n == 2 {
        let (other, own) = (1 - me, (block(to, me), block(from, me)));
        return allgather::through_board(team, first, pieces, block(from, other), |of| block(to, of), own).await;
    }
    let post = async |i: usize| {
        let span = pieces.span(i);
        let write = |place: Region| {
            for (k, target) in others(me, n).enumerate() {
                let block = from.slice(target * each + span.start, span.len());
                place.slice(k * span.len(), span.len()).copy_from(block);
            }
        };
        team.fill(first + i as u64, (n - 1) * span.len(), write).await;
    };
    post(0).await;
    to.slice(me * each, each).copy_from(from.slice(me * each, each));
    for (i, step) in (0..pieces.count()).zip(first..) {
        if i + 1 < pieces.count() {
            post(i + 1).await;
        }
        let span = pieces.span(i);
        for source in others(me, n) {
            let row = team.posted(step, source, (n - 1) * span.len()).await;
            let k = (me + n - source) % n - 1;
            let piece = board::part(row, &(k * span.len()..(k + 1) * span.len()));
            to.slice(source * each + span.start, span.len()).copy_from(piece);
        }
        team.finish(step);
    }
}

/// Exchanges blocks over the board in one step. A post holds either all blocks for other ranks, in the order of
/// [`others`], or the address of all blocks.
async fn post_or_read<G: Entrance>(team: &Team<G>, step: u64, from: Region, to: Region, each: usize) {
    let (me, n) = (team.rank(), team.size());
    let block = |all: Region, of: usize| all.slice(of * each, each);
    let row = (n - 1) * each;
    let write = |place: Region| {
        for (k, target) in others(me, n).enumerate() {
            place.slice(k * each, each).copy_from(block(from, target));
        }
    };
    let theirs = |of: usize| {
        let in_row = ((me + n - of) % n - 1) * each;
        Theirs { row, in_row, in_memory: me * each, into: block(to, of) }
    };
    let mine = Mine { memory: from, row, write, own: (block(to, me), block(from, me)) };
    post_or_read::exchange(team, step, mine, theirs, |of| block(from, of)).await;
}

/// Exchanges blocks by direct reads: each rank publishes the address of its blocks, and reads the block for this rank
/// from every other rank.
async fn read<G: Entrance>(team: &Team<G>, step: u64, from: Region, to: Region, each: usize) {
    let me = team.rank();
    team.offer(step, [from]).await;
    // Copy half of this rank's own block while waiting for the other ranks to begin, and half while waiting for the
    // other ranks to end.
    let (turn, block) = (Turn::next(), |all: Region, of: usize| all.slice(of * each, each));
    turn.settle_half(false, block(to, me), block(from, me));
    let refused = team.fetch_all(step, turn, |[blocks]| blocks, |of| (me * each, block(to, of))).await;
    let rest = || turn.settle_half(true, block(to, me), block(from, me));
    team.confirm(step, refused, |of| block(from, of), |of| block(to, of), rest).await;
}

/// Exchanges blocks by messages between all pairs of ranks, with at most [`WINDOW`] messages in flight per
/// direction; one if blocks between hosts have [`plan::ROUND`] bytes or more.
async fn direct<G: Entrance>(team: &Team<G>, from: &RankBlocks, to: &RankBlocks) {
    let (me, n) = (team.rank(), team.size());
    // In the v and w forms ranks may choose different windows. They cannot wait for each other in a circle: the sender
    // and the receiver of the message that is incomplete at the least distance have completed all lesser distances, so
    // both have posted that message.
    let longest = || others(me, n).map(|r| from.get(r).len().max(to.get(r).len())).max();
    let window = if team.is_between_hosts() && longest() >= Some(plan::ROUND) { 1 } else { WINDOW };
    to.get(me).copy_from(from.get(me));
    // At distance d, each rank sends to rank + d and receives from rank - d (modulo n), so that no rank is a
    // bottleneck.
    let mut pending = Vec::with_capacity(2 * WINDOW);
    let mut up = others(me, n);
    let mut down = others(me, n).rev();
    loop {
        for source in down.by_ref().take(window).filter(|&r| !to.get(r).is_empty()) {
            pending.push(team.start_recv(source, to.get(source)));
        }
        let mut any = false;
        for target in up.by_ref().take(window) {
            any = true;
            if !from.get(target).is_empty() {
                pending.push(team.start_send(target, from.get(target)));
            }
        }
        if !any {
            return;
        }
        team.all(pending.drain(..)).await;
    }
}

/// Exchanges blocks through rank 0, which receives all blocks and sends each rank the blocks for that rank.
async fn star<G: Entrance>(team: &Team<G>, from: Region, to: Region, each: usize) {
    let n = team.size();
    if team.rank() != 0 {
        gather::linear(team, from, &RankBlocks::none(), 0).await;
        return scatter::linear(team, &RankBlocks::none(), to, 0).await;
    }
    let row = n * each;
    let (rows, columns) = (lent_buffer(n * row), lent_buffer(n * row));
    gather::linear(team, from, &RankBlocks::Even(rows.region(), row), 0).await;
    for i in 0..n {
        for j in 0..n {
            let block = rows.region().slice(i * row + j * each, each);
            columns.region().slice(j * row + i * each, each).copy_from(block);
        }
    }
    scatter::linear(team, &RankBlocks::Even(columns.region(), row), to, 0).await;
}

/// Exchanges blocks by Bruck et al. (1997): in round k, a block travels 2^k ranks if its remaining distance has bit k
/// set.
async fn bruck<G: Entrance>(team: &Team<G>, from: Region, to: Region, each: usize) {
    let (me, n) = (team.rank(), team.size());
    let (turned, out, back) = (lent_buffer(n * each), lent_buffer(n * each), lent_buffer(n * each));
    let at = |i: usize| turned.region().slice(i * each, each);
    for i in 0..n {
        at(i).copy_from(from.slice((me + i) % n * each, each));
    }
    let mut step = 1;
    while step < n {
        let moving = (0..n).filter(|i| i & step != 0);
        let mut len = 0;
        for i in moving.clone() {
            out.region().slice(len, each).copy_from(at(i));
            len += each;
        }
        let (up, down) = ((me + step) % n, (me + n - step) % n);
        team.exchange(up, out.region().slice(0, len), down, back.region().slice(0, len)).await;
        for (k, i) in moving.enumerate() {
            at(i).copy_from(back.region().slice(k * each, each));
        }
        step *= 2;
    }
    // Block i came from the rank i positions below this rank.
    for i in 0..n {
        to.slice((me + n - i) % n * each, each).copy_from(at(i));
    }
}
