//! MPI_Allreduce: MPI 5.0 section 6.9.6.
use crate::Fold;
use crate::blocks::settle;
use crate::collectives::{bcast, reduce};
use crate::plan::{self, AllreduceWay, Pieces};
use crate::steps::folding::share;
use crate::steps::{exchange, folding, halving, pair, remote_read};
use crate::team::scratch::Scratch;
use crate::{Entrance, FastPath, RankBlocks, ShortRound, Team};
use clump::driver::{Local, Region};

/// Runs [`crate::allreduce()`] without a hierarchy of machines: all ranks have the same role.
pub async fn alike<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    let plan = plan::allreduce(team.facts(input.len()), fold);
    let first = team.begin(plan.steps);
    match plan.algorithm {
        AllreduceWay::Nothing => (),
        AllreduceWay::Copy => settle(output, input),
        AllreduceWay::FoldAll => fold_all(team, first, input, output, fold).await,
        AllreduceWay::FoldShares(pieces) => fold_shares(team, first, pieces, input, output, fold).await,
        AllreduceWay::Halves => pair::halves(team, first, input, output, fold, None).await,
        AllreduceWay::ReadShares => read_shares(team, first, input, output, fold).await,
        AllreduceWay::Star => Box::pin(star(team, input, output, fold)).await,
        AllreduceWay::Tree => Box::pin(tree(team, input, output, fold)).await,
        AllreduceWay::RecursiveDoubling => Box::pin(recursive_doubling(team, input, output, fold)).await,
        AllreduceWay::RecursiveHalving => Box::pin(halving::allreduce(team, input, output, fold)).await,
        AllreduceWay::ReduceScatterAllgather => Box::pin(reduce_scatter_allgather(team, input, output, fold)).await,
    }
}

/// Returns true if the allreduce is a [`ShortRound`].
#[inline(always)]
pub fn is_short(at: &FastPath<'_, impl Local>, input: Region, fold: &Fold) -> bool {
    plan::allreduce(at.facts(input.len()), fold).algorithm == AllreduceWay::FoldAll && fold.is_by_pairs()
}

/// Begins a short round: posts the input.
#[inline(always)]
pub fn begin_short(mut at: FastPath<'_, impl Local>, input: Region) -> Option<ShortRound> {
    at.begin_short(input.len(), |place| _ = place.copy_from(input))
}

/// Ends a short round: combines all inputs. Returns true if all inputs have the length of `output`; returns the rank
/// whose input is missing as an error.
#[inline(always)]
pub fn end_short(
    mut at: FastPath<'_, impl Local>,
    round: &mut ShortRound,
    input: Region,
    output: Region,
    fold: &Fold,
) -> Result<bool, usize> {
    let last = at.size() - 1;
    let add = folding::combine_alike(at.rank(), last, input, output, fold);
    at.end_short(
        round,
        last + 1,
        |i| last - i,
        |_, of, post| {
            add(of, post.slice(0, output.len().min(post.len())));
            post.len() == output.len()
        },
    )
}

/// Reduces at rank 0, which combines all operands and sends the result to all ranks.
async fn star<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    reduce::linear(team, input, output, fold, 0).await;
    bcast::linear(team, output, 0).await;
}

/// Reduces along a binomial tree to rank 0, and sends the result back along the tree.
async fn tree<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    reduce::binomial(team, input, output, fold, 0).await;
    bcast::binomial(team, output, 0).await;
}

/// Reduces by direct reads and writes: each rank reads its share of all other ranks' inputs, combines the shares, and
/// writes the result into the other ranks' outputs.
async fn read_shares<G: Entrance>(team: &Team<G>, step: u64, input: Region, output: Region, fold: &Fold) {
    let [inputs, results] = [input, output].map(|whole| RankBlocks::cut(whole, team.size(), fold.stride()));
    let mine = results.get(team.rank());
    remote_read::fold_share(team, step, (input, &inputs), (output, mine), fold, |_| true).await;
}

/// Reduces over the board in one step: each rank posts its input and combines all inputs in rank order.
async fn fold_all<G: Entrance>(team: &Team<G>, step: u64, input: Region, output: Region, fold: &Fold) {
    team.post(step, input).await;
    folding::fold_alike(team, step, input, output, fold).await;
    team.finish(step);
}

