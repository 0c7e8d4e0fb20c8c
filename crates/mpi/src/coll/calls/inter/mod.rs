//! Collectives on intercommunicators: argument checks (MPI 5.0 section 6.2.3) and execution.
mod exchanging;
mod reductions;
mod rooted;

pub use exchanging::{Allgather, Alltoall, Barrier, allgather, alltoall};
pub use reductions::{Allreduce, Reduce, ReduceScatter, allreduce, reduce};
pub use rooted::{Bcast, Gather, Scatter, bcast, gather, scatter};

use super::buffers::in_place;
use super::process::EndpointEntrance;
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use clump_coll::inter::{Groups, Root};
use clump_coll::{Gone, Team, block};
use std::future::Future;

/// A call on an intercommunicator whose arguments have been checked; the counterpart of
/// [`super::execute::Collective`].
pub trait Inter: Send + Sync + 'static {
    /// Returns how many bytes this process contributes; see [`super::execute::Collective::contributed`].
    fn contributed(&self) -> usize;

    /// Packs again the buffers with gaps from which the call sends; see [`super::execute::Collective::refresh`].
    fn refresh(&self);

    fn run(&self, groups: &Groups<'_, EndpointEntrance>) -> impl Future<Output = ()> + Send;
}

/// A call whose arguments have been checked, on an intracommunicator or an intercommunicator.
pub enum Checked<A, B> {
    Intra(A),
    Inter(B),
}

/// The checked arguments of a call that intercommunicators do not have.
pub enum Never {}

impl Inter for Never {
    fn contributed(&self) -> usize {
        match *self {}
    }

    fn refresh(&self) {
        match *self {}
    }

    async fn run(&self, _: &Groups<'_, EndpointEntrance>) {
        match *self {}
    }
}

/// Runs a call on an intercommunicator.
pub async fn run(team: &Team<EndpointEntrance>, plan: &impl Inter) {
    if let Some(groups) = Groups::of(team) {
        plan.run(&groups).await;
        groups.end();
    }
}

/// Runs a blocking call on an intercommunicator. A separate function keeps calls on intracommunicators short.
#[cold]
#[inline(never)]
pub fn blocking(team: &Team<EndpointEntrance>, plan: &impl Inter) -> std::result::Result<(), Gone> {
    block(team, run(team, plan))
}

/// Checks the root argument; the remote group has `remote` ranks. Returns MPI_ERR_ROOT for an invalid root.
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

/// Returns MPI_ERR_BUFFER for MPI_IN_PLACE, which intercommunicators do not have: a group receives only data of the
/// remote group.
pub fn not_in_place(buffer: Addr) -> Result {
    if in_place(buffer) {
        return fail(abi::MPI_ERR_BUFFER, "MPI_IN_PLACE is not allowed on an intercommunicator");
    }
    Ok(())
}
