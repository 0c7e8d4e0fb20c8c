//! Partitioned communication (MPI 5.0, chapter 4): one message between two persistent requests, whose parts the sender
//! hands over one by one, in any order and from any thread.
//!
//! At its creation a send request tells the receiver its number of partitions and the tags of their messages, in an
//! opening message. Opening messages match in the order in which both sides make their requests, which is the order
//! that MPI demands. Each partition of the sender is a message of its own. Both kinds of messages use the
//! communicator's context for collectives, so that no receive of the program takes one.
mod calls;
mod object;
mod receiver;
mod sender;
pub use calls::*;
pub use object::{PartitionedRequest, PartitionedStore};
