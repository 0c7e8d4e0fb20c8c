//! A posted receive that the very next frame meets: receives are mostly waited for in the order of their messages. It is only
//! a shorter way; whatever is not plainly the receive's message goes the long one.
use super::engine::Engine;
use crate::ids::{Rank, RecvId};
use crate::limits::ENTRY_COST;
use crate::wire::Push;

/// What the next frame must be to meet the receive.
#[derive(Clone, Copy, Debug)]
pub struct InTurn {
    id: RecvId,
    /// Frame head of a PUSH.
    head: u64,
    pub from: Rank,
    pub tag: i32,
    /// Bytes of memory it has.
    room: u64,
}

impl Engine {
    /// For a posted receive that somebody waits for. `None`: it has been met already, or which one its message meets has to be
    /// looked up.
    #[inline(always)]
    pub fn in_turn(&self, id: RecvId) -> Option<InTurn> {
        let r = self.receives.foremost(id)?;
        let (context, tag) = r.named();
        // One that came early may wait for this one.
        if self.buffered.has_early() {
            return None;
        }
        Some(InTurn { id, head: Push { context, tag }.head(), from: r.source, tag, room: r.room })
    }

    /// The next frame of `from`, with a body of `len` bytes; nothing was called since `in_turn`. True: it is the receive's
    /// message; copy its bytes, and forget the receive. False: nothing has happened; hand over the frame.
    #[inline(always)]
    pub fn meet_in_turn(&mut self, turn: &InTurn, head: u64, len: u64) -> bool {
        if head != turn.head || len > turn.room || !self.accept(turn.from, len + ENTRY_COST) {
            return false;
        }
        self.receives.remove_foremost(turn.id);
        true
    }
}
