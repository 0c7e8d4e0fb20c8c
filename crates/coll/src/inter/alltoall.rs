//! MPI_Alltoall, MPI_Alltoallv and MPI_Alltoallw: MPI 5.0 section 6.8.
use super::Groups;
use crate::collectives::alltoall::WINDOW;
use crate::{Entrance, RankBlocks};

/// Exchanges blocks: block j of this rank's `from` goes to rank j of the remote group, which stores it in block i of
/// its `to`, where i is this rank.
pub async fn alltoallv<G: Entrance + Copy>(groups: &Groups<'_, G>, from: &RankBlocks, to: &RankBlocks) {
    let (me, far) = (groups.near.rank(), &groups.far);
    let n = far.size();
    // At distance d on a ring as large as the larger group, each rank sends d positions up and receives from d
    // positions down. The sender and the receiver of a message handle the message at equal distances, so no window
    // waits for a later window.
    let ring = n.max(groups.near.size());
    let mut pending = Vec::with_capacity(2 * WINDOW);
    for first in (0..ring).step_by(WINDOW) {
        let distances = first..(first + WINDOW).min(ring);
        let down = distances.clone().map(|d| (me + ring - d) % ring);
        pending.extend(
            down.filter(|&r| r < n && !to.get(r).is_empty()).map(|source| far.start_recv(source, to.get(source))),
        );
        let up = distances.map(|d| (me + d) % ring);
        pending.extend(
            up.filter(|&r| r < n && !from.get(r).is_empty()).map(|target| far.start_send(target, from.get(target))),
        );
        far.all(pending.drain(..)).await;
    }
}
