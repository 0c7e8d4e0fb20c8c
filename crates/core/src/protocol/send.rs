//! The sending half: pushing the first bytes, and serving pulls.
use super::chain::Link;
use super::engine::Engine;
use super::mode::Mode;
use super::peer::Peer;
use super::send_queue::{Send, State, Stream};
use super::sink::{Sink, Source};
use crate::ids::{Rank, SendId};
use crate::limits::{ENTRY_COST, Limits, PULL_BURST};
use crate::planted::planted;
use crate::wire::{Data, First, Held, Pull, Push, Second, Share};
use std::ops::Range;

/// A message that may leave at once.
pub struct AtOnce {
    p: usize,
    cost: u64,
}

/// Frames of an eager message that leave together.
const ROW: usize = 4;

/// How a message goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// In one PUSH.
    Whole,
    /// FIRST and SECONDs carry everything, unasked.
    Eager,
    /// FIRST, and SECOND as far as credit goes; the rest is pulled.
    Pulled,
}

/// How a message goes to that peer, and so many bytes of it with the head and behind that. `None`: there is no credit for the former.
#[inline(always)]
fn way(limits: &Limits, peer: &Peer, s: &Send) -> Option<(Way, u64, u64)> {
    let room = peer.credit.checked_sub(ENTRY_COST)?;
    let synchronous = s.mode == Mode::Synchronous && !planted("synchronous_early");
    if !synchronous && s.len <= peer.whole {
        return (s.len <= room).then_some((Way::Whole, s.len, 0));
    }
    if !synchronous && peer.far && s.len <= limits.eager && s.len <= room {
        let first = s.len.min(limits.far_piece);
        return Some((Way::Eager, first, s.len - first));
    }
    let first = s.len.min(peer.push1);
    let room = room.checked_sub(first)?;
    Some((Way::Pulled, first, peer.push2.min(s.len - first).min(room)))
}

impl Engine {
    /// May `len` bytes go to `to` now, in one frame and behind nothing? Its head; if it has left, say so by
    /// [`sent_at_once`](Self::sent_at_once), else nothing has happened.
    #[inline(always)]
    pub fn send_at_once(&mut self, to: Rank, context: u16, tag: i32, len: u64, mode: Mode) -> Option<(u64, AtOnce)> {
        let p = self.peer(to);
        let peer = &self.peers[p];
        let clear = mode == Mode::Standard && len <= peer.whole && peer.is_clear() && peer.credit >= len + ENTRY_COST;
        clear.then(|| (Push { context, tag }.head(), AtOnce { p, cost: len + ENTRY_COST }))
    }

    /// The frame has left.
    #[inline(always)]
    pub fn sent_at_once(&mut self, what: AtOnce) {
        let peer = &mut self.peers[what.p];
        peer.credit -= what.cost;
        peer.next_sequence += 1;
    }

    /// Sends `len` bytes of the caller's memory. `None`: done, the memory is free again.
    pub fn send<S: Sink>(
        &mut self,
        sink: &mut S,
        to: Rank,
        context: u16,
        tag: i32,
        len: u64,
        mode: Mode,
    ) -> Option<SendId> {
        if let Some((head, what)) = self.send_at_once(to, context, tag, len, mode)
            && sink.frame(to, head, &[], Source::Call { len }).is_ok()
        {
            self.sent_at_once(what);
            return None;
        }
        let p = self.peer(to);
        Some(self.send_later(sink, p, context, tag, len, mode))
    }

    #[inline(never)]
    fn send_later<S: Sink>(&mut self, sink: &mut S, p: usize, context: u16, tag: i32, len: u64, mode: Mode) -> SendId {
        let peer = &mut self.peers[p];
        let sequence = peer.next_sequence;
        peer.next_sequence += 1;
        let state = State::Held;
        let id = self.sends.insert(Send {
            to: peer.rank,
            context,
            tag,
            len,
            mode,
            sequence,
            state,
            streams: 0,
            released: false,
            detached: false,
            kept: false,
            held: Link::default(),
        });
        sink.keep(id);
        self.peers[p].held.push(&mut self.sends, id);
        let peer = &mut self.peers[p];
        peer.news |= !peer.announced;
        self.push_held(sink, p);
        if self.sends.get(id).is_some_and(|s| s.state == State::Held) {
            self.counters.held += 1;
        }
        id
    }

