//! Collective communication: MPI 5.0 chapter 6. `calls` turns arguments into contiguous bytes (packs buffers with gaps,
//! resolves MPI_IN_PLACE), `algorithm` moves and combines the bytes, `schedule` runs the non-blocking calls.
pub mod algorithm;
mod calls;
pub(crate) mod schedule;
mod start;
mod store;
pub use calls::*;
pub(crate) use calls::{EndpointEntrance, operand};
pub(crate) use start::start;
pub use store::{PerComm, Sequence, Store};
