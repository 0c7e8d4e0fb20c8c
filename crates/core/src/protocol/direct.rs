//! A blocking receive that is met by the next message without having been posted: nothing has to be kept for it, so nothing
//! is looked up either. It is only a shorter way; whatever is not plainly its message goes the long one.
use super::engine::Engine;
use super::select::Select;
use crate::ids::Rank;
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::wire::{Head, Kind, Push};

/// What the next frame must be to meet the receive.
#[derive(Clone, Copy, Debug)]
pub struct Direct {
    /// Frame head of a PUSH, and which of its bits count.
    head: u64,
    mask: u64,
    from: Rank,
    any_source: bool,
    /// Bytes of memory it has.
    room: u64,
}

impl Engine {
    /// For a receive of at most `room` bytes that somebody waits for, not posted yet. `None`: it must be posted, because
    /// its message may be here already, another receive may come first, or a sender has to be asked for it.
    #[inline(always)]
    pub fn direct(&self, select: &Select, room: u64) -> Option<Direct> {
        if self.receives.posted() > 0 || !self.buffered.is_empty() || self.holders > 0 {
            self.direct_among_others(select)?;
        }
        let head = Push { context: select.context, tag: select.tag.unwrap_or(0) }.head();
        let mask = if select.tag.is_none() { !u64::from(u32::MAX) } else { u64::MAX };
        Some(Direct { head, mask, from: select.source.unwrap_or(0), any_source: select.source.is_none(), room })
    }

    /// The same where there is something that may come first.
    #[inline(never)]
    fn direct_among_others(&self, s: &Select) -> Option<()> {
        let posted = match (s.source, s.tag) {
            _ if self.receives.posted() == 0 || planted("direct_overtakes") => false,
            (Some(source), Some(tag)) => self.receives.matching(s.context, source, tag).is_some(),
            // Which of them overlap only the message will show.
            _ => true,
        };
        let buffered = !self.buffered.is_empty() && (self.buffered.has_early() || self.find_buffered(s).is_some());
        (!posted && !buffered && self.holders == 0).then_some(())
    }

    /// A frame has arrived, with a body of `len` bytes, and nothing was called since `direct` but sends. True: it is the receive's
    /// message; copy its bytes. False: nothing has happened; post the receive, then hand over the frame.
    #[inline(always)]
    pub fn meet(&mut self, direct: &Direct, from: Rank, head: u64, len: u64) -> bool {
        if (head ^ direct.head) & direct.mask != 0 || !(from == direct.from || direct.any_source) {
            return false;
        }
        len <= direct.room && self.accept(from, len + ENTRY_COST)
    }

    /// A message of `cost` comes and is taken at once. False: it may not, or has to wait for others; nothing has happened.
    #[inline(always)]
    pub(super) fn accept(&mut self, from: Rank, cost: u64) -> bool {
        let p = self.peer(from);
        let due = self.due();
        let peer = &mut self.peers[p];
        // `early`: it may be the one that others wait for to be in turn.
        if peer.allowance < cost || !peer.early.is_empty() {
            return false;
        }
        peer.allowance -= cost;
        peer.expected += 1;
        peer.owed += cost;
        if peer.owed >= due {
            // `flush` gives it back.
            self.look_after(p);
        }
        true
    }
}

/// A head's tag is its low word: what `direct` masks.
const _: () = assert!(Head { kind: Kind::Push, context: 0, tag: -1 }.emit() as u32 == u32::MAX);
