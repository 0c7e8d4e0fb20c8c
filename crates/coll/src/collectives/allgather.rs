//! MPI_Allgather and MPI_Allgatherv: MPI 5.0 sections 6.7 and 6.8.
use crate::blocks::{order, others, settle};
use crate::collectives::{bcast, gather};
use crate::memory::lent_buffer;
use crate::plan::{self, AllgatherWay, Pieces};
use crate::steps::exchange;
use crate::steps::post_or_read::{self, Mine, Theirs};
use crate::steps::turn::Turn;
use crate::{Entrance, FastPath, RankBlocks, ShortRound, Team};
use clump::driver::{Local, Region};

/// Runs [`crate::allgather()`] without a hierarchy of machines: all ranks have the same role.
pub async fn alike<G: Entrance>(team: &Team<G>, mine: Region, all: &RankBlocks) {
    let me = team.rank();
    let plan = plan::allgather(team.facts(all.total(team.size())), all);
    let first = team.begin(plan.steps);
    match plan.algorithm {
        AllgatherWay::Nothing => (),
        AllgatherWay::Copy => settle(all.get(me), mine),
        AllgatherWay::Board(pieces) => {
            through_board(team, first, pieces, mine, |of| all.get(of), (all.get(me), mine)).await;
        }
        AllgatherWay::PostOrRead => post_or_read(team, first, mine, all).await,
        AllgatherWay::Read => read(team, first, mine, all).await,
        AllgatherWay::Star => Box::pin(star(team, mine, all)).await,
        AllgatherWay::Bruck => Box::pin(bruck(team, mine, all)).await,
        AllgatherWay::Ring => {
            settle(all.get(me), mine);
            Box::pin(exchange::ring(team, all)).await;
        }
        AllgatherWay::Direct => {
            settle(all.get(me), mine);
            Box::pin(exchange::direct(team, all)).await;
        }
    }
}

/// Returns true if the allgather is a [`ShortRound`].
#[inline(always)]
pub fn is_short(at: &FastPath<'_, impl Local>, all: &RankBlocks) -> bool {
    let plan = plan::allgather(at.facts(all.total(at.size())), all);
    matches!(plan.algorithm, AllgatherWay::Board(pieces) if pieces.is_one())
}

/// Begins a short round: posts this rank's block.
#[inline(always)]
pub fn begin_short(mut at: FastPath<'_, impl Local>, mine: Region) -> Option<ShortRound> {
    at.begin_short(mine.len(), |place| _ = place.copy_from(mine))
}

/// Ends a short round: copies all blocks. Returns true if all posts have the right length; returns the rank whose post
/// is missing as an error.
#[inline(always)]
pub fn end_short(
    mut at: FastPath<'_, impl Local>,
    round: &mut ShortRound,
    mine: Region,
    all: &RankBlocks,
) -> Result<bool, usize> {
    let (me, n) = (at.rank(), at.size());
    let fits = at.end_short(round, n - 1, order(me, n), |_, of, post| {
        let into = all.get(of);
        into.copy_from(post);
        post.len() == into.len()
    })?;
    settle(all.get(me), mine);
    Ok(fits)
}

/// Gathers over the board, in as many pieces as the longest block needs. Each rank posts a piece of its `mine`, and
/// posts the next piece before it copies the other ranks' pieces to the destinations that `into` returns. Each rank
/// posts before it copies within its own memory, because the other ranks wait for the post.
pub async fn through_board<G: Entrance>(
    team: &Team<G>,
    first: u64,
    pieces: Pieces,
    mine: Region,
    into: impl Fn(usize) -> Region,
    own: (Region, Region),
) {
    let (me, n) = (team.rank(), team.size());
    let part = |block: Region, i: usize| {
        let span = pieces.span(i);
        block.slice(span.start.min(block.len()), span.end.min(block.len()) - span.start.min(block.len()))
    };
    team.post(first, part(mine, 0)).await;
    for (i, step) in (0..pieces.count()).zip(first..) {
        if i + 1 < pieces.count() {
            team.post(step + 1, part(mine, i + 1)).await;
        }
        settle(part(own.0, i), part(own.1, i));
        for of in others(me, n) {
            let into = part(into(of), i);
            into.copy_from(team.posted(step, of, into.len()).await);
        }
        team.finish(step);
    }
}

/// Gathers over the board in one step: each rank posts its block, or the address of its block.
async fn post_or_read<G: Entrance>(team: &Team<G>, step: u64, mine: Region, all: &RankBlocks) {
    let write = |place: Region| {
        place.copy_from(mine);
    };
    let own = Mine { memory: mine, row: mine.len(), write, own: (all.get(team.rank()), mine) };
    let theirs = |of: usize| Theirs { row: all.get(of).len(), in_row: 0, in_memory: 0, into: all.get(of) };
    post_or_read::exchange(team, step, own, theirs, |_| mine).await;
}

/// Gathers by direct reads: each rank publishes the address of its block and reads the other ranks' blocks. A rank
/// copies half of its own block while it waits for the other ranks to begin, and half while it waits for them to end.
async fn read<G: Entrance>(team: &Team<G>, step: u64, mine: Region, all: &RankBlocks) {
    team.offer(step, [mine]).await;
    let own = all.get(team.rank());
    let turn = Turn::next();
    turn.settle_half(false, own, mine);
    let refused = team.fetch_all(step, turn, |[block]| block, |of| (0, all.get(of))).await;
    team.confirm(step, refused, |_| mine, |of| all.get(of), || turn.settle_half(true, own, mine)).await;
}

/// Gathers all blocks at rank 0, which broadcasts them. Rank 0 first packs the blocks into one message unless they lie
/// side by side.
async fn star<G: Entrance>(team: &Team<G>, mine: Region, all: &RankBlocks) {
    if let RankBlocks::Even(whole, each) = *all {
        gather::linear(team, mine, all, 0).await;
        return bcast::linear(team, whole.slice(0, team.size() * each), 0).await;
    }
    let packed = lent_buffer(all.total(team.size()));
    let mut at = 0;
    let blocks: Box<[Region]> = (0..team.size())
        .map(|i| {
            let block = packed.region().slice(at, all.get(i).len());
            at += block.len();
            block
        })
        .collect();
    let blocks = RankBlocks::Listed(blocks);
    gather::linear(team, mine, &blocks, 0).await;
    bcast::linear(team, packed.region(), 0).await;
    for i in 0..team.size() {
        all.get(i).copy_from(blocks.get(i));
    }
}

/// Gathers by Bruck et al. (1997): each rank collects blocks in the order of ranks that begins with its own rank, and
/// doubles their number in each round. A last copy moves each block to its place.
async fn bruck<G: Entrance>(team: &Team<G>, mine: Region, all: &RankBlocks) {
    let (me, n, each) = (team.rank(), team.size(), mine.len());
    let turned = lent_buffer(n * each);
    let turned = (turned.region(), turned);
    turned.0.copy_from(mine);
    let mut have = 1;
    while have < n {
        let more = have.min(n - have);
        let (to, from) = ((me + n - have) % n, (me + have) % n);
        team.exchange(to, turned.0.slice(0, more * each), from, turned.0.slice(have * each, more * each)).await;
        have += more;
    }
    for i in 0..n {
        all.get((me + i) % n).copy_from(turned.0.slice(i * each, each));
    }
}
