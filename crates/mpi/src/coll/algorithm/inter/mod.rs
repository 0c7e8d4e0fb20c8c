//! Collectives on intercommunicators: MPI 5.0 section 6.2.3. Two groups share no process, and each group
//! receives what the other one contributes.
//!
//! Each call has two teams: `near` is this process's own group, `far` the remote one. Where a group acts as
//! one, its rank 0 acts, and the algorithms for one group do the rest.
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

/// The source or destination of the data of a call with a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// This process (MPI_ROOT).
    Here,
    /// Another process of this group (MPI_PROC_NULL); this process does nothing.
    Beside,
    /// A rank of the remote group.
    Far(usize),
}

impl<'a, G: Entrance + Copy> Groups<'a, G> {
    /// Returns `None` if the team belongs to an intracommunicator.
    pub fn of(near: &'a Team<G>) -> Option<Groups<'a, G>> {
        Some(Groups { near, far: near.far()? })
    }

    /// Returns true if this process acts for its group.
    fn leads(&self) -> bool {
        self.near.rank() == 0
    }
}

impl<G: Entrance> Groups<'_, G> {
    /// Ends the call: passes truncations of messages between the groups on to the call's team.
    pub fn end(self) {
        self.near.note(&self.far);
    }
}
