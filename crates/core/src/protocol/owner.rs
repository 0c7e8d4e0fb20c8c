//! The interface between the engine and an owner of messages. An owner keeps its own state. It uses transfers
//! through the [`Transfers`] that each method receives, and imports nothing of another owner.
use super::sink::Sink;
use super::transfer::{Class, Transfers};
use crate::ids::{Rank, SendId};
use crate::wire::{Arrival, Head};

/// An owner of messages: an owner knows the purpose of a message, and names the message's destination.
pub trait FrameOwner {
    /// Takes a frame of one of this owner's kinds from peer `p`. Returns `None`, and changes nothing, if the frame
    /// contradicts itself or this rank's state.
    fn on_frame<S: Sink>(
        &mut self,
        transfers: &mut Transfers,
        sink: &mut S,
        p: usize,
        head: Head,
        frame: &impl Arrival,
    ) -> Option<()>;

    /// Prepares a send before the transfer's own step, when peer `p` asks for the rest of the send or reports that it
    /// has received the send.
    fn before_send(&mut self, transfers: &mut Transfers, p: usize, id: SendId) {
        let _ = (transfers, p, id);
    }

    /// Continues the messages that waited for a send to peer `p`, because that send ended or the peer asked for more of
    /// it.
    fn on_send<S: Sink>(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize) {
        let _ = (transfers, sink, p);
    }

    /// Continues the messages that waited for all credit of `class`, after peer `p` has returned all credit that it
    /// owed.
    fn on_all_credit<S: Sink>(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize, class: Class) {
        let _ = (transfers, sink, p, class);
    }

    /// Sends the messages that waited for credit of this owner's class from peer `p`, or for room in the fabric.
    /// Returns true if anything left.
    fn flush<S: Sink>(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize) -> bool;

    /// Drops the messages that this rank's program will not receive any more, and tells their senders. Called when this
    /// rank leaves.
    fn leave<S: Sink>(&mut self, transfers: &mut Transfers, sink: &mut S);

    /// Ends messages from and to peer `p`, which has died or left.
    fn lose<S: Sink>(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize);

    /// Counts the frames of this owner that still have to leave, except frames to ranks that have `left`.
    fn unsent(&self, transfers: &Transfers, left: impl FnMut(Rank) -> bool) -> usize;
}