    /// Pushes what is held back to a peer, in order, as far as credit and room go. True if anything left.
    pub(super) fn push_held<S: Sink>(&mut self, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        while let Some(id) = self.peers[p].held.front() {
            let (peer, s) = (&mut self.peers[p], &self.sends[id]);
            let offered = s.state == State::Offered && !planted("overtakes_offer");
            if offered || !peer.outbox.is_empty() {
                // An offer's fate decides what comes next; it is one round trip away.
                return moved;
            }
            let Some((way, first, second)) = way(&self.limits, peer, s) else {
                self.announce(sink, p);
                return moved;
            };
            let (to, eager) = (peer.rank, way == Way::Eager);
            let body = Source::Send { id, offset: 0, len: first };
            if eager {
                sink.cork(to, true);
            }
            let sent = if way == Way::Whole {
                sink.frame(to, Push { context: s.context, tag: s.tag }.head(), &[], body)
            } else {
                let address = sink.address(id);
                let (len, pushed, released) = (s.len, first + second, eager);
                let f = First { context: s.context, tag: s.tag, send: id, len, pushed, address, released };
                sink.frame(to, f.head(), &f.words(), body)
            };
            if sent.is_ok() {
                moved = true;
                peer.credit -= first + second + ENTRY_COST;
                peer.held.remove(&mut self.sends, id);
                self.follow(sink, p, id, way, (first, second));
            }
            if eager {
                sink.cork(to, false);
            }
            if sent.is_err() {
                self.look_after(p);
                return moved;
            }
        }
        moved
    }

