//! What the calls of collectives keep: their sequence numbers on each communicator, and the non-blocking ones under way
//! (`schedule`), also while they are parked.
pub(crate) mod parking;
pub(crate) mod schedule;
pub(crate) mod store;
pub use store::{PerComm, Sequence, Store};
