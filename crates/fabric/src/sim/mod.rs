//! A network in virtual time between simulated processes: everything that chance decides comes from one seed.
//!
//! Reliable and ordered unless its faults say otherwise: frames between two processes arrive in the order they were
//! accepted, each after a delay of its own. `Full` comes when a channel is, and at random.
mod ends;
mod faults;
mod groups;
mod network;
mod space;
#[cfg(test)]
mod tests;

pub use ends::{Bell, Doze, Ends, Rx, Taken, Tx};
pub use faults::{Faults, Multicast};
pub use network::Network;

/// Nanoseconds that one tick of virtual time stands for.
pub const TICK: u64 = 50_000;
