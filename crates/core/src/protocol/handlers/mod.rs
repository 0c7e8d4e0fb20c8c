//! Messages that run a handler (Fast Messages 2.x, section 4): streams of bytes, in pieces of any size on both sides.
//!
//! This owner sends heads in their order ([`send`]) and gives what has come to whoever reads it ([`read`]). There is no
//! matching and nothing to seek: credit comes back as handlers read and end. How the bytes move is `transfer`'s affair,
//! and when handlers run is the caller's: nothing here runs one.
mod calls;
mod frames;
mod lose;
mod outgoing;
#[cfg(test)]
mod pair;
#[cfg(test)]
mod pushed_tests;
mod read;
#[cfg(test)]
mod roles_tests;
mod send;
mod stream;
#[cfg(test)]
mod tests;
mod views;

pub use calls::HandlerCalls;
pub use read::Reading;
pub use send::CallAtOnce;
pub use stream::{Begun, BrokenOff, Woken};

use super::transfer::Class;
use crate::ids::{SendId, StreamId};
use outgoing::Outgoing;
use slotmap::{SecondaryMap, SlotMap};
use std::collections::VecDeque;
use stream::Stream;

/// The accounts that these messages are charged to. Replies go first: requests wait for them.
const CLASSES: [Class; 2] = [Class::Replies, Class::Handlers];

/// All that this owner knows. Its parts are seen in this folder alone.
#[derive(Debug, Default)]
pub(in crate::protocol) struct Handlers {
    streams: SlotMap<StreamId, Stream>,
    /// Streams that nobody has asked for yet, in the order in which they came; older ones, sorted by the sender's
    /// place among the peers, and how many of these there are.
    begun: VecDeque<StreamId>,
    by_sender: Vec<VecDeque<StreamId>>,
    sorted: usize,
    sends: SecondaryMap<SendId, Outgoing>,
    /// Messages of which nothing has left, in their order: by the peer's place among all peers, and by class.
    held: Vec<[VecDeque<SendId>; CLASSES.len()]>,
    /// Messages that have begun and want more credit, with the peer's place: the receiver says what it owes.
    asking: Vec<(usize, SendId)>,
    /// Streams whose read has ended, of which nobody has heard yet.
    woken: Vec<StreamId>,
}

impl Handlers {
    /// Messages to a peer of which nothing has left.
    fn held(&mut self, p: usize, class: Class) -> &mut VecDeque<SendId> {
        if p >= self.held.len() {
            self.held.resize_with(p + 1, Default::default);
        }
        &mut self.held[p][usize::from(class == CLASSES[1])]
    }

    /// Sorts what has begun by sender.
    fn sort(&mut self) {
        for id in self.begun.drain(..) {
            let Some(p) = self.streams.get(id).map(|s| s.p) else { continue };
            if p >= self.by_sender.len() {
                self.by_sender.resize_with(p + 1, VecDeque::default);
            }
            self.by_sender[p].push_back(id);
            self.sorted += 1;
        }
    }

    /// The next of those that are sorted.
    #[cold]
    fn next_sorted(&mut self) -> Option<StreamId> {
        let id = self.by_sender.iter_mut().find_map(VecDeque::pop_front)?;
        self.sorted -= 1;
        Some(id)
    }
}
