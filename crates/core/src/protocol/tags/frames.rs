//! The frames of messages with tags, and the engine's other calls to their owner.
use super::sink::TagSink;
use super::{CLASS, Tags};
use crate::ids::{Rank, SendId};
use crate::limits::Limits;
use crate::protocol::owner::{FrameOwner, MessageOwner};
use crate::protocol::transfer::{CreditClass, Transfers};
use crate::wire::{Accept, Arrival, Decline, First, Head, Kind, Nothing, Offer, Second, Seek};

impl MessageOwner for Tags {
    const CLASSES: &'static [CreditClass] =
        &[CreditClass { class: CLASS, credit: |limits| limits.credit, by_credit: true }];

    fn new(_limits: &Limits) -> Tags {
        Tags::default()
    }

    /// Stops holding back the offered send, because the receiver takes up the offer.
    fn before_send(&mut self, t: &mut Transfers, p: usize, id: SendId) {
        self.take_up(t, p, id);
    }

    fn is_idle_with(&self, t: &Transfers, p: usize) -> bool {
        let rank = t.peers[p].rank;
        let waits = self.peers.get(p).is_some_and(|p| !p.held.is_empty() || !p.early.is_empty() || p.seek.is_some());
        !waits && !self.buffered.entries.values().any(|e| e.from == rank)
    }

    fn forget(&mut self, p: usize) {
        if let Some(peer) = self.peers.get_mut(p) {
            self.holders -= usize::from(std::mem::take(peer).holds);
        }
    }

    fn write_off(&mut self) {
        self.buffered.entries.drain().for_each(|(_, e)| e.debt.write_off());
    }
}

impl<S: TagSink> FrameOwner<S> for Tags {
    fn on_frame(&mut self, t: &mut Transfers, sink: &mut S, p: usize, head: Head, frame: &impl Arrival) -> Option<()> {
        match head.kind {
            Kind::First => self.on_first(t, sink, p, First::parse(head, frame)?, frame.len(First::WORDS) as u64),
            Kind::Second => self.on_second(t, sink, p, Second::parse(frame)?, frame.len(Second::WORDS) as u64),
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

    fn on_send(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        self.push_held(t, sink, p);
    }

    fn flush(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> bool {
        self.push_held(t, sink, p)
    }

    /// Discards buffered messages. Sends and receives remain: the process ends their waits with errors.
    fn leave(&mut self, t: &mut Transfers, sink: &mut S) {
        self.discard_buffered(t, sink, 0..Rank::MAX);
    }

    fn lose(&mut self, t: &mut Transfers, sink: &mut S, rank: Rank) {
        self.lose_rank(t, sink, rank);
    }
}
