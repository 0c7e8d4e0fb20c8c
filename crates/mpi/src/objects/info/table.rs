//! The process's table of info objects.
use super::{Info, launch};
use crate::abi;
use crate::error::{Result, error, fail};
use crate::slab::{HandleKind, HandleTable};

/// All info objects.
pub struct Infos {
    pub table: HandleTable<Info>,
}

impl Infos {
    pub const fn new() -> Infos {
        Infos { table: HandleTable::new(HandleKind::Info) }
    }

    /// Adds an info object and returns its handle.
    pub fn add(&mut self, info: Info) -> abi::Info {
        abi::Info(self.table.insert(info))
    }

    /// Returns the info object behind a handle, an empty object for MPI_INFO_NULL, or MPI_ERR_INFO.
    pub fn or_null(&mut self, handle: abi::Info) -> Result<Info> {
        if handle == abi::MPI_INFO_NULL { Ok(Info::new()) } else { self.get(handle).cloned() }
    }

    /// Returns the info object behind a handle, or MPI_ERR_INFO.
    pub(crate) fn get(&mut self, handle: abi::Info) -> Result<&mut Info> {
        if handle == abi::MPI_INFO_ENV && self.table.get(handle.0).is_none() {
            self.table.predefine(handle.0, launch::facts());
        }
        self.table.get_mut(handle.0).ok_or_else(|| match handle {
            abi::MPI_INFO_NULL => error(abi::MPI_ERR_INFO, "the info object is MPI_INFO_NULL"),
            h => error(abi::MPI_ERR_INFO, format!("{:#x} is no info object (freed already?)", h.0)),
        })
    }

    /// Returns an info object that the program may change. Returns MPI_ERR_INFO for an invalid handle or MPI_INFO_ENV.
    pub(crate) fn own(&mut self, handle: abi::Info) -> Result<&mut Info> {
        if handle == abi::MPI_INFO_ENV {
            return fail(abi::MPI_ERR_INFO, "MPI_INFO_ENV is read-only");
        }
        self.get(handle)
    }
}

impl Default for Infos {
    fn default() -> Self {
        Self::new()
    }
}
