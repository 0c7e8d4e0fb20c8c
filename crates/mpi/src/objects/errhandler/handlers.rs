//! The error handlers that the program made.
use crate::abi;
use crate::error::{Error, Result, error};
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

impl Object {
    /// Returns the null handle of this kind.
    pub fn null(self) -> usize {
        match self {
            Object::Comm => abi::MPI_COMM_NULL.0,
            Object::Win => abi::MPI_WIN_NULL.0,
            Object::File => abi::MPI_FILE_NULL.0,
            Object::Session => abi::MPI_SESSION_NULL.0,
        }
    }

    /// Returns the object's name in a sentence.
    fn name(self) -> &'static str {
        match self {
            Object::Comm => "a communicator",
            Object::Win => "a window",
            Object::File => "a file",
            Object::Session => "a session",
        }
    }
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

    /// Returns MPI_ERR_ERRHANDLER unless the handler may be set on this kind of object.
    pub fn fits(&self, handle: abi::Errhandler, object: Object) -> Result {
        let of = match handle {
            abi::MPI_ERRORS_ARE_FATAL | abi::MPI_ERRORS_ABORT | abi::MPI_ERRORS_RETURN => return Ok(()),
            h => self.made(h).ok_or_else(|| unknown(h))?.of,
        };
        if of != object {
            let (of, object) = (of.name(), object.name());
            return Err(error(abi::MPI_ERR_ERRHANDLER, format!("the error handler is for {of}, not for {object}")));
        }
        Ok(())
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
        self.table.get_mut(handle.0).ok_or_else(|| unknown(handle))
    }
}

fn unknown(handle: abi::Errhandler) -> Box<Error> {
    match handle {
        abi::MPI_ERRHANDLER_NULL => error(abi::MPI_ERR_ERRHANDLER, "the error handler is MPI_ERRHANDLER_NULL"),
        h => error(abi::MPI_ERR_ERRHANDLER, format!("{:#x} is no error handler (freed already?)", h.0)),
    }
}

impl Default for ErrorHandlers {
    fn default() -> Self {
        Self::new()
    }
}
