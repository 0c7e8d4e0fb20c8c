//! The MPI functions of the collectives: they check arguments and turn buffers into contiguous bytes. Each file derives
//! the blocking and the non-blocking form of its collectives from one [`Collective`].
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
