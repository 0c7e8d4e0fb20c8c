//! Ends messages when a rank dies or this rank leaves, so that no side waits for bytes that will not come.
use super::Handlers;
use super::class::CLASSES;
use super::sink::HandlerSink;
use crate::ids::SendId;
use crate::protocol::transfer::{Send, Transfers};

impl Handlers {
    /// Prepares to leave: drops messages that no handler has begun to read, and ends messages that could get more
    /// pieces, as soon as their last piece has left. The caller repeats the call until nothing is unsent.
    pub(in crate::protocol) fn end_streams<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S) {
        while let Some(begun) = self.next_stream(t) {
            self.finish(t, sink, begun.id);
        }
        let open = |s: &Send| CLASSES.contains(&s.class) && !s.lent && !s.detached;
        let sends: Vec<SendId> = t.sends.iter().filter(|(_, s)| open(s)).map(|(id, _)| id).collect();
        for id in sends {
            self.end(t, sink, id);
        }
    }

    /// Ends all handlers' messages from and to a dead rank where they stand: reads fail, and pieces return to the
    /// caller. A handler may still read the bytes that the dead rank had pushed.
    pub(in crate::protocol) fn lose_streams<S: HandlerSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        let rank = t.peers[p].rank;
        for (id, s) in self.streams.iter_mut().filter(|(_, s)| s.p == p && s.broken_off.is_none()) {
            s.break_off(s.kept.max(s.at), true);
            if s.reading > 0 {
                s.fail();
                self.woken.push(id);
            }
        }
        t.lose(p);
        self.asking.retain(|(to, _)| *to != p);
        for class in CLASSES {
            self.held(p, class).clear();
            t.account(p, class).release_all();
        }
        let to_it = |s: &Send| s.to == rank && CLASSES.contains(&s.class) && !s.is_over();
        let sends: Vec<SendId> = t.sends.iter().filter(|(_, s)| to_it(s)).map(|(id, _)| id).collect();
        for id in sends {
            t.give_up(sink, p, id);
        }
    }
}
