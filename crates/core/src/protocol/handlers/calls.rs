//! What a program does with messages that run handlers: it sends them in pieces, and its handlers read them.
use super::{Begun, CallAtOnce, Handlers, Reading, Woken};
use crate::ids::{Rank, SendId, StreamId};
use crate::protocol::sink::Sink;
use crate::protocol::transfer::Transfers;
use crate::wire::MessageRole;

/// The calls that concern messages that run handlers; from [`Engine::handlers`](crate::Engine::handlers).
pub struct HandlerCalls<'a> {
    pub(in crate::protocol) handlers: &'a mut Handlers,
    pub(in crate::protocol) transfers: &'a mut Transfers,
}

impl HandlerCalls<'_> {
    /// Asks whether `len` bytes may go to a handler of `to` now, in one frame and behind nothing, as to a peer that was
    /// talked to before. Returns the frame's head. The caller reports a frame that has left by
    /// [`called_at_once`](Self::called_at_once); otherwise nothing has happened.
    #[inline(always)]
    pub fn call_at_once(&mut self, to: Rank, handler: i32, role: MessageRole, len: u64) -> Option<(u64, CallAtOnce)> {
        self.handlers.call_at_once(self.transfers, to, handler, role, len)
    }

    /// The frame that [`call_at_once`](Self::call_at_once) allowed has left.
    #[inline(always)]
    pub fn called_at_once(&mut self, what: CallAtOnce) {
        self.handlers.called_at_once(self.transfers, what);
    }

    /// Sends `len` bytes of the caller's memory to a handler. `None`: done, the memory is free again.
    pub fn call<S: Sink>(
        &mut self,
        sink: &mut S,
        to: Rank,
        handler: i32,
        role: MessageRole,
        len: u64,
    ) -> Option<SendId> {
        self.handlers.call(self.transfers, sink, to, handler, role, len)
    }

    /// Begins a message of `len` bytes to a handler. Nothing leaves before its first piece.
    pub fn begin(&mut self, to: Rank, handler: i32, role: MessageRole, len: u64) -> SendId {
        self.handlers.begin(self.transfers, to, handler, role, len)
    }

    /// The caller's memory is the next piece of the message, `len` bytes; the piece before has left. The memory is the
    /// caller's again when [`piece_has_left`](crate::Engine::piece_has_left), which may be true at once.
    pub fn piece<S: Sink>(&mut self, sink: &mut S, id: SendId, len: u64) {
        self.handlers.piece(self.transfers, sink, id, len);
    }

    /// The caller sends no more of the message, whose last piece has left: the message may be whole or not. It is
    /// forgotten as soon as its receiver needs it no more.
    pub fn end<S: Sink>(&mut self, sink: &mut S, id: SendId) {
        self.handlers.end(self.transfers, sink, id);
    }

    /// Returns the next message that has begun to arrive.
    pub fn next_stream(&mut self) -> Option<Begun> {
        self.handlers.next_stream(self.transfers)
    }

    /// Returns the next message from that rank that has begun to arrive, whatever other ranks have sent before.
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

    /// Reads the next `len` bytes of the message into the caller's memory, which is the protocol's until the read has
    /// ended or is dropped. There is one read at a time.
    pub fn read<S: Sink>(&mut self, sink: &mut S, id: StreamId, len: u64) -> Reading {
        self.handlers.read(self.transfers, sink, id, len)
    }

    /// Takes the memory of a read back: the message goes on behind what the read asked for, and what has not come of
    /// that is lost. The memory is the reader's unless a copy [still lands](crate::Engine::is_landing) in it.
    pub fn drop_read<S: Sink>(&mut self, sink: &mut S, id: StreamId) {
        self.handlers.drop_read(self.transfers, sink, id);
    }

    /// The handler has ended: what it has not read of its message is not wanted, and the sender is told.
    pub fn finish<S: Sink>(&mut self, sink: &mut S, id: StreamId) {
        self.handlers.finish(self.transfers, sink, id);
    }

    /// The handler of a reply waits to send: gives the credit of its message's entry back, or replies of replies would
    /// wait for each other. A request keeps its entry, so that requests stay bounded.
    pub fn release_reply<S: Sink>(&mut self, sink: &mut S, id: StreamId) {
        self.handlers.release_reply(self.transfers, sink, id);
    }
}
