//! The windows that a rank offers, by number, each with a key and memory.
use super::sink::WindowSink;
use super::state::{Answer, CLASS, Windows};
use crate::ids::{DepositId, Rank, SendId, WindowId};
use crate::planted::planted;
use crate::protocol::transfer::{Destination, Transfers};
use crate::wire::Refusal;

impl Windows {
    /// Checks that rank `from`, which presents `key`, may read and write `len` bytes at `offset` of the window. Fails
    /// with the reason to refuse.
    pub(super) fn check(&self, from: Rank, window: WindowId, key: u64, offset: u64, len: u64) -> Result<(), Refusal> {
        let offered = self.offered.get(&window).ok_or(Refusal::NoWindow)?;
        if offered.key != key && !planted("key_not_checked") {
            return Err(Refusal::WrongKey);
        }
        if offered.only.is_some_and(|rank| rank != from) && !planted("sender_not_checked") {
            return Err(Refusal::WrongKey);
        }
        if offered.has(offset, len) { Ok(()) } else { Err(Refusal::Outside) }
    }
}

impl Windows {
    /// Ends the offer of a window; see [`WindowCalls::withdraw`](super::WindowCalls::withdraw).
    pub(super) fn withdraw<S: WindowSink>(&mut self, t: &mut Transfers, sink: &mut S, window: WindowId) {
        if self.offered.remove(&window).is_some() {
            self.take_back(t, sink, window);
        }
    }

    /// Stops the transfers under way into a window and out of it. Deposits that have arrived in part are refused: this
    /// rank drops their other bytes and tells the origins. Pulls out of the window continue from a copy.
    pub(super) fn take_back<S: WindowSink>(&mut self, t: &mut Transfers, sink: &mut S, window: WindowId) {
        let into_it = self.incoming.iter().filter(|(_, i)| i.window == window);
        let incoming: Vec<DepositId> = into_it.map(|(id, _)| id).collect();
        for id in incoming {
            self.stop_deposit(t, sink, id, Refusal::Withdrawn);
        }
        let out_of_it = self.lent.iter_mut().filter(|(_, l)| l.window == Some(window));
        let lent: Vec<SendId> = out_of_it
            .map(|(id, l)| {
                l.window = None;
                *id
            })
            .collect();
        for id in lent {
            if let Some(to) = t.sends.get(id).map(|s| s.to)
                && let Some(p) = t.known(to)
            {
                t.keep_send(sink, p, id);
            }
        }
        for link in &mut self.links {
            for waiting in link.answers.iter_mut() {
                if let Answer::Read { operation, window: of, .. } | Answer::Rows { operation, window: of, .. } =
                    waiting.answer
                    && of == window
                {
                    waiting.answer = Answer::Refused { operation, refusal: Refusal::Withdrawn };
                }
            }
        }
    }

    /// Ends a deposit that has arrived in part, as refused.
    pub(super) fn stop_deposit<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        id: DepositId,
        refusal: Refusal,
    ) {
        let Some(incoming) = self.incoming.remove(id) else { return };
        if !planted("withdrawn_too_late") {
            sink.close_destination(Destination::Deposit(id));
        }
        t.abandon(sink, incoming.arrival);
        t.owe(sink, incoming.p, CLASS, incoming.debt);
        self.applied(t, sink, incoming.p, incoming.window, Err(refusal));
    }
}
