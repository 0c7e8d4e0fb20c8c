//! MPI_Bcast: MPI 5.0 section 6.4.
use super::blocks::others;
use super::plan::{self, Bcast, Pieces};
use super::{Blocks, Gate, Port, allgather, levels};
use clump::Region;
use std::future::Future;

/// Copies `data` from the root's memory into everybody else's.
#[inline(always)]
pub fn bcast<G: Gate>(port: &Port<G>, data: Region, root: usize) -> impl Future<Output = ()> {
    let plan = plan::bcast(port.facts(data.len()));
    let first = port.begin(plan.steps);
    run(port, plan.algorithm, first, data, root)
}

/// Carries out a broadcast that has been planned, and whose steps have been begun with `first`.
pub async fn run<G: Gate>(port: &Port<G>, algorithm: Bcast, first: u64, data: Region, root: usize) {
    match algorithm {
        Bcast::Nothing => (),
        Bcast::Board(pieces) => through_board(port, first, pieces, data, root).await,
        Bcast::Halves => halves(port, first, data, root).await,
        Bcast::Read => read(port, first, data, root).await,
        Bcast::Hierarchical => Box::pin(levels::bcast(port, data, root)).await,
        Bcast::Linear => Box::pin(linear(port, data, root)).await,
        Bcast::Binomial => Box::pin(binomial(port, data, root)).await,
        Bcast::ScatterAllgather => Box::pin(scatter_allgather(port, data, root)).await,
    }
}

/// The root posts, piece by piece, and all copy what they see.
async fn through_board<G: Gate>(port: &Port<G>, first: u64, pieces: Pieces, data: Region, root: usize) {
    for (i, step) in (0..pieces.count()).zip(first..) {
        let piece = pieces.of(data, i);
        if port.rank() == root {
            port.post(step, piece).await;
        } else {
            piece.copy_from(port.posted(step, root, piece.len()).await);
        }
        port.finish(step);
    }
}

/// Between two ranks with a core each: the receiver reads the first half while the root writes the second.
async fn halves<G: Gate>(port: &Port<G>, step: u64, data: Region, root: usize) {
    let (me, other) = (port.rank(), 1 - port.rank());
    port.expose(true);
    port.offer(step, [data]).await;
    let [theirs] = port.offered(step, other).await;
    port.finish(step);
    let half = (data.len() / 2).next_multiple_of(4096).min(data.len());
    let refused = if me == root {
        !port.store(theirs, half, data.from(half))
    } else {
        !port.fetch(theirs, 0, data.slice(0, half))
    };
    port.post_words(step + 1, [refused.into()]).await;
    let theirs = port.posted_word(step + 1, other).await;
    port.expose(false);
    if refused | (theirs != 0) {
        let whole = if me == root { port.start_send(other, data) } else { port.start_recv(other, data) };
        port.done(whole).await;
    }
    port.finish(step + 1);
}

/// The root says where its data lies; all read it there, and tell the root when they are done.
async fn read<G: Gate>(port: &Port<G>, step: u64, data: Region, root: usize) {
    let (me, n) = (port.rank(), port.size());
    if me != root {
        let [from] = port.offered(step, root).await;
        port.finish(step);
        let refused = !port.fetch(from, 0, data);
        port.post_words(step + 1, [refused.into()]).await;
        if refused {
            port.recv(root, data).await;
        }
    } else {
        port.offer(step, [data]).await;
        port.finish(step);
        let mut sends = Vec::new();
        for of in others(me, n) {
            if port.posted_word(step + 1, of).await != 0 {
                sends.push(port.start_send(of, data));
            }
        }
        port.all(sends).await;
    }
    port.finish(step + 1);
}

/// The root sends to all.
pub async fn linear<G: Gate>(port: &Port<G>, data: Region, root: usize) {
    if port.rank() != root {
        return port.recv(root, data).await;
    }
    let sends: Vec<_> = others(root, port.size()).map(|to| port.start_send(to, data)).collect();
    port.all(sends).await;
}

/// Whoever has the data sends it half-way round what is left.
async fn binomial<G: Gate>(port: &Port<G>, data: Region, root: usize) {
    let n = port.size();
    let place = (port.rank() + n - root) % n;
    let rank_at = |place: usize| (place + root) % n;
    // The lowest bit of a place names its parent; the root's is past the end.
    let bit = if place == 0 { n.next_power_of_two() } else { place & place.wrapping_neg() };
    if place != 0 {
        port.recv(rank_at(place - bit), data).await;
    }
    let mut sends = Vec::new();
    let mut step = bit / 2;
    while step > 0 {
        if place + step < n {
            sends.push(port.start_send(rank_at(place + step), data));
        }
        step /= 2;
    }
    port.all(sends).await;
}

/// van de Geijn: each rank gets a part from the root and passes it round the ring.
async fn scatter_allgather<G: Gate>(port: &Port<G>, data: Region, root: usize) {
    let (me, n) = (port.rank(), port.size());
    let parts = Blocks::cut(data, n, 1);
    if me == root {
        let sends: Vec<_> = others(root, n).map(|to| port.start_send(to, parts.get(to))).collect();
        port.all(sends).await;
    } else {
        port.recv(root, parts.get(me)).await;
    }
    allgather::ring(port, &parts).await;
}
