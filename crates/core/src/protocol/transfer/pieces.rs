//! Messages in pieces. The sender hands over its memory piece by piece, and the receiver names one destination after
//! the other. The sizes on the two sides are independent. Bytes move only once the sender has handed them over and the
//! receiver has named their destination.
use super::arriving::{Arriving, Filling, Target};
use super::sink::{Destination, TransferSink};
use super::source::Source;
use super::{State, Transfers};
use crate::ids::{ArrivalId, SendId, StreamId};
use crate::planted::planted;
use crate::wire::{Begin, More, PieceTaken};
use std::ops::Range;

/// The result of taking a pushed piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landed {
    /// The message that the piece belongs to.
    pub stream: StreamId,
    /// The bytes that go to the destination. The owner copies them.
    pub placed: Range<u64>,
    /// The offset of `placed` in the destination's memory.
    pub offset: u64,
    /// The bytes without a destination, which the owner keeps. The piece's other bytes are not wanted.
    pub kept: Range<u64>,
    /// The destination that the piece completes, if any.
    pub complete: Option<Destination>,
}

// The sender's side of messages in pieces.
impl Transfers {
    /// Hands over the memory of the running call, `len` bytes, as the next piece of a message whose head has left.
    /// Pushes up to `most` bytes if credit suffices and no message waits for credit; offers the receiver the other
    /// bytes.
    pub fn hand_over<S: TransferSink>(&mut self, sink: &mut S, p: usize, id: SendId, len: u64, most: u64) {
        let (peer, s) = (&mut self.peers[p], &mut self.sends[id]);
        s.start = s.ready;
        s.ready += len;
        let role = s.role();
        let mut more = More { role, send: id, start: s.start, ready: s.ready, address: 0 };
        let account = peer.account_mut(s.class);
        let pushed = len <= most && !account.is_holding() && account.credit() >= len;
        if pushed {
            account.spend(len);
        }
        if pushed && len > peer.push.call {
            s.lent = true;
            sink.keep(id);
            self.push_parts(sink, p, id, more.ready);
            return self.finish_send(sink, id);
        }
        if pushed {
            s.left = s.ready;
            let room = peer.outbox.is_empty();
            if room && sink.frame(peer.rank, more.head(), &more.words(), Source::Call { len }).is_ok() {
                // The sink holds no memory for this piece, because the protocol never bound it.
                s.start = s.ready;
                return;
            }
        }
        s.lent = true;
        sink.keep(id);
        if pushed {
            return self.queue_piece(sink, p, more.head(), &more.words(), id);
        }
        more.address = sink.address(id, 0);
        self.control(sink, p, more.head(), &more.words());
    }

    /// Pushes the bytes before `upto` that have not left, in parts. The caller has spent the credit for them. Parts
    /// that find no room are queued.
    pub fn push_parts<S: TransferSink>(&mut self, sink: &mut S, p: usize, id: SendId, upto: u64) {
        let most = self.peers[p].push.call;
        while self.sends[id].left < upto {
            let (peer, s) = (&mut self.peers[p], &mut self.sends[id]);
            let len = (upto - s.left).min(most);
            let more = More { role: s.role(), send: id, start: s.left, ready: s.left + len, address: 0 };
            let body = Source::Send { id, offset: s.left - s.start, len };
            s.left = more.ready;
            if !peer.outbox.is_empty() || sink.frame(peer.rank, more.head(), &more.words(), body).is_err() {
                self.queue_part(p, more.head(), &more.words(), (id, body));
            }
        }
    }

    /// Offers the receiver the bytes that are handed over and not pushed, so that the receiver pulls them.
    pub fn offer_rest<S: TransferSink>(&mut self, sink: &mut S, p: usize, id: SendId) {
        let s = &self.sends[id];
        if s.left < s.ready {
            let address = sink.address(id, s.left - s.start);
            let more = More { role: s.role(), send: id, start: s.left, ready: s.ready, address };
            self.control(sink, p, more.head(), &more.words());
        }
    }

