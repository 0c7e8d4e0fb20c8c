//! The frames of messages that run handlers, and the engine's other calls to their owner.
use super::Handlers;
use super::class::CREDIT;
use super::sink::HandlerSink;
use crate::ids::Rank;
use crate::limits::Limits;
use crate::protocol::owner::{FrameOwner, MessageOwner};
use crate::protocol::transfer::{Class, CreditClass, Transfers};
use crate::wire::{Arrival, Begin, Head, Kind, More};

impl MessageOwner for Handlers {
    const CLASSES: &'static [CreditClass] = &CREDIT;

    fn new(_limits: &Limits) -> Handlers {
        Handlers::default()
    }

    fn is_idle_with(&self, _: &Transfers, p: usize) -> bool {
        let holds = self.held.get(p).is_some_and(|held| held.iter().any(|class| !class.is_empty()));
        !holds && !self.streams.values().any(|s| s.p == p)
    }

    fn write_off(&mut self) {
        for (_, s) in self.streams.drain() {
            s.held.write_off();
            s.entry.write_off();
        }
    }
}

impl<S: HandlerSink> FrameOwner<S> for Handlers {
    fn on_frame(&mut self, t: &mut Transfers, sink: &mut S, p: usize, head: Head, frame: &impl Arrival) -> Option<()> {
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

    fn on_credit(&mut self, t: &mut Transfers, sink: &mut S, p: usize, class: Class, all: bool) {
        if all {
            self.push_asking(t, sink, p, class);
        }
        self.push_calls(t, sink, p);
    }

    fn flush(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> bool {
        self.push_calls(t, sink, p)
    }

    fn leave(&mut self, t: &mut Transfers, sink: &mut S) {
        self.end_streams(t, sink);
    }

    fn lose(&mut self, t: &mut Transfers, sink: &mut S, rank: Rank) {
        if let Some(p) = t.known(rank) {
            self.lose_streams(t, sink, p);
        }
    }
}
