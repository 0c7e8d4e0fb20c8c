//! A network in virtual time between simulated processes. All random decisions derive from one seed.
//!
//! It is reliable and ordered unless its faults say otherwise: frames between two processes arrive in the order in
//! which they were accepted, each after its own delay. A send gets `Full` if the channel is full, and at random.
mod ends;
mod faults;
mod groups;
mod network;
mod space;
#[cfg(test)]
mod tests;

pub use ends::{Bell, Ends, Rx, Sleeper, Taken, Tx};
pub use faults::{Faults, Multicast};
pub use network::Network;

/// Nanoseconds of one tick of virtual time.
pub const TICK: u64 = 50_000;
