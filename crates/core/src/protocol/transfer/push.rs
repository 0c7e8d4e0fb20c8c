//! Pushing: a message's first frame, what follows it unasked, and the pieces of what was asked for.
use super::account::Class;
use super::send::{State, Stream};
use super::{Peer, Send, Transfers};
use crate::ids::SendId;
use crate::limits::{ENTRY_COST, Limits, PULL_BURST};
use crate::planted::planted;
use crate::protocol::sink::{Sink, Source};
use crate::wire::{Data, First, Push, Second};

/// Frames of an eager message that leave together.
const ROW: usize = 4;

/// What a message's owner writes on its first frame.
#[derive(Clone, Copy, Debug)]
pub struct Envelope {
    pub context: u16,
    pub tag: i32,
    /// Its sender waits for an answer, however short it is.
    pub answered: bool,
}

/// What came of pushing a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    Yes,
    /// There is no credit for its first frame.
    NoCredit,
    /// There is no room in the fabric; the peer is looked after.
    Full,
}

/// How a message goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// In one PUSH.
    Whole,
    /// FIRST and SECONDs carry everything, unasked.
    Eager,
    /// FIRST, and SECOND as far as credit goes; the rest is pulled.
    Pulled,
}

/// How a message goes to that peer, and so many bytes of it with the head and behind that. `None`: there is no credit
/// for the former.
#[inline(always)]
fn manner(limits: &Limits, peer: &Peer, s: &Send, answered: bool) -> Option<(Manner, u64, u64)> {
    let room = peer.accounts[s.class.index()].credit.checked_sub(ENTRY_COST)?;
    if !answered && s.len <= peer.push.whole {
        return (s.len <= room).then_some((Manner::Whole, s.len, 0));
    }
    if !answered && !s.mapped && peer.path.native_pull && s.len <= limits.unmapped.min(room) {
        return Some((Manner::Whole, s.len, 0));
    }
    if !answered && !peer.path.native_pull && s.len <= limits.eager && s.len <= room {
        let first = s.len.min(peer.path.piece);
        return Some((Manner::Eager, first, s.len - first));
    }
    let first = s.len.min(peer.push.first);
    let room = room.checked_sub(first)?;
    Some((Manner::Pulled, first, peer.push.second.min(s.len - first).min(room)))
}

