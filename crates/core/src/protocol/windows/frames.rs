//! The frames of windows, and the engine's other calls to their owner.
use super::state::Windows;
use crate::ids::Rank;
use crate::protocol::owner::FrameOwner;
use crate::protocol::sink::Sink;
use crate::protocol::transfer::Transfers;
use crate::wire::{
    Applied, Arrival, CombineRequest, Deposit, DepositHead, DepositPart, Get, Head, Kind, Reply, ReplyHead,
};

impl FrameOwner for Windows {
    fn on_frame<S: Sink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        head: Head,
        frame: &impl Arrival,
    ) -> Option<()> {
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
            Kind::Reply => self.on_reply(t, sink, p, Reply::parse(head, frame)?, here(Reply::WORDS)),
            Kind::ReplyHead => self.on_reply_head(t, sink, p, ReplyHead::parse(frame)?, here(ReplyHead::WORDS)),
            Kind::Applied => self.on_applied(p, Applied::parse(head, frame)?),
            _ => None,
        }
    }

    /// Returns the credit of the bytes that a peer has pulled out of a window, once that pull is over.
    fn on_send<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        self.take_lent(t, sink, p);
    }

    fn flush<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) -> bool {
        self.report(t, sink, p) | self.push_requests(t, sink, p)
    }

    fn leave<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S) {
        self.withdraw_all(t, sink);
    }

    fn lose<S: Sink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        self.lose_peer(t, sink, p);
    }

    fn unsent(&self, t: &Transfers, left: impl FnMut(Rank) -> bool) -> usize {
        self.waiting(t, left)
    }
}
