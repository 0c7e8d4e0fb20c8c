//! The target's side: every operation is checked, played and accounted for, whatever the rank's program does.
use super::answer::Answer;
use super::{CLASS, Incoming, Lent, WINDOWS};
use crate::ids::DepositId;
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::engine::Engine;
use crate::protocol::sink::{Combination, Destination, Sink};
use crate::protocol::transfer::Send;
use crate::wire::{CombineRequest, Deposit, DepositHead, DepositPart, Get, Refusal};

impl Engine {
    /// The sender has so much credit for operations; it is charged.
    fn charge(&mut self, p: usize, cost: u64) -> Option<()> {
        self.transfers.peers[p].accounts[WINDOWS].admit(cost).then_some(())
    }

    /// A whole deposit.
    pub(in crate::protocol) fn on_deposit<S: Sink>(
        &mut self,
        sink: &mut S,
        p: usize,
        d: Deposit,
        here: u64,
    ) -> Option<()> {
        let Deposit { window, key, offset } = d;
        let cost = here + ENTRY_COST;
        self.charge(p, cost)?;
        let end = self.windows.check(self.transfers.peers[p].rank, window, key, offset, here);
        if end.is_ok() {
            sink.deposit(window, offset, Deposit::WORDS, here);
            sink.deposited(window, offset, here);
            if planted("told_twice") && here % 8 == 7 {
                sink.deposited(window, offset, here);
            }
        }
        self.transfers.owe(sink, p, CLASS, cost);
        self.applied(sink, p, window, end);
        Some(())
    }

    /// A part of a deposit that comes in parts. Where the whole would reach outside, no part of it is placed; frames
    /// come in order, so with the last all are there.
    pub(in crate::protocol) fn on_deposit_part<S: Sink>(
        &mut self,
        sink: &mut S,
        p: usize,
        d: DepositPart,
        here: u64,
    ) -> Option<()> {
        let DepositPart { window, key, offset, at, len } = d;
        let cost = here + ENTRY_COST;
        self.charge(p, cost)?;
        let end = self.windows.check(self.transfers.peers[p].rank, window, key, offset, len);
        let last = at + here == len;
        if end.is_ok() {
            sink.deposit(window, offset + at, DepositPart::WORDS, here);
            if last || (at == 0 && planted("told_at_the_first_part")) {
                sink.deposited(window, offset, len);
            }
        }
        self.transfers.owe(sink, p, CLASS, cost);
        if last {
            self.applied(sink, p, window, end);
        } else {
            self.count(sink, p, window, end);
        }
        Some(())
    }

    /// The head and first bytes of a longer one: the rest is asked for at once.
    pub(in crate::protocol) fn on_deposit_head<S: Sink>(
        &mut self,
        sink: &mut S,
        p: usize,
        d: DepositHead,
        here: u64,
    ) -> Option<()> {
        let DepositHead { window, key, offset, send, len } = d;
        let cost = here + ENTRY_COST;
        self.charge(p, cost)?;
        if let Err(refusal) = self.windows.check(self.transfers.peers[p].rank, window, key, offset, len) {
            self.transfers.refuse(sink, p, send);
            self.transfers.owe(sink, p, CLASS, cost);
            self.applied(sink, p, window, Err(refusal));
            return Some(());
        }
        let transfers = &mut self.transfers;
        let id = self.windows.incoming.insert_with_key(|id| {
            let arrival = transfers.arrive_into(p, send, len, here, Destination::Deposit(id));
            Incoming { p, window, offset, len, arrival, cost }
        });
        let arrival = self.windows.incoming[id].arrival;
        sink.place_deposit(id, window, offset, len);
        if here > 0 {
            sink.deliver(Destination::Deposit(id), 0, DepositHead::WORDS, here);
        }
        if planted("applied_before_it_is_here") {
            self.applied(sink, p, window, Ok(()));
        }
        if planted("told_before_it_is_here") {
            sink.deposited(window, offset, len);
        }
        if self.transfers.ask_for_all(sink, arrival) {
            self.deposited(sink, id);
        }
        Some(())
    }

    /// All of a longer deposit is in its place.
    pub(in crate::protocol) fn deposited<S: Sink>(&mut self, sink: &mut S, id: DepositId) {
        let Some(Incoming { p, window, offset, len, cost, .. }) = self.windows.incoming.remove(id) else { return };
        sink.close_destination(Destination::Deposit(id));
        if !planted("told_before_it_is_here") {
            sink.deposited(window, offset, len);
        }
        self.transfers.owe(sink, p, CLASS, cost);
        if !planted("applied_before_it_is_here") {
            self.applied(sink, p, window, Ok(()));
        }
    }

    /// What [`Pulling::Later`](crate::Pulling::Later) promised for a deposit has ended.
    pub(in crate::protocol) fn pulled_deposit<S: Sink>(&mut self, sink: &mut S, id: DepositId, here: bool) {
        let Some(arrival) = self.windows.incoming.get(id).map(|i| i.arrival) else { return };
        if self.transfers.pulled(sink, arrival, here) {
            self.deposited(sink, id);
        }
    }

    /// Bytes of a window are asked for.
    pub(in crate::protocol) fn on_get<S: Sink>(&mut self, sink: &mut S, p: usize, g: Get) -> Option<()> {
        let Get { window, key, offset, len, operation } = g;
        self.charge(p, ENTRY_COST)?;
        let answer = match self.windows.check(self.transfers.peers[p].rank, window, key, offset, len) {
            Err(refusal) => Answer::Refused { operation, refusal },
            Ok(()) if len <= self.most_deposited() => Answer::Read { operation, window, offset, len },
            Ok(()) => {
                let to = self.transfers.peers[p].rank;
                let send = self.transfers.sends.insert(Send { detached: true, ..Send::new(to, CLASS, len) });
                sink.lend(send, window, offset, len);
                self.windows.lent.insert(send, Lent { p, window: Some(window) });
                Answer::Long { operation, send, len }
            }
        };
        self.answer(sink, p, answer);
        Some(())
    }

    /// Elements of a window are to be combined with others.
    pub(in crate::protocol) fn on_combine<S: Sink>(
        &mut self,
        sink: &mut S,
        p: usize,
        c: CombineRequest,
        here: u64,
    ) -> Option<()> {
        let CombineRequest { window, key, offset, operation, how, replied, swap } = c;
        let cost = here + ENTRY_COST;
        self.charge(p, cost)?;
        let len = c.len(here);
        let mut end = self.windows.check(self.transfers.peers[p].rank, window, key, offset, len);
        let mut old = None;
        if end.is_ok() {
            let to = self.transfers.peers[p].rank;
            let reply = Send { detached: true, ..Send::new(to, CLASS, len) };
            old = replied.then(|| self.transfers.sends.insert(reply));
            let what = Combination { window, offset, len, how, swap };
            if planted("combined_twice") && len == 8 {
                sink.combine(what, CombineRequest::WORDS, None);
            }
            if !sink.combine(what, CombineRequest::WORDS, old) {
                end = Err(Refusal::NoOperation);
                if let Some(send) = old.take() {
                    self.transfers.sends.remove(send);
                }
            }
        }
        if !replied {
            self.transfers.owe(sink, p, CLASS, cost);
            self.applied(sink, p, window, end);
            return Some(());
        }
        let answer = match (end, old) {
            (Ok(()), Some(send)) => Answer::Old { operation, send, len, cost },
            (end, _) => {
                self.transfers.owe(sink, p, CLASS, here);
                Answer::Refused { operation, refusal: end.err().unwrap_or(Refusal::NoOperation) }
            }
        };
        self.answer(sink, p, answer);
        Some(())
    }
}
