//! The table through which stand-ins for other MPI libraries call this library (`crates/mpi/standins`). A stand-in's
//! `MPI_Send` cannot call `MPI_Send` by name: the loader would find the stand-in's own function. This table has a name
//! that no MPI library exports.
use std::ffi::c_void;

/// The address of a function, or the number that tells the layout of the table.
#[repr(transparent)]
pub struct TableEntry(pub *const c_void);
// SAFETY: an entry is an address in this library or a number, and never changes.
unsafe impl Sync for TableEntry {}
