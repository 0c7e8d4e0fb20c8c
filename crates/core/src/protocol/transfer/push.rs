//! Pushing: the first frame of a message, the frames that follow unasked, and the answers to pulls.
use super::class::Class;
use super::send::{State, Stream};
use super::sink::TransferSink;
use super::source::Source;
use super::{Peer, Send, Transfers};
use crate::ids::SendId;
use crate::limits::{ENTRY_COST, Limits, PULL_BURST};
use crate::planted::planted;
use crate::wire::{Data, First, Push, Second};

/// How many frames of an eager message leave together. More frames share their costs; fewer let the receiver begin
/// sooner.
const ROW: usize = 4;

/// The values that a message's owner writes on its first frame.
#[derive(Clone, Copy, Debug)]
pub struct MessageHead {
    pub context: u16,
    pub tag: i32,
    /// True if the sender waits for an answer, even to a short message.
    pub answered: bool,
}

/// The result of pushing a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    Yes,
    /// The message waits: credit does not suffice for its first frame.
    NoCredit,
    /// The fabric has no room; `flush` will try the peer again.
    Full,
}

/// How a message travels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PushForm {
    /// One PUSH carries the whole message.
    Whole,
    /// FIRST and SECONDs carry all bytes, unasked.
    Eager,
    /// FIRST carries the head, SECONDs as many bytes as credit allows; the receiver pulls the rest.
    Pulled,
}

/// Returns how a message travels to that peer, how many bytes leave with its head, and how many behind the head.
/// Returns `None` if credit does not suffice for the first frame.
#[inline(always)]
fn choose_push(limits: &Limits, peer: &Peer, s: &Send, answered: bool) -> Option<(PushForm, u64, u64)> {
    let room = peer.account(s.class).credit().checked_sub(ENTRY_COST)?;
    if !answered && s.len <= peer.push.whole {
        return (s.len <= room).then_some((PushForm::Whole, s.len, 0));
    }
    if !answered && !s.mapped && peer.path.native_pull && s.len <= limits.unmapped.min(room) {
        return Some((PushForm::Whole, s.len, 0));
    }
    if !answered && !peer.path.native_pull && s.len <= limits.eager && s.len <= room {
        let first = s.len.min(peer.path.piece);
        return Some((PushForm::Eager, first, s.len - first));
    }
    let first = s.len.min(peer.push.first);
    let room = room.checked_sub(first)?;
    Some((PushForm::Pulled, first, peer.push.second.min(s.len - first).min(room)))
}

