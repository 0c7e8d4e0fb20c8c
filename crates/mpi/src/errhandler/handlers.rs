//! The error handlers that the program made.
use crate::abi;
use crate::error::{Result, error};
use crate::ffi::callback::Callback;
use crate::slab::{HandleKind, HandleTable};

/// The kind of object on which an error handler may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    Comm,
    Win,
    File,
    Session,
}

/// An error handler that the program made.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    pub function: Callback,
    pub of: Object,
    /// Number of handles and objects that refer to the handler.
    pub refs: u32,
}

/// All error handlers that the program made.
pub struct ErrorHandlers {
    pub table: HandleTable<Handler>,
}

impl ErrorHandlers {
    pub const fn new() -> ErrorHandlers {
        ErrorHandlers { table: HandleTable::new(HandleKind::Errhandler) }
    }

    /// Returns the handler that the program made behind a handle, or `None` if there is no such handler.
    pub fn made(&self, handle: abi::Errhandler) -> Option<&Handler> {
        self.table.get(handle.0)
    }

    /// Adds one user of the handler, or returns MPI_ERR_ERRHANDLER.
    pub fn keep(&mut self, handle: abi::Errhandler) -> Result {
        match handle {
            abi::MPI_ERRORS_ARE_FATAL | abi::MPI_ERRORS_ABORT | abi::MPI_ERRORS_RETURN => Ok(()),
            h => self.get_mut(h).map(|h| h.refs += 1),
        }
    }

    /// Removes one user of the handler, and frees a handler without users.
    pub fn let_go(&mut self, handle: abi::Errhandler) {
        if let Some(h) = self.table.get_mut(handle.0) {
            h.refs -= 1;
            if h.refs == 0 {
                self.table.remove(handle.0);
            }
        }
    }

    /// Returns the handler that the program made behind a handle, or MPI_ERR_ERRHANDLER.
    pub fn get_mut(&mut self, handle: abi::Errhandler) -> Result<&mut Handler> {
        self.table.get_mut(handle.0).ok_or_else(|| match handle {
            abi::MPI_ERRHANDLER_NULL => error(abi::MPI_ERR_ERRHANDLER, "the error handler is MPI_ERRHANDLER_NULL"),
            h => error(abi::MPI_ERR_ERRHANDLER, format!("{:#x} is no error handler (freed already?)", h.0)),
        })
    }
}

impl Default for ErrorHandlers {
    fn default() -> Self {
        Self::new()
    }
}
