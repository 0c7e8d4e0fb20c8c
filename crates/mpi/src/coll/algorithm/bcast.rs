//! MPI_Bcast: MPI 5.0 section 6.4.
use super::blocks::others;
use super::choice::{self, Bcast, Situation};
use super::{Blocks, Gate, Port, allgather};
use clump::Region;

/// Copies `data` from the root's memory into everybody else's.
pub async fn bcast<G: Gate>(port: &Port<G>, data: Region, root: usize) {
    if data.is_empty() || port.size() == 1 {
        return;
    }
    let situation = Situation { ranks: port.size(), bytes: data.len(), crowded: port.crowded() };
    match choice::bcast(situation) {
        Bcast::Flat => flat(port, data, root).await,
        Bcast::Binomial => binomial(port, data, root).await,
        Bcast::ScatterAllgather => scatter_allgather(port, data, root).await,
    }
}

/// The root sends to all.
pub async fn flat<G: Gate>(port: &Port<G>, data: Region, root: usize) {
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
