//! The frames of messages with tags, and the engine's other calls to their owner.
use super::Tags;
use crate::ids::{Rank, SendId};
use crate::protocol::owner::FrameOwner;
use crate::protocol::sink::Sink;
use crate::protocol::transfer::Transfers;
use crate::wire::{Accept, Arrival, Decline, First, Head, Kind, Nothing, Offer, Seek};

impl FrameOwner for Tags {
    fn on_frame<S: Sink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        head: Head,
        frame: &impl Arrival,
    ) -> Option<()> {
        match head.kind {
            Kind::First => self.on_first(t, sink, p, First::parse(head, frame)?, frame.len(First::WORDS) as u64),
            Kind::Held => {
                self.on_held(t, sink, p);
                Some(())
            }
            Kind::Seek => self.on_seek(t, sink, p, Seek::parse(head, frame)?),
            Kind::Offer => self.on_offer(t, sink, p, Offer::parse(head, frame)?, frame.len(Offer::WORDS) as u64),
            Kind::Nothing => self.on_nothing(t, sink, p, Nothing::parse(frame)?),
            Kind::Accept => self.on_accept(t, sink, p, Accept::parse(frame)?.send),
            Kind::Decline => self.on_decline(t, sink, p, Decline::parse(frame)?.send),
            _ => None,
        }
    }

    /// Stops holding back the offered send, because the receiver takes up the offer.
    fn before_send(&mut self, t: &mut Transfers, p: usize, id: SendId) {
        self.take_up(t, p, id);
    }

    fn on_send<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        self.push_held(t, sink, p);
    }

    fn flush<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> bool {
        self.push_held(t, sink, p)
    }

    fn leave<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S) {
        self.discard_buffered(t, sink);
    }

    /// Does nothing: sends and receives remain, and the process ends their waits with errors.
    fn lose<S: Sink>(&mut self, _t: &mut Transfers, _sink: &mut S, _p: usize) {}

    /// Returns 0, because the transfers already count sends that are held back.
    fn unsent(&self, _t: &Transfers, _left: impl FnMut(Rank) -> bool) -> usize {
        0
    }
}
