//! MPI_Allreduce: MPI 5.0 section 6.9.6.
use super::blocks::settle;
use super::plan::{self, Allreduce, Pieces};
use super::reduce_scatter::share;
use super::scratch::Scratch;
use super::turn::Turn;
use super::{Blocks, Gate, Port, allgather, bcast, levels, native, pair, reduce};
use crate::op::Fold;
use clump::Region;

/// Combines all ranks' `input` into everybody's `output`, bit for bit the same on all. `input` may be `output`.
pub async fn allreduce<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold) {
    let plan = plan::allreduce(port.facts(input.len()), fold);
    let first = port.begin(plan.steps);
    match plan.algorithm {
        Allreduce::Nothing => (),
        Allreduce::Copy => settle(output, input),
        Allreduce::FoldAll => fold_all(port, first, input, output, fold).await,
        Allreduce::FoldShares(pieces) => fold_shares(port, first, pieces, input, output, fold).await,
        Allreduce::Halves => pair::halves(port, first, input, output, fold, None).await,
        Allreduce::ReadShares => read_shares(port, first, input, output, fold).await,
        Allreduce::Hierarchical => Box::pin(levels::allreduce(port, input, output, fold)).await,
        Allreduce::Star => Box::pin(star(port, input, output, fold)).await,
        Allreduce::RecursiveDoubling => Box::pin(recursive_doubling(port, input, output, fold)).await,
        Allreduce::ReduceScatterAllgather => Box::pin(reduce_scatter_allgather(port, input, output, fold)).await,
    }
}

/// Rank 0 combines, and tells all.
async fn star<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold) {
    reduce::linear(port, input, output, fold, 0).await;
    bcast::linear(port, output, 0).await;
}

/// All read each other's input and combine a share, then read each other's shares.
async fn read_shares<G: Gate>(port: &Port<G>, step: u64, input: Region, output: Region, fold: &Fold) {
    let (me, n) = (port.rank(), port.size());
    let results = Blocks::cut(output, n, fold.stride());
    if !native::fold_share(port, step, input, output, results.get(me), fold).await {
        port.finish(step);
        port.finish(step + 2);
        return allgather::direct(port, &results).await;
    }
    let spans: Vec<_> = Blocks::spans(output.len(), n, fold.stride()).collect();
    let refused = port.fetch_all(step, Turn::Up, |[_, output]| output, |of| (spans[of].start, results.get(of))).await;
    port.finish(step);
    port.confirm(step + 2, refused, |_| results.get(me), |of| results.get(of), || ()).await;
}

/// On the board, in one step: all post their input, and each combines all of them, in the same order.
async fn fold_all<G: Gate>(port: &Port<G>, step: u64, input: Region, output: Region, fold: &Fold) {
    port.post(step, input).await;
    reduce::fold_alike(port, step, input, output, fold).await;
    port.finish(step);
}

/// On the board, in two steps for each piece: all post their input, and each combines a share; all post their share of the
/// result, and each collects them. The next piece's input is posted before this one's shares are awaited.
async fn fold_shares<G: Gate>(port: &Port<G>, first: u64, pieces: Pieces, input: Region, output: Region, fold: &Fold) {
    let (me, n) = (port.rank(), port.size());
    let count = pieces.count();
    let (inputs, results) = (|i: usize| first + 2 * i as u64, |i: usize| first + 2 * i as u64 + 1);
    post_input(port, inputs(0), pieces.of(input, 0), n, fold).await;
    for i in 0..count {
        if i + 1 < count {
            post_input(port, inputs(i + 1), pieces.of(input, i + 1), n, fold).await;
        }
        let mine = pieces.of(input, i);
        let share = Blocks::spans(mine.len(), n, fold.stride()).nth(me).unwrap_or(0..0);
        let place = port.place(results(i), share.len()).await;
        reduce::fold_posts(port, inputs(i), share, mine, place, fold).await;
        port.publish(results(i));
        port.finish(inputs(i));
        // One piece behind, so that nobody is waited for who is still folding.
        if i > 0 {
            collect(port, results(i - 1), pieces.of(output, i - 1), fold).await;
        }
    }
    collect(port, results(count - 1), pieces.of(output, count - 1), fold).await;
}

/// Posts all of `input` but this rank's own share of it, which nobody else reads.
async fn post_input<G: Gate>(port: &Port<G>, step: u64, input: Region, n: usize, fold: &Fold) {
    let write = |place: Region| {
        for (of, span) in Blocks::spans(input.len(), n, fold.stride()).enumerate() {
            if of != port.rank() {
                place.slice(span.start, span.len()).copy_from(input.slice(span.start, span.len()));
            }
        }
    };
    port.fill(step, input.len(), write).await;
}

async fn collect<G: Gate>(port: &Port<G>, step: u64, output: Region, fold: &Fold) {
    for (of, span) in Blocks::spans(output.len(), port.size(), fold.stride()).enumerate() {
        output.slice(span.start, span.len()).copy_from(port.posted(step, of, span.len()).await);
    }
    port.finish(step);
}

/// Partial results are exchanged at doubling distances. Operands stay in rank order, so that all ranks compute the
/// same bits. Ranks beyond a power of two first join their neighbour, and get the result from it.
async fn recursive_doubling<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold) {
    let (me, n, len) = (port.rank(), port.size(), input.len());
    let scratch = Scratch::new(len);
    settle(output, input);
    let (mut mine, mut theirs) = (output, scratch.region());
    let inner = if n.is_power_of_two() { n } else { n.next_power_of_two() / 2 };
    let paired = 2 * (n - inner);
    let place = match me {
        _ if me >= paired => me - paired / 2,
        _ if me % 2 == 1 => {
            port.recv(me - 1, theirs).await;
            fold.apply(theirs, mine);
            me / 2
        }
        _ => {
            port.send(me + 1, mine).await;
            return port.recv(me + 1, output).await;
        }
    };
    let mut step = 1;
    while step < inner {
        let other = place ^ step;
        let peer = if other < paired / 2 { 2 * other + 1 } else { other + paired / 2 };
        port.exchange(peer, mine, peer, theirs).await;
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
        port.send(me - 1, output).await;
    }
}

/// Each rank reduces a share of the elements, and all exchange them.
async fn reduce_scatter_allgather<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold) {
    let (me, n) = (port.rank(), port.size());
    let (inputs, outputs) = (Blocks::cut(input, n, fold.stride()), Blocks::cut(output, n, fold.stride()));
    share(port, &inputs, outputs.get(me), fold).await;
    if port.crowded() {
        allgather::direct(port, &outputs).await;
    } else {
        allgather::ring(port, &outputs).await;
    }
}
