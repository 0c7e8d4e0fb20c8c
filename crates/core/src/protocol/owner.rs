//! The interface between the engine and an owner of messages. An owner keeps its own state. It uses transfers through
//! the [`Transfers`] that each method receives, acts through the sink trait in its own folder, and imports nothing of
//! another owner.
use super::transfer::{Class, CreditClass, TransferSink, Transfers};
use crate::ids::{Rank, SendId};
use crate::limits::Limits;
use crate::wire::{Arrival, Head};

/// An owner of messages: an owner knows the purpose of a message, and names the message's destination.
pub trait MessageOwner {
    /// The classes of credit that this owner's messages are charged to.
    const CLASSES: &'static [CreditClass];

    /// Creates the owner's state: no message is under way.
    fn new(limits: &Limits) -> Self;

    /// Prepares a send before the transfer's own step, when peer `p` asks for the rest of the send or reports that it
    /// has received the send.
    fn before_send(&mut self, transfers: &mut Transfers, p: usize, id: SendId) {
        let _ = (transfers, p, id);
    }

    /// Counts the frames of this owner that still have to leave, except frames to ranks that have `left`. Frames and
    /// sends that the transfers count are not among them.
    fn unsent(&self, transfers: &Transfers, left: impl FnMut(Rank) -> bool) -> usize {
        let _ = (transfers, left);
        0
    }

    /// Returns true if a frame that belongs to no single peer found no room.
    fn is_blocked(&self) -> bool {
        false
    }

    /// Returns true if nothing of this owner with peer `p` is under way.
    fn is_idle_with(&self, transfers: &Transfers, p: usize) -> bool {
        let _ = (transfers, p);
        true
    }

    /// Forgets peer `p`, with which nothing is under way. Another rank may take the index.
    fn forget(&mut self, p: usize) {
        let _ = p;
    }

    /// Writes off the credit that this owner's messages hold, because the rank's state ends. Only debug builds check
    /// that credit is paid.
    #[cfg_attr(not(debug_assertions), allow(dead_code))]
    fn write_off(&mut self);
}

/// An owner's part in frames, for a sink `S` that has the owner's actions.
pub trait FrameOwner<S: TransferSink>: MessageOwner {
    /// Takes a frame of one of this owner's kinds from peer `p`. Returns `None`, and changes nothing, if the frame
    /// contradicts itself or this rank's state.
    fn on_frame(
        &mut self,
        transfers: &mut Transfers,
        sink: &mut S,
        p: usize,
        head: Head,
        frame: &impl Arrival,
    ) -> Option<()>;

    /// Continues the messages that waited for a send to peer `p`, because that send ended or the peer asked for more of
    /// it.
    fn on_send(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize) {
        let _ = (transfers, sink, p);
    }

    /// Continues the messages that waited for credit of `class`, one of this owner's classes, because peer `p` has
    /// returned some. `all` is true if the peer has returned all credit that it owed.
    fn on_credit(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize, class: Class, all: bool) {
        let _ = (class, all);
        self.flush(transfers, sink, p);
    }

    /// Sends the messages to peer `p` that waited for credit or for room in the fabric. Returns true if anything left.
    fn flush(&mut self, transfers: &mut Transfers, sink: &mut S, p: usize) -> bool;

    /// Sends the frames for which [`is_blocked`](MessageOwner::is_blocked) returns true. Returns true if anything left.
    fn flush_blocked(&mut self, transfers: &mut Transfers, sink: &mut S) -> bool {
        let _ = (transfers, sink);
        false
    }

    /// Drops the messages that this rank's program will not receive any more, and tells their senders. Called when this
    /// rank leaves.
    fn leave(&mut self, transfers: &mut Transfers, sink: &mut S);

    /// Ends messages from and to a rank that has died or left.
    fn lose(&mut self, transfers: &mut Transfers, sink: &mut S, rank: Rank) {
        let _ = (transfers, sink, rank);
    }
}
