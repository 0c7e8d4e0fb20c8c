//! The frames of windows, and the engine's other calls to their owner.
use super::sink::WindowSink;
use super::state::{CLASS, PeerOperations, Windows};
use crate::ids::Rank;
use crate::limits::Limits;
use crate::protocol::owner::{FrameOwner, MessageOwner};
use crate::protocol::transfer::{CreditClass, Transfers};
use crate::wire::{
    Applied, Arrival, CombineRequest, CombineRows, Deposit, DepositHead, DepositPart, DepositRows, Get, GetRows, Head,
    Kind, Reply, ReplyHead,
};

impl MessageOwner for Windows {
    const CLASSES: &'static [CreditClass] =
        &[CreditClass { class: CLASS, credit: |limits| limits.windows, by_credit: true }];

    fn new(_limits: &Limits) -> Windows {
        Windows::default()
    }

    fn unsent(&self, t: &Transfers, left: impl FnMut(Rank) -> bool) -> usize {
        self.waiting(t, left)
    }

    fn is_idle_with(&self, _: &Transfers, p: usize) -> bool {
        let tells = |l: &PeerOperations| !l.applied.is_empty() || !l.ledgers.values().all(|ledger| ledger.is_blank());
        let waits = |l: &PeerOperations| !l.requests.is_empty() || !l.answers.is_empty() || tells(l);
        let of_it = self.links.get(p).is_some_and(waits) || self.lent.values().any(|l| l.p == p);
        !of_it && !self.incoming.values().any(|i| i.p == p) && !self.operations.values().any(|o| o.p == p)
    }

    fn forget(&mut self, p: usize) {
        if let Some(link) = self.links.get_mut(p) {
            *link = PeerOperations::default();
        }
    }

    fn write_off(&mut self) {
        self.incoming.drain().for_each(|(_, i)| i.debt.write_off());
        std::mem::take(&mut self.lent).into_values().for_each(|l| l.debt.write_off());
        self.links.iter_mut().flat_map(|l| l.answers.drain(..)).for_each(|a| a.debt.write_off());
    }
}

impl<S: WindowSink> FrameOwner<S> for Windows {
    fn on_frame(&mut self, t: &mut Transfers, sink: &mut S, p: usize, head: Head, frame: &impl Arrival) -> Option<()> {
        let here = |words| frame.len(words) as u64;
        match head.kind {
            Kind::Deposit => self.on_deposit(t, sink, p, Deposit::parse(head, frame)?, here(Deposit::WORDS)),
            Kind::DepositHead => {
                self.on_deposit_head(t, sink, p, DepositHead::parse(head, frame)?, here(DepositHead::WORDS))
            }
            Kind::DepositPart => {
                self.on_deposit_part(t, sink, p, DepositPart::parse(head, frame)?, here(DepositPart::WORDS))
            }
            Kind::Get => self.on_get(t, sink, p, Get::parse(head, frame)?),
            Kind::Combine => {
                self.on_combine(t, sink, p, CombineRequest::parse(head, frame)?, here(CombineRequest::WORDS))
            }
            Kind::DepositRows => {
                self.on_deposit_rows(t, sink, p, DepositRows::parse(head, frame)?, here(DepositRows::WORDS))
            }
            Kind::GetRows => self.on_get_rows(t, sink, p, GetRows::parse(head, frame)?),
            Kind::CombineRows => {
                self.on_combine_rows(t, sink, p, CombineRows::parse(head, frame)?, here(CombineRows::WORDS))
            }
            Kind::Reply => self.on_reply(t, sink, p, Reply::parse(head, frame)?, here(Reply::WORDS)),
            Kind::ReplyHead => self.on_reply_head(t, sink, p, ReplyHead::parse(frame)?, here(ReplyHead::WORDS)),
            Kind::Applied => self.on_applied(p, Applied::parse(head, frame)?),
            _ => None,
        }
    }

    /// Returns the credit of the bytes that a peer has pulled out of a window, once that pull is over.
    fn on_send(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        self.take_lent(t, sink, p);
    }

    fn flush(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> bool {
        self.report(t, sink, p) | self.push_requests(t, sink, p)
    }

    fn leave(&mut self, t: &mut Transfers, sink: &mut S) {
        self.withdraw_all(t, sink);
    }

    fn lose(&mut self, t: &mut Transfers, sink: &mut S, rank: Rank) {
        if let Some(p) = t.known(rank) {
            self.lose_peer(t, sink, p);
        }
    }
}
