//! Discards messages that no receive will take: messages that wait on this rank when it leaves the job, so that two
//! leaving ranks do not wait for each other; and messages that a rank has sent to itself and cancels.
use super::entry::Entry;
use super::sink::TagSink;
use super::{CLASS, Tags};
use crate::ids::{EntryId, Rank, SendId};
use crate::protocol::transfer::{State, Transfers};
use std::ops::Range;

impl Tags {
    /// Takes a message that this rank has sent to itself, as peer `p`, out of matching. Returns false if a receive
    /// has matched the message or the message is still in flight.
    pub(super) fn call_back<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize, id: SendId) -> bool {
        let (own, s) = (t.peers[p].rank, &t.sends[id]);
        if s.state != State::Pushed || s.streams > 0 || s.kept {
            return false;
        }
        let sent = |e: &Entry| e.arrival.and_then(|a| t.arrivals.get(a)).filter(|a| a.send == id);
        let it = |e: &Entry| e.from == own && e.is_queued() && sent(e).is_some();
        let Some((entry, e)) = self.buffered.entries.iter().find(|(_, e)| it(e)) else { return false };
        if !self.is_here(t, e) {
            return false;
        }
        self.buffered.unqueue(entry);
        let Some(e) = self.buffered.entries.remove(entry) else { return false };
        e.arrival.and_then(|a| t.forget(a));
        sink.discard(entry);
        t.complete_send(sink, id, State::Cancelled);
        t.owe(sink, p, CLASS, e.debt);
        true
    }

    /// Returns true if all pushed bytes of a kept message have arrived.
    fn is_here(&self, t: &Transfers, e: &Entry) -> bool {
        e.arrival.and_then(|a| t.arrivals.get(a)).is_none_or(|a| a.is_here())
    }

    /// Names the context whose messages a leaving rank keeps, because it may return.
    pub fn keep_context(&mut self, context: Option<u16>) {
        self.kept = context;
    }

    /// Discards the messages from `senders` that wait on this rank for a receive, because the program will not post any
    /// more receives for them. Tells the senders, which may then push the messages that they hold back. Keeps the
    /// messages of the context that [`keep_context`](Self::keep_context) names.
    pub fn discard_buffered<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, senders: Range<Rank>) {
        let kept = self.kept;
        self.discard(t, sink, |e| senders.contains(&e.from) && kept != Some(e.context));
    }

    /// Discards the messages in one of `contexts`, and with this tag unless it is `None`, that wait on this rank for a
    /// receive: no receive will take them. Tells their senders.
    pub fn discard_late<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        contexts: Range<u16>,
        tag: Option<i32>,
    ) {
        let goes = |e: &Entry| e.is_queued() && contexts.contains(&e.context) && tag.is_none_or(|tag| e.tag == tag);
        self.discard(t, sink, goes);
    }

    fn discard<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, goes: impl Fn(&Entry) -> bool) {
        // A message that is still being pushed is discarded when its last byte has arrived.
        let goes = |e: &Entry| goes(e) && self.is_here(t, e);
        let whole: Vec<EntryId> = self.buffered.entries.iter().filter(|(_, e)| goes(e)).map(|(id, _)| id).collect();
        for id in whole {
            if self.buffered.entries[id].is_queued() {
                self.buffered.unqueue(id);
            }
            let Some(e) = self.buffered.entries.remove(id) else { continue };
            sink.discard(id);
            let p = t.peer(sink, e.from);
            let arrival = e.arrival.and_then(|a| t.forget(a));
            if let Some(a) = arrival.filter(|a| !a.released) {
                self.decline(t, sink, p, a.send);
            }
            t.owe(sink, p, CLASS, e.debt);
        }
    }

    /// Ends a send whose receiver leaves without taking it. A detached send is over. A send that the program waits
    /// for stays open, because a message that no receive takes must not look like success.
    pub(super) fn on_left_alone<S: TagSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        id: SendId,
    ) -> Option<()> {
        let s = t.sends.get(id).filter(|s| s.to == t.peers[p].rank)?;
        if s.kept || s.detached {
            t.on_done(sink, p, id)?;
            self.push_held(t, sink, p);
        }
        Some(())
    }
}
