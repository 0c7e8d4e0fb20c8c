//! The algorithms, on contiguous bytes, through a [`Port`].
//!
//! Each is written once, as an `async fn`, and compiled into a state machine: a blocking call drives it to its end
//! ([`block`]), a non-blocking one hands it to the schedule engine.
mod allgather;
mod allreduce;
mod alltoall;
mod barrier;
mod bcast;
mod blocks;
mod board;
mod gather;
pub mod inter;
mod ledger;
mod levels;
mod native;
mod pair;
mod plan;
mod port;
mod post_or_read;
mod reduce;
mod reduce_scatter;
mod scan;
mod scatter;
mod scratch;
#[cfg(test)]
mod tests;
mod turn;

pub use allgather::allgather;
pub use allreduce::allreduce;
pub use alltoall::alltoall;
pub use barrier::barrier;
pub use bcast::bcast;
pub use blocks::Blocks;
pub use gather::gather;
pub use levels::Levels;
pub use port::{Gate, Pending, Port, block};
pub use reduce::reduce;
pub use reduce_scatter::reduce_scatter;
pub use scan::{exscan, scan};
pub use scatter::scatter;
