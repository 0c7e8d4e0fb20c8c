//! The target's side: checks, applies and counts every operation, even while the rank's program does something else.
use super::sink::{Combination, WindowSink};
use super::state::{Answer, CLASS, Incoming, Lent, WaitingAnswer, Windows};
use crate::ids::DepositId;
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::transfer::{Debt, Destination, Send, Transfers};
use crate::wire::{CombineRequest, Deposit, DepositHead, DepositPart, Get, Refusal};

/// Charges peer `p` for an operation that has arrived. Returns the credit that the operation holds, or `None` if the
/// peer has too little credit.
pub(super) fn charge(t: &mut Transfers, p: usize, cost: u64) -> Option<Debt> {
    t.account(p, CLASS).admit(cost)
}

impl Windows {
    /// Takes a deposit that arrives whole in one frame.
    pub(in crate::protocol) fn on_deposit<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        d: Deposit,
        here: u64,
    ) -> Option<()> {
        let Deposit { window, key, offset } = d;
        let cost = here + ENTRY_COST;
        let debt = charge(t, p, cost)?;
        let end = self.check(t.peers[p].rank, window, key, offset, here);
        if end.is_ok() {
            sink.deposit(window, offset, Deposit::WORDS, 0, here);
            sink.deposited(window, offset, here);
            if planted("told_twice") && here % 8 == 7 {
                sink.deposited(window, offset, here);
            }
        }
        t.owe(sink, p, CLASS, debt);
        self.applied(t, sink, p, window, end);
        Some(())
    }

    /// Takes a part of a deposit. If the whole deposit would reach outside the window, this rank places no part of it.
    /// Frames arrive in order, so the deposit is complete with its last part.
    pub(in crate::protocol) fn on_deposit_part<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        d: DepositPart,
        here: u64,
    ) -> Option<()> {
        let DepositPart { window, key, offset, at, len } = d;
        let cost = here + ENTRY_COST;
        let debt = charge(t, p, cost)?;
        let end = self.check(t.peers[p].rank, window, key, offset, len);
        let last = at + here == len;
        if end.is_ok() {
            sink.deposit(window, offset + at, DepositPart::WORDS, 0, here);
            if last || (at == 0 && planted("told_at_the_first_part")) {
                sink.deposited(window, offset, len);
            }
        }
        t.owe(sink, p, CLASS, debt);
        if last {
            self.applied(t, sink, p, window, end);
        } else {
            self.count(t, sink, p, window, end);
        }
        Some(())
    }

    /// Takes the head and first bytes of a longer deposit, and asks for the rest at once.
    pub(in crate::protocol) fn on_deposit_head<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        d: DepositHead,
        here: u64,
    ) -> Option<()> {
        let DepositHead { window, key, offset, send, len } = d;
        let cost = here + ENTRY_COST;
        let debt = charge(t, p, cost)?;
        if let Err(refusal) = self.check(t.peers[p].rank, window, key, offset, len) {
            t.refuse(sink, p, send);
            t.owe(sink, p, CLASS, debt);
            self.applied(t, sink, p, window, Err(refusal));
            return Some(());
        }
        let transfers = &mut *t;
        let id = self.incoming.insert_with_key(|id| {
            let arrival = transfers.arrive_into(p, send, len, here, Destination::Deposit(id));
            Incoming { p, window, offset, len, arrival, debt }
        });
        let arrival = self.incoming[id].arrival;
        sink.place_deposit(id, window, offset, len);
        if here > 0 {
            sink.deliver(Destination::Deposit(id), 0, DepositHead::WORDS, here);
        }
        if planted("applied_before_it_is_here") {
            self.applied(t, sink, p, window, Ok(()));
        }
        if planted("told_before_it_is_here") {
            sink.deposited(window, offset, len);
        }
        if t.ask_for_all(sink, arrival) {
            self.deposited(t, sink, id);
        }
        Some(())
    }

    /// Ends a longer deposit whose bytes are all in place.
    pub(in crate::protocol) fn deposited<S: WindowSink>(&mut self, t: &mut Transfers, sink: &mut S, id: DepositId) {
        let Some(Incoming { p, window, offset, len, debt, .. }) = self.incoming.remove(id) else { return };
        sink.close_destination(Destination::Deposit(id));
        if !planted("told_before_it_is_here") {
            sink.deposited(window, offset, len);
        }
        t.owe(sink, p, CLASS, debt);
        if !planted("applied_before_it_is_here") {
            self.applied(t, sink, p, window, Ok(()));
        }
    }

    /// Ends a pull of a deposit for which the sink returned [`Pulling::Later`](crate::Pulling::Later).
    pub(in crate::protocol) fn pulled_deposit<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        id: DepositId,
        here: bool,
    ) {
        let Some(arrival) = self.incoming.get(id).map(|i| i.arrival) else { return };
        if t.pulled(sink, arrival, here) {
            self.deposited(t, sink, id);
        }
    }

    /// Takes a request for bytes of a window.
    pub(in crate::protocol) fn on_get<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        g: Get,
    ) -> Option<()> {
        let Get { window, key, offset, len, operation } = g;
        let mut debt = charge(t, p, ENTRY_COST)?;
        let answer = match self.check(t.peers[p].rank, window, key, offset, len) {
            Err(refusal) => Answer::Refused { operation, refusal },
            Ok(()) if len <= t.limits.deposit() => Answer::Read { operation, window, offset, len },
            Ok(()) => {
                let to = t.peers[p].rank;
                let send = t.sends.insert(Send { detached: true, named: false, ..Send::new(to, CLASS, len) });
                sink.register(send, window, offset, len);
                self.lent.insert(send, Lent { p, window: Some(window), debt: debt.take() });
                Answer::Long { operation, send, len }
            }
        };
        self.answer(t, sink, p, WaitingAnswer { answer, debt });
        Some(())
    }

    /// Takes a combine, and applies it to elements of a window.
    pub(in crate::protocol) fn on_combine<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        c: CombineRequest,
        here: u64,
    ) -> Option<()> {
        let CombineRequest { window, key, offset, operation, how, replied, swap } = c;
        let cost = here + ENTRY_COST;
        let mut debt = charge(t, p, cost)?;
        let len = c.len(here);
        let mut end = self.check(t.peers[p].rank, window, key, offset, len);
        let mut old = None;
        if end.is_ok() {
            let to = t.peers[p].rank;
            let reply = Send { detached: true, named: false, ..Send::new(to, CLASS, len) };
            old = replied.then(|| t.sends.insert(reply));
            let what = Combination { window, offset, len, how, swap };
            if planted("combined_twice") && len == 8 {
                sink.combine(what, CombineRequest::WORDS, 0, None);
            }
            if !sink.combine(what, CombineRequest::WORDS, 0, old) {
                end = Err(Refusal::NoOperation);
                if let Some(send) = old.take() {
                    t.sends.remove(send);
                }
            }
        }
        if !replied {
            t.owe(sink, p, CLASS, debt);
            self.applied(t, sink, p, window, end);
            return Some(());
        }
        let answer = match (end, old) {
            (Ok(()), Some(send)) => Answer::Old { operation, send, len },
            (end, _) => {
                t.owe(sink, p, CLASS, debt.split(here));
                Answer::Refused { operation, refusal: end.err().unwrap_or(Refusal::NoOperation) }
            }
        };
        self.answer(t, sink, p, WaitingAnswer { answer, debt });
        Some(())
    }
}
