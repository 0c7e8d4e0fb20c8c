//! Collective communication: MPI 5.0 chapter 6. `calls` turns arguments into contiguous bytes (packs buffers with gaps,
//! resolves MPI_IN_PLACE), the crate `clump-coll` moves and combines the bytes, `schedule` runs the non-blocking calls,
//! and `persistent` makes the requests of persistent ones.
mod calls;
mod hidden;
mod persistent;
mod start;
pub(crate) use calls::execute::{BlockingForm, InnerForm, NonblockingForm};
pub(crate) use calls::verdict::ended;
pub use calls::*;
pub(crate) use calls::{EndpointEntrance, operand};
pub(crate) use persistent::PersistentForm;
pub(crate) use start::{start, start_round};
