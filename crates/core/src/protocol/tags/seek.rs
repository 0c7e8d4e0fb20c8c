//! Seeks keep matching alive when credit is used up. A receiver that waits or probes tells the senders what it wants.
//! Each sender that holds messages back offers its first message of that kind, or answers that it has none.
//!
//! The sender owns an offered message until the receiver answers. PULL or DONE take the message for the receive that
//! sought it, ACCEPT takes the message's head into the buffer queue (for a probe), DECLINE refuses the message. Until
//! the answer the sender pushes no message that would come behind the offer. A sought message overtakes earlier
//! messages of its sender. Sender and receiver number the messages, so that a receive of any tag does not take such a
//! message before its turn.
use super::entry::Entry;
use super::peer::{SeekFor, SeekUnderWay};
use super::receive_queue::State as RecvState;
use super::select::Select;
use super::sink::TagSink;
use super::{CLASS, Tags};
use crate::ids::{EntryId, RecvId, SendId};
use crate::planted::planted;
use crate::protocol::transfer::{Control, Debt, Destination, Source, State, Transfers};
use crate::wire::{Accept, Decline, Head, Kind, Nothing, Offer, Seek};

// The receiver's side of seeks.
impl Tags {
    /// Returns true while messages that the entry overtook have not arrived.
    pub(super) fn still_early(&self, t: &Transfers, e: &Entry) -> bool {
        let peer = t.peers.iter().find(|p| p.rank == e.from);
        e.early.is_some_and(|s| peer.is_some_and(|p| s > p.account(CLASS).expected()))
    }

    /// Returns true if a posted receive selects the entry, which arrived before its turn. Such a receive is for any
    /// tag, and may yet get a message that the entry has overtaken.
    pub(super) fn is_claimed(&self, e: &Entry) -> bool {
        !planted("claim_ignored") && self.receives.matching(e.context, e.from, e.tag).is_some()
    }

