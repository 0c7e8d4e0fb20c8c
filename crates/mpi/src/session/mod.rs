//! Sessions (MPI 5.0, 11.3): isolated uses of MPI by the libraries of one process, each with its own error handler,
//! thread level and buffer. Sessions and the world model (MPI_Init) share the process's endpoint.
mod calls;
mod process_sets;
use crate::objects::session::Session;
pub use calls::*;

use crate::abi;
use crate::error::{Result, error};
use crate::state::State;

impl State {
    /// Returns the session behind a handle, or MPI_ERR_SESSION.
    pub(crate) fn session(&self, handle: abi::Session) -> Result<&Session> {
        self.sessions.get(handle.0).ok_or_else(|| match handle {
            abi::MPI_SESSION_NULL => error(abi::MPI_ERR_SESSION, "the session is MPI_SESSION_NULL"),
            h => error(abi::MPI_ERR_SESSION, format!("{:#x} is no session (finalised already?)", h.0)),
        })
    }
}
