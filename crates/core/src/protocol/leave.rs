//! Messages that are thrown away unreceived: those that nobody will receive when a rank leaves the job, so that no two ranks
//! that leave wait for each other, and those that a rank has sent to itself and cancels.
use super::engine::Engine;
use super::entry::Entry;
use super::send_queue::State;
use super::sink::Sink;
use crate::ids::{EntryId, SendId};

impl Engine {
    /// Takes a message that this rank has sent to itself, peer `p`, out of matching. False: it is matched, or on the way here.
    pub(super) fn call_back<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId) -> bool {
        let (own, s) = (self.peers[p].rank, &self.sends[id]);
        if s.state != State::Pushed || s.streams > 0 || s.kept {
            return false;
        }
        let it = |e: &Entry| e.from == own && e.is_queued() && e.rest.is_some_and(|rest| rest.send == id);
        let Some((entry, e)) = self.buffered.entries.iter().find(|(_, e)| it(e)) else { return false };
        if !e.is_here() {
            return false;
        }
        let cost = e.cost;
        self.buffered.unqueue(entry);
        self.buffered.entries.remove(entry);
        sink.discard(entry);
        sink.sent(id);
        if self.sends[id].detached {
            self.sends.remove(id);
        } else {
            self.sends[id].state = State::Cancelled;
        }
        self.owe(sink, p, cost);
        true
    }

    /// Throws away the messages that wait here for a receive, for none will be posted any more; their senders are told, and
    /// may push what they hold back.
    pub fn discard_buffered<S: Sink>(&mut self, sink: &mut S) {
        // What is still being pushed behind its head goes when the last of it is here.
        let whole: Vec<EntryId> = self.buffered.entries.iter().filter(|(_, e)| e.is_here()).map(|(id, _)| id).collect();
        for id in whole {
            if self.buffered.entries[id].is_queued() {
                self.buffered.unqueue(id);
            }
            let Some(e) = self.buffered.entries.remove(id) else { continue };
            sink.discard(id);
            let p = self.peer(e.from);
            if let Some(rest) = e.rest.filter(|rest| !rest.released) {
                self.decline(sink, p, rest.send);
            }
            self.owe(sink, p, e.cost);
        }
    }

    /// The receiver leaves and will not take the message. A send that nobody waits for is over by that. One that somebody
    /// waits for is not: the program sent what is never received, and that must not look like success.
    pub(super) fn on_left_alone<S: Sink>(&mut self, sink: &mut S, p: usize, id: SendId) -> Option<()> {
        let s = self.sends.get(id).filter(|s| s.to == self.peers[p].rank)?;
        if s.kept || s.detached {
            return self.on_done(sink, p, id);
        }
        Some(())
    }
}
