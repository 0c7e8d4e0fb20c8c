//! The target's answers. A reply with bytes leaves at once, or as soon as there is room. A count answers all operations
//! that arrived together.
use super::sink::WindowSink;
use super::state::{Answer, CLASS, Count, WaitingAnswer, Windows};
use crate::ids::{SendId, WindowId};
use crate::planted::planted;
use crate::protocol::transfer::{Full, Send, Source, State, Transfers};
use crate::wire::{Applied, Refusal, Reply, ReplyHead};

/// The most finished operations that the target leaves unreported while more arrives. A larger number saves frames;
/// a smaller one lets the origin's flush return sooner.
const MOST_UNTOLD: u64 = 32;
/// The most windows for which the target leaves finished operations unreported while more arrive. A larger number saves
/// frames; a smaller one shortens the search for a window's count.
const MOST_WINDOWS: usize = 8;

impl Windows {
    /// Answers an operation, in order, at once or as soon as there is room.
    pub(super) fn answer<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        mut answer: WaitingAnswer,
    ) {
        let first = self.link(p).answers.is_empty() && t.peers[p].outbox.is_empty();
        if first {
            answer.answer = copied(t, sink, p, answer.answer);
        }
        if first && self.try_answer(t, sink, p, answer.answer).is_ok() {
            return t.owe(sink, p, CLASS, answer.debt);
        }
        self.link(p).answers.push_back(answer);
        t.look_after(p);
    }

    fn try_answer<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        answer: Answer,
    ) -> Result<(), Full> {
        let to = t.peers[p].rank;
        let reply = |operation, refusal| Reply { operation, refusal };
        match answer {
            Answer::Refused { operation, refusal } => {
                let r = reply(operation, Some(refusal));
                sink.frame(to, r.head(), &r.words(), Source::None)?;
            }
            Answer::Read { operation, window, offset, len } => {
                let r = reply(operation, None);
                let body = if len > 0 { Source::Window { window, offset, len } } else { Source::None };
                sink.frame(to, r.head(), &r.words(), body)?;
            }
            // Its rows are not copied yet.
            Answer::Rows { .. } => return Err(Full),
            Answer::Old { operation, send, len, .. } => {
                let r = reply(operation, None);
                sink.frame(to, r.head(), &r.words(), Source::Send { id: send, offset: 0, len })?;
                t.complete_send(sink, send, State::Done);
            }
            Answer::Long { operation, send, len } => {
                let here = t.peers[p].push.first.min(t.limits.deposit()).min(len - 1);
                let r = ReplyHead { operation, send };
                let body = if here > 0 { Source::Send { id: send, offset: 0, len: here } } else { Source::None };
                sink.frame(to, r.head(), &r.words(), body)?;
                let s = &mut t.sends[send];
                (s.left, s.state) = (here, State::Pushed);
            }
        }
        Ok(())
    }

    /// Returns the first pending answer, with a copy of its rows.
    fn next_answer<S: WindowSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> Option<Answer> {
        let first = self.links[p].answers.front_mut()?;
        first.answer = copied(t, sink, p, first.answer);
        Some(first.answer)
    }

    /// Sends a peer its pending answers, and the counts of operations that ended since the last report. Returns true
    /// if anything left.
    pub(in crate::protocol) fn report<S: WindowSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> bool {
        if p >= self.links.len() {
            return false;
        }
        self.take_lent(t, sink, p);
        let mut moved = false;
        while t.peers[p].outbox.is_empty()
            && let Some(answer) = self.next_answer(t, sink, p)
            && self.try_answer(t, sink, p, answer).is_ok()
            && let Some(left) = self.links[p].answers.pop_front()
        {
            t.owe(sink, p, CLASS, left.debt);
            moved = true;
        }
        if !self.links[p].answers.is_empty() {
            t.look_after(p);
        }
        for (window, count) in std::mem::take(&mut self.links[p].applied) {
            let window = if planted("applied_of_another_window") { WindowId(window.0 ^ 1) } else { window };
            let applied = Applied { window, count: count.all, refused: count.refused, refusal: count.refusal };
            t.control(sink, p, applied.head(), &applied.words());
            moved = true;
        }
        moved
    }

    /// Ends an operation of a peer that a count answers, and reports the operation to the peer.
    pub(super) fn applied<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        window: WindowId,
        end: Result<(), Refusal>,
    ) {
        if !self.count(t, sink, p, window, end) {
            t.look_after(p);
        }
    }

    /// Counts a finished part of a peer's operation; the next report includes it. Returns true if a report has left.
    pub(super) fn count<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        window: WindowId,
        end: Result<(), Refusal>,
    ) -> bool {
        let applied = &mut self.link(p).applied;
        let at = applied.iter().position(|(w, _)| *w == window).unwrap_or_else(|| {
            applied.push((window, Count::default()));
            applied.len() - 1
        });
        let count = &mut applied[at].1;
        count.all += 1;
        if let Err(refusal) = end {
            count.refused += 1;
            count.refusal = Some(refusal);
        }
        let many = count.all >= MOST_UNTOLD || applied.len() > MOST_WINDOWS;
        if many {
            self.report(t, sink, p);
        }
        many
    }

    /// Returns the credit of operations whose peer has pulled all bytes out of a window.
    pub(in crate::protocol) fn take_lent<S: WindowSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        if self.lent.is_empty() {
            return;
        }
        let sends = &t.sends;
        let over = self.lent.iter().filter(|(id, l)| l.p == p && !sends.contains_key(**id));
        let over: Vec<SendId> = over.map(|(id, _)| *id).collect();
        for id in over {
            let Some(lent) = self.lent.remove(&id) else { continue };
            if planted("lent_credit_leaked") {
                drop(lent);
                continue;
            }
            t.owe(sink, p, CLASS, lent.debt);
        }
    }
}

/// Copies the rows that an answer brings. Only the next answer to a peer has a copy: its credit does not cover the
/// bytes, so copies of all answers that wait for room would have no bound.
fn copied<S: WindowSink>(t: &mut Transfers, sink: &mut S, p: usize, answer: Answer) -> Answer {
    let Answer::Rows { operation, window, offset, rows, len } = answer else { return answer };
    let to = t.peers[p].rank;
    let send = t.sends.insert(Send { detached: true, named: false, ..Send::new(to, CLASS, len) });
    sink.gather(send, window, offset, rows, len);
    Answer::Old { operation, send, len }
}
