//! Groups: members that broadcast to each other ("Efficient Reliable Broadcast on Commodity Clusters"), one for each
//! machine.
//!
//! Broadcasts of a root in a group are numbered. Bytes leave once, by multicast, where all members have been heard to
//! hear it, and down a tree of reliable frames otherwise ([`poll`]); what does not come is asked for ([`repair`]), or
//! made from a parity ([`parity`]). The root keeps everything in one queue, with a cursor for each member ([`eqa`]):
//! short broadcasts as copies, so that their caller can go on at once; long ones in the caller's memory, of which the
//! rest leaves when all members have named their destinations. What comes before its destination is kept, within the
//! root's credit ([`arrive`]).
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
mod parity;
#[cfg(test)]
mod parity_tests;
mod poll;
mod range_set;
mod repair;
mod root;
mod state;
#[cfg(test)]
mod tests;
mod views;

pub use calls::GroupCalls;
pub use counters::CastCounters;
pub use memory::MemberMemory;
pub use outcome::CastLost;
pub use state::BroadcastGroups;
