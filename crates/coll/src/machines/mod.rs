//! Collectives in which the ranks of each machine act together.
pub mod by_machine;
pub mod group_bcast;
pub mod hierarchy;
pub mod sliced;
