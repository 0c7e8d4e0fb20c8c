//! Reading: moves arrived bytes to the handler's memory, and pulls the rest once a handler names memory for it.
use super::Handlers;
use super::class::{REPLIES, of_role, role_of};
use super::sink::HandlerSink;
use super::stream::{Begun, BrokenOff, Stream, Woken};
use crate::ids::{Rank, StreamId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::transfer::{Debt, Destination, Landed, Transfers};
use crate::wire::{Begin, Head, MessageRole, More};

/// The result of a read call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The bytes are in the caller's memory.
    Done,
    /// The bytes will arrive: [`HandlerCalls::take_woken`](super::HandlerCalls::take_woken) reports the end.
    Later,
    /// The message has fewer bytes left than the caller wants; nothing was read.
    Short,
}

impl Handlers {
    /// Takes a CALL: a message that arrives whole in one frame.
    #[inline(never)]
    pub(in crate::protocol) fn on_call<S: HandlerSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        head: Head,
        len: u64,
    ) -> Option<()> {
        let cost = len + ENTRY_COST;
        let class = of_role(MessageRole::of_context(head.context)?);
        let debt = t.account(p, class).admit(cost)?;
        let id = self.streams.insert(Stream::new(p, class, head.tag, len, len, debt));
        if len > 0 {
            sink.append_unread(id, 0, 0, len);
        }
        self.begun.push_back(id);
        Some(())
    }

    /// Takes a BEGIN: the head and first bytes of a longer message.
    pub(in crate::protocol) fn on_begin<S: HandlerSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        b: Begin,
        here: u64,
    ) -> Option<()> {
        let (cost, class) = (here + ENTRY_COST, of_role(b.role));
        if !t.account(p, class).allows(cost) {
            return None;
        }
        let id = self.streams.insert(Stream::new(p, class, b.handler, b.len, here, Debt::default()));
        if here < b.len {
            let arrival = t.arrive_in_pieces(p, &b, here, id);
            if arrival.is_none() {
                self.streams.remove(id);
                return None;
            }
            self.streams[id].arrival = arrival;
        }
        let s = &mut self.streams[id];
        s.held = t.account(p, class).admit(cost)?;
        s.entry = s.held.split(ENTRY_COST);
        if here > 0 {
            sink.append_unread(id, Begin::WORDS, 0, here);
        }
        self.begun.push_back(id);
        if b.asks {
            t.answer_credit(sink, p, class);
        }
        Some(())
    }

    /// Takes a MORE: the sender has the next piece of a message ready, or all `here` bytes of the piece have come with
    /// the frame.
    pub(in crate::protocol) fn on_more<S: HandlerSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        more: More,
        here: u64,
    ) -> Option<()> {
        if here == 0 {
            let complete = t.on_more(sink, p, more)?;
            self.piece_complete(complete);
            return Some(());
        }
        let class = of_role(more.role);
        if !t.account(p, class).allows(here) {
            return None;
        }
        let landed = t.on_pushed(sink, p, more)?;
        let mut debt = t.account(p, class).charge(here)?;
        if let Some(Landed { stream, placed, offset, kept: range, complete }) = landed {
            if !placed.is_empty() {
                let (from, len) = (placed.start - more.start, placed.end - placed.start);
                sink.land(stream, offset, More::WORDS, from, len);
            }
            if let Some(s) = self.streams.get_mut(stream).filter(|_| !range.is_empty()) {
                let kept = range.end - range.start;
                s.kept = range.end;
                s.held.add(debt.split(kept));
                let from = if planted("kept_from_the_start") { 0 } else { range.start - more.start };
                sink.append_unread(stream, More::WORDS, from, kept);
            }
            self.piece_complete(complete);
        } else if planted("unwanted_piece_not_given_back") {
            debt.write_off();
            return Some(());
        }
        // Bytes that this rank need not keep hold no credit.
        t.owe(sink, p, class, debt);
        Some(())
    }

    /// Takes the end of a message that ends before it is whole.
    pub(in crate::protocol) fn on_end<S: HandlerSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        more: More,
    ) -> Option<()> {
        if let Some((id, end)) = t.on_end(sink, p, more)?
            && let Some(s) = self.streams.get_mut(id)
        {
            s.break_off(end, false);
            if s.reading > 0 {
                s.fail();
                self.woken.push(id);
            }
        }
        Some(())
    }

    /// Ends the read that the last bytes of a piece have completed.
    fn piece_complete(&mut self, complete: Option<Destination>) {
        if let Some(Destination::Stream(id)) = complete {
            self.has_read(id);
        }
    }

    /// Ends a read whose bytes have all arrived.
    pub(in crate::protocol) fn has_read(&mut self, id: StreamId) {
        let Some(s) = self.streams.get_mut(id) else { return };
        s.at += std::mem::take(&mut s.reading);
        self.woken.push(id);
    }

    /// Ends the pull of a stream's bytes for which the sink returned [`Pulling::Later`](crate::Pulling::Later).
    pub(in crate::protocol) fn pulled_stream<S: HandlerSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        id: StreamId,
        here: bool,
    ) {
        let Some(s) = self.streams.get(id) else { return };
        let (Some(arrival), finished) = (s.arrival, s.finished) else { return };
        if t.pulled(sink, arrival, here) {
            self.has_read(id);
        }
        if finished && !t.is_landing(arrival) {
            self.streams.remove(id);
        }
    }
}

