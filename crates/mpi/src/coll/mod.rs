//! Collective communication: MPI 5.0 chapter 6. `calls` turns arguments into contiguous bytes (packing what has holes,
//! and MPI_IN_PLACE into equal regions), `algorithm` moves and combines them, `schedule` runs the non-blocking ones.
pub mod algorithm;
mod calls;
pub(crate) mod schedule;
mod start;
mod store;
pub use calls::*;
pub(crate) use calls::{EndpointEntrance, operand};
pub(crate) use start::start;
pub use store::{PerComm, Sequence, Store};
