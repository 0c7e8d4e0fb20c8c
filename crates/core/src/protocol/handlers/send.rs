//! Sends messages to handlers: a short message as one CALL, a longer message piece by piece behind a BEGIN.
//!
//! A message takes its place in the order of its pair and role with its first piece. A message that fits into its
//! class's credit is pushed, in parts if need be, so that its sender waits for no answer. The receiver pulls a
//! longer one.
use super::Handlers;
use super::class::{CLASSES, REPLIES, of_role, role_of};
use super::outgoing::Outgoing;
use super::sink::HandlerSink;
use crate::ids::{Rank, SendId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::transfer::{Class, Send, Source, State, Transfers};
use crate::wire::{Begin, HandlerCall, MessageRole};

/// A message that [`HandlerCalls::call_at_once`](super::HandlerCalls::call_at_once) allowed to leave.
pub struct CallAtOnce {
    p: usize,
    class: Class,
    cost: u64,
}

impl Handlers {
    /// Asks whether `len` bytes may go to a handler of `to` now, in one frame and behind no other. Returns the frame's
    /// head and a token; `None` if the bytes may not, or if this rank has not met `to`. The caller reports that the
    /// frame has left by [`called_at_once`](Self::called_at_once); without that report, nothing changes.
    #[inline(always)]
    pub fn call_at_once(
        &mut self,
        t: &mut Transfers,
        to: Rank,
        handler: i32,
        role: MessageRole,
        len: u64,
    ) -> Option<(u64, CallAtOnce)> {
        let p = t.known(to)?;
        let (peer, class, cost) = (&t.peers[p], of_role(role), len + ENTRY_COST);
        let credit = peer.account(class).credit();
        let clear = len <= self.most_pushed(t, p) && peer.is_clear(class) && credit >= cost;
        clear.then(|| (HandlerCall { handler, role: role_of(class) }.head(), CallAtOnce { p, class, cost }))
    }

    /// Records that the frame of [`call_at_once`](Self::call_at_once) has left.
    #[inline(always)]
    pub fn called_at_once(&mut self, t: &mut Transfers, what: CallAtOnce) {
        t.account(what.p, what.class).spend(what.cost);
    }

    /// Returns how many bytes may be pushed to a peer with the head of a message.
    #[inline(always)]
    fn most_pushed(&self, t: &Transfers, p: usize) -> u64 {
        let push = &t.peers[p].push;
        push.whole.min(push.call)
    }

    /// Returns true if a message of `len` bytes fits into its class's credit, and the peer takes pushed bytes.
    fn is_pushed_in_parts(&self, t: &Transfers, p: usize, class: Class, len: u64) -> bool {
        let limits = &t.limits;
        let credit = if class == REPLIES { limits.replies } else { limits.handlers };
        self.most_pushed(t, p) > 0 && len <= credit.saturating_sub(ENTRY_COST)
    }

    /// Sends `len` bytes of the caller's memory to a handler. Returns `None` if the send is complete and the memory
    /// is free again.
    pub fn call<S: HandlerSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        to: Rank,
        handler: i32,
        role: MessageRole,
        len: u64,
    ) -> Option<SendId> {
        t.peer(sink, to);
        if let Some((head, what)) = self.call_at_once(t, to, handler, role, len)
            && sink.frame(to, head, &[], Source::Call { len }).is_ok()
        {
            self.called_at_once(t, what);
            return None;
        }
        let id = self.begin(t, to, handler, role, len);
        self.piece(t, sink, id, len);
        Some(id)
    }

    /// Begins a message of `len` bytes to a handler. No frame leaves before the caller hands over the first piece.
    pub fn begin(&mut self, t: &mut Transfers, to: Rank, handler: i32, role: MessageRole, len: u64) -> SendId {
        let class = of_role(role);
        let id =
            t.sends.insert(Send { ready: 0, lent: false, pieces: Some(role_of(class)), ..Send::new(to, class, len) });
        self.sends.insert(id, Outgoing { handler, waits: false });
        id
    }

    /// Hands over the caller's memory, `len` bytes, as the next piece of the message. The preceding piece must have
    /// left. The memory belongs to the caller again once [`piece_has_left`](Self::piece_has_left) returns true, which
    /// may be at once.
    pub fn piece<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, id: SendId, len: u64) {
        let Some(s) = t.sends.get(id).filter(|s| !s.lent) else { return };
        let (to, state, class, all) = (s.to, s.state, s.class, s.len);
        let len = len.min(s.len - s.ready);
        let p = t.peer(sink, to);
        match state {
            State::Held => {
                let s = &mut t.sends[id];
                (s.ready, s.lent) = (len, true);
                sink.keep(id);
                self.sends[id].waits = true;
                self.held(p, class).push_back(id);
                t.account(p, class).hold();
                self.push_class(t, sink, p, class);
                if self.sends.get(id).is_some_and(|o| o.waits) {
                    t.counters.held += 1;
                }
            }
            State::Pushed if len > 0 => {
                // A message that has asked for credit continues in parts, even if the limit of pushed bytes has changed
                // since.
                let asks = self.asking.contains(&(p, id));
                let in_parts = asks || self.is_pushed_in_parts(t, p, class, all);
                let account = t.account(p, class);
                let fits = !account.is_holding() && account.credit() >= len;
                if asks && !fits {
                    self.hand_over_asking(t, sink, p, id, len);
                } else {
                    let most = if in_parts { all } else { self.most_pushed(t, p) };
                    t.hand_over(sink, p, id, len, most);
                }
            }
            // The receiver wants no more of the message.
            _ => {}
        }
    }

    /// Returns true if the memory of the last piece belongs to the caller again.
    pub fn piece_has_left(&self, t: &Transfers, id: SendId) -> bool {
        t.sends.get(id).is_none_or(|s| !s.lent)
    }

    /// Returns true if the receiver died before it had the message.
    pub fn is_lost(&self, t: &Transfers, id: SendId) -> bool {
        t.sends.get(id).is_some_and(|s| s.state == State::Cancelled)
    }

    /// Ends the message, whether all its bytes were sent or not. Its last piece must have left. The send is forgotten
    /// as soon as the receiver does not need it any more.
    pub fn end<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, id: SendId) {
        let Some(s) = t.sends.get_mut(id) else { return };
        s.detached = true;
        let (to, state, whole) = (s.to, s.state, s.ready == s.len);
        match state {
            State::Held if !self.sends[id].waits => drop(t.sends.remove(id)),
            State::Done | State::Cancelled => drop(t.sends.remove(id)),
            State::Pushed if !whole => {
                let p = t.peer(sink, to);
                t.cut_short(sink, p, id);
            }
            _ => {}
        }
    }

    /// Pushes the held messages to a peer as credit and room allow, each class in its own order. Returns true if
    /// anything left.
    #[inline(always)]
    pub(in crate::protocol) fn push_calls<S: HandlerSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
    ) -> bool {
        let mut moved = false;
        for class in CLASSES {
            if t.account(p, class).is_holding() {
                moved |= self.push_class(t, sink, p, class);
            }
        }
        moved
    }

    fn push_class<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, class: Class) -> bool {
        let mut moved = false;
        while t.peers[p].outbox.is_empty() {
            let Some(&id) = self.held(p, class).front() else { break };
            if !self.push_first(t, sink, p, id) {
                break;
            }
            t.account(p, class).release();
            self.held(p, class).pop_front();
            moved = true;
        }
        moved
    }

    /// Pushes the first frame of a message, and the bytes that follow unasked. Returns false if the message waits for
    /// credit or room.
    fn push_first<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, id: SendId) -> bool {
        let handler = self.sends[id].handler;
        let (peer, s) = (&t.peers[p], &t.sends[id]);
        let (most, to, class, len, ready) = (self.most_pushed(t, p), peer.rank, s.class, s.len, s.ready);
        let (first, credit, role) = (peer.push.first.min(most), peer.account(class).credit(), role_of(class));
        let in_parts = self.is_pushed_in_parts(t, p, class, len);
        let body = if ready <= most {
            ready
        } else if in_parts {
            credit.saturating_sub(ENTRY_COST).clamp(first, most)
        } else {
            first
        };
        let cost = body + ENTRY_COST;
        if credit < cost {
            return false;
        }
        // How many bytes follow unasked, as credit allows.
        let follows = if in_parts { (ready - body).min(credit - cost) } else { 0 };
        let asks = in_parts && len - body > credit - cost;
        let bytes = Source::Send { id, offset: 0, len: body };
        let sent = if body == len {
            sink.frame(to, HandlerCall { handler, role }.head(), &[], bytes)
        } else {
            // The receiver may ask for the bytes that this frame announces.
            let (ready, address) = if in_parts { (body, 0) } else { (ready, sink.address(id, 0)) };
            let begin = Begin { handler, role, asks, send: id, len, ready, address };
            sink.frame(to, begin.head(), &begin.words(), bytes)
        };
        if sent.is_err() {
            if !planted("full_waits_for_another") {
                t.look_after(p);
            }
            return false;
        }
        t.account(p, class).spend(cost + follows);
        self.sends[id].waits = false;
        let s = &mut t.sends[id];
        (s.left, s.state) = (body, State::Pushed);
        if body == len {
            t.complete_send(sink, id, State::Done);
            return true;
        }
        if asks {
            self.asking.push((p, id));
        }
        t.push_parts(sink, p, id, body + follows);
        t.finish_send(sink, id);
        true
    }

    /// Hands over the memory of the running call, `len` bytes, as the next piece of a message that has asked for
    /// credit. Pushes as much as credit allows; the rest waits for the answer.
    fn hand_over_asking<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, id: SendId, len: u64) {
        let s = &mut t.sends[id];
        let account = t.peers[p].account_mut(s.class);
        let now = if account.is_holding() { 0 } else { account.credit().min(len) };
        account.spend(now);
        (s.start, s.left, s.lent) = (s.ready, s.ready, true);
        s.ready += len;
        let upto = s.start + now;
        sink.keep(id);
        t.push_parts(sink, p, id, upto);
        t.finish_send(sink, id);
    }

    /// Continues the messages that asked for credit, after the peer has returned all credit of a class that it owed.
    /// Pushes as much as credit allows now, and announces the rest to the receiver.
    pub(in crate::protocol) fn push_asking<S: HandlerSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        class: Class,
    ) {
        let of = |s: &Send| s.class == class;
        let (sends, asking) = (&t.sends, &mut self.asking);
        // This call also removes the finished messages from the list.
        let ids: Vec<SendId> =
            asking.extract_if(.., |(to, id)| *to == p && sends.get(*id).is_none_or(of)).map(|a| a.1).collect();
        for id in ids {
            let waits = |s: &&Send| s.lent && s.state == State::Pushed && s.left < s.ready;
            let Some(s) = t.sends.get(id).filter(waits) else { continue };
            let account = t.peers[p].account_mut(class);
            let more = (s.ready - s.left).min(account.credit());
            account.spend(more);
            let upto = s.left + more;
            t.push_parts(sink, p, id, upto);
            t.offer_rest(sink, p, id);
            t.finish_send(sink, id);
        }
    }
}
