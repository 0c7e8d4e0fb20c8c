//! Messages that run a handler (Fast Messages 2.x, section 4): streams of bytes, in pieces of any size on both sides.
//!
//! This owner sends heads in their order ([`send`]) and hands arrived messages to handlers ([`read`]). There is no
//! matching, and no seek: credit returns as handlers read and end. `transfer` moves the bytes. The caller decides
//! when handlers run; this code runs none.
mod calls;
mod class;
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
mod sink;
mod stream;
#[cfg(test)]
mod tests;
mod views;

pub use calls::HandlerCalls;
pub use read::Reading;
pub use send::CallAtOnce;
pub use sink::HandlerSink;
pub use stream::{Begun, BrokenOff, Woken};

use super::transfer::Class;
use crate::ids::{SendId, StreamId};
use class::{CLASSES, REQUESTS};
use outgoing::Outgoing;
use slotmap::{SecondaryMap, SlotMap};
use std::collections::VecDeque;
use stream::Stream;

/// The state of handlers' messages. Its fields are visible only in this folder.
#[derive(Debug, Default)]
pub(in crate::protocol) struct Handlers {
    streams: SlotMap<StreamId, Stream>,
    /// Streams that the program has not fetched, in the order of arrival.
    begun: VecDeque<StreamId>,
    /// Streams older than those of `begun`, by the sender's index among the peers.
    by_sender: Vec<VecDeque<StreamId>>,
    /// How many streams `by_sender` holds.
    sorted: usize,
    sends: SecondaryMap<SendId, Outgoing>,
    /// Messages of which nothing has left, in the order of their calls: by the peer's index among all peers, then by
    /// class.
    held: Vec<[VecDeque<SendId>; CLASSES.len()]>,
    /// Messages that have begun and have asked for credit, with the peer's index. In answer, the receiver returns all
    /// credit that it owes.
    asking: Vec<(usize, SendId)>,
    /// Streams whose read has ended, and for which the program has not been told.
    woken: Vec<StreamId>,
}

impl Handlers {
    /// Returns the messages to a peer of which nothing has left.
    fn held(&mut self, p: usize, class: Class) -> &mut VecDeque<SendId> {
        if p >= self.held.len() {
            self.held.resize_with(p + 1, Default::default);
        }
        &mut self.held[p][usize::from(class == REQUESTS)]
    }

    /// Sorts the begun streams by sender.
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

    /// Removes and returns the oldest of the streams in `by_sender`.
    #[cold]
    fn next_sorted(&mut self) -> Option<StreamId> {
        let id = self.by_sender.iter_mut().find_map(VecDeque::pop_front)?;
        self.sorted -= 1;
        Some(id)
    }
}
