//! Simulates whole clusters, which run the real protocol code, from one seed.
//!
//! A seed decides a [`plan`] (ranks, limits, faults, workload). A [`world`] runs it: rounds of chaos (delays, `Full`,
//! pauses, random calls), each followed by a time without faults in which everything that can be matched must be.
//! [`check`] knows nothing of the protocol but MPI's rules and the frames on the wire.
#![forbid(unsafe_code)]
pub mod casts;
pub mod check;
pub mod connections;
pub mod coverage;
pub mod exchange;
pub mod guests;
pub mod job;
pub mod message;
pub mod net;
pub mod node;
pub mod plan;
pub mod shared;
pub mod switched;
pub mod widget;
pub mod windows;
mod world;

pub use coverage::Coverage;
pub use world::{Report, run};
