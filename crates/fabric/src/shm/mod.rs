//! Shared memory between the processes of one machine: a sealed memfd that nothing names.
mod segment;
mod status;
pub use segment::Segment;
pub use status::{Phase, Status, Waiting};
