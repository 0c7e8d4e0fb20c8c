//! The MPI functions: argument checks, and buffers as contiguous bytes. Each file has a blocking and a non-blocking
//! form of each of its collectives, made from one [`Collective`].
mod allgather;
mod allreduce;
mod alltoall;
mod barrier;
mod bcast;
mod blocks;
mod buffers;
mod execute;
mod gather;
mod inter;
pub(crate) mod operand;
mod process;
mod reduce;
mod reduce_scatter;
mod scan;
mod scatter;
pub use allgather::*;
pub use allreduce::*;
pub use alltoall::*;
pub use barrier::*;
pub use bcast::*;
pub use gather::*;
pub(crate) use process::EndpointEntrance;
pub use reduce::*;
pub use reduce_scatter::*;
pub use scan::*;
pub use scatter::*;