impl Transfers {
    /// Pushes a message that its owner held back: the first frame, and the bytes that follow unasked.
    pub fn push<S: TransferSink>(&mut self, sink: &mut S, p: usize, id: SendId, envelope: MessageHead) -> Left {
        let (peer, s) = (&mut self.peers[p], &self.sends[id]);
        let MessageHead { context, tag, answered } = envelope;
        let answered = answered && !planted("synchronous_early");
        let Some((form, first, second)) = choose_push(&self.limits, peer, s, answered) else {
            return Left::NoCredit;
        };
        let (to, eager) = (peer.rank, form == PushForm::Eager);
        let body = Source::Send { id, offset: 0, len: first };
        if eager {
            sink.cork(to, true);
        }
        let sent = if form == PushForm::Whole {
            sink.frame(to, Push { context, tag }.head(), &[], body)
        } else {
            let address = sink.address(id, 0);
            let f = First { context, tag, send: id, len: s.len, pushed: first + second, address, released: eager };
            sink.frame(to, f.head(), &f.words(), body)
        };
        if sent.is_ok() {
            peer.account_mut(s.class).spend(first + second + ENTRY_COST);
            self.follow(sink, p, id, form, (first, second));
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

    /// Continues a message whose first frame has left: pushes the bytes behind it, or completes the send.
    #[inline(always)]
    fn follow<S: TransferSink>(
        &mut self,
        sink: &mut S,
        p: usize,
        id: SendId,
        form: PushForm,
        (first, second): (u64, u64),
    ) {
        let last = form == PushForm::Eager;
        if form != PushForm::Whole {
            self.sends[id].state = State::Pushed;
        }
        if second > 0 {
            let piece = if last { self.peers[p].path.piece } else { self.limits.frame };
            let (start, end) = (0, first + second);
            self.stream(sink, p, Stream { send: id, start, pulled: None, next: first, end, piece, last });
        } else if form != PushForm::Pulled {
            self.complete_send(sink, id, State::Done);
        }
    }

    /// Starts a stream: sends the bytes as a sequence of frames.
    pub fn stream<S: TransferSink>(&mut self, sink: &mut S, p: usize, stream: Stream) {
        self.sends[stream.send].streams += 1;
        self.peers[p].streams.push_back(stream);
        self.pump(sink, p);
    }

    /// Sends frames of the streams to a peer, in turn, while there is room. Returns true if anything left.
    pub fn pump<S: TransferSink>(&mut self, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        while let Some(mut stream) = self.peers[p].streams.pop_front() {
            let to = self.peers[p].rank;
            let mut full = !self.peers[p].outbox.is_empty();
            let mut burst = 0;
            let eager = stream.last && stream.pulled.is_none();
            while stream.next < stream.end && burst < PULL_BURST && !full {
                // Frames end at multiples of their size, so that the first bytes pushed do not misalign the later
                // frames.
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
                        // The receiver copies this row of frames while the sender makes the next row.
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

    /// Completes a send whose receiver does not need it any more. For a send in pieces, frees the memory of a piece
    /// that has left.
    pub fn finish_send<S: TransferSink>(&mut self, sink: &mut S, id: SendId) {
        let s = &mut self.sends[id];
        if s.released && s.streams == 0 {
            self.complete_send(sink, id, State::Done);
        } else if s.piece_is_over() {
            s.start = s.ready;
            self.free(sink, id);
        }
    }

    /// Returns the send's memory to the caller.
    fn free<S: TransferSink>(&mut self, sink: &mut S, id: SendId) {
        let s = &mut self.sends[id];
        if std::mem::take(&mut s.lent) {
            sink.sent(id);
            if s.pieces.is_some() {
                self.freed.push(id);
            }
        }
    }

    /// Ends a send as `Done` or `Cancelled`, and returns its memory to the caller.
    pub fn complete_send<S: TransferSink>(&mut self, sink: &mut S, id: SendId, state: State) {
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

    /// Ends a send that its receiver has not taken and will never take.
    pub fn give_up<S: TransferSink>(&mut self, sink: &mut S, p: usize, id: SendId) {
        self.peers[p].streams.retain(|s| s.send != id);
        self.peers[p].outbox.retain(|c| c.piece().is_none_or(|(send, _)| send != id));
        self.complete_send(sink, id, State::Cancelled);
    }

    /// Copies the bytes of a send that this rank cannot withdraw, and continues the send from the copy. The caller gets
    /// its memory back.
    ///
    /// Once the head has left, the receiver may have matched the message, and later messages after it, which this rank
    /// cannot undo. Asking the receiver first would mean to wait for an answer, and a receiver that computes does not
    /// answer.
    pub fn keep_send<S: TransferSink>(&mut self, sink: &mut S, p: usize, id: SendId) {
        let s = &mut self.sends[id];
        if s.is_over() || s.kept {
            return;
        }
        s.kept = true;
        // Once the head has left, the receiver may read the memory by its address until the receiver has answered.
        let named = s.lies_ready() && self.peers[p].path.native_pull && s.named;
        if !planted("kept_without_copy") {
            sink.copy_away(id, named);
        }
    }

    /// Forgets a finished send. A send that continues after its cancellation is forgotten once it is complete.
    pub fn forget_send(&mut self, id: SendId) {
        match self.sends.get_mut(id) {
            Some(s) if s.kept && !s.is_over() => s.detached = true,
            _ => drop(self.sends.remove(id)),
        }
    }

    /// Detaches a send: the caller will not ask for its outcome. The send is forgotten as soon as it is complete.
    pub fn detach_send(&mut self, id: SendId) {
        match self.sends.get_mut(id) {
            Some(s) if !s.is_over() => s.detached = true,
            _ => drop(self.sends.remove(id)),
        }
    }

    /// Returns true if `len` bytes of a class may go to the peer now, in one frame, without waiting behind other
    /// frames. Such a frame costs `len + ENTRY_COST`.
    #[inline(always)]
    pub fn may_push_whole(&self, p: usize, class: Class, len: u64) -> bool {
        let peer = &self.peers[p];
        len <= peer.push.whole && peer.is_clear(class) && peer.account(class).credit() >= len + ENTRY_COST
    }
}
