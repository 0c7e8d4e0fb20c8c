//! MPI_Allgather and MPI_Allgatherv: MPI 5.0 sections 6.7 and 6.8.
use super::blocks::{others, settle};
use super::choice::{self, Allgather, Situation};
use super::{Blocks, Gate, Port, bcast, gather};
use clump::{Buffer, Region};

/// Everybody gets everybody's `mine`, rank i's in block i of `all`. `mine` may be this rank's block.
pub async fn allgather<G: Gate>(port: &Port<G>, mine: Region, all: &Blocks) {
    let (me, n) = (port.rank(), port.size());
    let bytes = all.total(n);
    if bytes == 0 {
        return;
    }
    match choice::allgather(Situation { ranks: n, bytes, crowded: port.crowded() }) {
        Allgather::Star => star(port, mine, all, bytes).await,
        Allgather::Bruck if matches!(all, Blocks::Even(..)) => bruck(port, mine, all).await,
        Allgather::Ring | Allgather::Bruck => {
            settle(all.get(me), mine);
            ring(port, all).await;
        }
        Allgather::Direct => {
            settle(all.get(me), mine);
            direct(port, all).await;
        }
    }
}

/// Through rank 0. Blocks that lie apart travel together.
async fn star<G: Gate>(port: &Port<G>, mine: Region, all: &Blocks, bytes: usize) {
    if let Blocks::Even(whole, each) = *all {
        gather::flat(port, mine, all, 0).await;
        return bcast::flat(port, whole.slice(0, port.size() * each), 0).await;
    }
    let packed = Buffer::new(bytes);
    let mut at = 0;
    let blocks: Box<[Region]> = (0..port.size())
        .map(|i| {
            let block = packed.region().slice(at, all.get(i).len());
            at += block.len();
            block
        })
        .collect();
    let blocks = Blocks::Listed(blocks);
    gather::flat(port, mine, &blocks, 0).await;
    bcast::flat(port, packed.region(), 0).await;
    for i in 0..port.size() {
        all.get(i).copy_from(blocks.get(i));
    }
}

/// Bruck et al. (1997): what a rank has doubles each round, counted from its own block; a last copy puts it in place.
async fn bruck<G: Gate>(port: &Port<G>, mine: Region, all: &Blocks) {
    let (me, n, each) = (port.rank(), port.size(), mine.len());
    let turned = Buffer::new(n * each);
    let turned = (turned.region(), turned);
    turned.0.copy_from(mine);
    let mut have = 1;
    while have < n {
        let more = have.min(n - have);
        let (to, from) = ((me + n - have) % n, (me + have) % n);
        port.exchange(to, turned.0.slice(0, more * each), from, turned.0.slice(have * each, more * each)).await;
        have += more;
    }
    for i in 0..n {
        all.get((me + i) % n).copy_from(turned.0.slice(i * each, each));
    }
}

/// Each rank's own block is in place; each passes on to the next what it got last.
pub async fn ring<G: Gate>(port: &Port<G>, all: &Blocks) {
    let (me, n) = (port.rank(), port.size());
    let (next, previous) = ((me + 1) % n, (me + n - 1) % n);
    for i in 0..n - 1 {
        let (give, take) = ((me + n - i) % n, (me + 2 * n - i - 1) % n);
        port.exchange(next, all.get(give), previous, all.get(take)).await;
    }
}

/// Each rank's own block is in place; all send to all.
pub async fn direct<G: Gate>(port: &Port<G>, all: &Blocks) {
    let (me, n) = (port.rank(), port.size());
    let mut pending = Vec::with_capacity(2 * n);
    pending.extend(others(me, n).rev().map(|from| port.start_recv(from, all.get(from))));
    pending.extend(others(me, n).map(|to| port.start_send(to, all.get(me))));
    port.all(pending).await;
}
