//! MPI's rules of matching (MPI 5.0, 3.5), checked from what the program saw.
//!
//! Messages from one rank to another with one context and tag are received in the order of their sends, by receives
//! in the order of their calls: an earlier receive that takes such a message at all takes an earlier one. So the
//! messages and receives of each such *kind* pair off, whatever matched when. Two further rules bind pairs of different
//! kinds: no message overtakes an earlier one of its sender that the same receive would take, and no receive overtakes
//! an earlier one that would take the same message.
use super::memory::Memory;
use super::messages::{Messages, Received, Sent};
use crate::contents::BLANK;
use crate::contents::difference;
use clump_core::{Mode, Outcome, Rank, Select};
use std::collections::{BTreeMap, BTreeSet};

/// Source, context and tag.
type Kind = (Rank, u16, i32);

/// The messages to one rank and its receives, paired off. Each list has the numbers of messages and receives.
struct Pairs {
    /// Receive and message, in no order.
    pairs: Vec<(usize, usize)>,
    /// Messages that no receive has matched, in the order of their sends.
    messages: Vec<usize>,
    /// Receives that no message has matched, in the order of their calls.
    receives: Vec<usize>,
}

fn takes(select: &Select, m: &Sent) -> bool {
    select.context == m.context && select.source.is_none_or(|s| s == m.from) && select.tag.is_none_or(|t| t == m.tag)
}

impl Received {
    /// Returns the message that the receive has matched, as the program saw it.
    fn found(&self) -> Option<Outcome> {
        self.taken.or(self.outcome).filter(|outcome| !outcome.cancelled)
    }

    /// Returns true if the receive was cancelled before a message matched it.
    fn is_cancelled(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.cancelled)
    }
}

impl Messages {
    fn pairs(&self, rank: Rank) -> Result<Pairs, String> {
        let mut waiting: BTreeMap<Kind, std::collections::VecDeque<usize>> = BTreeMap::new();
        for (id, m) in self.sent.iter().enumerate().filter(|(_, m)| m.to == rank && !m.cancelled && !m.settled) {
            waiting.entry((m.from, m.context, m.tag)).or_default().push_back(id);
        }
        let mut receives: Vec<usize> =
            (0..self.received.len()).filter(|r| self.received[*r].rank == rank && !self.received[*r].settled).collect();
        receives.sort_by_key(|r| self.received[*r].called);
        let (mut pairs, mut open) = (Vec::new(), Vec::new());
        for at in receives {
            let received = &self.received[at];
            let select = &received.select;
            let kind = match (received.found(), received.detached, select.source, select.tag) {
                (Some(outcome), ..) => (outcome.source, select.context, outcome.tag),
                (None, true, Some(source), Some(tag)) if !received.is_cancelled() => (source, select.context, tag),
                _ if received.is_cancelled() => continue,
                _ => {
                    open.push(at);
                    continue;
                }
            };
            match waiting.get_mut(&kind).and_then(std::collections::VecDeque::pop_front) {
                Some(id) => pairs.push((at, id)),
                None if received.detached => open.push(at),
                None => return Err(format!("rank {rank}: receive {at} got a message {kind:?}, and none is left")),
            }
        }
        let mut messages: Vec<usize> = waiting.into_values().flatten().collect();
        messages.sort_unstable();
        Ok(Pairs { pairs, messages, receives: open })
    }

    /// Returns the messages to a rank that no receive has matched.
    pub fn unmatched(&self, rank: Rank) -> Vec<usize> {
        self.pairs(rank).map_or_else(|_| Vec::new(), |pairs| pairs.messages)
    }

    /// Returns true if a message has matched the receive.
    pub fn is_matched(&self, receive: usize) -> bool {
        let pairs = self.pairs(self.received[receive].rank);
        pairs.is_ok_and(|pairs| pairs.pairs.iter().any(|(at, _)| *at == receive))
    }

    /// Returns the ranks to which messages were sent.
    fn receivers(&self) -> BTreeSet<Rank> {
        self.sent.iter().map(|m| m.to).collect()
    }

    /// Checks all messages and receives so far. Nothing may be under way.
    pub fn check(&mut self) -> Result<(), String> {
        self.receivers().into_iter().try_for_each(|rank| self.check_rank(rank))
    }

