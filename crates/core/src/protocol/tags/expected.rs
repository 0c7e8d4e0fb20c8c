//! The expected message: if the next frame brings the message that the caller waits for, its receive (posted or not)
//! takes it without a lookup. This is only a faster path; any other frame takes the ordinary path. See decision 12.
use super::select::Select;
use super::{CLASS, Tags};
use crate::ids::{Rank, RecvId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::transfer::Transfers;
use crate::wire::{Head, Kind, Push};

/// The conditions under which the next frame meets the receive.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// The head that the expected frame, a PUSH, must have.
    head: u64,
    /// The bits of `head` that an arriving head must share.
    mask: u64,
    from: Rank,
    any_source: bool,
    /// The size of the receive's memory, in bytes.
    room: u64,
}

impl Expected {
    /// Returns the source, unless the receive takes a message from any source.
    #[inline(always)]
    pub fn source(&self) -> Option<Rank> {
        (!self.any_source).then_some(self.from)
    }
}

impl Tags {
    /// Describes the message that a receive of at most `room` bytes would wait for. The receive is not posted yet.
    /// Returns `None` if the caller must post the receive: its message may have arrived, another receive may match
    /// first, or this rank must ask a sender for the message.
    #[inline(always)]
    pub fn expect(&self, t: &Transfers, select: &Select, room: u64) -> Option<Expected> {
        let tags = self;
        if tags.receives.posted() > 0 || !tags.buffered.is_empty() || tags.holders > 0 {
            self.expect_among_others(t, select)?;
        }
        let head = Push { context: select.context, tag: select.tag.unwrap_or(0) }.head();
        let mask = if select.tag.is_none() { !u64::from(u32::MAX) } else { u64::MAX };
        let (from, any_source) = (select.source.unwrap_or(0), select.source.is_none());
        Some(Expected { head, mask, from, any_source, room })
    }

    /// Returns `Some` if this rank knows other receives or messages, but none that can come before the expected
    /// message.
    #[inline(never)]
    fn expect_among_others(&self, t: &Transfers, s: &Select) -> Option<()> {
        let tags = self;
        let posted = match (s.source, s.tag) {
            _ if tags.receives.posted() == 0 || planted("direct_overtakes") => false,
            (Some(source), Some(tag)) => tags.receives.matching(s.context, source, tag).is_some(),
            // Only the message shows which of these receives it matches.
            _ => true,
        };
        let buffered = !tags.buffered.is_empty() && (tags.buffered.has_early() || self.find_buffered(t, s).is_some());
        (!posted && !buffered && tags.holders == 0).then_some(())
    }

    /// Describes the message that a posted receive waits for. Returns `None` if a message has matched the receive,
    /// or if the match needs a lookup.
    #[inline(always)]
    pub fn expect_posted(&self, id: RecvId) -> Option<Expected> {
        let r = self.receives.foremost(id)?;
        // A message that arrived before its turn may wait for the expected message.
        if self.buffered.has_early() {
            return None;
        }
        let (context, tag) = r.named();
        let head = Push { context, tag }.head();
        Some(Expected { head, mask: u64::MAX, from: r.source, any_source: false, room: r.room })
    }

    /// Checks whether a frame that has arrived, with a body of `len` bytes, is the expected message. Between
    /// `expect` and this call the program may only send. Returns true if the frame is the receive's message: the
    /// caller copies its bytes. Returns false, and changes nothing, otherwise: the caller posts the receive, then
    /// hands the frame to the engine.
    #[inline(always)]
    pub fn meets(&mut self, t: &mut Transfers, expected: &Expected, from: Rank, head: u64, len: u64) -> bool {
        let right = (head ^ expected.head) & expected.mask == 0 && (from == expected.from || expected.any_source);
        right && len <= expected.room && self.take_at_once(t, from, len + ENTRY_COST)
    }

    /// Checks as [`meets`](Self::meets) does, for the posted receive `id`. Forgets the receive if the frame is its
    /// message.
    #[inline(always)]
    pub fn meets_posted(
        &mut self,
        t: &mut Transfers,
        id: RecvId,
        expected: &Expected,
        from: Rank,
        head: u64,
        len: u64,
    ) -> bool {
        let met = self.meets(t, expected, from, head, len);
        if met {
            self.receives.remove_foremost(id);
        }
        met
    }

    /// Takes a message that costs `cost` bytes of credit, as it arrives. Returns false, and changes nothing, if the
    /// sender has too little credit or if messages that arrived early may wait for this message.
    #[inline(always)]
    fn take_at_once(&mut self, t: &mut Transfers, from: Rank, cost: u64) -> bool {
        let Some(p) = t.known(from) else { return false };
        let due = t.due(CLASS);
        let account = t.account(p, CLASS);
        // If messages are out of turn, other messages may wait for this one.
        if self.overtaken > 0 {
            return false;
        }
        let Some(debt) = account.admit(cost) else { return false };
        account.owe(debt);
        if account.is_due(due) {
            // `flush` returns the credit.
            t.look_after(p);
        }
        true
    }
}

/// `expect` masks the low word of the head: assert that this word is the tag.
const _: () = assert!(Head { kind: Kind::Push, context: 0, tag: -1 }.emit() as u32 == u32::MAX);
