//! The frames of messages that run handlers, and the engine's other calls to their owner.
use super::Handlers;
use crate::ids::Rank;
use crate::protocol::owner::FrameOwner;
use crate::protocol::sink::Sink;
use crate::protocol::transfer::{Class, Transfers};
use crate::wire::{Arrival, Begin, Head, Kind, More};

impl FrameOwner for Handlers {
    fn on_frame<S: Sink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        head: Head,
        frame: &impl Arrival,
    ) -> Option<()> {
        match head.kind {
            Kind::Call => self.on_call(t, sink, p, head, frame.len(0) as u64),
            Kind::Begin => self.on_begin(t, sink, p, Begin::parse(head, frame)?, frame.len(Begin::WORDS) as u64),
            Kind::More => match More::parse(head, frame)? {
                end if end.is_end() => self.on_end(t, sink, p, end),
                more => self.on_more(t, sink, p, more, frame.len(More::WORDS) as u64),
            },
            _ => None,
        }
    }

    fn on_all_credit<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, class: Class) {
        self.push_asking(t, sink, p, class);
    }

    fn flush<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> bool {
        self.push_calls(t, sink, p)
    }

    fn leave<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S) {
        self.end_streams(t, sink);
    }

    fn lose<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        self.lose_streams(t, sink, p);
    }

    /// Returns 0, because the transfers already count messages that are held back.
    fn unsent(&self, _t: &Transfers, _left: impl FnMut(Rank) -> bool) -> usize {
        0
    }
}
