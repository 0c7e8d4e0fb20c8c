//! The target's answers: replies with bytes, now or as soon as there is room, and counts, once for whatever came
//! together.
use super::{CLASS, Count};
use crate::ids::{OperationId, SendId, WindowId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::engine::Engine;
use crate::protocol::sink::{Full, Sink, Source};
use crate::protocol::transfer::State;
use crate::wire::{Applied, Refusal, Reply, ReplyHead};

/// An answer to an operation that a reply ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Answer {
    Refused {
        operation: OperationId,
        refusal: Refusal,
    },
    /// Bytes of a window, as they are when the answer leaves.
    Read {
        operation: OperationId,
        window: WindowId,
        offset: u64,
        len: u64,
    },
    /// What was there before a combination; it holds `cost` bytes of credit.
    Old {
        operation: OperationId,
        send: SendId,
        len: u64,
        cost: u64,
    },
    /// More bytes of a window than are pushed.
    Long {
        operation: OperationId,
        send: SendId,
        len: u64,
    },
}

impl Answer {
    /// Credit that comes back when it has left. What is pulled holds its credit until that is over.
    pub fn cost(&self) -> u64 {
        match self {
            Answer::Old { cost, .. } => *cost,
            Answer::Long { .. } => 0,
            Answer::Refused { .. } | Answer::Read { .. } => ENTRY_COST,
        }
    }
}

/// So many operations at most, in so many windows, are over without their origin hearing of it, however much comes
/// together.
const MOST_UNTOLD: u64 = 32;
const MOST_WINDOWS: usize = 8;

impl Engine {
    /// Answers, now or as soon as there is room; in order.
    pub(super) fn answer<S: Sink>(&mut self, sink: &mut S, p: usize, answer: Answer) {
        let first = self.windows.link(p).answers.is_empty() && self.transfers.peers[p].outbox.is_empty();
        if !first || self.try_answer(sink, p, answer).is_err() {
            self.windows.link(p).answers.push_back(answer);
            self.transfers.look_after(p);
        }
    }

    fn try_answer<S: Sink>(&mut self, sink: &mut S, p: usize, answer: Answer) -> Result<(), Full> {
        let to = self.transfers.peers[p].rank;
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
            Answer::Old { operation, send, len, .. } => {
                let r = reply(operation, None);
                sink.frame(to, r.head(), &r.words(), Source::Send { id: send, offset: 0, len })?;
                self.transfers.complete_send(sink, send, State::Done);
            }
            Answer::Long { operation, send, len } => {
                let here = self.transfers.peers[p].push.first.min(self.most_deposited()).min(len - 1);
                let r = ReplyHead { operation, send };
                let body = if here > 0 { Source::Send { id: send, offset: 0, len: here } } else { Source::None };
                sink.frame(to, r.head(), &r.words(), body)?;
                let s = &mut self.transfers.sends[send];
                (s.left, s.state) = (here, State::Pushed);
            }
        }
        self.transfers.owe(sink, p, CLASS, answer.cost());
        Ok(())
    }

    /// Sends a peer what it is still to hear: answers that found no room, and how many operations are over since the
    /// last time. True if anything left.
    pub(in crate::protocol) fn report<S: Sink>(&mut self, sink: &mut S, p: usize) -> bool {
        if p >= self.windows.links.len() {
            return false;
        }
        self.take_lent(sink, p);
        let mut moved = false;
        while self.transfers.peers[p].outbox.is_empty()
            && let Some(&answer) = self.windows.links[p].answers.front()
            && self.try_answer(sink, p, answer).is_ok()
        {
            self.windows.links[p].answers.pop_front();
            moved = true;
        }
        if !self.windows.links[p].answers.is_empty() {
            self.transfers.look_after(p);
        }
        for (window, count) in std::mem::take(&mut self.windows.links[p].applied) {
            let window = if planted("applied_of_another_window") { WindowId(window.0 ^ 1) } else { window };
            let applied = Applied { window, count: count.all, refused: count.refused, refusal: count.refusal };
            self.transfers.control(sink, p, applied.head(), &applied.words());
            moved = true;
        }
        moved
    }

    /// An operation of a peer's that is answered by a count is over: the peer hears of it.
    pub(super) fn applied<S: Sink>(&mut self, sink: &mut S, p: usize, window: WindowId, end: Result<(), Refusal>) {
        if !self.count(sink, p, window, end) {
            self.transfers.look_after(p);
        }
    }

    /// The same of a part of one that goes on: the peer hears of it with the next. True: it has heard.
    pub(super) fn count<S: Sink>(
        &mut self,
        sink: &mut S,
        p: usize,
        window: WindowId,
        end: Result<(), Refusal>,
    ) -> bool {
        let applied = &mut self.windows.link(p).applied;
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
            self.report(sink, p);
        }
        many
    }

    /// What a peer has pulled out of a window is complete: the credit that its operation held comes back.
    pub(in crate::protocol) fn take_lent<S: Sink>(&mut self, sink: &mut S, p: usize) {
        if self.windows.lent.is_empty() {
            return;
        }
        let sends = &self.transfers.sends;
        let over = self.windows.lent.iter().filter(|(id, l)| l.p == p && !sends.contains_key(**id));
        let over: Vec<SendId> = over.map(|(id, _)| *id).collect();
        for id in over {
            self.windows.lent.remove(&id);
            self.transfers.owe(sink, p, CLASS, ENTRY_COST);
        }
    }
}
