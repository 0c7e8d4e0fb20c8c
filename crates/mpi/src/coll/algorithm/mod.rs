//! The algorithms of the collectives. They work on contiguous bytes and reach the other ranks through a [`Team`].
//!
//! Each algorithm is written once, as an `async fn`, which the compiler turns into a state machine. A blocking call
//! drives the state machine to completion ([`block`]); a non-blocking call hands it to the schedule engine.
mod abandonment;
mod abandonment_state;
pub mod allgather;
pub mod allreduce;
pub mod alltoall;
mod at_once;
pub mod barrier;
pub mod bcast;
mod blocking;
mod blocks;
mod board;
mod bundle;
mod by_machine;
mod departure;
mod exchange;
mod folding;
pub mod gather;
mod group_bcast;
mod halving;
mod hierarchy;
pub mod inter;
mod ledger;
mod levels;
mod listed;
mod messages;
mod neighbours;
mod packed;
mod pair;
mod plan;
mod post_or_read;
pub mod reduce;
mod reduce_scatter;
mod remote_read;
mod scan;
pub mod scatter;
mod scratch;
mod sliced;
mod team;
#[cfg(test)]
mod tests;
mod turn;

pub use alltoall::alltoall;
pub use at_once::{FastPath, ShortRound};
pub use barrier::AtBoard;
pub use blocking::{block, block_as};
pub use blocks::RankBlocks;
pub use board::{BoardStep, take_full_board};
pub use by_machine::{allgather, allreduce, barrier, bcast, reduce};
pub use by_machine::{exscan, gather, reduce_scatter, scan, scatter};
pub use departure::{Departure, Failing, Gone, is_searching, search, unless_departed};
pub use levels::Hierarchy;
pub use messages::{MessageBatch, Pending};
pub use neighbours::{GridExchange, POSTED, neighbours, start_neighbours};
pub use packed::{exchange as exchange_packed, fits as fits_packed};
pub use plan::PACKED;
pub(in crate::coll) use scratch::Scratch;
pub use team::{Entrance, Team};
