//! The expected message: a receive that somebody waits for, posted or not, is met by the very next frame without being
//! looked up. It is only a shorter way; whatever is not plainly its message goes the long one.
//!
//! Worth it: without it MPI_Recv of 8 bytes takes 480 instructions for 401 (`bench/c/instructions.c`).
use super::select::Select;
use super::{CLASS, TAGS, Tags};
use crate::ids::{Rank, RecvId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::transfer::Transfers;
use crate::wire::{Head, Kind, Push};

/// What the next frame must be to meet the receive.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// Frame head of a PUSH, and which of its bits count.
    head: u64,
    mask: u64,
    from: Rank,
    any_source: bool,
    /// Bytes of memory it has.
    room: u64,
}

impl Expected {
    /// From whom it is to come, if that is one.
    #[inline(always)]
    pub fn source(&self) -> Option<Rank> {
        (!self.any_source).then_some(self.from)
    }
}

impl Tags {
    /// For a receive of at most `room` bytes that somebody waits for, not posted yet. `None`: it must be posted,
    /// because its message may be here already, another receive may come first, or a sender has to be asked for it.
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

    /// The same where there is something that may come first.
    #[inline(never)]
    fn expect_among_others(&self, t: &Transfers, s: &Select) -> Option<()> {
        let tags = self;
        let posted = match (s.source, s.tag) {
            _ if tags.receives.posted() == 0 || planted("direct_overtakes") => false,
            (Some(source), Some(tag)) => tags.receives.matching(s.context, source, tag).is_some(),
            // Which of them overlap only the message will show.
            _ => true,
        };
        let buffered = !tags.buffered.is_empty() && (tags.buffered.has_early() || self.find_buffered(t, s).is_some());
        (!posted && !buffered && tags.holders == 0).then_some(())
    }

    /// For a posted receive that somebody waits for. `None`: it has been met already, or which one its message meets
    /// has to be looked up.
    #[inline(always)]
    pub fn expect_posted(&self, id: RecvId) -> Option<Expected> {
        let r = self.receives.foremost(id)?;
        // One that came early may wait for this one.
        if self.buffered.has_early() {
            return None;
        }
        let (context, tag) = r.named();
        let head = Push { context, tag }.head();
        Some(Expected { head, mask: u64::MAX, from: r.source, any_source: false, room: r.room })
    }

    /// A frame has arrived, with a body of `len` bytes, and nothing was called since it was expected but sends. True:
    /// it is the receive's message; copy its bytes. False: nothing has happened; post the receive, then hand over the
    /// frame.
    #[inline(always)]
    pub fn meets(&mut self, t: &mut Transfers, expected: &Expected, from: Rank, head: u64, len: u64) -> bool {
        let right = (head ^ expected.head) & expected.mask == 0 && (from == expected.from || expected.any_source);
        right && len <= expected.room && self.take_at_once(t, from, len + ENTRY_COST)
    }

    /// The same for the posted receive `id`, which is forgotten if it is met.
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

    /// A message of `cost` comes and is taken at once. False: it may not, or has to wait for others; nothing has
    /// happened.
    #[inline(always)]
    fn take_at_once(&mut self, t: &mut Transfers, from: Rank, cost: u64) -> bool {
        let Some(p) = t.known(from) else { return false };
        let due = t.due(CLASS);
        let account = &mut t.peers[p].accounts[TAGS];
        // Out of turn: it may be the one that others wait for.
        if self.overtaken > 0 || !account.admit(cost) {
            return false;
        }
        account.owed += cost;
        if account.owed >= due {
            // `flush` gives it back.
            t.look_after(p);
        }
        true
    }
}

/// A head's tag is its low word: what `expect` masks.
const _: () = assert!(Head { kind: Kind::Push, context: 0, tag: -1 }.emit() as u32 == u32::MAX);
