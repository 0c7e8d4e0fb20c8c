//! Groups: members that broadcast to each other ("Efficient Reliable Broadcast on Commodity Clusters"), one for each
//! machine.
//!
//! Broadcasts of a root in a group are numbered. Their bytes leave once, by multicast, if all members have answered
//! a multicast poll, and down a tree of reliable frames otherwise ([`poll`]). Members ask for what is missing
//! ([`repair`]), or restore it from a parity ([`parity`]). The root keeps all broadcasts in one queue, with a cursor
//! for each member ([`eqa`]). It copies short broadcasts, so that their caller can continue at once. Long broadcasts
//! stay in the caller's memory; most of their bytes leave when all members have named their destinations. Members
//! keep bytes that arrive before their destination is named, within the root's credit ([`arrive`]).
mod arrive;
mod blocks;
mod calls;
mod counters;
mod eqa;
mod flow;
mod flows;
mod frames;
mod group;
mod inflow;
mod lose;
#[cfg(test)]
mod loss_tests;
mod memory;
#[cfg(test)]
mod net;
mod outcome;
#[cfg(test)]
mod paper_tests;
mod parity;
#[cfg(test)]
mod parity_tests;
mod poll;
mod range_set;
mod repair;
mod root;
mod sink;
mod state;
#[cfg(test)]
mod tests;
mod views;

pub use calls::GroupCalls;
pub use counters::BroadcastCounters;
pub use memory::MemberMemory;
pub use outcome::BroadcastLost;
pub use sink::{GroupSink, ParityBlock};
pub use state::BroadcastGroups;