/// Reduces over the board in two steps for each piece. First each rank posts its input and combines its share of all
/// inputs; then each rank posts its share of the result and collects the other shares. A rank posts the next
/// piece's input before it waits for this piece's shares.
async fn fold_shares<G: Entrance>(
    team: &Team<G>,
    first: u64,
    pieces: Pieces,
    input: Region,
    output: Region,
    fold: &Fold,
) {
    let (me, n) = (team.rank(), team.size());
    let count = pieces.count();
    let (inputs, results) = (|i: usize| first + 2 * i as u64, |i: usize| first + 2 * i as u64 + 1);
    post_input(team, inputs(0), pieces.of(input, 0), n, fold).await;
    for i in 0..count {
        if i + 1 < count {
            post_input(team, inputs(i + 1), pieces.of(input, i + 1), n, fold).await;
        }
        let mine = pieces.of(input, i);
        let share = RankBlocks::spans(mine.len(), n, fold.stride()).nth(me).unwrap_or(0..0);
        let place = team.place(results(i), share.len()).await;
        let own = mine.slice(share.start, share.len());
        folding::fold_posts(team, inputs(i), mine.len(), share, own, place, fold).await;
        team.publish(results(i));
        team.finish(inputs(i));
        // Collect each piece one round late, so that this rank does not wait for a rank that is still combining.
        if i > 0 {
            collect(team, results(i - 1), pieces.of(output, i - 1), fold).await;
        }
    }
    collect(team, results(count - 1), pieces.of(output, count - 1), fold).await;
}

/// Posts `input` except for this rank's own share, which no other rank reads.
async fn post_input<G: Entrance>(team: &Team<G>, step: u64, input: Region, n: usize, fold: &Fold) {
    let write = |place: Region| {
        for (of, span) in RankBlocks::spans(input.len(), n, fold.stride()).enumerate() {
            if of != team.rank() {
                place.slice(span.start, span.len()).copy_from(input.slice(span.start, span.len()));
            }
        }
    };
    team.fill(step, input.len(), write).await;
}

async fn collect<G: Entrance>(team: &Team<G>, step: u64, output: Region, fold: &Fold) {
    for (of, span) in RankBlocks::spans(output.len(), team.size(), fold.stride()).enumerate() {
        output.slice(span.start, span.len()).copy_from(team.posted(step, of, span.len()).await);
    }
    team.finish(step);
}

/// Reduces by recursive doubling: ranks exchange partial results at doubling distances. Operands stay in rank order, so
/// that all ranks compute identical bits. If the number of ranks is not a power of two, each surplus rank first sends
/// its input to a neighbour and at the end receives the result from that neighbour.
async fn recursive_doubling<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    let (me, n, len) = (team.rank(), team.size(), input.len());
    let scratch = Scratch::new(len);
    settle(output, input);
    let (mut mine, mut theirs) = (output, scratch.region());
    let inner = if n.is_power_of_two() { n } else { n.next_power_of_two() / 2 };
    let paired = 2 * (n - inner);
    let place = match me {
        _ if me >= paired => me - paired / 2,
        _ if me % 2 == 1 => {
            team.recv(me - 1, theirs).await;
            fold.apply(theirs, mine);
            me / 2
        }
        _ => {
            team.send(me + 1, mine).await;
            return team.recv(me + 1, output).await;
        }
    };
    let mut step = 1;
    while step < inner {
        let other = place ^ step;
        let peer = if other < paired / 2 { 2 * other + 1 } else { other + paired / 2 };
        team.exchange(peer, mine, peer, theirs).await;
        if peer < me {
            fold.apply(theirs, mine);
        } else {
            fold.apply(mine, theirs);
            std::mem::swap(&mut mine, &mut theirs);
        }
        step *= 2;
    }
    settle(output, mine);
    if me < paired {
        team.send(me - 1, output).await;
    }
}

/// Reduces in two phases: each rank combines a share of the elements, then an allgather distributes the shares.
async fn reduce_scatter_allgather<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    let (me, n) = (team.rank(), team.size());
    let (inputs, outputs) = (RankBlocks::cut(input, n, fold.stride()), RankBlocks::cut(output, n, fold.stride()));
    share(team, &inputs, outputs.get(me), fold).await;
    let facts = team.facts(input.len());
    if facts.oversubscribed && !facts.apart {
        exchange::direct(team, &outputs).await;
    } else {
        exchange::ring(team, &outputs).await;
    }
}
