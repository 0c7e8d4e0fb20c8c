//! A network in virtual time between simulated processes. All random decisions derive from one seed.
//!
//! The network is reliable and ordered unless its faults say otherwise: frames between two processes arrive in the
//! order in which the network accepted them, each after its own delay. A send gets `Full` if the channel is full, and
//! at random.
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

/// The length of one tick of virtual time, in nanoseconds.
pub const TICK: u64 = 50_000;
