//! One-sided communication (MPI 5.0, chapter 12), on [`clump::driver::windows`]. docs/ONESIDED.md describes the
//! ordering.
mod accumulate;
mod accumulate_calls;
mod accumulate_rows;
mod attributes;
mod create;
mod dynamic;
mod fence;
mod free;
mod group_epoch;
mod hints;
mod lock;
mod put;
mod query;
mod request_calls;
mod runs;
mod target;
pub use accumulate_calls::*;
pub use attributes::*;
pub use create::*;
pub use dynamic::*;
pub use fence::*;
pub use free::free;
pub use group_epoch::*;
pub use hints::{get_info, set_info};
pub use lock::*;
pub use put::*;
pub use query::*;
pub use request_calls::*;

use crate::abi;
use crate::error::{Error, Result, error, fail};
use crate::objects::win::Win;
use crate::objects::win::object::{Facts, Target};
use crate::state::{Mpi, State};
use clump::driver::Endpoint;
use clump::driver::windows::{Refusal, WindowError};

impl State {
    /// Returns the window behind a handle, or MPI_ERR_WIN.
    #[inline(always)]
    pub(crate) fn win(&self, handle: abi::Win) -> Result<&Win> {
        match self.mpi.wins.get(handle.0) {
            Some(win) => Ok(win),
            None => Err(no_win(&self.mpi, handle)),
        }
    }

    #[inline(always)]
    pub(crate) fn win_mut(&mut self, handle: abi::Win) -> Result<&mut Win> {
        if self.mpi.wins.get(handle.0).is_none() {
            return Err(no_win(&self.mpi, handle));
        }
        self.mpi.wins.get_mut(handle.0).ok_or_else(|| error(abi::MPI_ERR_WIN, ""))
    }

    /// Returns the window behind a handle and the endpoint, or MPI_ERR_WIN.
    #[inline(always)]
    fn win_endpoint(&mut self, handle: abi::Win) -> Result<(&mut Win, &mut Endpoint)> {
        let State { common, mpi } = self;
        if mpi.wins.get(handle.0).is_none() {
            return Err(no_win(mpi, handle));
        }
        match mpi.wins.get_mut(handle.0) {
            Some(win) => Ok((win, common.endpoint())),
            None => fail(abi::MPI_ERR_WIN, ""),
        }
    }
}

#[cold]
fn no_win(mpi: &Mpi, handle: abi::Win) -> Box<Error> {
    if let Err(e) = mpi.running() {
        return e;
    }
    error(
        abi::MPI_ERR_WIN,
        match handle {
            abi::MPI_WIN_NULL => "the window is MPI_WIN_NULL".into(),
            h => format!("{:#x} is no window (freed already?)", h.0),
        },
    )
}

/// Converts a refusal by a process on another machine to an MPI error.
fn far_refused<T>(rank: u32, refusal: Refusal, target: u32) -> Result<T> {
    let whose = format!("rank {target} (process {rank} of the job, on another machine)");
    let (class, why) = match refusal {
        Refusal::NoWindow | Refusal::WrongKey | Refusal::Withdrawn => {
            (abi::MPI_ERR_WIN, format!("{whose} has freed the window"))
        }
        Refusal::Outside => (abi::MPI_ERR_RMA_RANGE, format!("it reaches outside the part of {whose}")),
        Refusal::NoOperation => (
            abi::MPI_ERR_OP,
            format!(
                "{whose} does not support this operation on these elements, or a process that died holds a lock there"
            ),
        ),
        Refusal::Lost => (abi::MPI_ERR_PROC_ABORTED, format!("{whose} has died or left the job")),
    };
    fail(class, why)
}

/// Converts an operation's failure to an MPI error. `target` is the rank in the window's group.
#[cold]
fn failed<T>(e: WindowError, target: u32) -> Result<T> {
    match e {
        WindowError::Outside(size) => {
            fail(abi::MPI_ERR_RMA_RANGE, format!("it reaches outside the {size} bytes of rank {target}'s part"))
        }
        WindowError::NotAttached => {
            fail(abi::MPI_ERR_RMA_RANGE, format!("it reaches memory that rank {target} has not attached"))
        }
        WindowError::Refused(rank) => fail(
            abi::MPI_ERR_OTHER,
            format!(
                "the system lets this process neither map nor copy that memory of rank {target} (process {rank} of the \
                 job); windows of MPI_Win_allocate do without"
            ),
        ),
        WindowError::HolderDied(rank) => fail(
            abi::MPI_ERR_PROC_FAILED,
            format!("process {rank} of the job died while it held a lock of rank {target}'s part"),
        ),
        WindowError::Far(rank, refusal) => far_refused(rank, refusal, target),
    }
}
