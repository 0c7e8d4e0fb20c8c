//! Sends that drop a message rather than wait.
use super::{Endpoint, Local};
use crate::driver::{Mode, Rank, Region};
use clump_fabric::Tx;

impl<F: Local> Endpoint<F> {
    /// Returns true if this rank has exchanged messages with `to`. The first message to a rank never leaves at once.
    pub fn knows_rank(&mut self, to: Rank) -> bool {
        self.engine.tags().has_met(to)
    }

    /// Sends a short message if it can leave at once. Returns false, and sends nothing, if it would have to wait for
    /// credit or room, or if it is longer than one frame.
    pub fn send_if_room(&mut self, to: Rank, context: u16, tag: i32, data: Region) -> bool {
        let len = data.len() as u64;
        let Some((head, what)) = self.engine.tags().send_at_once(to, context, tag, len, Mode::Standard) else {
            return false;
        };
        let sent = self.tx.send(to, head, &[], data).is_ok();
        if sent {
            self.engine.tags().sent_at_once(what);
        }
        sent
    }
}
