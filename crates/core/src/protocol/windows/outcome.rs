//! What the origin hears, and what it tells its program.
use super::{CLASS, Ledger};
use crate::ids::{OperationId, Rank, SendId, WindowId};
use crate::protocol::engine::Engine;
use crate::protocol::sink::{Destination, Sink};
use crate::wire::{Applied, Refusal, Reply, ReplyHead};

// Frames.
impl Engine {
    /// So many deposits and combinations are over.
    pub(in crate::protocol) fn on_applied(&mut self, p: usize, a: Applied) -> Option<()> {
        let ledger = self.windows.link(p).ledgers.get_mut(&a.window)?;
        ledger.counted = ledger.counted.checked_sub(a.count)?;
        ledger.refusal = a.refusal.or(ledger.refusal);
        Some(())
    }

    /// An operation is over, and these are its bytes; or it was refused.
    pub(in crate::protocol) fn on_reply<S: Sink>(&mut self, sink: &mut S, p: usize, r: Reply, here: u64) -> Option<()> {
        let id = r.operation;
        let o = self.windows.operations.get(id).filter(|o| o.p == p && o.end.is_none() && o.arrival.is_none())?;
        let end = match r.refusal {
            Some(refusal) => Err(refusal),
            None if here != o.len => return None,
            None => Ok(()),
        };
        if here > 0 {
            sink.deliver(Destination::Operation(id), 0, Reply::WORDS, here);
        }
        self.end_operation(sink, id, end);
        Some(())
    }

    /// The head and first bytes of a longer answer: the rest is asked for at once.
    pub(in crate::protocol) fn on_reply_head<S: Sink>(
        &mut self,
        sink: &mut S,
        p: usize,
        r: ReplyHead,
        here: u64,
    ) -> Option<()> {
        let id = r.operation;
        let o = self.windows.operations.get_mut(id)?;
        if o.p != p || o.end.is_some() || o.arrival.is_some() || here >= o.len {
            return None;
        }
        let into = Destination::Operation(id);
        let arrival = self.transfers.arrive_into(p, r.send, o.len, here, into);
        o.arrival = Some(arrival);
        if here > 0 {
            sink.deliver(into, 0, ReplyHead::WORDS, here);
        }
        if self.transfers.ask_for_all(sink, arrival) {
            self.fetched(sink, id);
        }
        Some(())
    }

    /// All of a longer answer is here.
    pub(in crate::protocol) fn fetched<S: Sink>(&mut self, sink: &mut S, id: OperationId) {
        self.end_operation(sink, id, Ok(()));
    }

    /// What [`Pulling::Later`](crate::Pulling::Later) promised for an answer has ended.
    pub(in crate::protocol) fn pulled_operation<S: Sink>(&mut self, sink: &mut S, id: OperationId, here: bool) {
        let Some(arrival) = self.windows.operations.get(id).and_then(|o| o.arrival) else { return };
        if self.transfers.pulled(sink, arrival, here) {
            self.fetched(sink, id);
        }
    }

    /// An operation is over: its memory is the caller's again.
    pub(super) fn end_operation<S: Sink>(&mut self, sink: &mut S, id: OperationId, end: Result<(), Refusal>) {
        let Some(o) = self.windows.operations.get_mut(id).filter(|o| o.end.is_none()) else { return };
        sink.close_destination(Destination::Operation(id));
        (o.arrival, o.end) = (None, Some(end));
        let (p, window, detached) = (o.p, o.window, o.detached);
        if let Some(ledger) = self.windows.link(p).ledgers.get_mut(&window) {
            ledger.replied = ledger.replied.saturating_sub(1);
            ledger.refusal = end.err().or(ledger.refusal);
        }
        if detached {
            self.windows.operations.remove(id);
        }
    }
}

// Calls.
impl Engine {
    /// Operations of this rank's on a window of `to` that are not over: none means that all have been applied there,
    /// and that their bytes are where they belong.
    pub fn pending(&mut self, to: Rank, window: WindowId) -> u64 {
        self.ledger(to, window).map_or(0, |l| l.counted + l.replied)
    }

    /// True while memory of this rank's calls on a window of `to` is in use: bytes have not left it, or not all come.
    pub fn uses_memory(&mut self, to: Rank, window: WindowId) -> bool {
        let answers = self.ledger(to, window).is_some_and(|l| l.replied > 0);
        let sends = &mut self.transfers.sends.iter();
        answers || sends.any(|(_, s)| s.to == to && s.class == CLASS && !s.is_over())
    }

    /// Why an operation on a window of `to` came to nothing since this was last asked, if one did.
    pub fn take_refusal(&mut self, to: Rank, window: WindowId) -> Option<Refusal> {
        self.ledger(to, window)?.refusal.take()
    }

    fn ledger(&mut self, to: Rank, window: WindowId) -> Option<&mut Ledger> {
        let p = self.transfers.known(to)?;
        self.windows.link(p).ledgers.get_mut(&window)
    }

    /// What came of an operation; `None` while it is under way, and if it is not known.
    pub fn operation_end(&self, id: OperationId) -> Option<Result<(), Refusal>> {
        self.windows.operations.get(id)?.end
    }

    /// True if the send's memory is the caller's again, whose [`put`](Self::put) or [`combine`](Self::combine) it is.
    pub fn has_left(&self, id: SendId) -> bool {
        self.transfers.sends.get(id).is_none_or(|s| s.is_over())
    }

    /// Nobody will ask for the outcome: an operation is forgotten when it is over.
    pub fn detach_operation(&mut self, id: OperationId) {
        match self.windows.operations.get_mut(id) {
            Some(o) if o.end.is_none() => o.detached = true,
            _ => drop(self.windows.operations.remove(id)),
        }
    }

    /// This rank will do nothing more with a window of `to`, where nothing is pending: what it knows is forgotten.
    pub fn forget_window(&mut self, to: Rank, window: WindowId) {
        if let Some(p) = self.transfers.known(to)
            && self.pending(to, window) == 0
        {
            self.windows.link(p).ledgers.remove(&window);
        }
    }
}
