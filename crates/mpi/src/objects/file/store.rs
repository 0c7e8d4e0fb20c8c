//! The process's table of files, and what belongs to all of them.
use super::datarep::UserRepresentation;
use super::object::File;
use crate::abi;
use crate::slab::{HandleKind, HandleTable};
use std::sync::Arc;

/// All open files.
pub struct Files {
    pub table: HandleTable<File>,
    /// The error handler of MPI_FILE_NULL, which a file gets when it is opened (MPI 5.0, 14.7).
    pub(crate) null_handler: abi::Errhandler,
    /// The data representations that the program has registered. They stay until the process ends.
    pub(crate) representations: Vec<Arc<UserRepresentation>>,
}

impl Files {
    pub const fn new() -> Files {
        Files {
            table: HandleTable::new(HandleKind::File),
            null_handler: abi::MPI_ERRORS_RETURN,
            representations: Vec::new(),
        }
    }

    /// Returns an empty table with this table's handler for new files. Closes the files that the program left open.
    pub fn after_finalize(self) -> Files {
        Files { null_handler: self.null_handler, representations: self.representations, ..Files::new() }
    }
}

impl Default for Files {
    fn default() -> Self {
        Self::new()
    }
}
