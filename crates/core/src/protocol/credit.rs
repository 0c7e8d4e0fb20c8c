//! Credit: how much may be pushed to a receiver that has not asked. The pushed buffer's bound.
//!
//! Both sides start from `Limits::credit`, known from the job's size alone. A push costs its bytes and `ENTRY_COST`;
//! what the receiver has taken it gives back, a quarter of the whole at a time.
use super::engine::Engine;
use super::sink::Sink;
use crate::limits::{LEAST_CREDIT, MOST_CREDIT};
use crate::planted::planted;
use crate::wire::Credit;

impl Engine {
    /// A message that held `cost` bytes of credit has been taken.
    #[inline(always)]
    pub(super) fn owe<S: Sink>(&mut self, sink: &mut S, p: usize, cost: u64) {
        let peer = &mut self.peers[p];
        peer.owed += cost;
        let owed = peer.owed;
        if owed >= self.due() {
            self.give_back(sink, p);
        }
    }

    /// So much owed credit is given back.
    #[inline(always)]
    pub(super) fn due(&self) -> u64 {
        self.limits.credit.min(self.credit_each) / 4
    }

    #[cold]
    fn give_back<S: Sink>(&mut self, sink: &mut S, p: usize) {
        let peer = &mut self.peers[p];
        let kept = peer.owed.min(peer.withheld);
        peer.withheld -= kept;
        let mut bytes = peer.owed - kept;
        peer.owed = 0;
        if planted("credit_lost") {
            bytes -= bytes.min(64);
        }
        self.grant(sink, p, bytes);
    }

    fn grant<S: Sink>(&mut self, sink: &mut S, p: usize, bytes: u64) {
        if bytes == 0 {
            return;
        }
        self.peers[p].allowance += bytes;
        let credit = Credit { bytes };
        let peer = &self.peers[p];
        // Credit is given back long before it is needed. One that has to wait for room here goes as any other frame.
        if peer.outbox.is_empty() && sink.delayable(peer.rank, credit.head(), &credit.words()).is_ok() {
            return;
        }
        self.control(sink, p, credit.head(), &credit.words());
    }

    /// The receiver has room again.
    pub(super) fn on_credit<S: Sink>(&mut self, sink: &mut S, p: usize, bytes: u64) -> Option<()> {
        let peer = &mut self.peers[p];
        peer.credit = peer.credit.checked_add(bytes)?;
        self.push_held(sink, p);
        Some(())
    }

    /// Changes the pushed buffer's size, in bytes, for `others` possible senders (the paper, 1.3.2). It grows at once and
    /// shrinks as messages are taken; each sender keeps at least [`LEAST_CREDIT`].
    pub fn set_pushed_buffer<S: Sink>(&mut self, sink: &mut S, bytes: u64, others: u64) {
        let each = (bytes / others.max(1)).clamp(LEAST_CREDIT, MOST_CREDIT.max(bytes));
        let before = std::mem::replace(&mut self.credit_each, each);
        for p in 0..self.peers.len() {
            self.adjust(sink, p, before, each);
            // What is owed may be due by the new measure.
            self.owe(sink, p, 0);
        }
    }

    fn adjust<S: Sink>(&mut self, sink: &mut S, p: usize, before: u64, each: u64) {
        let peer = &mut self.peers[p];
        if each < before {
            peer.withheld += before - each;
        } else {
            let more = each - before;
            let unkept = more.min(peer.withheld);
            peer.withheld -= unkept;
            self.grant(sink, p, more - unkept);
        }
    }

    /// A new peer starts with what both sides know; what the application changed comes on top, or is kept back.
    pub(super) fn adjust_new_peer(&mut self, p: usize) {
        let (known, each) = (self.limits.credit, self.credit_each);
        let peer = &mut self.peers[p];
        if each < known {
            peer.withheld = known - each;
        } else {
            peer.owed = each - known;
        }
    }
}
