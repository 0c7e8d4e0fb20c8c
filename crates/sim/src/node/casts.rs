//! A simulated program's broadcasts: it calls what its groups have planned, in that order, several at a time.
use super::Node;
use super::memory::GroupMemory;
use super::port::Call as Brought;
use crate::casts::BroadcastGroup;
use crate::plan::Plan;
use crate::shared::Shared;
use clump_fabric::{Tx, sim};

/// The largest number of broadcasts that a program has under way, except when it catches up.
const MOST_OPEN: usize = 8;

impl Node {
    pub fn open_groups(&mut self, shared: &mut Shared) {
        self.casts.next = vec![0; shared.casts.len()];
        self.engine.groups().at_time(shared.network.now() * sim::TICK);
        for at in 0..shared.casts.len() {
            let group = &shared.casts[at];
            if let Some(me) = group.place(self.rank) {
                let (id, generation, members) = (group.id, group.generation, group.members.clone());
                let _ = self.tx.join(id);
                self.with(shared, Brought::None, None, |engine, port| {
                    assert!(engine.groups().open_group(port, id, generation, &members, me));
                });
            }
        }
    }

    /// Calls the next broadcast of some group. If `catch_up` is true, calls only a broadcast that is planned already.
    /// Returns false if there is no broadcast to call.
    pub fn broadcast_call(&mut self, shared: &mut Shared, plan: &Plan, catch_up: bool) -> bool {
        let mine = |(i, g): (usize, &BroadcastGroup)| g.place(self.rank).map(|me| (i, me));
        let mut groups: Vec<(usize, usize)> = shared.casts.iter().enumerate().filter_map(mine).collect();
        groups.retain(|(i, _)| !catch_up || self.casts.next[*i] < shared.casts[*i].schedule.len());
        if groups.is_empty() || !catch_up && self.casts.open.len() >= MOST_OPEN {
            return false;
        }
        let (at, me) = groups[shared.rng.usize(..groups.len())];
        let number = self.casts.next[at];
        if number == shared.casts[at].schedule.len() {
            let len = plan.broadcast_len(&mut shared.rng);
            shared.casts[at].plan(&mut shared.rng, len);
        }
        self.casts.next[at] += 1;
        let (id, planned) = (shared.casts[at].id, &mut shared.casts[at].schedule[number]);
        planned.called[me] = true;
        let (root, len, rank) = (planned.root, planned.bytes.len() as u64, self.rank);
        shared.note(|| format!("rank {rank} calls broadcast {number} of group {id}: {len} bytes of member {root}"));
        let cast = if root == me {
            self.with(shared, Brought::Cast(at, number), None, |engine, port| engine.groups().broadcast(port, id, len))
        } else {
            let call = Brought::Post(len);
            self.with(shared, call, None, |engine, port| engine.groups().receive_broadcast(port, id, root, len))
        };
        self.casts.open.push((cast, at, number));
        true
    }

    /// Handles the broadcasts that have ended since the last call. Returns true if any broadcast has ended.
    pub fn end_broadcasts(&mut self, shared: &mut Shared) -> bool {
        let before = self.casts.open.len();
        for (cast, at, number) in std::mem::take(&mut self.casts.open) {
            let Some(end) = self.engine.broadcasts().broadcast_outcome(cast) else {
                self.casts.open.push((cast, at, number));
                continue;
            };
            self.engine.groups().detach_broadcast(cast);
            let place = shared.casts[at].place(self.rank).expect("a member");
            let planned = &shared.casts[at].schedule[number];
            let (rank, root, len) = (self.rank, planned.root, planned.bytes.len() as u64);
            if end != Ok(len) {
                shared.fail(|| format!("rank {rank}: broadcast {number} of group {at} ends with {end:?}, not {len}"));
            }
            let got = (root != place).then(|| self.memory.broadcast_ends.remove(&cast).unwrap_or_default());
            shared.broadcast_ended(at, number, place, got.as_deref());
        }
        before != self.casts.open.len()
    }

    /// Checks that no broadcast is left, and closes the groups. Every member must have called all planned broadcasts.
    pub fn end_groups(&mut self, shared: &mut Shared) {
        let (rank, known, used) =
            (self.rank, self.engine.broadcasts().broadcasts_known(), self.engine.broadcasts().broadcast_buffer_used());
        if known != (0, 0) || used > 0 || !self.casts.open.is_empty() {
            shared
                .fail(|| format!("rank {rank} ends with {known:?} broadcasts, and {used} bytes of its buffer in use"));
        }
        let left = self.memory.casts.values().filter(|m| !matches!(m, GroupMemory::Destination(_))).count();
        if left > 0 || !self.memory.casts.is_empty() {
            shared.fail(|| format!("rank {rank} ends with memory of broadcasts, {left} of them kept or copied"));
        }
        shared.coverage.broadcasts_of(self.engine.broadcasts().broadcast_counters());
        for group in 0..shared.casts.len() {
            let id = shared.casts[group].id;
            if self.engine.broadcasts().knows_group(id) {
                self.with(shared, Brought::None, None, |engine, port| engine.groups().close_group(port, id));
            }
        }
    }
}
