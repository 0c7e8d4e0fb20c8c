//! Point-to-point communication (MPI 5.0, chapter 3).
mod exchange;
mod persistent;
mod probe;
mod recv;
mod send;
pub use exchange::*;
pub use persistent::*;
pub use probe::*;
pub use recv::*;
pub use send::*;

use crate::abi;
use crate::error::{Result, error, fail};
use crate::known_faults::revoked;
use crate::objects::comm::Comm;
use crate::objects::status::Finished;
use crate::request::error_of;
use crate::state::State;
use clump::driver::{Departed, Select};

/// Checks a send's destination and tag after a comparison on the hot path has failed. Returns `None` for MPI_PROC_NULL.
#[cold]
#[inline(never)]
fn odd_destination(comm: &Comm, dest: i32, tag: i32) -> Result<Option<u32>> {
    if tag < 0 {
        return fail(abi::MPI_ERR_TAG, format!("the tag is {tag}; tags of messages to send are 0 to {}", i32::MAX));
    }
    if comm.is_revoked() {
        return Err(revoked());
    }
    match u32::try_from(dest) {
        _ if dest == abi::MPI_PROC_NULL => Ok(None),
        Ok(r) if comm.has_lost(r) => {
            fail(abi::MPI_ERR_PROC_FAILED, format!("rank {r}, to which the message goes, has died"))
        }
        Ok(r) if r < comm.peer_count() => Ok(Some(r)),
        _ => Err(no_rank("destination", dest, comm)),
    }
}

/// Checks a send's destination and tag. Returns `None` for MPI_PROC_NULL.
pub(crate) fn destination(comm: &Comm, dest: i32, tag: i32) -> Result<Option<u32>> {
    odd_destination(comm, dest, tag)
}

fn no_rank(what: &str, rank: i32, comm: &Comm) -> Box<crate::error::Error> {
    let (n, whose) = (comm.peer_count(), if comm.is_inter() { "remote group" } else { "communicator" });
    error(abi::MPI_ERR_RANK, format!("the {what} is {rank}, but the {whose} has ranks 0 to {}", i64::from(n) - 1))
}

/// Checks the source and tag of a receive or probe, and returns them as a selection. Returns `None` for MPI_PROC_NULL.
#[inline(always)]
pub(crate) fn select(comm: &Comm, source: i32, tag: i32) -> Result<Option<Select>> {
    match plain_select(comm, source, tag) {
        Some(select) => Ok(Some(select)),
        None => odd_select(comm, source, tag),
    }
}

/// Returns the selection like [`select`], but only without wildcards (fast path). Returns `None` if [`select`] must
/// decide.
#[inline(always)]
fn plain_select(comm: &Comm, source: i32, tag: i32) -> Option<Select> {
    let plain = (source as u32) < comm.plain_peers() && tag >= 0;
    plain.then(|| Select { context: comm.context, source: Some(comm.job_rank(source as u32)), tag: Some(tag) })
}

#[inline(never)]
fn odd_select(comm: &Comm, source: i32, tag: i32) -> Result<Option<Select>> {
    if comm.is_revoked() {
        return Err(revoked());
    }
    let tag = match tag {
        abi::MPI_ANY_TAG => None,
        0.. => Some(tag),
        _ => {
            return fail(abi::MPI_ERR_TAG, format!("the tag is {tag}; it must be MPI_ANY_TAG or 0 to {}", i32::MAX));
        }
    };
    let source = match u32::try_from(source) {
        _ if source == abi::MPI_PROC_NULL => return Ok(None),
        _ if source == abi::MPI_ANY_SOURCE => None,
        Ok(r) if r < comm.peer_count() => Some(comm.job_rank(r)),
        _ => return Err(no_rank("source", source, comm)),
    };
    Ok(Some(Select { context: comm.context, source, tag }))
}

/// Returns the error of a blocking call on `comm` whose peer has left the job.
#[cold]
#[inline(never)]
fn departed(s: &State, comm: abi::Comm, Departed(job): Departed, tag: i32) -> Box<crate::error::Error> {
    let rank = s.comm_of_operation(comm).map_or(job, |c| c.rank_of(job));
    error_of(&Finished::departed(s.class_of_departure(comm, job), rank as i32, tag), comm)
}

/// Returns the state that `clump run --timeout` shows while a call waits for a message.
#[inline(always)]
fn waiting(call: crate::error::Call, select: Select) -> clump::driver::Waiting {
    clump::driver::Waiting {
        call: call.0,
        peer: select.source.map_or(-1, |r| r as i32),
        tag: select.tag.unwrap_or(-1),
        context: select.context,
    }
}
