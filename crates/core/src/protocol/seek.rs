//! Seeks keep matching alive when credit is used up: a receiver that waits or probes says what it wants, and each sender
//! that holds messages back offers its first such message, or says that there is none.
//!
//! An offer stays the sender's until it is answered: PULL or DONE take it for the receive it was sought for, ACCEPT takes
//! its head into the buffer queue (for a probe), DECLINE puts it back. Until then the sender pushes nothing that would
//! come behind it. A sought message overtakes others of its sender; both sides number messages, so that a receive of any
//! tag does not take it before its turn.
use super::engine::Engine;
use super::entry::{Entry, Rest};
use super::peer::{Control, SeekFor, SeekUnderWay};
use super::receive_queue::State as RecvState;
use super::recv::Arriving;
use super::select::Select;
use super::send_queue::State;
use super::sink::{Sink, Source};
use crate::ids::{EntryId, RecvId, SendId};
use crate::planted::planted;
use crate::wire::{Accept, Decline, Head, Kind, Nothing, Offer, Seek};

// The receiver's side.
impl Engine {
    /// True while messages that the entry overtook have not arrived.
    pub(super) fn still_early(&self, e: &Entry) -> bool {
        let peer = self.peers.iter().find(|p| p.rank == e.from);
        e.early.is_some_and(|s| peer.is_some_and(|p| s > p.expected))
    }

    /// True if a posted receive selects the entry, which came early: a receive of any tag, which may yet get a message that
    /// the entry overtook.
    pub(super) fn is_claimed(&self, e: &Entry) -> bool {
        !planted("claim_ignored") && self.receives.matching(e.context, e.from, e.tag).is_some()
    }

    /// A receive was posted: seeks it where messages are held back.
    #[inline(always)]
    pub(super) fn seek_for<S: Sink>(&mut self, sink: &mut S, select: &Select) {
        if self.holders > 0 {
            for p in 0..self.peers.len() {
                if self.peers[p].holds && select.source.is_none_or(|s| s == self.peers[p].rank) {
                    self.seek_next(sink, p);
                }
            }
        }
    }

    /// A probe found nothing: seeks where messages are held back.
    pub(super) fn seek_for_probe<S: Sink>(&mut self, sink: &mut S, select: Select) {
        if self.holders == 0 {
            return;
        }
        for p in 0..self.peers.len() {
            let peer = &self.peers[p];
            if peer.holds && peer.seek.is_none() && select.source.is_none_or(|s| s == peer.rank) {
                self.send_seek(sink, p, SeekFor::Probe(select), &select);
            }
        }
    }

    /// Seeks the next posted receive that this peer has not been asked about.
    fn seek_next<S: Sink>(&mut self, sink: &mut S, p: usize) {
        let peer = &self.peers[p];
        if !peer.holds || peer.seek.is_some() {
            return;
        }
        if let Some(id) = self.receives.next_for(peer.rank, peer.asked) {
            let select = self.receives.at(id).select();
            self.send_seek(sink, p, SeekFor::Recv(id), &select);
        }
    }

    fn send_seek<S: Sink>(&mut self, sink: &mut S, p: usize, what: SeekFor, select: &Select) {
        self.counters.seeks += 1;
        let peer = &mut self.peers[p];
        peer.seeks = peer.seeks.wrapping_add(1);
        let number = peer.seeks;
        peer.seek = Some(SeekUnderWay { number, what, news: false });
        let bare = matches!(what, SeekFor::Probe(_));
        let seek = Seek { context: select.context, tag: select.tag, bare, number };
        self.control(sink, p, seek.head(), &seek.words());
    }

    /// The peer holds messages back (or has more of them): everything may be asked again.
    pub(super) fn on_held<S: Sink>(&mut self, sink: &mut S, p: usize) {
        self.set_holds(p, true);
        self.peers[p].asked = 0;
        if let Some(seek) = &mut self.peers[p].seek {
            seek.news = !planted("held_unheard");
        }
        self.seek_next(sink, p);
    }

    fn set_holds(&mut self, p: usize, holds: bool) {
        let before = std::mem::replace(&mut self.peers[p].holds, holds);
        self.holders = self.holders + usize::from(holds) - usize::from(before);
        if self.holders == 0 {
            self.receives.forget_order();
        }
    }

