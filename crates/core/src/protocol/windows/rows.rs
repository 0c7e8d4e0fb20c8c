//! The target's side of operations on rows of a window, each of which takes one frame.
use super::serve::charge;
use super::sink::{Combination, WindowSink};
use super::state::{Answer, CLASS, WaitingAnswer, Windows};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::transfer::Transfers;
use crate::wire::{CombineRows, DepositRows, GetRows, Refusal};

impl Windows {
    /// Takes a deposit into rows.
    pub(in crate::protocol) fn on_deposit_rows<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        d: DepositRows,
        here: u64,
    ) -> Option<()> {
        let DepositRows { window, key, offset, rows } = d;
        let debt = charge(t, p, here + ENTRY_COST)?;
        let span = if planted("only_the_first_row_checked") { rows.row() } else { rows.span(here) };
        let end = self.check(t.peers[p].rank, window, key, offset, span);
        if end.is_ok() {
            for (at, body) in rows.each(offset, here) {
                sink.deposit(window, at, DepositRows::WORDS, body.start, rows.row());
            }
            sink.deposited(window, offset, rows.span(here));
        }
        t.owe(sink, p, CLASS, debt);
        self.applied(t, sink, p, window, end);
        Some(())
    }

    /// Takes a request for rows, which one reply brings.
    pub(in crate::protocol) fn on_get_rows<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        g: GetRows,
    ) -> Option<()> {
        let GetRows { window, key, offset, rows, operation, .. } = g;
        let len = g.bytes();
        // The origin may belong to a smaller job, whose frames bring more than those of this rank's job.
        if len > t.limits.frame.min(crate::limits::FAR.0) {
            return None;
        }
        let debt = charge(t, p, ENTRY_COST)?;
        let answer = match self.check(t.peers[p].rank, window, key, offset, rows.span(len)) {
            Err(refusal) => Answer::Refused { operation, refusal },
            Ok(()) => Answer::Rows { operation, window, offset, rows, len },
        };
        self.answer(t, sink, p, WaitingAnswer { answer, debt });
        Some(())
    }

    /// Takes a combine with rows. If the sink cannot combine with one of them, the rows before it are changed.
    pub(in crate::protocol) fn on_combine_rows<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        c: CombineRows,
        here: u64,
    ) -> Option<()> {
        let CombineRows { window, key, offset, rows, how } = c;
        let debt = charge(t, p, here + ENTRY_COST)?;
        let mut end = self.check(t.peers[p].rank, window, key, offset, rows.span(here));
        if end.is_ok() {
            let done = rows.each(offset, here).all(|(at, body)| {
                let what = Combination { window, offset: at, len: rows.row(), how, swap: false };
                sink.combine(what, CombineRows::WORDS, body.start, None)
            });
            if !done {
                end = Err(Refusal::NoOperation);
            }
        }
        t.owe(sink, p, CLASS, debt);
        self.applied(t, sink, p, window, end);
        Some(())
    }
}
