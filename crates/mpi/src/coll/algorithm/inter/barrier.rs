//! MPI_Barrier: MPI 5.0 section 6.3.
use super::Groups;
use crate::coll::algorithm::{self, Entrance};
use clump::{Buffer, Region};

/// Returns once all ranks of the remote group have entered, and here also all of the local group.
pub async fn barrier<G: Entrance + Copy>(groups: &Groups<'_, G>) {
    algorithm::barrier(groups.near).await;
    if groups.leads() {
        groups.far.exchange(0, Region::EMPTY, 0, Region::EMPTY).await;
    }
    // Tell the group that the remote group has entered. A broadcast of no bytes would send nothing.
    let word = Buffer::new(1);
    algorithm::bcast(groups.near, word.region(), 0).await;
}
