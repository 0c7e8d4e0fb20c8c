//! Neighbourhood collectives: MPI 5.0 section 8.6.
use super::{Entrance, RankBlocks, Team, board};
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
    let Neighbourhood { sources, destinations, matching, .. } = around;
    let mut pending = Vec::with_capacity(sources.len() + destinations.len());
    for &i in matching.iter().filter(|&&i| sources[i] != MPI_PROC_NULL) {
        pending.push(team.start_recv(sources[i] as usize, to.get(i)));
    }
    for (i, &destination) in destinations.iter().enumerate().filter(|(_, d)| **d != MPI_PROC_NULL) {
        pending.push(team.start_send(destination as usize, from(i)));
    }
    team.all(pending).await;
}

/// The most bytes that a rank posts for its neighbours in a grid. A longer post keeps the neighbours waiting while it
/// is written; messages of that length overlap.
pub const POSTED: usize = 8 << 10;

/// Exchanges blocks of `each` bytes between the neighbours in a grid, over the board of the communicator, in one step.
/// Each rank posts its blocks one behind the other, or the one block that all neighbours get (`alike`).
pub async fn neighbours_on_board<G: Entrance>(
    team: &Team<G>,
    around: &Neighbourhood,
    each: usize,
    alike: bool,
    from: impl Fn(usize) -> Region,
    to: &RankBlocks,
) {
    let Neighbourhood { sources, destinations, .. } = around;
    let place = |i: usize| if alike { 0 } else { i * each };
    let row = if alike { each } else { destinations.len() * each };
    let step = team.begin(1);
    let write = |post: Region| {
        let blocks = destinations.iter().enumerate().filter(|(_, d)| **d != MPI_PROC_NULL);
        for (i, _) in blocks {
            post.slice(place(i), each).copy_from(from(i));
        }
    };
    team.fill(step, row, write).await;
    for (i, &source) in sources.iter().enumerate().filter(|(_, s)| **s != MPI_PROC_NULL) {
        // The other end of an edge in a grid has the other index of the dimension.
        let (source, theirs) = (source as usize, i ^ 1);
        let block = match source == team.rank() {
            true => from(theirs),
            false => board::part(team.posted(step, source, row).await, &(place(theirs)..place(theirs) + each)),
        };
        if block.len() != to.get(i).len() {
            team.note_truncation();
        }
        let n = block.len().min(to.get(i).len());
        to.get(i).slice(0, n).copy_from(block.slice(0, n));
    }
    team.finish(step);
}
