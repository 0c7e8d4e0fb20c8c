//! MPI_Barrier: MPI 5.0 section 6.3.
use super::Groups;
use crate::coll::algorithm::{self, Entrance};
use clump::{Buffer, Region};

/// Nobody leaves before all of the other group have entered (nor, here, before all of its own have).
pub async fn barrier<G: Entrance + Copy>(groups: &Groups<'_, G>) {
    algorithm::barrier(groups.near).await;
    if groups.leads() {
        groups.far.exchange(0, Region::EMPTY, 0, Region::EMPTY).await;
    }
    // The word that the other group is there, too: a broadcast of nothing would send nothing.
    let word = Buffer::new(1);
    algorithm::bcast(groups.near, word.region(), 0).await;
}
