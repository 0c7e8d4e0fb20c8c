//! MPI_Allgather and MPI_Allgatherv: MPI 5.0 sections 6.7 and 6.8.
use super::Groups;
use crate::memory::lent_buffer;
use crate::{Entrance, RankBlocks};
use clump::driver::Region;

/// Sends `mine` to the remote group, and stores the block from rank i of the remote group in block i of `all`. Rank 0
/// of each group receives the remote group's blocks and broadcasts them in its own group.
pub async fn allgather<G: Entrance + Copy>(groups: &Groups<'_, G>, mine: Region, all: &RankBlocks) {
    let (near, far) = (groups.near, &groups.far);
    let n = far.size();
    // Pack blocks that lie apart into one message.
    let packed = match all {
        RankBlocks::Even(..) => lent_buffer(0),
        RankBlocks::Listed(_) => lent_buffer(all.total(n)),
    };
    let mut at = 0;
    let place = |i: usize| {
        at += all.get(i).len();
        packed.region().slice(at - all.get(i).len(), all.get(i).len())
    };
    let (whole, blocks) = match *all {
        RankBlocks::Even(whole, each) => (whole.slice(0, n * each), all.clone()),
        RankBlocks::Listed(_) => (packed.region(), RankBlocks::Listed((0..n).map(place).collect())),
    };
    let mut pending = Vec::new();
    if groups.leads() {
        let from = (0..n).filter(|&from| !blocks.get(from).is_empty());
        pending.extend(from.map(|from| far.start_recv(from, blocks.get(from))));
    }
    if !mine.is_empty() {
        pending.push(far.start_send(0, mine));
    }
    far.all(pending).await;
    crate::bcast(near, whole, 0).await;
    if let RankBlocks::Listed(_) = all {
        (0..n).for_each(|i| {
            all.get(i).copy_from(blocks.get(i));
        });
    }
}