    /// A message's first frame has left: what is pushed behind it follows, or it is done.
    #[inline(always)]
    fn follow<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId, way: Way, (first, second): (u64, u64)) {
        let last = way == Way::Eager;
        if way != Way::Whole {
            self.sends[id].state = State::Pushed;
        }
        if second > 0 {
            let piece = if last { self.limits.far_piece } else { self.limits.frame };
            self.stream(sink, p, Stream { send: id, recv: None, next: first, end: first + second, piece, last });
        } else if way != Way::Pulled {
            self.complete_send(sink, id);
        }
    }

    /// Tells the receiver, once, that something is held back for want of credit, and again when more is.
    fn announce<S: Sink>(&mut self, sink: &mut S, p: usize) {
        if std::mem::take(&mut self.peers[p].news) {
            self.peers[p].announced = true;
            self.control(sink, p, Held.head(), &[]);
        }
    }

    /// Starts a stream of bytes.
    fn stream<S: Sink>(&mut self, sink: &mut S, p: usize, stream: Stream) {
        self.sends[stream.send].streams += 1;
        self.peers[p].streams.push_back(stream);
        self.pump(sink, p);
    }

    /// Sends pieces of the streams to a peer, in turn, as far as there is room. True if anything left.
    pub(super) fn pump<S: Sink>(&mut self, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        while let Some(mut stream) = self.peers[p].streams.pop_front() {
            let to = self.peers[p].rank;
            let mut full = !self.peers[p].outbox.is_empty();
            let mut burst = 0;
            while stream.next < stream.end && burst < PULL_BURST && !full {
                // Pieces end at multiples of their size: what was pushed first shifts no other one off its lines.
                let mut len = (stream.piece - stream.next % stream.piece).min(stream.end - stream.next);
                if planted("last_piece_short") && stream.recv.is_some() && stream.next + len == stream.end {
                    len -= 1;
                    stream.end -= 1;
                }
                let body = Source::Send { id: stream.send, offset: stream.next, len };
                let sent = match stream.recv {
                    Some(recv) => {
                        let d = Data { recv, offset: stream.next };
                        sink.frame(to, d.head(), &d.words(), body)
                    }
                    None => {
                        let s = Second { send: stream.send, offset: stream.next };
                        sink.frame(to, s.head(), &s.words(), body)
                    }
                };
                full = sent.is_err();
                if !full {
                    stream.next += len;
                    burst += 1;
                    moved = true;
                    if stream.last && burst % ROW == ROW - 1 {
                        // The receiver takes a row in while the next is made.
                        sink.cork(to, false);
                    }
                    if stream.last {
                        sink.cork(to, true);
                    }
                }
            }
            if stream.last {
                sink.cork(to, false);
            }
            if stream.next == stream.end {
                let s = &mut self.sends[stream.send];
                s.streams -= 1;
                s.released |= stream.recv.is_some() || stream.last;
                self.finish_send(sink, stream.send);
            } else if full {
                self.peers[p].streams.push_front(stream);
                self.look_after(p);
                return moved;
            } else {
                self.peers[p].streams.push_back(stream);
            }
        }
        moved
    }

    /// The receiver has named its destination and asks for the rest.
    pub(super) fn on_pull<S: Sink>(&mut self, sink: &mut S, p: usize, pull: Pull) -> Option<()> {
        let s = self.answered(p, pull.send)?;
        if pull.len == 0 || pull.offset + pull.len > s.len {
            return None;
        }
        s.state = State::Pulled;
        let end = pull.offset + pull.len;
        let piece = self.limits.piece(pull.piece);
        self.stream(
            sink,
            p,
            Stream { send: pull.send, recv: Some(pull.recv), next: pull.offset, end, piece, last: false },
        );
        self.push_held(sink, p);
        Some(())
    }

    /// The receiver copies the message itself and would share the work. Late is no error: it may have done without us.
    pub(super) fn on_share<S: Sink>(&mut self, sink: &mut S, p: usize, share: Share) {
        let to = self.peers[p].rank;
        let copying = |s: &Send| s.to == to && matches!(s.state, State::Pushed | State::Offered);
        if self.sends.get(share.send).is_some_and(copying) || planted("shared_after_done") {
            sink.share(to, share.send, share.ticket);
        }
    }

    /// The fabric says that the receiver asks for a part of the message, beside all frames; `asked` has to come back with the
    /// answer. Late is no error: a part may be asked for twice, and come by the first.
    pub fn asked<S: Sink>(&mut self, sink: &mut S, from: Rank, send: SendId, range: Range<u64>, asked: (u64, u32)) {
        let lies_ready =
            |s: &Send| s.to == from && matches!(s.state, State::Pushed | State::Offered) && range.end <= s.len;
        if range.start < range.end && self.sends.get(send).is_some_and(lies_ready) {
            sink.serve(from, send, range, asked);
        }
    }

    /// The receiver has all it wants.
    pub(super) fn on_done<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId) -> Option<()> {
        let s = self.answered(p, id)?;
        s.state = State::Pulled;
        s.released = true;
        self.finish_send(sink, id);
        self.push_held(sink, p);
        Some(())
    }

    /// The send that a receiver answers: pushed and waiting, or offered (and then no longer held).
    pub(super) fn answered(&mut self, p: usize, id: SendId) -> Option<&mut Send> {
        let peer = &mut self.peers[p];
        let s = self.sends.get(id)?;
        if s.to != peer.rank || !matches!(s.state, State::Pushed | State::Offered) {
            return None;
        }
        if s.state == State::Offered {
            peer.held.remove(&mut self.sends, id);
        }
        self.sends.get_mut(id)
    }

    fn finish_send<S: Sink>(&mut self, sink: &mut S, id: SendId) {
        let s = &self.sends[id];
        if s.released && s.streams == 0 {
            self.complete_send(sink, id);
        }
    }

    fn complete_send<S: Sink>(&mut self, sink: &mut S, id: SendId) {
        sink.sent(id);
        if planted("double_completion") && self.sends[id].state == State::Pulled {
            sink.sent(id);
        }
        if self.sends[id].detached {
            self.sends.remove(id);
        } else {
            self.sends[id].state = State::Done;
        }
    }

    /// Cancels a send of which nothing has left and that no other overtook. Any other goes on (see [`Engine::keep_send`]).
    /// Either way it is over for the program: whether its receiver ever answers is the receiver's affair. What this rank,
    /// `own`, has sent to itself and not matched is called back too, for both ends of it are here.
    pub fn cancel_send<S: Sink>(&mut self, sink: &mut S, own: Rank, id: SendId) {
        let Some(s) = self.sends.get(id) else { return };
        let (to, state, sequence, kept) = (s.to, s.state, s.sequence, s.kept);
        let p = self.peer(to);
        let peer = &mut self.peers[p];
        if state != State::Held || kept || peer.overtook.is_some_and(|o| o > sequence) {
            if to != own || !self.call_back(sink, p, id) {
                self.keep_send(sink, p, id);
            }
            return;
        }
        // The receiver counts messages: what comes behind moves up.
        let behind: Vec<_> = peer.held.from(&self.sends, id).skip(1).collect();
        peer.held.remove(&mut self.sends, id);
        for later in behind {
            self.sends[later].sequence -= u64::from(!planted("cancel_leaves_gap"));
        }
        peer.next_sequence -= 1;
        sink.sent(id);
        if self.sends[id].detached {
            self.sends.remove(id);
        } else {
            self.sends[id].state = State::Cancelled;
        }
        self.push_held(sink, p);
    }

    /// A send that cannot be called back goes on from a copy of its bytes, and its memory is the caller's again.
    ///
    /// Once its head has left, the receiver may have matched it, and by that other messages to other receives; nothing of that
    /// could be undone. To ask first would mean to wait for the answer, which a receiver that computes does not give.
    fn keep_send<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId) {
        let s = &mut self.sends[id];
        if s.is_over() || s.kept {
            return;
        }
        s.kept = true;
        // Where the head has left, the receiver may read the memory by its address, at any time until it has answered.
        let named = matches!(s.state, State::Pushed | State::Offered) && !self.peers[p].far;
        if !planted("kept_without_copy") {
            sink.copy_away(id, named);
        }
    }
}
