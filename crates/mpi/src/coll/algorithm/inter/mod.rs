//! The collectives of intercommunicators: MPI 5.0 section 6.2.3. Two groups without a process in common; what one
//! gives, the other gets.
//!
//! Each call has two teams: `near` is this process's own group, `far` the other. Where a group acts as one, it does so
//! through its rank 0, by the algorithms for one group.
mod allgather;
mod alltoall;
mod barrier;
mod combining;
mod rooted;

pub use allgather::allgather;
pub use alltoall::alltoallv;
pub use barrier::barrier;
pub use combining::{allreduce, reduce, reduce_scatter};
pub use rooted::{bcast, gather, scatter};

use super::{Entrance, Team};

/// Both groups, as one call sees them.
pub struct Groups<'a, G: Entrance> {
    pub near: &'a Team<G>,
    pub far: Team<G>,
}

/// Where the data of a call with a root comes from or goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// This process (MPI_ROOT).
    Here,
    /// Another process of this one's group (MPI_PROC_NULL): nothing is to be done.
    Beside,
    /// That rank of the other group.
    Far(usize),
}

impl<'a, G: Entrance + Copy> Groups<'a, G> {
    /// None if the team is an intracommunicator's.
    pub fn of(near: &'a Team<G>) -> Option<Groups<'a, G>> {
        Some(Groups { near, far: near.far()? })
    }

    /// Is this process the one that acts for its group?
    fn leads(&self) -> bool {
        self.near.rank() == 0
    }
}

impl<G: Entrance> Groups<'_, G> {
    /// At the end: the call's team hears what befell messages between the groups.
    pub fn end(self) {
        self.near.note(&self.far);
    }
}