impl Handlers {
    /// Returns the next message that has begun to arrive.
    pub fn next_stream(&mut self, t: &mut Transfers) -> Option<Begun> {
        let id = if self.sorted > 0 { self.next_sorted() } else { self.begun.pop_front() };
        self.begun(t, id?)
    }

    /// Returns the next message from that rank that has begun to arrive, even if older messages of other ranks wait.
    pub fn next_stream_from(&mut self, t: &mut Transfers, rank: Rank) -> Option<Begun> {
        let p = t.known(rank)?;
        self.sort();
        let id = self.by_sender.get_mut(p)?.pop_front()?;
        self.sorted -= 1;
        self.begun(t, id)
    }

    /// Returns the ranks from which messages have begun to arrive that the program has not fetched.
    pub fn begun_senders(&mut self, t: &mut Transfers) -> Vec<Rank> {
        self.sort();
        let waiting = self.by_sender.iter().enumerate().filter(|(_, queue)| !queue.is_empty());
        waiting.map(|(p, _)| t.peers[p].rank).collect()
    }

    /// Describes a message that has begun to arrive and whose handler has not finished.
    pub fn begun(&self, t: &Transfers, id: StreamId) -> Option<Begun> {
        let s = self.streams.get(id)?;
        let whole = s.size > 0 && s.kept == s.size && s.arrival.is_none();
        Some(Begun { id, from: t.peers[s.p].rank, handler: s.handler, size: s.size, whole })
    }

    /// Returns true if a read or a piece has ended that `take_woken` has not reported.
    #[inline(always)]
    pub fn has_woken(&self, t: &Transfers) -> bool {
        !self.woken.is_empty() || !t.freed.is_empty()
    }

    /// Returns the reads and pieces that have ended since the last call.
    pub fn take_woken(&mut self, t: &mut Transfers) -> Vec<Woken> {
        let streams = self.woken.drain(..).map(Woken::Stream);
        streams.chain(t.freed.drain(..).map(Woken::Send)).collect()
    }

    /// Returns how many bytes a handler may still read.
    pub fn unread(&self, id: StreamId) -> u64 {
        self.streams.get(id).map_or(0, |s| s.end.saturating_sub(s.at + s.reading))
    }

    /// Returns true while a read is under way.
    pub fn is_reading(&self, id: StreamId) -> bool {
        self.streams.get(id).is_some_and(|s| s.reading > 0)
    }

    /// Returns true if the last read failed because the message [broke off](Self::broken_off) before it was whole.
    pub fn read_failed(&self, id: StreamId) -> bool {
        self.streams.get(id).is_none_or(|s| s.failed)
    }

    /// Returns how the message ended before it was whole; `None` if it has not.
    pub fn broken_off(&self, id: StreamId) -> Option<BrokenOff> {
        self.streams.get(id)?.broken_off
    }

