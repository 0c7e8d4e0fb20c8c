//! MPI_Bcast: MPI 5.0 section 6.4.
use crate::blocks::others;
use crate::plan::{self, BcastWay, Pieces};
use crate::steps::exchange;
use crate::{Entrance, FastPath, RankBlocks, ShortRound, Team};
use clump::driver::{Local, Region, planted};
use std::future::Future;

/// Runs [`crate::bcast()`] without a hierarchy of machines: all ranks have the same role.
#[inline(always)]
pub fn alike<G: Entrance>(team: &Team<G>, data: Region, root: usize) -> impl Future<Output = ()> {
    let plan = plan::bcast(team.facts(data.len()));
    let first = team.begin(plan.steps);
    run(team, plan.algorithm, first, data, root)
}

/// Returns true if the broadcast is a [`ShortRound`].
#[inline(always)]
pub fn is_short(at: &FastPath<'_, impl Local>, data: Region) -> bool {
    matches!(plan::bcast(at.facts(data.len())).algorithm, BcastWay::Board(pieces) if pieces.is_one())
}

/// Begins a short round: the root posts its data.
#[inline(always)]
pub fn begin_short(at: FastPath<'_, impl Local>, data: Region, root: usize) -> Option<ShortRound> {
    let posts = at.rank() == root;
    at.begin_short_of(posts, data.len(), |place| _ = place.copy_from(data))
}

/// Ends a short round: every rank but the root copies the root's post. Returns true if the post has the length of
/// `data`; returns the root as an error if the post is missing.
#[inline(always)]
pub fn end_short(
    mut at: FastPath<'_, impl Local>,
    round: &mut ShortRound,
    data: Region,
    root: usize,
) -> Result<bool, usize> {
    let count = usize::from(at.rank() != root);
    at.end_short(
        round,
        count,
        |_| root,
        |_, _, post| {
            data.copy_from(post);
            post.len() == data.len()
        },
    )
}

/// Runs the planned broadcast `algorithm`. The caller has begun the algorithm's steps on the board, from `first` on.
pub async fn run<G: Entrance>(team: &Team<G>, algorithm: BcastWay, first: u64, data: Region, root: usize) {
    match algorithm {
        BcastWay::Nothing => (),
        BcastWay::Board(pieces) => through_board(team, first, pieces, data, root).await,
        BcastWay::Halves => halves(team, first, data, root).await,
        BcastWay::Read => read(team, first, data, root).await,
        BcastWay::Linear => Box::pin(linear(team, data, root)).await,
        BcastWay::Binomial => Box::pin(binomial(team, data, root)).await,
        BcastWay::ScatterAllgather => Box::pin(scatter_allgather(team, data, root)).await,
    }
}

/// Broadcasts over the board: the root posts `data` piece by piece, and all other ranks copy each piece.
async fn through_board<G: Entrance>(team: &Team<G>, first: u64, pieces: Pieces, data: Region, root: usize) {
    for (i, step) in (0..pieces.count()).zip(first..) {
        let piece = pieces.of(data, i);
        if team.rank() == root {
            team.post(step, piece).await;
        } else {
            piece.copy_from(team.posted(step, root, piece.len()).await);
        }
        team.finish(step);
    }
}

/// Broadcasts between two ranks that have a core each. The receiver reads half of the data from the root's memory while
/// the root writes the other half into the receiver's memory. Rank 0 copies the first half and rank 1 the second half,
/// whichever rank is the root, so that data sent back and forth stays in the cache of the core that copies it.
async fn halves<G: Entrance>(team: &Team<G>, step: u64, data: Region, root: usize) {
    let (me, other) = (team.rank(), 1 - team.rank());
    team.offer(step, [data]).await;
    team.expose(true);
    let [theirs] = team.offered(step, other).await;
    let half = (data.len() / 2).next_multiple_of(4096).min(data.len());
    let (at, part) = if me == 0 { (0, data.slice(0, half)) } else { (half, data.from(half)) };
    let refused = if me == root { !team.store(theirs, at, part) } else { !team.fetch(theirs, at, part) };
    team.post_words(step + 1, [refused.into()]).await;
    let theirs = team.posted_word(step + 1, other).await;
    team.expose(false);
    team.finish(step);
    if refused | (theirs != 0) {
        let whole = if me == root { team.start_send(other, data) } else { team.start_recv(other, data) };
        team.done(whole).await;
    }
    team.finish(step + 1);
}

/// Broadcasts by direct reads: the root publishes the address of its data; all other ranks read the data there and
/// confirm when they are done.
async fn read<G: Entrance>(team: &Team<G>, step: u64, data: Region, root: usize) {
    let (me, n) = (team.rank(), team.size());
    if me != root {
        let [from] = team.offered(step, root).await;
        let refused = !team.fetch(from, 0, data);
        team.finish(step);
        team.post_words(step + 1, [refused.into()]).await;
        if refused {
            team.recv(root, data).await;
        }
    } else {
        team.offer(step, [data]).await;
        let mut sends = Vec::new();
        for of in others(me, n).filter(|_| !planted("root_leaves_readers")) {
            if team.posted_word(step + 1, of).await != 0 {
                sends.push(team.start_send(of, data));
            }
        }
        team.finish(step);
        team.all(sends).await;
    }
    team.finish(step + 1);
}

/// Broadcasts by one message from the root to each other rank.
pub async fn linear<G: Entrance>(team: &Team<G>, data: Region, root: usize) {
    if team.rank() != root {
        return team.recv(root, data).await;
    }
    let sends: Vec<_> = others(root, team.size()).map(|to| team.start_send(to, data)).collect();
    team.all(sends).await;
}

/// Broadcasts along a binomial tree: each rank that has the data sends them half-way round the remaining ranks.
pub async fn binomial<G: Entrance>(team: &Team<G>, data: Region, root: usize) {
    let n = team.size();
    let place = (team.rank() + n - root) % n;
    let rank_at = |place: usize| (place + root) % n;
    // The lowest set bit of a rank's position, counted from the root, gives the distance to the rank's parent. The root
    // has no parent; its bit lies above all positions.
    let bit = if place == 0 { n.next_power_of_two() } else { place & place.wrapping_neg() };
    if place != 0 {
        team.recv(rank_at(place - bit), data).await;
    }
    let mut sends = Vec::new();
    let mut step = bit / 2;
    while step > 0 {
        if place + step < n {
            sends.push(team.start_send(rank_at(place + step), data));
        }
        step /= 2;
    }
    team.all(sends).await;
}

/// Broadcasts by scatter and allgather (van de Geijn): each rank gets a part from the root; the parts then travel round
/// a ring.
async fn scatter_allgather<G: Entrance>(team: &Team<G>, data: Region, root: usize) {
    let (me, n) = (team.rank(), team.size());
    let parts = RankBlocks::cut(data, n, 1);
    if me == root {
        let sends: Vec<_> = others(root, n).map(|to| team.start_send(to, parts.get(to))).collect();
        team.all(sends).await;
    } else {
        team.recv(root, parts.get(me)).await;
    }
    exchange::ring(team, &parts).await;
}
