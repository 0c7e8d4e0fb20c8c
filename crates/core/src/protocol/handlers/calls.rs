//! The program's calls for messages that run handlers: sending them in pieces, and reading them in handlers.
use super::sink::HandlerSink;
use super::{Begun, CallAtOnce, Handlers, Reading, Woken};
use crate::ids::{Rank, SendId, StreamId};
use crate::protocol::engine::Engine;
use crate::protocol::transfer::Transfers;
use crate::wire::MessageRole;

/// The calls for messages that run handlers; from [`Engine::handlers`](crate::Engine::handlers).
pub struct HandlerCalls<'a> {
    handlers: &'a mut Handlers,
    transfers: &'a mut Transfers,
}

impl Engine {
    /// Returns the calls for messages that run handlers.
    #[inline(always)]
    pub fn handlers(&mut self) -> HandlerCalls<'_> {
        HandlerCalls { handlers: &mut self.owners.handlers, transfers: &mut self.transfers }
    }
}

impl HandlerCalls<'_> {
    /// Asks whether `len` bytes may go to a handler of `to` now, in one frame and behind no other. Returns the frame's
    /// head and a token; `None` if the bytes may not, or if this rank has not met `to`. The caller reports that the
    /// frame has left by [`called_at_once`](Self::called_at_once); without that report, nothing changes.
    #[inline(always)]
    pub fn call_at_once(&mut self, to: Rank, handler: i32, role: MessageRole, len: u64) -> Option<(u64, CallAtOnce)> {
        self.handlers.call_at_once(self.transfers, to, handler, role, len)
    }

    /// Records that the frame of [`call_at_once`](Self::call_at_once) has left.
    #[inline(always)]
    pub fn called_at_once(&mut self, what: CallAtOnce) {
        self.handlers.called_at_once(self.transfers, what);
    }

    /// Sends `len` bytes of the caller's memory to a handler. Returns `None` if the send is complete and the memory
    /// is free again.
    pub fn call<S: HandlerSink>(
        &mut self,
        sink: &mut S,
        to: Rank,
        handler: i32,
        role: MessageRole,
        len: u64,
    ) -> Option<SendId> {
        self.handlers.call(self.transfers, sink, to, handler, role, len)
    }

    /// Begins a message of `len` bytes to a handler. No frame leaves before the caller hands over the first piece.
    pub fn begin(&mut self, to: Rank, handler: i32, role: MessageRole, len: u64) -> SendId {
        self.handlers.begin(self.transfers, to, handler, role, len)
    }

    /// Hands over the caller's memory, `len` bytes, as the next piece of the message. The preceding piece must have
    /// left. The memory belongs to the caller again once [`piece_has_left`](crate::Engine::piece_has_left) returns
    /// true, which may be at once.
    pub fn piece<S: HandlerSink>(&mut self, sink: &mut S, id: SendId, len: u64) {
        self.handlers.piece(self.transfers, sink, id, len);
    }

    /// Ends the message, whether all its bytes were sent or not. Its last piece must have left. The send is forgotten
    /// as soon as the receiver does not need it any more.
    pub fn end<S: HandlerSink>(&mut self, sink: &mut S, id: SendId) {
        self.handlers.end(self.transfers, sink, id);
    }

    /// Returns the next message that has begun to arrive.
    pub fn next_stream(&mut self) -> Option<Begun> {
        self.handlers.next_stream(self.transfers)
    }

    /// Returns the next message from that rank that has begun to arrive, even if older messages of other ranks wait.
    pub fn next_stream_from(&mut self, rank: Rank) -> Option<Begun> {
        self.handlers.next_stream_from(self.transfers, rank)
    }

    /// Returns the ranks from which messages have begun to arrive that [`next_stream`](Self::next_stream) has not
    /// returned.
    pub fn begun_senders(&mut self) -> Vec<Rank> {
        self.handlers.begun_senders(self.transfers)
    }

    /// Returns the reads and pieces that have ended since the last call.
    pub fn take_woken(&mut self) -> Vec<Woken> {
        self.handlers.take_woken(self.transfers)
    }

    /// Reads the next `len` bytes of the message into the caller's memory. The protocol holds that memory until the
    /// read has ended or is dropped. Only one read may be under way.
    pub fn read<S: HandlerSink>(&mut self, sink: &mut S, id: StreamId, len: u64) -> Reading {
        self.handlers.read(self.transfers, sink, id, len)
    }

    /// Records that the handler has read all bytes of a [whole](Begun::whole) message by itself. Returns the bytes'
    /// credit to the sender.
    pub fn has_read_whole<S: HandlerSink>(&mut self, sink: &mut S, id: StreamId) {
        self.handlers.has_read_whole(self.transfers, sink, id);
    }

    /// Drops a read. The next read continues behind the dropped one; the dropped read's missing bytes are lost. The
    /// memory belongs to the caller again, unless a copy [is still landing](crate::Engine::is_landing) there.
    pub fn drop_read<S: HandlerSink>(&mut self, sink: &mut S, id: StreamId) {
        self.handlers.drop_read(self.transfers, sink, id);
    }

    /// Ends the message once its handler has ended. This rank drops the unread bytes, and tells the sender.
    pub fn finish<S: HandlerSink>(&mut self, sink: &mut S, id: StreamId) {
        self.handlers.finish(self.transfers, sink, id);
    }

    /// Returns the credit of a reply's entry to its sender when the reply's handler waits to send. Without that,
    /// replies to replies would wait for each other. A request keeps its entry, so that the number of requests stays
    /// bounded.
    pub fn release_reply<S: HandlerSink>(&mut self, sink: &mut S, id: StreamId) {
        self.handlers.release_reply(self.transfers, sink, id);
    }
}
