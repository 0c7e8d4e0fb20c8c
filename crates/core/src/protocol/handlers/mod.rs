//! Messages that run a handler (Fast Messages 2.x, section 4): streams of bytes, in pieces of any size on both sides.
//!
//! This owner sends heads in their order ([`send`]) and gives what has come to whoever reads it ([`read`]). There is no
//! matching and nothing to seek: credit comes back as handlers read and end. How the bytes move is `transfer`'s affair,
//! and when handlers run is the caller's: nothing here runs one.
mod lose;
mod outgoing;
#[cfg(test)]
mod pair;
#[cfg(test)]
mod pushed_tests;
mod read;
mod send;
mod stream;
#[cfg(test)]
mod tests;
mod views;

pub use read::Reading;
pub use send::CallAtOnce;
pub use stream::{Begun, BrokenOff, Woken};

use super::transfer::Class;
use crate::ids::{SendId, StreamId};
use outgoing::Outgoing;
use slotmap::{SecondaryMap, SlotMap};
use std::collections::VecDeque;
use stream::Stream;

/// The account that these messages are charged to.
const CLASS: Class = Class::Handlers;
const HANDLERS: usize = CLASS.index();

/// All that this owner knows. Its parts are seen in this folder alone.
#[derive(Debug, Default)]
pub(super) struct Handlers {
    streams: SlotMap<StreamId, Stream>,
    /// Streams that nobody has asked for yet, in the order in which they came.
    begun: VecDeque<StreamId>,
    sends: SecondaryMap<SendId, Outgoing>,
    /// Messages of which nothing has left, in their order: by the peer's place among all peers.
    held: Vec<VecDeque<SendId>>,
    /// Streams whose read has ended, of which nobody has heard yet.
    woken: Vec<StreamId>,
}

impl Handlers {
    /// Messages to a peer of which nothing has left.
    fn held(&mut self, p: usize) -> &mut VecDeque<SendId> {
        if p >= self.held.len() {
            self.held.resize_with(p + 1, VecDeque::default);
        }
        &mut self.held[p]
    }
}
