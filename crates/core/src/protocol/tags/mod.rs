//! MPI's matching: messages carry a context and a tag, and wait for a receive that selects them (MPI 5.0, 3.2 to 3.8).
//!
//! This owner admits sends in their order ([`send`]), gives arrived heads to receives ([`recv`]), and keeps what nobody
//! has asked for yet ([`buffer_queue`]); where credit is used up, seeks keep matching alive ([`seek`]). How the bytes
//! move is `transfer`'s affair.
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
mod mode;
mod peer;
mod probe;
mod receive_queue;
mod recv;
mod seek;
mod select;
mod send;
mod tagged;
mod views;

pub use calls::TagCalls;
pub use expected::Expected;
pub use mode::Mode;
pub use select::Select;
pub use send::AtOnce;

use super::transfer::Class;
use crate::ids::SendId;
use buffer_queue::BufferQueue;
use peer::Peer;
use receive_queue::ReceiveQueue;
use slotmap::SecondaryMap;
use tagged::Tagged;

/// The account that messages with tags are charged to.
const CLASS: Class = Class::Tags;
const TAGS: usize = CLASS.index();

/// All that matching knows. Its parts are seen in this folder alone: other owners have no business with them.
#[derive(Debug, Default)]
pub struct Tags {
    receives: ReceiveQueue,
    buffered: BufferQueue,
    sends: SecondaryMap<SendId, Tagged>,
    /// By the peer's place among all peers.
    peers: Vec<Peer>,
    /// Peers that hold messages back from us.
    holders: usize,
    /// Peers of which messages have arrived before their turn.
    overtaken: usize,
}

impl Tags {
    /// What is known of a peer.
    fn peer(&mut self, p: usize) -> &mut Peer {
        if p >= self.peers.len() {
            self.peers.resize_with(p + 1, Peer::default);
        }
        &mut self.peers[p]
    }

    /// True if messages of some peer have arrived before their turn: others have to be looked at more closely.
    #[inline(always)]
    fn is_out_of_turn(&self) -> bool {
        self.overtaken > 0 || self.buffered.has_early()
    }
}
