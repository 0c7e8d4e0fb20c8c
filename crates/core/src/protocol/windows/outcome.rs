//! The origin's side of answers: takes the target's replies and counts, and tells the program which operations are
//! over.
use super::sink::WindowSink;
use super::state::Windows;
use crate::ids::OperationId;
use crate::protocol::transfer::{Destination, Transfers};
use crate::wire::{Applied, Refusal, Reply, ReplyHead};

impl Windows {
    /// Takes APPLIED: a count of deposits and combines that are over.
    pub(in crate::protocol) fn on_applied(&mut self, p: usize, a: Applied) -> Option<()> {
        let ledger = self.link(p).ledgers.get_mut(&a.window)?;
        ledger.counted = ledger.counted.checked_sub(a.count)?;
        ledger.refusal = a.refusal.or(ledger.refusal);
        Some(())
    }

    /// Takes a reply: an operation is over, and the frame brings its bytes or a refusal.
    pub(in crate::protocol) fn on_reply<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        r: Reply,
        here: u64,
    ) -> Option<()> {
        let id = r.operation;
        let o = self.operations.get(id).filter(|o| o.p == p && o.end.is_none() && o.arrival.is_none())?;
        let end = match r.refusal {
            Some(refusal) => Err(refusal),
            None if here != o.len => return None,
            None => Ok(()),
        };
        if here > 0 {
            sink.deliver(Destination::Operation(id), 0, Reply::WORDS, here);
        }
        self.end_operation(t, sink, id, end);
        Some(())
    }

    /// Takes the head and first bytes of a longer reply, and asks for the rest at once.
    pub(in crate::protocol) fn on_reply_head<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        r: ReplyHead,
        here: u64,
    ) -> Option<()> {
        let id = r.operation;
        let o = self.operations.get_mut(id)?;
        if o.p != p || o.end.is_some() || o.arrival.is_some() || here >= o.len {
            return None;
        }
        let into = Destination::Operation(id);
        let arrival = t.arrive_into(p, r.send, o.len, here, into);
        o.arrival = Some(arrival);
        if here > 0 {
            sink.deliver(into, 0, ReplyHead::WORDS, here);
        }
        if t.ask_for_all(sink, arrival) {
            self.fetched(t, sink, id);
        }
        Some(())
    }

    /// Ends an operation whose longer reply has arrived whole.
    pub(in crate::protocol) fn fetched<S: WindowSink>(&mut self, t: &mut Transfers, sink: &mut S, id: OperationId) {
        self.end_operation(t, sink, id, Ok(()));
    }

    /// Ends a pull of a reply for which the sink returned [`Pulling::Later`](crate::Pulling::Later).
    pub(in crate::protocol) fn pulled_operation<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        id: OperationId,
        here: bool,
    ) {
        let Some(arrival) = self.operations.get(id).and_then(|o| o.arrival) else { return };
        if t.pulled(sink, arrival, here) {
            self.fetched(t, sink, id);
        }
    }

    /// Ends an operation, and returns its memory to the caller.
    pub(super) fn end_operation<S: WindowSink>(
        &mut self,
        _t: &mut Transfers,
        sink: &mut S,
        id: OperationId,
        end: Result<(), Refusal>,
    ) {
        let Some(o) = self.operations.get_mut(id).filter(|o| o.end.is_none()) else { return };
        sink.close_destination(Destination::Operation(id));
        (o.arrival, o.end) = (None, Some(end));
        let (p, window, detached) = (o.p, o.window, o.detached);
        if let Some(ledger) = self.link(p).ledgers.get_mut(&window) {
            ledger.replied = ledger.replied.saturating_sub(1);
            ledger.refusal = end.err().or(ledger.refusal);
        }
        if detached {
            self.operations.remove(id);
        }
    }
}
