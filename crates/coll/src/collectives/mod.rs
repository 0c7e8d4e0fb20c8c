//! The collectives, a file for each: their algorithms among ranks that all have the same role.
pub mod allgather;
pub mod allreduce;
pub mod alltoall;
pub mod barrier;
pub mod bcast;
pub mod gather;
pub mod neighbours;
pub mod reduce;
pub mod reduce_scatter;
pub mod scan;
pub mod scatter;
