//! Checks MPI's matching order (MPI 5.0, 3.5), by replaying the events of one rank's matching.
//!
//! The rules determine which message each receive gets: the earliest unmatched message among those from one source with
//! one context and tag. So the replay knows the bytes that every receive must hold, and which receives must hold none.
use crate::message::{self, MessageId};
use crate::node::{BLANK, Event, Memory, ReceiveId, TakenId};
use crate::shared::Shared;
use clump_core::{Mode, Outcome, Rank, Select};
use std::collections::BTreeMap;

/// The replay's state for one receiver.
#[derive(Default)]
pub struct Order {
    rank: Rank,
    /// Unmatched messages to this rank by (source, context), in the order of sending.
    waiting: BTreeMap<(Rank, u16), Vec<MessageId>>,
    /// Unmatched receives, in the order of posting.
    posted: Vec<ReceiveId>,
    taken: Vec<(TakenId, MessageId)>,
    /// How many events and messages of the run have been replayed.
    events: usize,
    messages: usize,
}

impl Order {
    pub fn new(rank: Rank) -> Order {
        Order { rank, ..Order::default() }
    }

    /// Replays the events since the last call. Every matched receive must be complete.
    pub fn replay(&mut self, shared: &mut Shared, memory: &Memory) {
        for id in self.messages..shared.messages.len() {
            let m = &shared.messages[id];
            if m.to == self.rank {
                self.waiting.entry((m.from, m.context)).or_default().push(id);
            }
        }
        self.messages = shared.messages.len();
        for list in self.waiting.values_mut() {
            // A message of a rank to itself is replayed among the rank's own events.
            list.retain(|&id| !shared.messages[id].cancelled || shared.messages[id].from == self.rank);
        }
        while self.events < memory.events.len() && shared.failure().is_none() {
            let event = memory.events[self.events];
            self.events += 1;
            if let Err(why) = self.event(shared, memory, event) {
                let rank = self.rank;
                shared.fail(|| format!("rank {rank}: {why} ({event:?})"));
            }
        }
    }

    fn event(&mut self, shared: &mut Shared, memory: &Memory, event: Event) -> Result<(), String> {
        match event {
            Event::Posted(at) => self.posted.push(at),
            Event::Cancelled(at) => {
                let place = self.posted.iter().position(|p| *p == at);
                self.posted.remove(place.ok_or("a receive is cancelled that was not posted")?);
            }
            Event::CalledBack(id) => {
                let m = &shared.messages[id];
                let list = self.waiting.get_mut(&(m.from, m.context)).filter(|list| list.contains(&id));
                list.ok_or("a message is called back that was matched")?.retain(|w| *w != id);
            }
            Event::Matched(at, when) => {
                let receive = &memory.receives[at];
                let place =
                    self.posted.iter().position(|p| *p == at).ok_or("a receive is matched that was not posted")?;
                let outcome = match receive.outcome {
                    Some(outcome) => outcome,
                    None if receive.detached && receive.closed => detached(&receive.select),
                    None => return Err(format!("receive {at} is matched, but never completes")),
                };
                self.posted.remove(place);
                let id = self.earliest(shared, memory, &receive.select, &outcome, &self.posted[..place])?;
                self.matched(shared, id, when)?;
                check_bytes(shared, memory, at, id)?;
            }
            Event::Probed(select, outcome, taken) => {
                let id = self.earliest(shared, memory, &select, &outcome, &self.posted)?;
                if outcome.len != shared.messages[id].len {
                    return Err(format!(
                        "the probe found {outcome:?} for message {id} of {} bytes",
                        shared.messages[id].len
                    ));
                }
                if let Some((taken, when)) = taken {
                    self.matched(shared, id, when)?;
                    self.taken.push((taken, id));
                }
            }
        }
        Ok(())
    }

    /// Returns the earliest message that fits `outcome`. Fails unless that message is also the earliest of its source
    /// that `select` takes, and no receive in `before` could match it.
    fn earliest(
        &self,
        shared: &Shared,
        memory: &Memory,
        select: &Select,
        outcome: &Outcome,
        before: &[ReceiveId],
    ) -> Result<MessageId, String> {
        let (source, tag) = (outcome.source, outcome.tag);
        if !takes(select, select.context, source, tag) || outcome.cancelled {
            return Err(format!("{outcome:?} is not what {select:?} takes"));
        }
        let waiting = self.waiting.get(&(source, select.context)).map_or(&[][..], Vec::as_slice);
        let first = waiting.iter().find(|&&id| takes(select, select.context, source, shared.messages[id].tag));
        let id = *waiting
            .iter()
            .find(|&&id| shared.messages[id].tag == tag)
            .ok_or_else(|| format!("{outcome:?}: no such message was sent and is unmatched"))?;
        if first.is_some_and(|&f| f != id) {
            return Err(format!("message {id} overtakes message {first:?}, which was sent before it"));
        }
        let context = select.context;
        if let Some(r) = before.iter().find(|&&r| takes(&memory.receives[r].select, context, source, tag)) {
            return Err(format!("message {id} belongs to receive {r}, which was posted before"));
        }
        Ok(id)
    }

