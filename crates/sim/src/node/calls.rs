//! The random calls of a simulated program: everything that a correct program may do.
use super::memory::{BLANK, Event};
use super::port::Call as Brought;
use super::{Node, ReceiveId, Waiting};
use crate::message::{Message, MessageId, contents};
use crate::plan::{self, Call, Plan};
use crate::shared::Shared;
use clump_core::{Mode, Outcome, Rank, RecvId, Select};
use clump_fabric::mem::Buffer;

impl Node {
    /// Makes one random call of the program.
    pub fn call(&mut self, shared: &mut Shared, plan: &Plan) {
        let waits = self.waiting.is_some() || self.engine.leftovers().posted > 0;
        if plan.blocking && waits && shared.chance(950) {
            // Another thread of the program may send.
            return self.send_what_is_waited_for(shared, plan);
        }
        shared.waiting.remove(&self.rank);
        self.post_waiting(shared);
        match plan.weights.pick(&mut shared.rng) {
            Call::Send if plan.blocking => self.send_what_is_waited_for(shared, plan),
            Call::Send => self.send_something(shared, plan),
            Call::Recv => {
                let select = self.some_select(shared, plan);
                let room = room(shared, plan);
                if plan.blocking {
                    shared.waiting.insert(self.rank, select);
                }
                // If the program waits for the receive, post the receive only if the engine requires that.
                match self.engine.expect(&select, room).filter(|_| plan.blocking || shared.rng.bool()) {
                    Some(expected) => self.waiting = Some(Waiting { expected, select, room }),
                    None => {
                        self.recv(shared, select, room);
                    }
                }
            }
            Call::Probe => {
                let select = self.some_select(shared, plan);
                self.probe(shared, select, false);
            }
            Call::Take => {
                let select = self.some_select(shared, plan);
                self.probe(shared, select, true);
            }
            Call::RecvTaken => self.recv_taken(shared, plan),
            Call::Test => self.test(shared),
            Call::CancelSend => self.cancel_send(shared),
            Call::CancelRecv => {
                if !self.recvs.is_empty() {
                    let at = shared.rng.usize(..self.recvs.len());
                    self.cancel_recv(shared, at);
                }
            }
            Call::Detach => self.detach(shared),
            Call::Stream => self.stream_call(shared, plan),
            Call::Window => self.window_call(shared, plan),
            Call::Connection => self.connection_call(shared, plan),
            Call::Cast => drop(self.broadcast_call(shared, plan, false)),
            Call::SetPushedBuffer => self.set_pushed_buffer(shared),
            Call::SetPush => {
                let limits = self.limits();
                let (one, two) = plan::push(&mut shared.rng, limits.frame, limits.credit);
                shared.note(|| format!("rank {}: push {one} and {two}", self.rank));
                self.engine.set_push(one, two);
            }
        }
    }

    fn some_select(&self, shared: &mut Shared, plan: &Plan) -> Select {
        let context = shared.rng.u16(..plan.contexts);
        let source = shared.rng.u32(..plan.ranks);
        let tag = shared.rng.i32(0..plan.tags);
        Select {
            context,
            source: (!shared.chance(plan.wild_source)).then_some(source),
            tag: (!shared.chance(plan.wild_tag)).then_some(tag),
        }
    }

    /// Usually sends a message that another program waits for, or nothing if no program waits; otherwise sends a random
    /// message.
    fn send_what_is_waited_for(&mut self, shared: &mut Shared, plan: &Plan) {
        if !shared.chance(plan.solicited) {
            return self.send_something(shared, plan);
        }
        let mine = |(_, s): &(&Rank, &Select)| s.source.is_none_or(|source| source == self.rank);
        let waiting: Vec<(Rank, Select)> = shared.waiting.iter().filter(mine).map(|(r, s)| (*r, *s)).collect();
        if waiting.is_empty() {
            return;
        }
        let (to, select) = waiting[shared.rng.usize(..waiting.len())];
        let tag = select.tag.unwrap_or_else(|| shared.rng.i32(0..plan.tags));
        let len = plan.len(&mut shared.rng);
        self.send(shared, to, select.context, tag, len, Mode::Standard);
    }

    fn send_something(&mut self, shared: &mut Shared, plan: &Plan) {
        let to = if plan.flood { 0 } else { shared.rng.u32(..plan.ranks) };
        if to == self.rank && !shared.chance(100) {
            return;
        }
        let mode = if shared.chance(plan.synchronous) { Mode::Synchronous } else { Mode::Standard };
        let context = shared.rng.u16(..plan.contexts);
        let tag = shared.rng.i32(0..plan.tags);
        let len = plan.len(&mut shared.rng);
        self.send(shared, to, context, tag, len, mode);
    }

