//! Files (MPI 5.0, chapter 14), on POSIX's calls. docs/FILES.md describes what each call does to a file.
mod access;
mod buffer;
mod calls;
mod collective;
mod exchange;
mod failure;
mod open;
mod part;
mod plan;
mod pointer;
mod query;
mod register;
mod request;
mod runs;
mod shared;
mod size;
mod split;
mod transfer;
mod view_calls;
pub mod worker;
pub use calls::*;
pub use open::{close, delete, open};
pub use pointer::*;
pub use query::*;
pub use register::*;
pub use shared::{get_position_shared, seek_shared};
pub use size::*;
pub use split::*;
pub use view_calls::*;

use crate::abi;
use crate::agreement::Agreement;
use crate::error::{Call, Error, Result, error};
use crate::objects::coll::Sequence;
use crate::objects::file::File;
use crate::state::{Mpi, State};
use std::os::fd::AsRawFd;

impl State {
    /// Returns the file behind a handle, or MPI_ERR_FILE.
    pub(crate) fn file(&self, handle: abi::File) -> Result<&File> {
        self.mpi.files.table.get(handle.0).ok_or_else(|| no_file(&self.mpi, handle))
    }

    pub(crate) fn file_mut(&mut self, handle: abi::File) -> Result<&mut File> {
        if self.mpi.files.table.get(handle.0).is_none() {
            return Err(no_file(&self.mpi, handle));
        }
        self.mpi.files.table.get_mut(handle.0).ok_or_else(|| error(abi::MPI_ERR_FILE, ""))
    }

    /// Makes an agreement among the processes that have opened the file, for the next call of the given sequence.
    fn file_agreement(&mut self, call: Call, handle: abi::File, sequence: Sequence) -> Result<Agreement> {
        let f = self.file(handle)?;
        let (comm, descriptor) = (f.comm, f.open.file.as_raw_fd());
        Ok(Agreement::of_sequence(self, call, comm, sequence)?.on_file(descriptor))
    }

    /// Returns the descriptor of an open file.
    pub(crate) fn file_descriptor(&self, handle: abi::File) -> Option<i32> {
        Some(self.mpi.files.table.get(handle.0)?.open.file.as_raw_fd())
    }
}

#[cold]
fn no_file(mpi: &Mpi, handle: abi::File) -> Box<Error> {
    if let Err(e) = mpi.running() {
        return e;
    }
    error(
        abi::MPI_ERR_FILE,
        match handle {
            abi::MPI_FILE_NULL => "the file is MPI_FILE_NULL".into(),
            h => format!("{:#x} is no file (closed already?)", h.0),
        },
    )
}