    fn matched(&mut self, shared: &mut Shared, id: MessageId, when: u64) -> Result<(), String> {
        let m = &mut shared.messages[id];
        m.matched = Some(when);
        if let Some(list) = self.waiting.get_mut(&(m.from, m.context)) {
            list.retain(|w| *w != id);
        }
        if when < m.called {
            return Err(format!("message {id} is matched before it is sent"));
        }
        if m.mode == Mode::Synchronous && m.completed.is_some_and(|c| c < when) {
            return Err(format!("the synchronous message {id} was complete before it was matched"));
        }
        Ok(())
    }

    /// Checks the results of messages taken out of matching, when everything is complete.
    pub fn check_taken(&self, shared: &mut Shared, memory: &Memory) {
        for (at, receive) in memory.receives.iter().enumerate() {
            let Some(taken) = receive.taken else { continue };
            let rank = self.rank;
            let found = self.taken.iter().find(|t| t.0 == taken);
            let checked = match (found, receive.outcome) {
                (Some((_, id)), Some(o))
                    if (o.source, o.tag) == (shared.messages[*id].from, shared.messages[*id].tag) =>
                {
                    check_bytes(shared, memory, at, *id)
                }
                (Some(_), None) if receive.detached && receive.closed => Ok(()),
                (found, outcome) => Err(format!("the taken message {found:?} came out as {outcome:?}")),
            };
            if let Err(why) = checked {
                shared.fail(|| format!("rank {rank}: {why}"));
            }
        }
    }

    /// Returns a message and a receive that both wait although they match; `None` if there is no such pair.
    pub fn stuck(&self, shared: &Shared, memory: &Memory) -> Option<(MessageId, ReceiveId)> {
        self.unmatched().find_map(|id| {
            let m = &shared.messages[id];
            let receive = self.posted.iter().find(|&&r| takes(&memory.receives[r].select, m.context, m.from, m.tag));
            receive.map(|r| (id, *r))
        })
    }

    /// Returns the messages that no receive has matched.
    pub fn unmatched(&self) -> impl Iterator<Item = MessageId> {
        self.waiting.values().flatten().copied()
    }
}

/// Returns the outcome of a detached receive, whose selection names source and tag.
fn detached(select: &Select) -> Outcome {
    Outcome {
        source: select.source.unwrap_or_default(),
        tag: select.tag.unwrap_or_default(),
        len: 0,
        cancelled: false,
        truncated: None,
    }
}

fn takes(select: &Select, context: u16, source: Rank, tag: i32) -> bool {
    let right_source = match select.source {
        Some(s) => s == source,
        None => true,
    };
    let right_tag = match select.tag {
        Some(t) => t == tag,
        None => true,
    };
    select.context == context && right_source && right_tag
}

/// Checks that the memory of the receive holds the message, cut to the receive's room, that the outcome says so, and
/// that the rest of the memory is unchanged.
fn check_bytes(shared: &mut Shared, memory: &Memory, at: ReceiveId, id: MessageId) -> Result<(), String> {
    let receive = &memory.receives[at];
    let len = shared.messages[id].len;
    let room = receive.bytes.len() as u64;
    let fits = len.min(room);
    shared.coverage.truncated += u64::from(len > room);
    if let Some(o) = receive.outcome {
        let truncated = if len > room { Some(len) } else { None };
        if o.len != fits || o.truncated != truncated {
            return Err(format!("receive {at} of {room} bytes got message {id} of {len}, and says {o:?}"));
        }
    }
    let (got, rest) = receive.bytes.split_at(fits as usize);
    if let Some(byte) = message::difference(id, got) {
        return Err(format!("receive {at} should hold message {id} of {len} bytes, but byte {byte} differs"));
    }
    if let Some(byte) = rest.iter().position(|b| *b != BLANK) {
        return Err(format!("receive {at}: byte {} behind the message was written", fits as usize + byte));
    }
    Ok(())
}