    /// Tells the receiver that no piece follows, although the message is not whole.
    pub fn cut_short<S: TransferSink>(&mut self, sink: &mut S, p: usize, id: SendId) {
        let (ready, role) = (self.sends[id].ready, self.sends[id].role());
        let more = More { role, send: id, start: ready, ready, address: 0 };
        self.control(sink, p, more.head(), &more.words());
    }

    /// Takes the receiver's notice that it needs no byte before `upto`. Returns `None` if `upto` is not in the current
    /// piece.
    pub fn on_taken<S: TransferSink>(&mut self, sink: &mut S, p: usize, taken: PieceTaken) -> Option<()> {
        let to = self.peers[p].rank;
        let s = self.sends.get_mut(taken.send).filter(|s| s.to == to && s.state == State::Pushed && s.lent)?;
        if taken.upto <= s.start || taken.upto > s.ready {
            return None;
        }
        s.left = s.left.max(taken.upto);
        self.finish_send(sink, taken.send);
        Some(())
    }
}

// The receiver's side of messages in pieces.
impl Transfers {
    /// Records a message in pieces whose head has arrived with `here` bytes. Returns `None` if this rank already knows
    /// the message.
    pub fn arrive_in_pieces(&mut self, p: usize, b: &Begin, here: u64, stream: StreamId) -> Option<ArrivalId> {
        if self.peers[p].open.contains_key(&b.send) {
            return None;
        }
        let mut a = Arriving::new(p, b.send, b.address, b.len, here, here);
        (a.ready, a.stream, a.target) = (b.ready, Some(stream), Target::Open);
        let id = self.arrivals.insert(a);
        self.peers[p].open.insert(b.send, id);
        Some(id)
    }

    /// Names memory for the message's bytes from `base` to `end`, and asks for those bytes as the sender hands them
    /// over. The owner has put the first `have` bytes there. Returns true if all bytes have arrived.
    pub fn fill<S: TransferSink>(
        &mut self,
        sink: &mut S,
        id: ArrivalId,
        into: Destination,
        (base, end): (u64, u64),
        have: u64,
    ) -> bool {
        let Some(a) = self.arrivals.get_mut(id) else { return false };
        a.target = Target::Into(Filling { into, base, end, have });
        self.go_on(sink, id);
        self.settle(id).is_some()
    }

    /// Takes back the memory that the owner named. This rank drops bytes in flight to that memory and does not ask for
    /// more. If a native copy into the memory is under way, it must end first.
    pub fn drop_filling<S: TransferSink>(&mut self, sink: &mut S, id: ArrivalId) {
        let Some(a) = self.arrivals.get_mut(id) else { return };
        let Target::Into(d) = &a.target else { return };
        a.next = a.next.max(d.end);
        a.target = if a.next >= a.wanted { Target::Over } else { Target::Open };
        a.dropped = a.is_under_way();
        self.go_on(sink, id);
        self.settle(id);
    }

    /// Ends the message: the owner wants no more bytes.
    pub fn close<S: TransferSink>(&mut self, sink: &mut S, id: ArrivalId) {
        let Some(a) = self.arrivals.get_mut(id) else { return };
        a.wanted = 0;
        a.target = Target::Over;
        a.dropped = a.is_under_way();
        self.go_on(sink, id);
        self.settle(id);
    }

    /// Ends the messages that the dead peer handed over piece by piece, and drops the frames that wait to leave for the
    /// peer. If a native copy out of the peer's memory is under way, it must end first.
    pub fn lose(&mut self, p: usize) {
        let ids: Vec<ArrivalId> = self.peers[p].open.values().copied().collect();
        for id in ids {
            let Some(a) = self.arrivals.get_mut(id) else { continue };
            (a.wanted, a.target, a.told) = (0, Target::Over, true);
            (a.asked, a.outstanding, a.dropped) = (0..0, 0, a.native.is_some());
            self.settle(id);
        }
        self.peers[p].outbox.clear();
    }

