//! Sending to handlers: a short message as one CALL, a longer one piece by piece behind a BEGIN.
//!
//! A message takes its place in the order of its pair with its first piece.
use super::outgoing::Outgoing;
use super::{CLASS, HANDLERS};
use crate::ids::{Rank, SendId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::engine::Engine;
use crate::protocol::sink::{Sink, Source};
use crate::protocol::transfer::{Send, State};
use crate::wire::{Begin, HandlerCall};

/// A message that may leave at once.
pub struct CallAtOnce {
    p: usize,
    cost: u64,
}

impl Engine {
    /// May `len` bytes go to a handler of `to` now, in one frame and behind nothing, as to a peer that was talked to
    /// before? Its head; if it has left, say so by [`called_at_once`](Self::called_at_once), else nothing has happened.
    #[inline(always)]
    pub fn call_at_once(&mut self, to: Rank, handler: i32, len: u64) -> Option<(u64, CallAtOnce)> {
        let p = self.transfers.known(to)?;
        let (peer, cost) = (&self.transfers.peers[p], len + ENTRY_COST);
        let clear = len <= self.most_pushed(p) && peer.is_clear(CLASS) && peer.accounts[HANDLERS].credit >= cost;
        clear.then(|| (HandlerCall { handler }.head(), CallAtOnce { p, cost }))
    }

    /// The frame has left.
    #[inline(always)]
    pub fn called_at_once(&mut self, what: CallAtOnce) {
        self.transfers.peers[what.p].accounts[HANDLERS].credit -= what.cost;
    }

    /// The most bytes that are pushed to a peer with the head of a message.
    #[inline(always)]
    fn most_pushed(&self, p: usize) -> u64 {
        self.transfers.peers[p].push.whole.min(self.transfers.limits.call())
    }

    /// Sends `len` bytes of the caller's memory to a handler. `None`: done, the memory is free again.
    pub fn call<S: Sink>(&mut self, sink: &mut S, to: Rank, handler: i32, len: u64) -> Option<SendId> {
        self.transfers.peer(sink, to);
        if let Some((head, what)) = self.call_at_once(to, handler, len)
            && sink.frame(to, head, &[], Source::Call { len }).is_ok()
        {
            self.called_at_once(what);
            return None;
        }
        let id = self.begin(to, handler, len);
        self.piece(sink, id, len);
        Some(id)
    }

    /// Begins a message of `len` bytes to a handler. Nothing leaves before its first piece.
    pub fn begin(&mut self, to: Rank, handler: i32, len: u64) -> SendId {
        let id = self.transfers.sends.insert(Send { ready: 0, lent: false, ..Send::new(to, CLASS, len) });
        self.handlers.sends.insert(id, Outgoing { handler, waits: false });
        id
    }

    /// The caller's memory is the next piece of the message, `len` bytes; the piece before has left. It is the caller's
    /// again when [`piece_has_left`](Self::piece_has_left), which may be true at once.
    pub fn piece<S: Sink>(&mut self, sink: &mut S, id: SendId, len: u64) {
        let Some(s) = self.transfers.sends.get_mut(id).filter(|s| !s.lent) else { return };
        let (to, state) = (s.to, s.state);
        let len = len.min(s.len - s.ready);
        let p = self.transfers.peer(sink, to);
        match state {
            State::Held => {
                let s = &mut self.transfers.sends[id];
                (s.ready, s.lent) = (len, true);
                sink.keep(id);
                self.handlers.sends[id].waits = true;
                self.handlers.held(p).push_back(id);
                self.transfers.peers[p].accounts[HANDLERS].held += 1;
                self.push_calls(sink, p);
                if self.handlers.sends.get(id).is_some_and(|o| o.waits) {
                    self.transfers.counters.held += 1;
                }
            }
            State::Pushed if len > 0 => {
                let most = self.most_pushed(p);
                self.transfers.hand_over(sink, p, id, len, most);
            }
            // The receiver wants no more of it.
            _ => {}
        }
    }

    /// True if the memory of the last piece is the caller's again.
    pub fn piece_has_left(&self, id: SendId) -> bool {
        self.transfers.sends.get(id).is_none_or(|s| !s.lent)
    }

    /// True if the receiver has died before it had the message.
    pub fn is_lost(&self, id: SendId) -> bool {
        self.transfers.sends.get(id).is_some_and(|s| s.state == State::Cancelled)
    }

    /// The caller sends no more of the message, whose last piece has left: it may be whole or not. It is forgotten as
    /// soon as its receiver needs it no more.
    pub fn end<S: Sink>(&mut self, sink: &mut S, id: SendId) {
        let Some(s) = self.transfers.sends.get_mut(id) else { return };
        s.detached = true;
        let (to, state, whole) = (s.to, s.state, s.ready == s.len);
        match state {
            State::Held if !self.handlers.sends[id].waits => drop(self.transfers.sends.remove(id)),
            State::Done | State::Cancelled => drop(self.transfers.sends.remove(id)),
            State::Pushed if !whole => {
                let p = self.transfers.peer(sink, to);
                self.transfers.cut_short(sink, p, id);
            }
            _ => {}
        }
    }

    /// Pushes what is held back to a peer, in order, as far as credit and room go. True if anything left.
    pub(in crate::protocol) fn push_calls<S: Sink>(&mut self, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        while self.transfers.peers[p].accounts[HANDLERS].held > 0 && self.transfers.peers[p].outbox.is_empty() {
            let Some(&id) = self.handlers.held(p).front() else { break };
            let handler = self.handlers.sends[id].handler;
            let (most, first) = (self.most_pushed(p), self.transfers.peers[p].push.first);
            let (peer, s) = (&mut self.transfers.peers[p], &self.transfers.sends[id]);
            let (len, ready, to) = (s.len, s.ready, peer.rank);
            let body = if ready <= most { ready } else { first.min(most) };
            if peer.accounts[HANDLERS].credit < body + ENTRY_COST {
                break;
            }
            let bytes = Source::Send { id, offset: 0, len: body };
            let sent = if body == len {
                sink.frame(to, HandlerCall { handler }.head(), &[], bytes)
            } else {
                let begin = Begin { handler, send: id, len, ready, address: sink.address(id) };
                sink.frame(to, begin.head(), &begin.words(), bytes)
            };
            if sent.is_err() {
                if !planted("full_waits_for_another") {
                    self.transfers.look_after(p);
                }
                break;
            }
            peer.accounts[HANDLERS].credit -= body + ENTRY_COST;
            peer.accounts[HANDLERS].held -= 1;
            self.handlers.held(p).pop_front();
            self.handlers.sends[id].waits = false;
            let s = &mut self.transfers.sends[id];
            (s.left, s.state) = (body, State::Pushed);
            if body == len {
                self.transfers.complete_send(sink, id, State::Done);
            } else {
                self.transfers.finish_send(sink, id);
            }
            moved = true;
        }
        moved
    }
}
