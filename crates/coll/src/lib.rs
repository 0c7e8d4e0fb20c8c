//! The algorithms of collective communication. They work on contiguous bytes and reach the other ranks through a
//! [`Team`], over any fabric.
//!
//! Each algorithm is written once, as an `async fn`, which the compiler turns into a state machine. A blocking call
//! drives the state machine to completion ([`block`]); a non-blocking call hands it to an engine that polls it.
//!
//! From the ground up: [`Ranks`], [`Fold`], [`RankBlocks`] and [`Packing`] are what a call is given; `survivors` has
//! what members do when some of them may die; `plan` chooses an algorithm; `team` is what an algorithm sees of its
//! call; `steps` are parts that several algorithms use; `collectives` has a file for each collective; `machines` makes
//! the ranks of each machine act together; [`inter`] is for two groups.
#![deny(unsafe_code)]
mod blocks;
mod collectives;
mod fold;
pub mod inter;
mod machines;
#[allow(unsafe_code)]
pub mod memory;
mod packing;
mod plan;
mod ranks;
mod steps;
mod survivors;
pub mod tags;
mod team;
#[cfg(test)]
mod tests;
pub mod unwinding;

pub use blocks::RankBlocks;
pub use collectives::alltoall::alltoall;
pub use collectives::neighbours::{GridExchange, Neighbourhood, POSTED, neighbours, start_neighbours};
pub use collectives::{allgather, allreduce, alltoall, barrier, bcast, gather, reduce, scatter};
pub use fold::{ElementLoop, Fold, JointLoop, UserFunction};
pub use machines::by_machine::{allgather, allreduce, barrier, bcast, reduce};
pub use machines::by_machine::{exscan, gather, reduce_scatter, scan, scatter};
pub use packing::{Origin, PackedReceive, PackedSend, Packing, PostedBlock};
pub use plan::{BOARD_RANKS, PACKED, between};
pub use ranks::Ranks;
pub use steps::packed::{exchange as exchange_packed, fits as fits_packed};
pub use survivors::{Advance, Agreeing, AgreementTurns, CannotAgree, Shrink, may_reuse_contexts, shrink};
pub use team::at_once::{FastPath, ShortRound};
pub use team::blocking::{block, block_as};
pub use team::board::{BoardStep, take_full_board};
pub use team::departure::{Departure, Failing, Gone, is_searching, search, unless_departed};
pub use team::levels::Hierarchy;
pub use team::messages::{MessageBatch, Pending};
pub use team::scratch::Scratch;
pub use team::{Entrance, Team};
