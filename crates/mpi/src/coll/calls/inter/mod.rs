//! Collectives on intercommunicators: their arguments (MPI 5.0 section 6.2.3), and what is done with them.
mod exchanging;
mod reductions;
mod rooted;

pub use exchanging::{Allgather, Alltoall, Barrier, allgather, alltoall};
pub use reductions::{Allreduce, Reduce, ReduceScatter, allreduce, reduce};
pub use rooted::{Bcast, Gather, Scatter, bcast, gather, scatter};

use super::buffers::in_place;
use super::process::EndpointEntrance;
use crate::abi;
use crate::coll::algorithm::inter::{Groups, Root};
use crate::coll::algorithm::{Team, block};
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use std::future::Future;

/// A call on an intercommunicator whose arguments have been checked, as [`super::execute::Collective`] is for one
/// group.
pub trait Inter: Send + 'static {
    fn run(self, groups: &Groups<'_, EndpointEntrance>) -> impl Future<Output = ()> + Send;
}

/// A call whose arguments have been checked, on either kind of communicator.
pub enum Checked<A, B> {
    Intra(A),
    Inter(B),
}

/// What is checked of a call that intercommunicators do not have.
pub enum Never {}

impl Inter for Never {
    async fn run(self, _: &Groups<'_, EndpointEntrance>) {
        match self {}
    }
}

/// Carries out a call.
pub async fn run(team: &Team<EndpointEntrance>, plan: impl Inter) {
    if let Some(groups) = Groups::of(team) {
        plan.run(&groups).await;
        groups.end();
    }
}

/// Carries out a blocking call; out of the way of calls on one group.
#[cold]
#[inline(never)]
pub fn blocking(team: &Team<EndpointEntrance>, plan: impl Inter) {
    block(team, run(team, plan));
}

/// The root argument, where the other group has `remote` ranks. Error: MPI_ERR_ROOT.
fn root(root: i32, remote: usize) -> Result<Root> {
    match usize::try_from(root) {
        _ if root == abi::MPI_ROOT => Ok(Root::Here),
        _ if root == abi::MPI_PROC_NULL => Ok(Root::Beside),
        Ok(r) if r < remote => Ok(Root::Far(r)),
        _ => {
            let last = remote - 1;
            let why =
                format!("the root is {root}; it must be MPI_ROOT, MPI_PROC_NULL, or 0 to {last} of the other group");
            fail(abi::MPI_ERR_ROOT, why)
        }
    }
}

/// Error MPI_ERR_BUFFER for MPI_IN_PLACE: what one group gives, the other gets, so there is no place that is both.
pub fn not_in_place(buffer: Addr) -> Result {
    if in_place(buffer) {
        return fail(abi::MPI_ERR_BUFFER, "MPI_IN_PLACE is not allowed on an intercommunicator");
    }
    Ok(())
}
