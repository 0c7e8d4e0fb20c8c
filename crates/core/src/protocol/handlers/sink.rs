//! The actions that messages to handlers ask of their surroundings: bytes that a handler reads.
use crate::ids::StreamId;
use crate::protocol::transfer::TransferSink;

/// Actions of the owner of messages that run handlers. A [`StreamId`] names the memory that a handler reads into, and
/// the message's pushed bytes that no handler has read.
pub trait HandlerSink: TransferSink {
    /// Copies `len` body bytes of the arrived frame to `offset` of the memory of the stream's read. The bytes begin
    /// at byte `from` of the body, which follows `skip` words.
    fn land(&mut self, stream: StreamId, offset: u64, skip: usize, from: u64, len: u64);
    /// Appends `len` body bytes of the arrived frame to the stream's unread bytes. The bytes begin at byte `from` of
    /// the body, which follows `skip` words.
    fn append_unread(&mut self, stream: StreamId, skip: usize, from: u64, len: u64);
    /// Moves the first `len` of the stream's unread bytes to the start of the memory of the running read call.
    fn read_unread(&mut self, stream: StreamId, len: u64);
    /// Drops the stream's unread bytes, because a handler has read them or does not want them.
    fn discard_unread(&mut self, stream: StreamId);
}