    /// Asks the peers that hold messages back for a message that `select`, a receive just posted, takes.
    #[inline(always)]
    pub(super) fn seek_for<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, select: &Select) {
        if self.holders > 0 {
            for p in 0..self.peers.len() {
                let rank = t.peers[p].rank;
                if self.peers[p].holds && select.source.is_none_or(|s| s == rank) {
                    self.seek_next(t, sink, p);
                }
            }
        }
    }

    /// Asks the peers that hold messages back for a message that a probe has not found.
    pub(super) fn seek_for_probe<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, select: Select) {
        if self.holders == 0 {
            return;
        }
        for p in 0..self.peers.len() {
            let (peer, rank) = (&self.peers[p], t.peers[p].rank);
            if peer.holds && peer.seek.is_none() && select.source.is_none_or(|s| s == rank) {
                self.send_seek(t, sink, p, SeekFor::Probe(select), &select);
            }
        }
    }

    /// Asks this peer for the next posted receive about which it has not been asked.
    fn seek_next<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        let peer = self.peer(p);
        if !peer.holds || peer.seek.is_some() {
            return;
        }
        let (asked, rank) = (peer.asked, t.peers[p].rank);
        if let Some(id) = self.receives.next_for(rank, asked) {
            let select = self.receives.at(id).select();
            self.send_seek(t, sink, p, SeekFor::Recv(id), &select);
        }
    }

    fn send_seek<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, what: SeekFor, select: &Select) {
        t.counters.seeks += 1;
        let peer = self.peer(p);
        peer.seeks = peer.seeks.wrapping_add(1);
        let number = peer.seeks;
        peer.seek = Some(SeekUnderWay { number, what, news: false });
        let bare = matches!(what, SeekFor::Probe(_));
        let seek = Seek { context: select.context, tag: select.tag, bare, number };
        t.control(sink, p, seek.head(), &seek.words());
    }

    /// Takes HELD: the peer holds messages back, or holds back more of them. From now on this rank may seek for every
    /// receive again.
    pub(in crate::protocol) fn on_held<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        self.set_holds(p, true);
        let peer = self.peer(p);
        peer.asked = 0;
        if let Some(seek) = &mut peer.seek {
            seek.news = !planted("held_unheard");
        }
        self.seek_next(t, sink, p);
    }

    fn set_holds(&mut self, p: usize, holds: bool) {
        let before = std::mem::replace(&mut self.peer(p).holds, holds);
        self.holders = self.holders + usize::from(holds) - usize::from(before);
        if self.holders == 0 {
            self.receives.forget_order();
        }
    }

    /// Takes the answer to a seek: an offered message.
    pub(in crate::protocol) fn on_offer<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        o: Offer,
        here: u64,
    ) -> Option<()> {
        let seek = self.peer(p).seek.take_if(|s| s.number == o.seek);
        let Some(seek) = seek else {
            // No seek is open for this offer. This rank declines the offer, but only if the frame can leave now: it
            // queues none.
            if t.peers[p].outbox.is_empty() {
                self.decline(t, sink, p, o.send);
            }
            return None;
        };
        let from = t.peers[p].rank;
        match seek.what {
            SeekFor::Recv(id) if self.wanted_by(id, from, &o) => {
                if self.receives.at(id).any_tag() && self.ripen(t, sink, p, o.context, o.sequence) {
                    // Earlier messages of this sender have arrived before their turn, and must be matched first.
                    self.decline(t, sink, p, o.send);
                } else {
                    self.receives.unpost(id);
                    self.overtakes(p, o.sequence);
                    let arrival = t.arrive_offered(p, &o, here);
                    let r = self.receives.at(id);
                    r.arrives(arrival, from, o.tag, o.len);
                    let room = r.room;
                    sink.deliver(Destination::Recv(id), 0, Offer::WORDS, here.min(room));
                    if t.receive_into(sink, arrival, id, room) {
                        self.received(id);
                    }
                    self.catch_up(t, sink, p);
                }
            }
            SeekFor::Recv(_) => {
                self.decline(t, sink, p, o.send);
                self.peer(p).asked = 0;
            }
            SeekFor::Probe(select) => {
                let any_tag = select.tag.is_none() && !planted("probe_starves");
                self.take_offer(t, sink, p, o, here, any_tag);
            }
        }
        self.seek_next(t, sink, p);
        Some(())
    }

    /// Takes the message offered to a probe: puts the message's head into the buffer queue, unless a receive selects it
    /// that was posted since the probe.
    fn take_offer<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        o: Offer,
        here: u64,
        any_tag: bool,
    ) {
        let from = t.peers[p].rank;
        if self.receives.matching(o.context, from, o.tag).is_some() {
            // A receive was posted while the probe's seek was out. That receive gets a seek of its own, in order.
            self.decline(t, sink, p, o.send);
            self.peer(p).asked = 0;
            return;
        }
        if any_tag && self.ripen(t, sink, p, o.context, o.sequence) {
            // The probe will find an earlier message that has arrived.
            return self.decline(t, sink, p, o.send);
        }
        let accept = Accept { send: o.send };
        t.control(sink, p, accept.head(), &accept.words());
        let mut e = Entry::new(from, o.context, o.tag, o.len, Debt::default());
        let arrival = t.arrive_offered(p, &o, here);
        e.arrival = Some(arrival);
        // The sender's first held message of its context overtakes no message of that context, so a receive of any tag
        // may take it.
        e.early = (!any_tag).then_some(o.sequence);
        let id = self.buffered.queue(e, Some(o.sequence));
        t.keep(arrival, id);
        sink.stash(id, here, 0, Offer::WORDS, here);
        self.overtakes(p, o.sequence);
        self.catch_up(t, sink, p);
    }

    /// Returns true if the receive is still posted and is the one that the offered message matches.
    fn wanted_by(&self, id: RecvId, from: u32, o: &Offer) -> bool {
        let posted = self.receives.get(id).is_some_and(|r| r.state == RecvState::Posted);
        posted && self.receives.matching(o.context, from, o.tag) == Some(id)
    }

    pub(super) fn decline<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, send: SendId) {
        t.counters.declined += 1;
        let d = Decline { send };
        t.control(sink, p, d.head(), &d.words());
    }

    /// Takes NOTHING, an answer to a seek: the sender holds back no message that was sought.
    pub(in crate::protocol) fn on_nothing<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        n: Nothing,
    ) -> Option<()> {
        let seek = self.peer(p).seek.take_if(|s| s.number == n.number)?;
        let select = match seek.what {
            SeekFor::Probe(_) if planted("probe_starves") => None,
            SeekFor::Probe(select) => Some(select),
            SeekFor::Recv(id) => match self.receives.get(id) {
                Some(r) if r.state == RecvState::Posted => {
                    if !seek.news {
                        let (sequence, peer) = (r.sequence, &mut self.peers[p]);
                        peer.asked = peer.asked.max(sequence);
                    }
                    Some(r.select())
                }
                _ => None,
            },
        };
        if let Some(Select { context, tag: None, .. }) = select {
            self.ripen(t, sink, p, context, u64::MAX);
        }
        if n.empty {
            self.set_holds(p, false);
        } else {
            self.seek_next(t, sink, p);
        }
        Some(())
    }

    /// Gives a buffered message to a posted receive.
    fn match_buffered<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, id: RecvId, e: EntryId) {
        self.receives.unpost(id);
        self.buffered.unqueue(e);
        self.adopt(t, sink, id, e);
    }

    /// Marks messages of this context below `sequence` as in turn, because the sender holds back no earlier message of
    /// the context. Messages of other contexts stay as they are. Returns true if there are such messages.
    fn ripen<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, context: u16, sequence: u64) -> bool {
        let ripe = self.buffered.ripen(t.peers[p].rank, context, sequence);
        for &id in &ripe {
            let e = &self.buffered.entries[id];
            if let Some(r) = self.receives.matching(e.context, e.from, e.tag) {
                self.match_buffered(t, sink, r, id);
            }
        }
        if !ripe.is_empty() {
            self.give_early(t, sink);
        }
        !ripe.is_empty()
    }

    /// Records a message that has arrived before its turn.
    fn overtakes(&mut self, p: usize, sequence: u64) {
        let peer = self.peer(p);
        let first = peer.early.is_empty();
        peer.early.insert(sequence);
        self.overtaken += usize::from(first);
    }

    /// Continues with the next message in turn: skips the numbers of messages that arrived early, and gives those
    /// messages to the receives that had to pass them over.
    pub(super) fn catch_up<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        let (peer, account) = (self.peer(p), t.account(p, CLASS));
        let before = peer.early.is_empty();
        while peer.early.remove(&account.expected()) {
            account.pass_over();
        }
        let caught_up = !before && peer.early.is_empty();
        self.overtaken -= usize::from(caught_up);
        self.give_early(t, sink);
    }

    /// Gives messages that arrived before their turn to the receives that wait for them, where the rules allow it by
    /// now: the message is in turn, or an earlier receive is gone.
    pub(super) fn give_early<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S) {
        if planted("early_forgotten") {
            return;
        }
        while let Some(id) = self.buffered.first_early(|e| {
            let receive = self.receives.matching(e.context, e.from, e.tag).and_then(|r| self.receives.get(r));
            receive.is_some_and(|r| !r.any_tag() || !self.still_early(t, e))
        }) {
            let e = &self.buffered.entries[id];
            let Some(r) = self.receives.matching(e.context, e.from, e.tag) else { return };
            self.match_buffered(t, sink, r, id);
        }
    }
}