    pub fn send(&mut self, shared: &mut Shared, to: Rank, context: u16, tag: i32, len: u64, mode: Mode) -> MessageId {
        let id = shared.messages.len();
        let called = shared.moment();
        shared.messages.push(Message {
            from: self.rank,
            to,
            context,
            tag,
            len,
            mode,
            called,
            completed: None,
            matched: None,
            cancelled: false,
            kept: false,
            withdrawn: false,
        });
        shared.coverage.messages += 1;
        shared.network.register(self.rank, Shared::address(id), Buffer::copy_of(&contents(id, len)));
        shared.note(|| format!("rank {} sends message {id}: {:?}", self.rank, shared.messages[id]));
        let send = self.with(shared, Brought::Send(id), None, |engine, port| {
            engine.tags().send(port, to, context, tag, len, mode)
        });
        match send {
            Some(send) => self.sends.push((send, id)),
            None => {
                shared.network.take_back(self.rank, Shared::address(id));
                shared.messages[id].completed = Some(shared.moment());
            }
        }
        id
    }

    pub fn recv(&mut self, shared: &mut Shared, select: Select, room: u64) -> ReceiveId {
        let brought = Brought::Recv(select, room, None);
        let id = self.with(shared, brought, None, |engine, port| engine.tags().recv(port, select, room));
        self.keep_recv(id)
    }

    fn keep_recv(&mut self, id: RecvId) -> ReceiveId {
        let at = self.memory.by_id[&id];
        self.recvs.push((id, at));
        at
    }

    /// Probes for a message that `select` takes, and takes the message out of matching if `take` is true.
    pub fn probe(&mut self, shared: &mut Shared, select: Select, take: bool) -> Option<Outcome> {
        let (entry, outcome) =
            self.with(shared, Brought::None, None, |engine, port| engine.tags().probe(port, select))?;
        let mut taken = None;
        if take {
            self.engine.tags().take(entry);
            taken = Some((self.takes, shared.moment()));
            self.taken.push((entry, self.takes, outcome.len));
            self.takes += 1;
            shared.coverage.taken += 1;
        }
        shared.note(|| format!("rank {}: probe {select:?} found {outcome:?}, taken {taken:?}", self.rank));
        self.memory.events.push(Event::Probed(select, outcome, taken));
        Some(outcome)
    }

    /// Receives a message that was taken.
    pub fn recv_taken(&mut self, shared: &mut Shared, plan: &Plan) {
        if self.taken.is_empty() {
            return;
        }
        let (entry, taken, len) = self.taken.swap_remove(shared.rng.usize(..self.taken.len()));
        let room = if shared.chance(plan.exact_room) { len } else { shared.rng.u64(..=len) };
        // The message has been matched, so the selection does not matter any more.
        let select = Select { context: 0, source: None, tag: None };
        let brought = Brought::Recv(select, room, Some(taken));
        match self.with(shared, brought, None, |engine, port| engine.tags().recv_taken(port, entry, room)) {
            Some(id) => {
                self.keep_recv(id);
            }
            None => shared.fail(|| format!("rank {}: the taken message {taken} is gone", self.rank)),
        }
    }

    /// Forgets some finished requests.
    pub fn test(&mut self, shared: &mut Shared) {
        let engine = &mut self.engine;
        self.sends.retain(|&(send, id)| {
            let Some(outcome) = engine.send_outcome(send) else {
                return true;
            };
            let m = &shared.messages[id];
            let wrong = m.completed.is_none() && !m.kept || outcome.cancelled != m.cancelled || outcome.len != m.len;
            if wrong {
                shared.fail(|| format!("message {id} has the outcome {outcome:?}"));
            }
            if shared.rng.bool() {
                engine.forget_send(send);
                return false;
            }
            true
        });
        self.recvs.retain(|&(recv, _)| {
            if engine.recv_outcome(recv).is_some() && shared.rng.bool() {
                engine.tags().forget_recv(recv);
                return false;
            }
            true
        });
    }

    fn cancel_send(&mut self, shared: &mut Shared) {
        if self.sends.is_empty() {
            return;
        }
        let (send, id) = self.sends[shared.rng.usize(..self.sends.len())];
        let before = shared.messages[id].completed;
        let own = self.rank;
        self.with(shared, Brought::None, None, |engine, port| engine.tags().cancel_send(port, own, send));
        if self.engine.send_outcome(send).is_none() {
            shared.fail(|| format!("message {id} was cancelled and is not over"));
        }
        // The memory belongs to the program again.
        let (address, len) = (Shared::address(id), shared.messages[id].len);
        if let Some(memory) = shared.network.lent(self.rank, address, len) {
            memory.copy_from(Buffer::copy_of(&vec![BLANK; len as usize]).region());
        }
        if self.engine.send_outcome(send).is_some_and(|o| o.cancelled) && !shared.messages[id].cancelled {
            if before.is_some() {
                shared.fail(|| format!("message {id} was complete and is cancelled now"));
            }
            shared.messages[id].cancelled = true;
            if shared.messages[id].to == self.rank {
                self.memory.events.push(Event::CalledBack(id));
            }
            shared.coverage.cancelled_sends += 1;
            shared.note(|| format!("rank {}: message {id} cancelled", self.rank));
        }
    }