impl Transfers {
    /// Pushes a message that its owner has held back so far: its first frame, and what follows that unasked.
    pub fn push<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId, envelope: Envelope) -> Left {
        let (peer, s) = (&mut self.peers[p], &self.sends[id]);
        let Envelope { context, tag, answered } = envelope;
        let answered = answered && !planted("synchronous_early");
        let Some((manner, first, second)) = manner(&self.limits, peer, s, answered) else { return Left::NoCredit };
        let (to, eager) = (peer.rank, manner == Manner::Eager);
        let body = Source::Send { id, offset: 0, len: first };
        if eager {
            sink.cork(to, true);
        }
        let sent = if manner == Manner::Whole {
            sink.frame(to, Push { context, tag }.head(), &[], body)
        } else {
            let address = sink.address(id);
            let f = First { context, tag, send: id, len: s.len, pushed: first + second, address, released: eager };
            sink.frame(to, f.head(), &f.words(), body)
        };
        if sent.is_ok() {
            peer.accounts[s.class.index()].credit -= first + second + ENTRY_COST;
            self.follow(sink, p, id, manner, (first, second));
        }
        if eager {
            sink.cork(to, false);
        }
        if sent.is_err() {
            self.look_after(p);
            return Left::Full;
        }
        Left::Yes
    }

    /// A message's first frame has left: what is pushed behind it follows, or it is done.
    #[inline(always)]
    fn follow<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId, manner: Manner, (first, second): (u64, u64)) {
        let last = manner == Manner::Eager;
        if manner != Manner::Whole {
            self.sends[id].state = State::Pushed;
        }
        if second > 0 {
            let piece = if last { self.peers[p].path.piece } else { self.limits.frame };
            let (start, end) = (0, first + second);
            self.stream(sink, p, Stream { send: id, start, pulled: None, next: first, end, piece, last });
        } else if manner != Manner::Pulled {
            self.complete_send(sink, id, State::Done);
        }
    }

    /// Starts a stream of bytes.
    pub fn stream<S: Sink>(&mut self, sink: &mut S, p: usize, stream: Stream) {
        self.sends[stream.send].streams += 1;
        self.peers[p].streams.push_back(stream);
        self.pump(sink, p);
    }

    /// Sends pieces of the streams to a peer, in turn, as far as there is room. True if anything left.
    pub fn pump<S: Sink>(&mut self, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        while let Some(mut stream) = self.peers[p].streams.pop_front() {
            let to = self.peers[p].rank;
            let mut full = !self.peers[p].outbox.is_empty();
            let mut burst = 0;
            let eager = stream.last && stream.pulled.is_none();
            while stream.next < stream.end && burst < PULL_BURST && !full {
                // Pieces end at multiples of their size: what was pushed first shifts no other one off its lines.
                let mut len = (stream.piece - stream.next % stream.piece).min(stream.end - stream.next);
                if planted("last_piece_short") && stream.pulled.is_some() && stream.next + len == stream.end {
                    len -= 1;
                    stream.end -= 1;
                }
                let body = Source::Send { id: stream.send, offset: stream.next - stream.start, len };
                let sent = match stream.pulled {
                    Some(arrival) => {
                        let d = Data { arrival, offset: stream.next };
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
                    if eager && burst % ROW == ROW - 1 {
                        // The receiver takes a row in while the next is made.
                        sink.cork(to, false);
                    }
                    if eager {
                        sink.cork(to, true);
                    }
                }
            }
            if eager {
                sink.cork(to, false);
            }
            if stream.next == stream.end {
                let s = &mut self.sends[stream.send];
                s.streams -= 1;
                s.left = s.left.max(stream.end);
                s.released |= stream.last;
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

    /// Completes a send of which nobody wants any more; or frees its memory, if that was a piece of it and has left.
    pub fn finish_send<S: Sink>(&mut self, sink: &mut S, id: SendId) {
        let s = &mut self.sends[id];
        if s.released && s.streams == 0 {
            self.complete_send(sink, id, State::Done);
        } else if s.piece_is_over() {
            s.start = s.ready;
            self.free(sink, id);
        }
    }

    /// The send's memory is the caller's again.
    fn free<S: Sink>(&mut self, sink: &mut S, id: SendId) {
        let s = &mut self.sends[id];
        if std::mem::take(&mut s.lent) {
            sink.sent(id);
            if s.class.runs_handlers() {
                self.freed.push(id);
            }
        }
    }

    /// The send is over: `Done` or `Cancelled`. Its memory is the caller's again.
    pub fn complete_send<S: Sink>(&mut self, sink: &mut S, id: SendId, state: State) {
        self.free(sink, id);
        if planted("double_completion") && self.sends[id].state == State::Pulled {
            sink.sent(id);
        }
        if self.sends[id].detached {
            self.sends.remove(id);
        } else {
            self.sends[id].state = state;
        }
    }

    /// The send is over, though its receiver has not taken it and never will.
    pub fn give_up<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId) {
        self.peers[p].streams.retain(|s| s.send != id);
        self.peers[p].outbox.retain(|c| c.piece().is_none_or(|(send, _)| send != id));
        self.complete_send(sink, id, State::Cancelled);
    }

    /// A send that cannot be called back goes on from a copy of its bytes, and its memory is the caller's again.
    ///
    /// Once its head has left, the receiver may have matched it, and by that other messages to other receives; nothing
    /// of that could be undone. To ask first would mean to wait for the answer, which a receiver that computes does not
    /// give.
    pub fn keep_send<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId) {
        let s = &mut self.sends[id];
        if s.is_over() || s.kept {
            return;
        }
        s.kept = true;
        // Where the head has left, the receiver may read the memory by its address, at any time until it has answered.
        // Of what is pulled out of a window no address is told.
        let named = s.lies_ready() && self.peers[p].path.native_pull && s.class != Class::Windows;
        if !planted("kept_without_copy") {
            sink.copy_away(id, named);
        }
    }

    /// Forgets a finished send. One that goes on after it was cancelled is forgotten when it is complete.
    pub fn forget_send(&mut self, id: SendId) {
        match self.sends.get_mut(id) {
            Some(s) if s.kept && !s.is_over() => s.detached = true,
            _ => drop(self.sends.remove(id)),
        }
    }

    /// Nobody will ask for this send: it is forgotten when it is complete, which it may be already.
    pub fn detach_send(&mut self, id: SendId) {
        match self.sends.get_mut(id) {
            Some(s) if !s.is_over() => s.detached = true,
            _ => drop(self.sends.remove(id)),
        }
    }

    /// True if `len` bytes of a class may go to the peer in one frame now, behind nothing; they cost `len +
    /// ENTRY_COST`.
    #[inline(always)]
    pub fn may_push_whole(&self, p: usize, class: Class, len: u64) -> bool {
        let peer = &self.peers[p];
        len <= peer.push.whole && peer.is_clear(class) && peer.accounts[class.index()].credit >= len + ENTRY_COST
    }
}
