//! Partitioned communication (MPI 5.0, chapter 4): one message between two persistent requests, whose parts the sender
//! hands over one by one, in any order and from any thread.
//!
//! At its creation a send request tells the receiver its number of partitions and the tags of their messages, in an
//! opening message. Opening messages match in the order in which both sides make their requests, which is the order
//! that MPI demands. On one machine the sender stores the partitions in the receiver's memory (`deposit.rs`); between
//! machines, and where a datatype leaves gaps, each partition of the sender is a message of its own. All messages use
//! the communicator's context for collectives, so that no receive of the program takes one.
pub(crate) mod deposit;
pub(crate) mod object;
pub(crate) mod opening;
pub(crate) mod receiver;
pub(crate) mod sender;
pub use object::{PartitionedRequest, PartitionedStore};
