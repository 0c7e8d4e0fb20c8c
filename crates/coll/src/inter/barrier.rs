//! MPI_Barrier: MPI 5.0 section 6.3.
use super::Groups;
use crate::Entrance;
use crate::memory::lent_buffer;
use clump::driver::{Region, planted};

/// Runs a barrier of two groups: returns once all ranks of the local and the remote group have entered.
pub async fn barrier<G: Entrance + Copy>(groups: &Groups<'_, G>) {
    crate::barrier(groups.near).await;
    if groups.leads() && !planted("groups_do_not_meet") {
        groups.far.exchange(0, Region::EMPTY, 0, Region::EMPTY).await;
    }
    // Tell the local group that the remote group has entered. The broadcast carries a byte, because an empty broadcast
    // sends no message.
    let word = lent_buffer(1);
    crate::bcast(groups.near, word.region(), 0).await;
}
