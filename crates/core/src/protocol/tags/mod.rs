//! MPI's matching: messages carry a context and a tag, and wait for a receive that selects them (MPI 5.0, 3.2 to 3.8).
//!
//! This owner admits sends in their order ([`send`]), gives arrived heads to receives ([`recv`]), and keeps
//! unexpected messages ([`buffer_queue`]). When credit is used up, a waiting receiver asks the senders for the message
//! that it needs ([`seek`]). `transfer` moves the bytes.
mod buffer_queue;
mod by_age;
mod by_part;
mod calls;
mod chain;
mod entry;
mod expected;
mod frames;
mod held;
mod leave;
mod lose;
mod mode;
mod peer;
mod probe;
mod receive_queue;
mod recv;
mod seek;
mod select;
mod send;
mod sink;
mod tagged;
#[cfg(test)]
mod tests;
mod views;

pub use calls::TagCalls;
pub use expected::Expected;
pub use mode::Mode;
pub use select::Select;
pub use send::AtOnce;
pub use sink::TagSink;
pub use views::QueueLengths;

use super::transfer::Class;
use crate::ids::SendId;
use buffer_queue::BufferQueue;
use peer::Peer;
use receive_queue::ReceiveQueue;
use slotmap::SecondaryMap;
use tagged::Tagged;

/// The class that messages with tags are charged to.
const CLASS: Class = Class::new(0);

/// The state of matching. Its fields are visible only in this folder, because no other owner needs them.
#[derive(Debug, Default)]
pub struct Tags {
    receives: ReceiveQueue,
    buffered: BufferQueue,
    sends: SecondaryMap<SendId, Tagged>,
    /// The peers, by their index among all peers.
    peers: Vec<Peer>,
    /// Counts peers that hold messages back from this rank.
    holders: usize,
    /// Counts peers whose messages have arrived before their turn.
    overtaken: usize,
    /// The context whose messages [`Tags::discard_buffered`] keeps, if any.
    kept: Option<u16>,
}

impl Tags {
    /// Returns the matching state of a peer.
    fn peer(&mut self, p: usize) -> &mut Peer {
        if p >= self.peers.len() {
            self.peers.resize_with(p + 1, Peer::default);
        }
        &mut self.peers[p]
    }

    /// Returns true if messages of some peer have arrived before their turn. Then the fast paths do not apply.
    #[inline(always)]
    fn is_out_of_turn(&self) -> bool {
        self.overtaken > 0 || self.buffered.has_early()
    }
}