    fn check_rank(&mut self, rank: Rank) -> Result<(), String> {
        let Pairs { pairs, messages, receives } = self.pairs(rank)?;
        for &(at, id) in &pairs {
            self.check_pair(at, id).map_err(|why| format!("rank {rank}: receive {at}, message {id}: {why}"))?;
        }
        for &id in &messages {
            let m = &self.sent[id];
            if let Some(at) = receives.iter().find(|at| takes(&self.received[**at].select, m)) {
                return Err(format!("stuck: rank {rank}: message {id} and receive {at} wait"));
            }
        }
        // Of two messages of one sender that a receive takes, the earlier one was matched earlier.
        for &(at, id) in &pairs {
            let (receive, m) = (&self.received[at], &self.sent[id]);
            if let Some(other) = messages.iter().find(|other| self.overtakes(id, **other, &receive.select)) {
                return Err(format!("rank {rank}: message {id} overtakes {other}, which waits"));
            }
            for &(other_at, other) in &pairs {
                let other_receive = &self.received[other_at];
                if self.overtakes(id, other, &receive.select) && other_receive.called > receive.called {
                    return Err(format!("rank {rank}: receive {at} got message {id} before message {other}"));
                }
                let same = self.sent[other].from == m.from && self.sent[other].context == m.context;
                if other_receive.called < receive.called && takes(&other_receive.select, m) && same && other > id {
                    return Err(format!("rank {rank}: receive {at} got message {id} before receive {other_at}"));
                }
            }
            if let Some(open) = receives.iter().find(|open| {
                let open = &self.received[**open];
                open.called < receive.called && takes(&open.select, m)
            }) {
                return Err(format!("rank {rank}: receive {at} got message {id}, which belongs to receive {open}"));
            }
        }
        // No later pair can contradict these: what waits now was compared with them.
        for (at, id) in pairs {
            let received = &mut self.received[at];
            if received.outcome.is_some() || received.detached {
                (received.settled, self.sent[id].settled) = (true, true);
                received.memory = Memory::none();
            }
        }
        Ok(())
    }

    /// Returns true if `other` is an earlier message of the sender of `id`, and `select` takes both.
    fn overtakes(&self, id: usize, other: usize, select: &Select) -> bool {
        let (m, o) = (&self.sent[id], &self.sent[other]);
        other < id && (m.from, m.context) == (o.from, o.context) && takes(select, o)
    }

    fn check_pair(&self, at: usize, id: usize) -> Result<(), String> {
        let (received, m) = (&self.received[at], &self.sent[id]);
        if received.taken.is_some_and(|outcome| outcome.len != m.len) {
            return Err(format!("the probe found {:?} for {} bytes", received.taken, m.len));
        }
        if m.mode == Mode::Synchronous && !m.called_back && m.done.is_some_and(|done| done < received.called) {
            return Err("the synchronous send was complete before the receive was called".to_owned());
        }
        let Some(outcome) = received.outcome else {
            return match received.taken.is_some() || received.detached {
                true => Ok(()),
                false => Err("the receive is matched and never ends".to_owned()),
            };
        };
        let fits = m.len.min(received.room);
        if (outcome.source, outcome.tag) != (m.from, m.tag) || outcome.len != fits {
            return Err(format!("{} bytes into {}, and the outcome is {outcome:?}", m.len, received.room));
        }
        if outcome.truncated != (m.len > received.room).then_some(m.len) {
            return Err(format!("{} bytes into {} are said to be truncated so: {outcome:?}", m.len, received.room));
        }
        self.check_bytes(at, id)
    }

    fn check_bytes(&self, at: usize, id: usize) -> Result<(), String> {
        let (received, m) = (&self.received[at], &self.sent[id]);
        let data = received.memory.data();
        let (got, rest) = data.split_at(m.len.min(received.room) as usize);
        if let Some(byte) = difference(id, got) {
            return Err(format!("byte {byte} of {} differs", m.len));
        }
        if let Some(byte) = rest.iter().position(|byte| *byte != BLANK) {
            return Err(format!("byte {} behind the message was written", got.len() + byte));
        }
        match received.memory.has_blank_holes() {
            true => Ok(()),
            false => Err("bytes between the message's were written".to_owned()),
        }
    }

    /// Checks what a probe has found: a message that was sent and that no earlier receive has got.
    pub fn check_probe(&self, rank: Rank, select: &Select, outcome: &Outcome, at: u64) -> Result<(), String> {
        let is_it = |m: &Sent| m.to == rank && m.from == outcome.source && m.tag == outcome.tag && m.called < at;
        let found = self.sent.iter().any(|m| is_it(m) && takes(select, m) && m.len == outcome.len);
        match found && !outcome.cancelled {
            true => Ok(()),
            false => Err(format!("rank {rank} probes {select:?}, and finds {outcome:?}, which nobody has sent")),
        }
    }

    /// Checks that everything has ended.
    pub fn check_end(&self) -> Result<(), String> {
        for (id, m) in self.sent.iter().enumerate() {
            if m.done.is_none() {
                return Err(format!("message {id} from {} to {} of {} bytes is never sent", m.from, m.to, m.len));
            }
        }
        for (at, r) in self.received.iter().enumerate() {
            if r.outcome.is_none() && !r.detached {
                return Err(format!("rank {}: receive {at} never ends", r.rank));
            }
            if r.is_cancelled() && r.memory.data().iter().any(|byte| *byte != BLANK) {
                return Err(format!("rank {}: receive {at} was cancelled, and its memory was written", r.rank));
            }
        }
        for rank in self.receivers() {
            if let Some(id) = self.pairs(rank)?.messages.first() {
                return Err(format!("message {id} is never received"));
            }
        }
        Ok(())
    }
}