    /// The answer to our seek: a message.
    pub(super) fn on_offer<S: Sink>(&mut self, sink: &mut S, p: usize, o: Offer, here: u64) -> Option<()> {
        let seek = self.peers[p].seek.take_if(|s| s.number == o.seek);
        let Some(seek) = seek else {
            // Nobody sought it: it may go back, but nothing is kept for that.
            if self.peers[p].outbox.is_empty() {
                self.decline(sink, p, o.send);
            }
            return None;
        };
        let from = self.peers[p].rank;
        let rest = Rest { send: o.send, address: o.address, pushed: here, got: here, released: false };
        match seek.what {
            SeekFor::Recv(id) if self.wanted_by(id, from, &o) => {
                if self.receives.at(id).any_tag() && self.ripen(sink, p, o.context, o.sequence) {
                    // Earlier messages of this sender were here already, out of turn: those go first.
                    self.decline(sink, p, o.send);
                } else {
                    self.receives.unpost(id);
                    self.overtakes(p, o.sequence);
                    sink.deliver(id, 0, Offer::WORDS, here.min(self.receives.at(id).room));
                    self.pull_rest(sink, p, id, Arriving { from, tag: o.tag, len: o.len, rest });
                    self.catch_up(sink, p);
                }
            }
            SeekFor::Recv(_) => {
                self.decline(sink, p, o.send);
                self.peers[p].asked = 0;
            }
            SeekFor::Probe(select) => {
                let any_tag = select.tag.is_none() && !planted("probe_starves");
                self.take_offer(sink, p, o, here, rest, any_tag);
            }
        }
        self.seek_next(sink, p);
        Some(())
    }

    /// A probe's message: its head goes into the buffer queue, or straight to a receive posted meanwhile.
    fn take_offer<S: Sink>(&mut self, sink: &mut S, p: usize, o: Offer, here: u64, rest: Rest, any_tag: bool) {
        let from = self.peers[p].rank;
        if self.receives.matching(o.context, from, o.tag).is_some() {
            // Posted while the probe's seek was out; it gets its own seek, in order.
            self.decline(sink, p, o.send);
            self.peers[p].asked = 0;
            return;
        }
        if any_tag && self.ripen(sink, p, o.context, o.sequence) {
            // The probe finds an earlier one that is here already.
            return self.decline(sink, p, o.send);
        }
        let accept = Accept { send: o.send };
        self.control(sink, p, accept.head(), &accept.words());
        let mut e = Entry::new(from, o.context, o.tag, o.len, 0);
        e.rest = Some(rest);
        // The first one held back of its context overtakes none of it: any tag may have it.
        e.early = (!any_tag).then_some(o.sequence);
        let id = self.buffered.queue(e, Some(o.sequence));
        sink.stash(id, here, 0, Offer::WORDS, here);
        self.overtakes(p, o.sequence);
        self.catch_up(sink, p);
    }

    /// True if the receive is still posted, and the one the message belongs to.
    fn wanted_by(&self, id: RecvId, from: u32, o: &Offer) -> bool {
        let posted = self.receives.get(id).is_some_and(|r| r.state == RecvState::Posted);
        posted && self.receives.matching(o.context, from, o.tag) == Some(id)
    }

    pub(super) fn decline<S: Sink>(&mut self, sink: &mut S, p: usize, send: SendId) {
        self.counters.declined += 1;
        let d = Decline { send };
        self.control(sink, p, d.head(), &d.words());
    }

    /// The answer to our seek: no such message.
    pub(super) fn on_nothing<S: Sink>(&mut self, sink: &mut S, p: usize, n: Nothing) -> Option<()> {
        let seek = self.peers[p].seek.take_if(|s| s.number == n.number)?;
        let select = match seek.what {
            SeekFor::Probe(_) if planted("probe_starves") => None,
            SeekFor::Probe(select) => Some(select),
            SeekFor::Recv(id) => match self.receives.get(id) {
                Some(r) if r.state == RecvState::Posted => {
                    if !seek.news {
                        self.peers[p].asked = self.peers[p].asked.max(r.sequence);
                    }
                    Some(r.select())
                }
                _ => None,
            },
        };
        if let Some(Select { context, tag: None, .. }) = select {
            self.ripen(sink, p, context, u64::MAX);
        }
        if n.empty {
            self.set_holds(p, false);
        } else {
            self.seek_next(sink, p);
        }
        Some(())
    }

    /// Gives a buffered message to a posted receive.
    fn match_buffered<S: Sink>(&mut self, sink: &mut S, id: RecvId, e: EntryId) {
        self.receives.unpost(id);
        self.buffered.unqueue(e);
        self.adopt(sink, id, e);
    }

    /// Nothing numbered below `sequence` is held back of this context: messages of it that came early are in turn there,
    /// whatever other contexts miss. True if there are any.
    fn ripen<S: Sink>(&mut self, sink: &mut S, p: usize, context: u16, sequence: u64) -> bool {
        let ripe = self.buffered.ripen(self.peers[p].rank, context, sequence);
        for &id in &ripe {
            let e = &self.buffered.entries[id];
            if let Some(r) = self.receives.matching(e.context, e.from, e.tag) {
                self.match_buffered(sink, r, id);
            }
        }
        if !ripe.is_empty() {
            self.give_early(sink);
        }
        !ripe.is_empty()
    }

