//! What the engine asks of an owner of messages. An owner is a value with a state of its own; it reaches transfers
//! through the methods that it is handed them by, and imports nothing of another owner.
use super::sink::Sink;
use super::transfer::{Class, Transfers};
use crate::ids::{Rank, SendId};
use crate::wire::{Arrival, Head};

/// An owner of messages: it knows why a message comes, and names where the message goes.
pub trait FrameOwner {
    /// A frame of one of this owner's kinds has arrived from peer `p`. `None`: the frame contradicts itself or this
    /// rank's state, and nothing has happened.
    fn on_frame<S: Sink>(
        &mut self,
        transfers: &mut Transfers,
        sink: &mut S,
        p: usize,
        head: Head,
        frame: &impl Arrival,
    ) -> Option<()>;

    /// Peer `p` asks for the rest of a send, or has all of it: called before the transfer hears of that.
    fn before_send(&mut self, transfers: &mut Transfers, p: usize, id: SendId) {
        let _ = (transfers, p, id);
    }

    /// A send of this rank's ended, or the peer has asked for more of one: what waited for that goes on.
    fn on_send<S: Sink>(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize) {
        let _ = (transfers, sink, p);
    }

    /// Peer `p` has given back all credit of `class` that it owed: messages that asked for that go on.
    fn on_all_credit<S: Sink>(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize, class: Class) {
        let _ = (transfers, sink, p, class);
    }

    /// Credit of this owner's class has come from peer `p`, or the fabric has room again: sends what waited for it.
    /// Returns true if anything left.
    fn flush<S: Sink>(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize) -> bool;

    /// This rank leaves: whatever its program will no longer take is dropped, and peers are told.
    fn leave<S: Sink>(&mut self, transfers: &mut Transfers, sink: &mut S);

    /// Peer `p` has died or left: messages from it and to it end where they are.
    fn lose<S: Sink>(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize);

    /// Counts frames of this owner's that have not gone out yet, to ranks that have not `left`.
    fn unsent(&self, transfers: &Transfers, left: impl FnMut(Rank) -> bool) -> usize;
}