// The sender's side of seeks.
impl Tags {
    /// Answers a seek: offers the first held message that the receiver seeks, or answers that there is none.
    pub(in crate::protocol) fn on_seek<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        seek: Seek,
    ) -> Option<()> {
        if planted("seek_ignored") && seek.number % 8 == 7 {
            return Some(());
        }
        // A correct receiver has one seek open at a time. While an answer to this peer waits in the outbox, this rank
        // refuses further seeks, because such a peer could fill this rank's memory.
        let waits = |c: &Control| Head::parse(c.head).is_some_and(|h| matches!(h.kind, Kind::Nothing | Kind::Offer));
        if t.peers[p].outbox.iter().any(waits) {
            return None;
        }
        self.peer(p);
        let peer = &mut self.peers[p];
        let Some(id) = peer.held.seek(&self.sends, seek.context, seek.tag) else {
            let empty = peer.held.is_empty();
            // Every send that is held back from now on has to be announced.
            peer.announced = planted("not_announced_again");
            let n = Nothing { number: seek.number, empty };
            t.control(sink, p, n.head(), &n.words());
            return Some(());
        };
        let (s, len, push) = (&self.sends[id], t.sends[id].len, t.peers[p].push);
        let sequence = s.sequence;
        let first = match len {
            _ if seek.bare => 0,
            // If the message is short enough to be pushed whole, the offer carries all its bytes, and the receiver need
            // not pull.
            l if l <= push.whole => l,
            l => l.min(push.first),
        };
        let address = sink.address(id, 0);
        let o = Offer { context: s.context, tag: s.tag, send: id, len, address, seek: seek.number, sequence };
        let peer = &mut t.peers[p];
        let body = Source::Send { id, offset: 0, len: first };
        if !peer.outbox.is_empty() || sink.frame(peer.rank, o.head(), &o.words(), body).is_err() {
            // If the fabric is full, the offer leaves without first bytes: such a frame can wait in the outbox.
            t.control(sink, p, o.head(), &o.words());
        }
        t.sends[id].state = State::Offered;
        self.sends[id].offered = true;
        let peer = self.peer(p);
        peer.overtook = peer.overtook.max(Some(sequence));
        Some(())
    }

    /// Takes ACCEPT: a probe took the offer. The message leaves the queue; the receiver pulls it when a receive
    /// matches it.
    pub(in crate::protocol) fn on_accept<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        id: SendId,
    ) -> Option<()> {
        if planted("accepted_stays_held") {
            return self.back_to_its_place(t, p, id);
        }
        self.take_up(t, p, id)?;
        self.push_held(t, sink, p);
        Some(())
    }

    /// Takes DECLINE: returns an offer to its place. For a pushed message, DECLINE says that its receiver leaves the
    /// job.
    pub(in crate::protocol) fn on_decline<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        id: SendId,
    ) -> Option<()> {
        if t.sends.get(id).is_some_and(|s| s.state == State::Pushed) {
            return self.on_left_alone(t, sink, p, id);
        }
        self.back_to_its_place(t, p, id)?;
        if planted("decline_loses") {
            self.unhold(t, p, id);
        }
        self.push_held(t, sink, p);
        Some(())
    }

    fn back_to_its_place(&mut self, t: &mut Transfers, p: usize, id: SendId) -> Option<()> {
        let to = t.peers[p].rank;
        let s = t.sends.get_mut(id).filter(|s| s.to == to && s.state == State::Offered)?;
        s.state = State::Held;
        self.sends[id].offered = false;
        Some(())
    }
}
