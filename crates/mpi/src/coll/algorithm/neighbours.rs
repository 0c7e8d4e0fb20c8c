//! Neighbourhood collectives: MPI 5.0 section 8.6.
use super::{Entrance, RankBlocks, Team};
use crate::abi::MPI_PROC_NULL;
use crate::topology::Neighbourhood;
use clump::driver::Region;

/// Sends block `from(i)` to destination `i`, and receives block `i` of `to` from source `i`, for all neighbours at
/// once.
pub async fn neighbours<G: Entrance>(
    team: &Team<G>,
    around: &Neighbourhood,
    from: impl Fn(usize) -> Region,
    to: &RankBlocks,
) {
    let Neighbourhood { sources, destinations, matching } = around;
    let mut pending = Vec::with_capacity(sources.len() + destinations.len());
    for &i in matching.iter().filter(|&&i| sources[i] != MPI_PROC_NULL) {
        pending.push(team.start_recv(sources[i] as usize, to.get(i)));
    }
    for (i, &destination) in destinations.iter().enumerate().filter(|(_, d)| **d != MPI_PROC_NULL) {
        pending.push(team.start_send(destination as usize, from(i)));
    }
    team.all(pending).await;
}
