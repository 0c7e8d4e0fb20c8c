//! What a program does with tags: it sends, receives, probes and cancels.
use super::send::NewSend;
use super::{AtOnce, Expected, Mode, Select, Tags};
use crate::ids::{EntryId, Rank, RecvId, SendId};
use crate::protocol::outcome::Outcome;
use crate::protocol::sink::Sink;
use crate::protocol::transfer::Transfers;

/// The calls that concern messages with tags; from [`Engine::tags`](crate::Engine::tags).
pub struct TagCalls<'a> {
    pub(in crate::protocol) tags: &'a mut Tags,
    pub(in crate::protocol) transfers: &'a mut Transfers,
}

impl TagCalls<'_> {
    /// Asks whether `len` bytes may go to `to` now, in one frame and behind nothing, as to a peer that was talked to
    /// before. Returns the frame's head. The caller reports a frame that has left by
    /// [`sent_at_once`](Self::sent_at_once); otherwise nothing has happened.
    #[inline(always)]
    pub fn send_at_once(&mut self, to: Rank, context: u16, tag: i32, len: u64, mode: Mode) -> Option<(u64, AtOnce)> {
        self.tags.send_at_once(self.transfers, to, context, tag, len, mode)
    }

    /// The frame that [`send_at_once`](Self::send_at_once) allowed has left.
    #[inline(always)]
    pub fn sent_at_once(&mut self, what: AtOnce) {
        self.tags.sent_at_once(self.transfers, what);
    }

    /// Sends `len` bytes of the caller's memory. `None`: done, the memory is free again.
    #[inline(always)]
    pub fn send<S: Sink>(
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

    /// Cancels a send of which nothing has left and that no other overtook. Any other goes on from a copy. Either way
    /// the send is over for the program. A message that this rank, `own`, has sent to itself and not matched is called
    /// back too, for both of its ends are here.
    pub fn cancel_send<S: Sink>(&mut self, sink: &mut S, own: Rank, id: SendId) {
        self.tags.cancel_send(self.transfers, sink, own, id);
    }

    /// Posts a receive of at most `room` bytes, if no message can be here for it and no sender has to be asked; the
    /// caller binds its memory. `None`: nothing has happened. A shorter way to do what [`recv`](Self::recv) does.
    #[inline(always)]
    pub fn recv_at_once(&mut self, select: Select, room: u64) -> Option<RecvId> {
        self.tags.recv_at_once(select, room)
    }

    /// Posts a receive of at most `room` bytes. It may be complete at once.
    #[inline(always)]
    pub fn recv<S: Sink>(&mut self, sink: &mut S, select: Select, room: u64) -> RecvId {
        self.tags.recv(self.transfers, sink, select, room)
    }

    /// Receives a message that [`take`](Self::take) took out of matching. `None`: no such message.
    pub fn recv_taken<S: Sink>(&mut self, sink: &mut S, entry: EntryId, room: u64) -> Option<RecvId> {
        self.tags.recv_taken(self.transfers, sink, entry, room)
    }

    /// Takes a posted receive back; a receive that is matched completes as usual.
    pub fn cancel_recv<S: Sink>(&mut self, sink: &mut S, id: RecvId) {
        self.tags.cancel_recv(self.transfers, sink, id);
    }

    /// A frame has arrived, with a body of `len` bytes, and the program has only sent since the receive was expected.
    /// True: the frame is the receive's message; copy its bytes. False: nothing has happened; post the receive, then
    /// hand over the frame.
    #[inline(always)]
    pub fn meets(&mut self, expected: &Expected, from: Rank, head: u64, len: u64) -> bool {
        self.tags.meets(self.transfers, expected, from, head, len)
    }

    /// Does what [`meets`](Self::meets) does for the posted receive `id`, which is forgotten if it is met.
    #[inline(always)]
    pub fn meets_posted(&mut self, id: RecvId, expected: &Expected, from: Rank, head: u64, len: u64) -> bool {
        self.tags.meets_posted(self.transfers, id, expected, from, head, len)
    }

    /// Looks for a message. If none is here, seeks go out to the peers that hold messages back: look again later.
    pub fn probe<S: Sink>(&mut self, sink: &mut S, select: Select) -> Option<(EntryId, Outcome)> {
        self.tags.probe(self.transfers, sink, select)
    }

    /// Takes a message that [`probe`](Self::probe) has just found out of matching, for
    /// [`recv_taken`](Self::recv_taken).
    pub fn take(&mut self, id: EntryId) {
        self.tags.take(id);
    }

    /// Throws away the messages that wait here for a receive; their senders are told.
    pub fn discard_buffered<S: Sink>(&mut self, sink: &mut S) {
        self.tags.discard_buffered(self.transfers, sink);
    }

    /// Forgets a finished receive.
    #[inline]
    pub fn forget_recv(&mut self, id: RecvId) {
        self.tags.forget_recv(id);
    }

    /// The program will not ask for this receive: it is forgotten when it is complete.
    pub fn detach_recv(&mut self, id: RecvId) {
        self.tags.detach_recv(id);
    }
}