    /// Forgets the copy under way, which the owner has stopped.
    pub fn pulled_in_vain(&mut self, id: ArrivalId) {
        if let Some(a) = self.arrivals.get_mut(id) {
            a.native = None;
        }
    }

    /// Ends a message whose sender has died. Returns false, and changes nothing, while a native copy into the memory
    /// that the owner named is under way.
    pub fn lose_arrival(&mut self, id: ArrivalId) -> bool {
        let Some(a) = self.arrivals.get_mut(id) else { return true };
        if a.native.is_some() {
            return false;
        }
        (a.wanted, a.target, a.told, a.pushed) = (0, Target::Over, true, a.got);
        (a.asked, a.outstanding, a.dropped) = (0..0, 0, false);
        let (p, send) = (a.p, a.send);
        self.peers[p].pushing.remove(&send);
        self.settle(id);
        true
    }

    /// Returns true while a native copy into the memory that the owner named is under way.
    pub fn is_landing(&self, id: ArrivalId) -> bool {
        self.arrivals.get(id).is_some_and(|a| a.native.is_some())
    }

    /// Takes MORE: the sender hands over the next piece. Returns the destination that the piece completes, if any.
    /// Returns `None` if the piece is not the next one, or if the preceding piece was not taken.
    pub fn on_more<S: TransferSink>(&mut self, sink: &mut S, p: usize, more: More) -> Option<Option<Destination>> {
        // An unknown message is one that this rank has ended: its DONE is on the way to the sender.
        let Some(&id) = self.peers[p].open.get(&more.send) else { return Some(None) };
        let a = self.arrivals.get_mut(id).filter(|a| a.is_next(&more))?;
        (a.start, a.ready, a.address) = (more.start, more.ready, more.address);
        self.go_on(sink, id);
        Some(self.settle(id))
    }

    /// Takes a piece that arrived whole and that the sender does not keep. Returns `None` if the piece is not the next
    /// one.
    pub fn on_pushed<S: TransferSink>(&mut self, sink: &mut S, p: usize, more: More) -> Option<Option<Landed>> {
        let Some(&id) = self.peers[p].open.get(&more.send) else { return Some(None) };
        let a = self.arrivals.get_mut(id).filter(|a| a.is_next(&more))?;
        let stream = a.stream?;
        (a.start, a.ready, a.gone) = (more.ready, more.ready, more.ready);
        // A dropped read has skipped the bytes before `next`.
        let mut kept = more.start.max(a.next).min(more.ready)..more.ready;
        a.next = a.next.max(more.ready);
        let (mut placed, mut offset) = (kept.start..kept.start, 0);
        match &mut a.target {
            Target::Into(d) => {
                let n = d.end.min(kept.end).saturating_sub(kept.start);
                if n > 0 {
                    (placed.end, offset) = (kept.start + n, kept.start - d.base);
                    d.have += n;
                    kept.start += n;
                }
            }
            Target::Over => kept.start = kept.end,
            Target::Kept(_) | Target::Open if a.next >= a.wanted => a.target = Target::Over,
            Target::Kept(_) | Target::Open => {}
        }
        self.go_on(sink, id);
        let complete = self.settle(id).filter(|_| !planted("landed_unheard"));
        Some(Some(Landed { stream, placed, offset, kept, complete }))
    }

    /// Ends a message because the sender has no further piece. Returns the message's owner, if any, and the length at
    /// which the message ends.
    pub fn on_end<S: TransferSink>(&mut self, sink: &mut S, p: usize, more: More) -> Option<Option<(StreamId, u64)>> {
        let Some(&id) = self.peers[p].open.get(&more.send) else { return Some(None) };
        let a = self.arrivals.get_mut(id)?;
        if more.ready != a.ready || a.gone < a.ready || a.is_under_way() {
            return None;
        }
        let (stream, end) = (a.stream, a.ready);
        (a.len, a.wanted) = (end, end);
        a.target = Target::Over;
        self.go_on(sink, id);
        self.settle(id);
        Some(stream.map(|s| (s, end)))
    }
}