    /// Reads the next `len` bytes of the message into the caller's memory. The protocol holds that memory until the
    /// read has ended or is dropped. Only one read may be under way.
    pub fn read<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, id: StreamId, len: u64) -> Reading {
        let Some(s) = self.streams.get_mut(id) else { return Reading::Short };
        if s.reading > 0 || len > s.end.saturating_sub(s.at) {
            return Reading::Short;
        }
        s.failed = false;
        if len == 0 {
            return Reading::Done;
        }
        let (at, end) = (s.at, s.at + len);
        let stashed = end.min(s.kept).saturating_sub(at);
        // Arrived bytes are copied now, because the reading call's memory is accessible only during the call.
        if stashed < len {
            sink.bind(Destination::Stream(id));
        }
        if stashed > 0 {
            sink.read_unread(id, stashed);
        }
        let arrival = s.arrival.filter(|_| stashed < len);
        if at + stashed >= s.kept {
            self.drop_kept(t, sink, id);
        }
        let into = Destination::Stream(id);
        let complete = arrival.is_none_or(|a| t.fill(sink, a, into, (at, end), stashed));
        let s = &mut self.streams[id];
        if complete {
            s.at = end;
            return Reading::Done;
        }
        s.reading = len;
        Reading::Later
    }

    /// Records that the handler has read all bytes of a [whole](Begun::whole) message by itself. Returns the bytes'
    /// credit to the sender.
    pub fn has_read_whole<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, id: StreamId) {
        let Some(s) = self.streams.get_mut(id) else { return };
        s.at = s.end;
        self.drop_kept(t, sink, id);
    }

    /// Drops a read. The next read continues behind the dropped one; the dropped read's missing bytes are lost. The
    /// memory belongs to the reader again, unless a copy [is still landing](Self::is_landing) there.
    pub fn drop_read<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, id: StreamId) {
        let Some(s) = self.streams.get_mut(id).filter(|s| s.reading > 0) else { return };
        s.at += std::mem::take(&mut s.reading);
        if let Some(arrival) = s.arrival {
            t.drop_filling(sink, arrival);
        }
    }

    /// Returns true while a copy is under way into a handler's memory, even if the handler dropped the read.
    pub fn is_landing(&self, t: &Transfers, id: StreamId) -> bool {
        let arrival = self.streams.get(id).and_then(|s| s.arrival);
        arrival.is_some_and(|a| t.is_landing(a))
    }

    /// Ends the message once its handler has ended. This rank drops the unread bytes, and tells the sender.
    pub fn finish<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, id: StreamId) {
        let Some(s) = self.streams.get_mut(id).filter(|s| !s.finished) else { return };
        (s.finished, s.reading) = (true, 0);
        let (p, class, arrival, mut debt) = (s.p, s.class, s.arrival, s.held.take());
        let held = debt.bytes();
        debt.add(s.entry.take());
        if held > 0 {
            sink.discard_unread(id);
        }
        if let Some(arrival) = arrival {
            t.close(sink, arrival);
        }
        if !arrival.is_some_and(|a| t.is_landing(a)) {
            self.streams.remove(id);
        }
        t.owe(sink, p, class, debt);
    }

    /// Returns the credit of a reply's entry to its sender when the reply's handler waits to send. Without that,
    /// replies to replies would wait for each other. A request keeps its entry, so that the number of requests stays
    /// bounded.
    pub fn release_reply<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, id: StreamId) {
        let Some(s) = self.streams.get_mut(id).filter(|s| s.class == REPLIES) else { return };
        let (p, class, entry) = (s.p, s.class, s.entry.take());
        t.owe(sink, p, class, entry);
    }

    /// Returns the role of a message that has begun to arrive and whose handler has not finished.
    pub fn role(&self, id: StreamId) -> Option<MessageRole> {
        self.streams.get(id).map(|s| role_of(s.class))
    }

    /// Drops the pushed bytes that the handler has read or does not want, and returns their credit to the sender.
    fn drop_kept<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, id: StreamId) {
        let Some(s) = self.streams.get_mut(id) else { return };
        let (p, class, held) = (s.p, s.class, s.held.take());
        if held.bytes() > 0 {
            sink.discard_unread(id);
            t.owe(sink, p, class, held);
        }
    }
}
