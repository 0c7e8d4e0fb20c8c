//! The actions that messages with tags ask of their surroundings: the pushed buffer's bytes.
use crate::ids::{EntryId, RecvId};
use crate::protocol::transfer::TransferSink;

/// Actions of the owner of messages with tags. An [`EntryId`] names the pushed bytes of a message that waits for a
/// receive (an unexpected message).
pub trait TagSink: TransferSink {
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame to `offset` of the entry's part of the
    /// pushed buffer. That part has `room` bytes.
    fn stash(&mut self, entry: EntryId, room: u64, offset: u64, skip: usize, len: u64);
    /// Moves the first `len` of the entry's pushed bytes to the start of the receive's memory, and drops the rest.
    fn unstash(&mut self, entry: EntryId, recv: RecvId, len: u64);
    /// Drops the entry's pushed bytes, because no receive will take them.
    fn discard(&mut self, entry: EntryId);
}
