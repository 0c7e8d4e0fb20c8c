//! Collectives on intercommunicators: MPI 5.0 section 6.2.3. An intercommunicator has two groups without a common
//! process; each group receives the other group's contribution.
//!
//! Each call has two teams: `near` is this process's own group, `far` is the remote group. Rank 0 of a group exchanges
//! data with the remote group on behalf of its group, and uses the algorithms for one group inside it.
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

/// The local and the remote group of one call.
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
    /// Returns the two groups of a team's intercommunicator, or `None` if the team belongs to an intracommunicator.
    pub fn of(near: &'a Team<G>) -> Option<Groups<'a, G>> {
        Some(Groups { near, far: near.far()? })
    }

    /// Returns true if this process is rank 0 of its group, which acts for the group.
    fn leads(&self) -> bool {
        self.near.rank() == 0
    }
}

impl<G: Entrance> Groups<'_, G> {
    /// Ends the call: reports truncated messages between the groups to the call's team.
    pub fn end(self) {
        self.near.note(&self.far);
    }
}