    /// Cancels the program's receive number `at`. The cancel must succeed if no message has matched.
    pub fn cancel_recv(&mut self, shared: &mut Shared, at: usize) {
        let (recv, id) = self.recvs[at];
        let pending = self.memory.receives[id].matched.is_none() && !self.memory.receives[id].closed;
        if pending {
            // Recorded first, because the cancel may let other receives match.
            self.memory.events.push(Event::Cancelled(id));
        }
        self.with(shared, Brought::None, None, |engine, port| engine.tags().cancel_recv(port, recv));
        let receive = &mut self.memory.receives[id];
        if receive.closed || receive.matched.is_some() {
            return;
        }
        receive.outcome = self.engine.recv_outcome(recv);
        if receive.outcome.is_none_or(|o| !o.cancelled) {
            shared.fail(|| format!("rank {}: receive {id} is not matched, but cannot be cancelled", self.rank));
        }
        receive.closed = true;
        shared.coverage.cancelled_recvs += 1;
        shared.note(|| format!("rank {}: receive {id} cancelled", self.rank));
    }

    /// Detaches a request that may be under way. Detaches a receive only if its message is known without the
    /// outcome.
    fn detach(&mut self, shared: &mut Shared) {
        if shared.rng.bool() {
            if !self.sends.is_empty() {
                let (send, _) = self.sends.swap_remove(shared.rng.usize(..self.sends.len()));
                self.engine.detach_send(send);
            }
        } else if !self.recvs.is_empty() {
            let at = shared.rng.usize(..self.recvs.len());
            let (recv, id) = self.recvs[at];
            let receive = &mut self.memory.receives[id];
            let exact = receive.select.source.is_some() && receive.select.tag.is_some();
            if exact || receive.closed {
                self.recvs.swap_remove(at);
                receive.detached = true;
                self.detached.push((recv, id));
                self.engine.tags().detach_recv(recv);
            }
        }
    }

    /// Cancels every receive that waits, detached ones too.
    pub fn cancel_all(&mut self, shared: &mut Shared) {
        for at in 0..self.recvs.len() {
            self.cancel_recv(shared, at);
        }
        for (recv, id) in std::mem::take(&mut self.detached) {
            let receive = &mut self.memory.receives[id];
            if receive.matched.is_none() && !receive.closed {
                receive.closed = true;
                self.memory.events.push(Event::Cancelled(id));
                self.with(shared, Brought::None, None, |engine, port| engine.tags().cancel_recv(port, recv));
            }
        }
    }

    /// Forgets every request; all must be complete.
    pub fn forget_all(&mut self, shared: &mut Shared) {
        for (send, id) in std::mem::take(&mut self.sends) {
            if self.engine.send_outcome(send).is_none() {
                let m = shared.messages[id].clone();
                shared.fail(|| format!("message {id} never completes: {m:?}"));
            }
            self.engine.forget_send(send);
        }
        for (recv, id) in std::mem::take(&mut self.recvs) {
            if self.engine.recv_outcome(recv).is_none() {
                shared.fail(|| format!("rank {}: receive {id} never completes", self.rank));
            }
            self.engine.tags().forget_recv(recv);
        }
    }

    fn set_pushed_buffer(&mut self, shared: &mut Shared) {
        let others = self.ranks - 1;
        let bytes = others * shared.rng.u64(1 << 10..200 << 10);
        // Each sender keeps at least 28 KiB (docs/WIRE.md, credit).
        self.each = (bytes / others).max(28 << 10);
        self.most_each = self.most_each.max(self.each);
        shared.note(|| format!("rank {}: pushed buffer of {bytes} bytes", self.rank));
        self.with(shared, Brought::None, None, |engine, port| engine.tags().set_pushed_buffer(port, bytes, others));
    }
}

/// Returns the room for a receive in bytes: enough for any message, or a random length.
pub fn room(shared: &mut Shared, plan: &Plan) -> u64 {
    if shared.chance(plan.exact_room) { plan.largest.max(1) } else { plan.len(&mut shared.rng) }
}
