//! Sends that drop a message rather than wait.
use super::{Endpoint, Local};
use clump_core::protocol::MessageRole;
use clump_core::{Mode, Rank};
use clump_fabric::Tx;
use clump_fabric::mem::Region;

impl<F: Local> Endpoint<F> {
    /// Returns true if this rank has exchanged messages with `to`. The first message to a rank never leaves at once.
    pub fn knows_rank(&mut self, to: Rank) -> bool {
        self.engine.tags().has_met(to)
    }

    /// Sends a short message if `to` has room for it. Returns false, and sends nothing, if the message would have to
    /// wait for credit or room, or if it is longer than one frame.
    pub fn send_if_room(&mut self, to: Rank, context: u16, tag: i32, data: Region) -> bool {
        self.take_acknowledgements(to);
        self.send_at_once(to, context, tag, data)
            || self.makes_room(to, data.len()) && self.send_at_once(to, context, tag, data)
    }

    fn send_at_once(&mut self, to: Rank, context: u16, tag: i32, data: Region) -> bool {
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

    /// Calls a handler of `to` with a short message if `to` has room for it, as [`send_if_room`](Self::send_if_room)
    /// sends.
    pub fn call_handler_if_room(&mut self, to: Rank, handler: i32, role: MessageRole, bytes: Region) -> bool {
        self.take_acknowledgements(to);
        self.handled().call_handler_at_once(to, handler, role, bytes)
            || self.makes_room(to, bytes.len()) && self.handled().call_handler_at_once(to, handler, role, bytes)
    }

    /// Lets frames leave that wait in this process for acknowledgements of a rank of another machine. A program that
    /// only sends takes acknowledgements nowhere else, and its credit would be used up by messages that have not left.
    fn take_acknowledgements(&mut self, to: Rank) {
        if !self.tx.capabilities(to).native_pull {
            self.progress();
        }
    }

    /// Does what may give a message of `len` bytes to `to` room: allocates what the fabric lacks on the way to a rank
    /// that this one has only heard from, and takes the credit that has arrived, because a program that only sends
    /// makes no other progress. Returns false if nothing has changed.
    #[cold]
    fn makes_room(&mut self, to: Rank, len: usize) -> bool {
        let prepared = match self.tx.prepare(to, len) {
            Ok(prepared) => prepared,
            Err(e) => {
                self.pending_error = Some(e);
                false
            }
        };
        self.progress() | prepared
    }
}
