//! Receives with a tag: matches messages, and names the destination of a message that does not arrive whole.
use super::entry::Entry;
use super::receive_queue::State;
use super::select::Select;
use super::sink::TagSink;
use super::{CLASS, Tags};
use crate::ids::{EntryId, Rank, RecvId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::transfer::{Destination, Followed, Transfers};
use crate::wire::{First, Head, Second};

impl Tags {
    /// Posts a receive of at most `room` bytes, if no message can have arrived for it and no sender must be asked.
    /// Otherwise returns `None`, and changes nothing. The caller binds the memory. This path is faster than
    /// [`recv`](Self::recv); see decision 12.
    #[inline(always)]
    pub fn recv_at_once(&mut self, select: Select, room: u64) -> Option<RecvId> {
        if !self.buffered.is_empty() || self.holders > 0 {
            return None;
        }
        let id = self.receives.insert(select, room);
        self.receives.post(id);
        Some(id)
    }

    /// Posts a receive of at most `room` bytes. The receive may be complete when the call returns.
    pub fn recv<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, select: Select, room: u64) -> RecvId {
        let id = self.receives.insert(select, room);
        sink.bind(Destination::Recv(id));
        self.buffered.settle();
        if let Some(entry) = self.find_buffered(t, &select) {
            self.buffered.unqueue(entry);
            self.adopt(t, sink, id, entry);
            return id;
        }
        self.receives.post(id);
        self.seek_for(t, sink, &select);
        id
    }

    /// Receives a message that `take` took out of matching. Returns `None` if there is no such message.
    pub fn recv_taken<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        entry: EntryId,
        room: u64,
    ) -> Option<RecvId> {
        let e = self.buffered.entries.get(entry)?;
        let select = Select { context: e.context, source: Some(e.from), tag: Some(e.tag) };
        let id = self.receives.insert(select, room);
        sink.bind(Destination::Recv(id));
        self.adopt(t, sink, id, entry);
        Some(id)
    }

    /// Cancels a posted receive, and one whose message is lost. Any other receive that a message has matched completes
    /// as usual.
    pub fn cancel_recv<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, id: RecvId) {
        if self.receives.get(id).is_some_and(|r| r.state == State::Lost) {
            self.finish_recv(id, State::Cancelled);
            return;
        }
        if self.receives.get(id).is_some_and(|r| r.state == State::Posted) {
            if !planted("cancelled_stays_posted") {
                self.receives.unpost(id);
            }
            self.finish_recv(id, State::Cancelled);
            self.give_early(t, sink);
        }
    }

    /// Marks a receive finished, and forgets it if it is detached.
    #[inline(always)]
    fn finish_recv(&mut self, id: RecvId, state: State) {
        let r = self.receives.at(id);
        r.state = state;
        if r.detached {
            self.receives.remove(id);
        }
    }

    /// Completes a receive whose bytes have all arrived.
    pub(in crate::protocol) fn received(&mut self, id: RecvId) {
        if self.receives.get(id).is_some_and(|r| r.state == State::Arriving) {
            self.finish_recv(id, State::Done);
        }
    }

    /// Takes a PUSH: a message that arrives whole in one frame.
    #[inline(always)]
    pub(in crate::protocol) fn on_push<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        from: Rank,
        head: Head,
        len: u64,
    ) {
        let p = t.peer(sink, from);
        let cost = len + ENTRY_COST;
        let account = t.account(p, CLASS);
        let sequence = account.expected();
        let Some(debt) = account.admit(cost) else {
            t.counters.malformed += 1;
            return;
        };
        let overtaken = self.is_out_of_turn().then_some(sequence);
        if let Some(id) = self.receives.take(head.context, from, head.tag) {
            let r = self.receives.at(id);
            r.matched(State::Done, from, head.tag, len);
            let n = if planted("not_truncated") { len } else { len.min(r.room) };
            sink.deliver(Destination::Recv(id), 0, 0, n);
            self.finish_recv(id, State::Done);
            t.owe(sink, p, CLASS, debt);
        } else {
            t.note_unexpected(from, head.context, head.tag, len);
            let id = self.buffered.queue(Entry::new(from, head.context, head.tag, len, debt), overtaken);
            sink.stash(id, len, 0, 0, len);
        }
        if overtaken.is_some() {
            self.catch_up(t, sink, p);
        }
    }

    /// Takes a FIRST: the head and first bytes of a longer message.
    pub(in crate::protocol) fn on_first<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        f: First,
        here: u64,
    ) -> Option<()> {
        let cost = f.pushed.checked_add(ENTRY_COST)?;
        if !t.account(p, CLASS).allows(cost) {
            return None;
        }
        let arrival = t.arrive(p, &f, here)?;
        let peer = &mut t.peers[p];
        let (from, native, sequence) = (peer.rank, peer.path.native_pull, peer.account(CLASS).expected());
        let debt = peer.account_mut(CLASS).admit(cost)?;
        let overtaken = self.is_out_of_turn().then_some(sequence);
        if let Some(id) = self.receives.take(f.context, from, f.tag) {
            let r = self.receives.at(id);
            r.arrives(arrival, from, f.tag, f.len);
            let room = r.room;
            // A request to another machine takes a round trip, which hides the copy. (No bytes are pulled natively from
            // another machine, so the request cannot complete the receive before the copy.)
            let masked = !native && t.limits.mask && f.len.min(room) > f.pushed;
            let n = here.min(room);
            if !masked {
                sink.deliver(Destination::Recv(id), 0, First::WORDS, n);
            }
            let complete = t.receive_into(sink, arrival, id, room);
            if masked {
                sink.deliver(Destination::Recv(id), 0, First::WORDS, n);
            }
            if complete {
                self.received(id);
            }
            t.owe(sink, p, CLASS, debt);
        } else {
            t.note_unexpected(from, f.context, f.tag, f.len);
            let mut e = Entry::new(from, f.context, f.tag, f.len, debt);
            e.arrival = Some(arrival);
            let id = self.buffered.queue(e, overtaken);
            t.keep(arrival, id);
            sink.stash(id, f.pushed, 0, First::WORDS, here);
        }
        if overtaken.is_some() {
            self.catch_up(t, sink, p);
        }
        Some(())
    }

    /// Takes a SECOND: more bytes that were pushed behind a FIRST.
    pub(super) fn on_second<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        s: Second,
        here: u64,
    ) -> Option<()> {
        match t.on_second(sink, p, s, here)? {
            Followed::Kept { entry, room } => sink.stash(entry, room, s.offset, Second::WORDS, here),
            Followed::Placed { complete: Some(Destination::Recv(recv)) } => self.received(recv),
            Followed::Placed { .. } => {}
        }
        Some(())
    }

    /// Gives a buffered message to its receive: moves its pushed bytes to their destination, and pulls the rest.
    pub(super) fn adopt<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, id: RecvId, entry: EntryId) {
        let Some(e) = self.buffered.entries.remove(entry) else {
            return;
        };
        let p = t.peer(sink, e.from);
        let r = self.receives.at(id);
        let room = r.room;
        match e.arrival {
            None => {
                sink.unstash(entry, id, e.len.min(room));
                self.receives.at(id).matched(State::Done, e.from, e.tag, e.len);
                self.finish_recv(id, State::Done);
            }
            Some(arrival) => {
                r.arrives(arrival, e.from, e.tag, e.len);
                let got = t.arrivals.get(arrival).map_or(0, |a| a.got().min(room));
                // The request leaves first; the round trip hides the copy out of the pushed buffer (the paper,
                // 1.3.1).
                let mask = t.limits.mask;
                if !mask {
                    sink.unstash(entry, id, got);
                }
                let complete = t.receive_into(sink, arrival, id, room);
                if mask {
                    sink.unstash(entry, id, got);
                }
                if complete {
                    self.received(id);
                }
            }
        }
        t.owe(sink, p, CLASS, e.debt);
    }

    /// Ends the pull for which the sink returned [`Pulling::Later`](crate::Pulling::Later). `here` is true if the bytes
    /// have arrived, and false if the copy was refused, so that frames bring the bytes.
    pub(in crate::protocol) fn pulled_recv<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        id: RecvId,
        here: bool,
    ) {
        let Some(r) = self.receives.get(id).filter(|r| r.state == State::Arriving) else { return };
        if t.pulled(sink, r.arrival, here) {
            self.received(id);
        }
    }
}