    /// A message out of turn has arrived.
    fn overtakes(&mut self, p: usize, sequence: u64) {
        self.peers[p].early.insert(sequence);
    }

    /// Messages arrive in turn again: skips the numbers that came early, and gives those messages to receives that had
    /// to leave them alone.
    pub(super) fn catch_up<S: Sink>(&mut self, sink: &mut S, p: usize) {
        let peer = &mut self.peers[p];
        while peer.early.remove(&peer.expected) {
            peer.expected += 1;
        }
        self.give_early(sink);
    }

    /// Gives what came early to the receives that wait for it, as far as the rules allow by now: it is in turn, or a receive
    /// that was before them is gone.
    pub(super) fn give_early<S: Sink>(&mut self, sink: &mut S) {
        if planted("early_forgotten") {
            return;
        }
        while let Some(id) = self.buffered.first_early(|e| {
            let receive = self.receives.matching(e.context, e.from, e.tag).and_then(|r| self.receives.get(r));
            receive.is_some_and(|r| !r.any_tag() || !self.still_early(e))
        }) {
            let e = &self.buffered.entries[id];
            let Some(r) = self.receives.matching(e.context, e.from, e.tag) else { return };
            self.match_buffered(sink, r, id);
        }
    }
}

// The sender's side.
impl Engine {
    /// The receiver seeks: offers the first held-back message it means, or says that there is none.
    pub(super) fn on_seek<S: Sink>(&mut self, sink: &mut S, p: usize, seek: Seek) -> Option<()> {
        if planted("seek_ignored") && seek.number % 8 == 7 {
            return Some(());
        }
        // A receiver seeks one thing at a time: whoever asks on while an answer waits here would fill this side's memory.
        let waits = |c: &Control| Head::parse(c.head).is_some_and(|h| matches!(h.kind, Kind::Nothing | Kind::Offer));
        if self.peers[p].outbox.iter().any(waits) {
            return None;
        }
        let Some(id) = self.peers[p].held.seek(&self.sends, seek.context, seek.tag) else {
            let empty = self.peers[p].held.is_empty();
            // Whatever is held back from now on is news.
            self.peers[p].announced = planted("not_announced_again");
            let n = Nothing { number: seek.number, empty };
            self.control(sink, p, n.head(), &n.words());
            return Some(());
        };
        let s = &self.sends[id];
        let (len, sequence) = (s.len, s.sequence);
        let first = match len {
            _ if seek.bare => 0,
            // Short enough to be pushed whole: then the answer needs no pull.
            l if l <= self.peers[p].whole => l,
            l => l.min(self.peers[p].push1),
        };
        let address = sink.address(id);
        let o = Offer { context: s.context, tag: s.tag, send: id, len, address, seek: seek.number, sequence };
        let peer = &mut self.peers[p];
        let body = Source::Send { id, offset: 0, len: first };
        if !peer.outbox.is_empty() || sink.frame(peer.rank, o.head(), &o.words(), body).is_err() {
            // Without its first bytes it can wait in the outbox.
            self.control(sink, p, o.head(), &o.words());
        }
        self.sends[id].state = State::Offered;
        let peer = &mut self.peers[p];
        peer.overtook = peer.overtook.max(Some(sequence));
        Some(())
    }

    /// The offer was taken for a probe: the message has left the queue, and is pulled when somebody receives it.
    pub(super) fn on_accept<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId) -> Option<()> {
        self.answered_offer(p, id)?;
        if planted("accepted_stays_held") {
            self.sends.get_mut(id)?.state = State::Held;
            return Some(());
        }
        self.answered(p, id)?.state = State::Pushed;
        self.push_held(sink, p);
        Some(())
    }

    /// The offer was not wanted: back to its place. Or, of a message that was pushed: its receiver leaves the job.
    pub(super) fn on_decline<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId) -> Option<()> {
        if self.sends.get(id).is_some_and(|s| s.state == State::Pushed) {
            return self.on_left_alone(sink, p, id);
        }
        self.answered_offer(p, id)?;
        if planted("decline_loses") {
            self.peers[p].held.remove(&mut self.sends, id);
        }
        self.sends.get_mut(id)?.state = State::Held;
        self.push_held(sink, p);
        Some(())
    }

    fn answered_offer(&mut self, p: usize, id: SendId) -> Option<()> {
        let s = self.sends.get(id)?;
        (s.to == self.peers[p].rank && s.state == State::Offered).then_some(())
    }
}
