//! The receiving half: matching, and pulling the rest of a message once its destination is named.
use super::engine::Engine;
use super::entry::{Entry, Rest};
use super::peer::{Incoming, Place};
use super::receive_queue::State;
use super::select::Select;
use super::sink::{Pulling, Sink};
use crate::ids::{EntryId, Rank, RecvId, SendId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::wire::{Data, Done, First, Head, Pull, Second};
use std::ops::Range;

/// A matched message of which a part is here or still being pushed.
pub(super) struct Arriving {
    pub from: Rank,
    pub tag: i32,
    pub len: u64,
    pub rest: Rest,
}

impl Engine {
    /// Posts a receive of at most `room` bytes, if no message can be here for it and no sender has to be asked; its memory is to
    /// be bound by the caller. `None`: nothing has happened.
    #[inline(always)]
    pub fn recv_at_once(&mut self, select: Select, room: u64) -> Option<RecvId> {
        if !self.buffered.is_empty() || self.holders > 0 {
            return None;
        }
        let id = self.receives.insert(select, room);
        self.receives.post(id);
        Some(id)
    }

    /// Posts a receive of at most `room` bytes. It may be complete at once.
    #[inline(always)]
    pub fn recv<S: Sink>(&mut self, sink: &mut S, select: Select, room: u64) -> RecvId {
        let id = self.receives.insert(select, room);
        sink.bind(id);
        if !self.buffered.is_empty() {
            self.buffered.settle();
            if let Some(entry) = self.find_buffered(&select) {
                self.buffered.unqueue(entry);
                self.adopt(sink, id, entry);
                return id;
            }
        }
        self.receives.post(id);
        self.seek_for(sink, &select);
        id
    }

    /// Receives a message that `take` took out of matching. `None`: no such message.
    pub fn recv_taken<S: Sink>(&mut self, sink: &mut S, entry: EntryId, room: u64) -> Option<RecvId> {
        let e = self.buffered.entries.get(entry)?;
        let select = Select { context: e.context, source: Some(e.from), tag: Some(e.tag) };
        let id = self.receives.insert(select, room);
        sink.bind(id);
        self.adopt(sink, id, entry);
        Some(id)
    }

    /// Takes a posted receive back; one that is matched completes as usual.
    pub fn cancel_recv<S: Sink>(&mut self, sink: &mut S, id: RecvId) {
        if self.receives.get(id).is_some_and(|r| r.state == State::Posted) {
            if !planted("cancelled_stays_posted") {
                self.receives.unpost(id);
            }
            self.finish_recv(id, State::Cancelled);
            self.give_early(sink);
        }
    }

    /// Marks a receive finished.
    #[inline(always)]
    fn finish_recv(&mut self, id: RecvId, state: State) {
        let r = self.receives.at(id);
        r.state = state;
        if r.detached {
            self.receives.remove(id);
        }
    }

    /// A whole message has been pushed here.
    #[inline(always)]
    pub(super) fn on_push<S: Sink>(&mut self, sink: &mut S, from: Rank, head: Head, len: u64) {
        let p = self.peer(from);
        let cost = len + ENTRY_COST;
        let peer = &mut self.peers[p];
        if peer.allowance < cost {
            self.counters.malformed += 1;
            return;
        }
        peer.allowance -= cost;
        let overtaken = (!peer.early.is_empty() || self.buffered.has_early()).then_some(peer.expected);
        peer.expected += 1;
        if let Some(id) = self.receives.take(head.context, from, head.tag) {
            let r = self.receives.at(id);
            r.matched(State::Done, from, head.tag, len);
            let n = if planted("not_truncated") { len } else { len.min(r.room) };
            sink.deliver(id, 0, 0, n);
            self.finish_recv(id, State::Done);
            self.owe(sink, p, cost);
        } else {
            self.counters.unexpected += 1;
            let id = self.buffered.queue(Entry::new(from, head.context, head.tag, len, cost), overtaken);
            sink.stash(id, len, 0, 0, len);
        }
        if overtaken.is_some() {
            self.catch_up(sink, p);
        }
    }

    /// The head and first bytes of a longer message.
    pub(super) fn on_first<S: Sink>(&mut self, sink: &mut S, p: usize, f: First, here: u64) -> Option<()> {
        let peer = &mut self.peers[p];
        let cost = f.pushed.checked_add(ENTRY_COST)?;
        if peer.allowance < cost || peer.incoming.contains_key(&f.send) {
            return None;
        }
        peer.allowance -= cost;
        let from = peer.rank;
        let overtaken = (!peer.early.is_empty() || self.buffered.has_early()).then_some(peer.expected);
        peer.expected += 1;
        let rest = Rest { send: f.send, address: f.address, pushed: f.pushed, got: here, released: f.released };
        let mut copy = None;
        let place = if let Some(id) = self.receives.take(f.context, from, f.tag) {
            let room = self.receives.at(id).room;
            // What is asked of another machine takes long to come: the copy hides behind that. (Nothing is pulled natively
            // there, which would complete the receive before the copy.)
            let masked = self.peers[p].far && self.limits.mask && f.len.min(room) > f.pushed;
            let n = here.min(room);
            if masked {
                copy = Some(n)
            } else {
                sink.deliver(id, 0, First::WORDS, n)
            }
            Place::Recv(id)
        } else {
            self.counters.unexpected += 1;
            let mut e = Entry::new(from, f.context, f.tag, f.len, cost);
            e.rest = Some(rest);
            let id = self.buffered.queue(e, overtaken);
            sink.stash(id, f.pushed, 0, First::WORDS, here);
            Place::Entry(id)
        };
        if here < f.pushed {
            self.peers[p].incoming.insert(f.send, Incoming { to: place, pushed: f.pushed, got: here });
        }
        if let Place::Recv(id) = place {
            self.pull_rest(sink, p, id, Arriving { from, tag: f.tag, len: f.len, rest });
            if let Some(n) = copy {
                sink.deliver(id, 0, First::WORDS, n);
            }
            self.owe(sink, p, cost);
        }
        if overtaken.is_some() {
            self.catch_up(sink, p);
        }
        Some(())
    }

    /// More bytes pushed behind a head.
    pub(super) fn on_second<S: Sink>(&mut self, sink: &mut S, p: usize, s: Second, here: u64) -> Option<()> {
        let incoming = self.peers[p].incoming.get_mut(&s.send)?;
        if here == 0 || s.offset != incoming.got || here > incoming.pushed - incoming.got {
            return None;
        }
        incoming.got += here;
        let Incoming { to, pushed, got } = *incoming;
        if got == pushed {
            self.peers[p].incoming.remove(&s.send);
        }
        match to {
            Place::Entry(id) => {
                let e = self.buffered.entries.get_mut(id)?;
                e.rest.as_mut()?.got = got;
                sink.stash(id, pushed, s.offset, Second::WORDS, here);
            }
            Place::Recv(id) => {
                // What does not fit is dropped; the receive may be complete, and forgotten, before the last of it comes.
                let s = Second { offset: s.offset - u64::from(planted("second_offset")), ..s };
                let wanted = self.receives.get(id).map_or(0, |r| r.want().saturating_sub(s.offset));
                let n = here.min(wanted);
                if n > 0 || planted("second_past_end") {
                    sink.deliver(id, s.offset, Second::WORDS, n);
                    self.receives.at(id).got += n;
                    self.check_arrived(id);
                }
            }
        }
        Some(())
    }

    /// A buffered message meets its receive: its pushed bytes go to their destination, and the rest is pulled.
    pub(super) fn adopt<S: Sink>(&mut self, sink: &mut S, id: RecvId, entry: EntryId) {
        let Some(e) = self.buffered.entries.remove(entry) else {
            return;
        };
        let p = self.peer(e.from);
        let room = self.receives.at(id).room;
        match e.rest {
            None => {
                sink.unstash(entry, id, e.len.min(room));
                self.receives.at(id).matched(State::Done, e.from, e.tag, e.len);
                self.finish_recv(id, State::Done);
            }
            Some(rest) => {
                if let Some(i) = self.peers[p].incoming.get_mut(&rest.send)
                    && !planted("incoming_not_moved")
                {
                    i.to = Place::Recv(id);
                }
                // The request leaves first; the copy out of the pushed buffer hides behind it (the paper, 1.3.1).
                let got = rest.got.min(room);
                if !self.limits.mask {
                    sink.unstash(entry, id, got);
                }
                self.pull_rest(sink, p, id, Arriving { from: e.from, tag: e.tag, len: e.len, rest });
                if self.limits.mask {
                    sink.unstash(entry, id, got);
                }
            }
        }
        self.owe(sink, p, e.cost);
    }

    /// The destination is named: asks for what will not come by itself, natively if that goes.
    pub(super) fn pull_rest<S: Sink>(&mut self, sink: &mut S, p: usize, id: RecvId, m: Arriving) {
        let Rest { send, address, pushed, got, released } = m.rest;
        let r = self.receives.at(id);
        r.matched(State::Arriving, m.from, m.tag, m.len);
        let want = r.want();
        r.got = got.min(want);
        let start = pushed.min(want);
        let missing = want - start;
        match missing {
            0 if released && !planted("released_acknowledged") => self.check_arrived(id),
            0 => self.pulled_natively(sink, p, id, send, 0),
            _ => match sink.pull(m.from, send, address, id, start, missing) {
                Pulling::Done => self.pulled_natively(sink, p, id, send, missing),
                Pulling::Later if planted("later_is_done") => self.pulled_natively(sink, p, id, send, missing),
                Pulling::Later => self.receives.at(id).state = State::Pulling,
                Pulling::No => self.pull_by_frames(sink, p, id, send, start..start + missing),
            },
        }
    }

    /// The bytes `range` of the message, which [`Pulling::Later`] promised, are `here`, or were refused and come by frames.
    pub fn pulled<S: Sink>(&mut self, sink: &mut S, id: RecvId, send: SendId, range: Range<u64>, here: bool) {
        let Some(r) = self.receives.get_mut(id).filter(|r| r.state == State::Pulling) else { return };
        r.state = State::Arriving;
        let from = r.source;
        let p = self.peer(from);
        match here {
            true => self.pulled_natively(sink, p, id, send, range.end - range.start),
            false => self.pull_by_frames(sink, p, id, send, range),
        }
    }

    fn pulled_natively<S: Sink>(&mut self, sink: &mut S, p: usize, id: RecvId, send: SendId, len: u64) {
        self.counters.pulled_native += u64::from(len > 0);
        self.receives.at(id).got += len;
        self.control_done(sink, p, send);
        self.check_arrived(id);
    }

    fn pull_by_frames<S: Sink>(&mut self, sink: &mut S, p: usize, id: RecvId, send: SendId, range: Range<u64>) {
        self.counters.pulled_frames += 1;
        let (offset, len) = (range.start, range.end - range.start);
        let pull = Pull { send, recv: id, offset, len, piece: sink.piece(id) };
        self.control(sink, p, pull.head(), &pull.words());
    }

    fn control_done<S: Sink>(&mut self, sink: &mut S, p: usize, send: SendId) {
        if planted("dropped_acknowledgement") && self.counters.unexpected % 7 == 6 {
            return;
        }
        let done = Done { send };
        self.control(sink, p, done.head(), &done.words());
    }

    /// Bytes that were pulled.
    pub(super) fn on_data<S: Sink>(&mut self, sink: &mut S, p: usize, d: Data, here: u64) -> Option<()> {
        let from = self.peers[p].rank;
        let r = self.receives.get_mut(d.recv)?;
        let end = d.offset.checked_add(here)?;
        if r.state != State::Arriving || r.source != from || here == 0 || end > r.want() || here > r.want() - r.got {
            return None;
        }
        sink.deliver(d.recv, d.offset, Data::WORDS, here);
        r.got += here;
        self.check_arrived(d.recv);
        Some(())
    }

    /// Completes a receive whose bytes are all here.
    fn check_arrived(&mut self, id: RecvId) {
        let r = self.receives.at(id);
        if r.state == State::Arriving && r.got >= r.want() {
            self.finish_recv(id, State::Done);
        }
    }
}
