//! The program's calls for messages with tags: sending, receiving, probing and cancelling.
use super::send::NewSend;
use super::sink::TagSink;
use super::{AtOnce, CLASS, Expected, Mode, Select, Tags};
use crate::ids::{EntryId, Rank, RecvId, SendId};
use crate::limits::{LEAST_CREDIT, MOST_CREDIT};
use crate::protocol::engine::Engine;
use crate::protocol::outcome::Outcome;
use crate::protocol::transfer::Transfers;
use std::ops::Range;

/// The calls for messages with tags; from [`Engine::tags`](crate::Engine::tags).
pub struct TagCalls<'a> {
    tags: &'a mut Tags,
    transfers: &'a mut Transfers,
}

impl Engine {
    /// Returns the calls for messages with tags.
    #[inline(always)]
    pub fn tags(&mut self) -> TagCalls<'_> {
        TagCalls { tags: &mut self.owners.tags, transfers: &mut self.transfers }
    }
}

impl TagCalls<'_> {
    /// Sets the size of the pushed buffer, in bytes, for `others` possible senders (the paper, 1.3.2). The buffer grows
    /// at once and shrinks as messages are taken. Each sender keeps at least [`LEAST_CREDIT`].
    pub fn set_pushed_buffer<S: TagSink>(&mut self, sink: &mut S, bytes: u64, others: u64) {
        let each = (bytes / others.max(1)).clamp(LEAST_CREDIT, MOST_CREDIT.max(bytes));
        self.transfers.set_credit(sink, CLASS, each);
    }

    /// Asks whether `len` bytes may go to `to` now, in one frame and behind no other. Returns the frame's head and a
    /// token; `None` if the bytes may not, or if this rank has not met `to`. The caller reports that the frame has left
    /// by [`sent_at_once`](Self::sent_at_once); without that report, nothing changes.
    #[inline(always)]
    pub fn send_at_once(&mut self, to: Rank, context: u16, tag: i32, len: u64, mode: Mode) -> Option<(u64, AtOnce)> {
        self.tags.send_at_once(self.transfers, to, context, tag, len, mode)
    }

    /// Returns true if this rank has exchanged frames with `to`, so that [`send_at_once`](Self::send_at_once) may
    /// allow a message.
    pub fn has_met(&mut self, to: Rank) -> bool {
        self.transfers.known(to).is_some()
    }

    /// Records that the frame of [`send_at_once`](Self::send_at_once) has left.
    #[inline(always)]
    pub fn sent_at_once(&mut self, what: AtOnce) {
        self.tags.sent_at_once(self.transfers, what);
    }

    /// Sends `len` bytes of the caller's memory. Returns `None` if the send is complete and the memory is free
    /// again.
    #[inline(always)]
    pub fn send<S: TagSink>(
        &mut self,
        sink: &mut S,
        to: Rank,
        context: u16,
        tag: i32,
        len: u64,
        mode: Mode,
    ) -> Option<SendId> {
        self.tags.send(self.transfers, sink, to, NewSend { context, tag, len, mode })
    }

    /// Cancels a send of which nothing has left and that no later send has overtaken. For any other send, the bytes are
    /// copied, and the rest of the message leaves from the copy. In either case the send is over for the program. If
    /// this rank, `own`, has sent a message to itself and no receive has matched it, the call withdraws that message as
    /// well.
    pub fn cancel_send<S: TagSink>(&mut self, sink: &mut S, own: Rank, id: SendId) {
        self.tags.cancel_send(self.transfers, sink, own, id);
    }

    /// Posts a receive of at most `room` bytes, if no message can have arrived for it and no sender must be asked.
    /// Otherwise returns `None`, and changes nothing. The caller binds the memory. This path is faster than
    /// [`recv`](Self::recv).
    #[inline(always)]
    pub fn recv_at_once(&mut self, select: Select, room: u64) -> Option<RecvId> {
        self.tags.recv_at_once(select, room)
    }

    /// Posts a receive of at most `room` bytes. The receive may be complete when the call returns.
    #[inline(always)]
    pub fn recv<S: TagSink>(&mut self, sink: &mut S, select: Select, room: u64) -> RecvId {
        self.tags.recv(self.transfers, sink, select, room)
    }

    /// Receives a message that [`take`](Self::take) took out of matching. Returns `None` if there is no such
    /// message.
    pub fn recv_taken<S: TagSink>(&mut self, sink: &mut S, entry: EntryId, room: u64) -> Option<RecvId> {
        self.tags.recv_taken(self.transfers, sink, entry, room)
    }

    /// Cancels a posted receive. A receive that a message has matched completes as usual.
    pub fn cancel_recv<S: TagSink>(&mut self, sink: &mut S, id: RecvId) {
        self.tags.cancel_recv(self.transfers, sink, id);
    }

    /// Checks whether a frame that has arrived, with a body of `len` bytes, is the expected message. Between
    /// `expect` and this call the program may only send. Returns true if the frame is the receive's message: the
    /// caller copies its bytes. Returns false, and changes nothing, otherwise: the caller posts the receive, then
    /// hands the frame to the engine.
    #[inline(always)]
    pub fn meets(&mut self, expected: &Expected, from: Rank, head: u64, len: u64) -> bool {
        self.tags.meets(self.transfers, expected, from, head, len)
    }

    /// Checks as [`meets`](Self::meets) does, for the posted receive `id`. Forgets the receive if the frame is its
    /// message.
    #[inline(always)]
    pub fn meets_posted(&mut self, id: RecvId, expected: &Expected, from: Rank, head: u64, len: u64) -> bool {
        self.tags.meets_posted(self.transfers, id, expected, from, head, len)
    }

    /// Looks for a message. If none has arrived, sends seeks to the peers that hold messages back and returns `None`;
    /// the caller probes again.
    pub fn probe<S: TagSink>(&mut self, sink: &mut S, select: Select) -> Option<(EntryId, Outcome)> {
        self.tags.probe(self.transfers, sink, select)
    }

    /// Returns true if a message waits that `select` takes. Sends nothing, unlike [`probe`](Self::probe).
    pub fn has_buffered(&mut self, select: &Select) -> bool {
        self.tags.has_buffered(self.transfers, select)
    }

    /// Takes a message that [`probe`](Self::probe) has just found out of matching, for
    /// [`recv_taken`](Self::recv_taken).
    pub fn take(&mut self, id: EntryId) {
        self.tags.take(id);
    }

    /// Names the context whose messages a leaving rank keeps, because it may return.
    pub fn keep_context(&mut self, context: Option<u16>) {
        self.tags.keep_context(context);
    }

    /// Discards the messages from `senders` that wait on this rank for a receive, and tells their senders.
    pub fn discard_buffered<S: TagSink>(&mut self, sink: &mut S, senders: Range<Rank>) {
        self.tags.discard_buffered(self.transfers, sink, senders);
    }

    /// Discards the messages in one of `contexts`, and with this tag unless it is `None`, that wait on this rank for a
    /// receive, and tells their senders.
    pub fn discard_late<S: TagSink>(&mut self, sink: &mut S, contexts: Range<u16>, tag: Option<i32>) {
        self.tags.discard_late(self.transfers, sink, contexts, tag);
    }

    /// Forgets a finished receive.
    #[inline]
    pub fn forget_recv(&mut self, id: RecvId) {
        self.tags.forget_recv(id);
    }

    /// Detaches a receive: the program will not ask for its outcome. The receive is forgotten when it is complete.
    pub fn detach_recv(&mut self, id: RecvId) {
        self.tags.detach_recv(id);
    }
}
