//! A simulated program's broadcasts between machines: each group has one member on each of some machines. All members
//! call what their group has planned, in that order, several broadcasts at a time.
use super::broadcast_plan::{BroadcastGroup, Planned};
use super::memory::SpentMemory;
use super::plan::{Call, Plan};
use super::turn::{Part, Turn};
use clump::driver::{Broadcast, LentBuffer};
use clump_core::Rank;
use clump_fabric::sim::{lent, lent_copy};
use fastrand::Rng;

/// The largest number of broadcasts that a program has under way, except when it catches up.
const MOST_OPEN: usize = 8;

/// A broadcast under way at a member: its group and its number there, and the memory that it uses.
struct Open {
    broadcast: Broadcast,
    group: usize,
    number: usize,
    memory: LentBuffer,
}

/// The broadcasts of all programs.
pub struct BroadcastCalls {
    groups: Vec<BroadcastGroup>,
    /// For each rank and group, the number of the next broadcast to call.
    next: Vec<Vec<usize>>,
    /// For each rank, its broadcasts under way.
    open: Vec<Vec<Open>>,
    /// Memory of broadcasts that have ended, until nothing moves.
    spent: SpentMemory,
}

impl BroadcastCalls {
    /// Returns the groups of a plan, on machines with these numbers of ranks.
    pub fn new(rng: &mut Rng, plan: &Plan, machines: &[u32]) -> BroadcastCalls {
        let mut groups = Vec::new();
        let mut firsts: Vec<(Rank, u32)> = Vec::new();
        for here in machines {
            firsts.push((firsts.last().map_or(0, |(first, here)| first + here), *here));
        }
        if machines.len() > 1 {
            for id in 0..plan.groups {
                rng.shuffle(&mut firsts);
                let some = rng.usize(2..=machines.len());
                let members = firsts[..some].iter().map(|(first, here)| first + rng.u32(..*here)).collect();
                groups.push(BroadcastGroup::of(rng, 7 * id, members));
            }
        }
        let next = vec![vec![0; groups.len()]; plan.ranks as usize];
        let open = (0..plan.ranks).map(|_| Vec::new()).collect();
        BroadcastCalls { groups, next, open, spent: SpentMemory::default() }
    }

    /// Calls the next broadcast of some group. If `catch_up` is true, calls only a broadcast that is planned already.
    /// Returns false if there is no broadcast to call.
    fn call_next(&mut self, turn: &mut Turn<'_>, catch_up: bool) -> bool {
        let Turn { rank, endpoint, run, plan } = turn;
        let (next, open) = (&mut self.next[*rank as usize], &mut self.open[*rank as usize]);
        let mut mine: Vec<(usize, usize)> =
            self.groups.iter().enumerate().filter_map(|(at, g)| g.place(*rank).map(|me| (at, me))).collect();
        mine.retain(|(at, _)| !catch_up || next[*at] < self.groups[*at].schedule.len());
        if mine.is_empty() || !catch_up && open.len() >= MOST_OPEN {
            return false;
        }
        let (at, me) = mine[run.rng.usize(..mine.len())];
        let (number, group) = (next[at], &mut self.groups[at]);
        if number == group.schedule.len() {
            let len = plan.broadcast_len(&mut run.rng);
            group.plan(&mut run.rng, len);
        }
        next[at] += 1;
        let (id, planned) = (group.id, &mut group.schedule[number]);
        planned.called[me] = true;
        let (root, len) = (planned.root, planned.bytes.len());
        run.note(|| format!("rank {rank} calls broadcast {number} of group {id}: {len} bytes of member {root}"));
        let (memory, broadcast);
        if root == me {
            memory = lent_copy(&planned.bytes);
            broadcast = endpoint.broadcasts().send(id, memory.region());
        } else {
            memory = lent(len);
            broadcast = endpoint.broadcasts().receive(id, root, memory.region());
        }
        open.push(Open { broadcast, group: at, number, memory });
        true
    }
}

impl Part for BroadcastCalls {
    fn weight(&self, plan: &Plan) -> u32 {
        if self.groups.is_empty() { 0 } else { plan.weights.of(Call::Broadcast) }
    }

    fn begin(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        for group in &self.groups {
            if let Some(me) = group.place(turn.rank)
                && !turn.endpoint.broadcasts().open_group(group.id, u64::from(group.generation), &group.members, me)
            {
                return Err(format!("rank {}: the group {} is open already", turn.rank, group.id));
            }
        }
        Ok(())
    }

    fn call(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        self.call_next(turn, false);
        Ok(())
    }

    fn take_ended(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let open = &mut self.open[turn.rank as usize];
        let before = open.len();
        for at in (0..before).rev() {
            let Some(end) = turn.endpoint.broadcasts().end(open[at].broadcast) else { continue };
            let Open { group, number, memory, .. } = open.swap_remove(at);
            let me = self.groups[group].place(turn.rank).ok_or("a rank has a broadcast of a group of others")?;
            let planned = &mut self.groups[group].schedule[number];
            let which = format!("rank {}: broadcast {number} of group {group}", turn.rank);
            if end != Ok(planned.bytes.len() as u64) {
                return Err(format!("{which} ends with {end:?}, not {}", planned.bytes.len()));
            }
            if std::mem::replace(&mut planned.ended[me], true) {
                return Err(format!("{which} ends twice"));
            }
            let got = memory.region().to_vec();
            if got != planned.bytes {
                let first = got.iter().zip(&planned.bytes).position(|(a, b)| a != b);
                return Err(format!("{which} is wrong at byte {first:?}"));
            }
            self.spent.add(memory);
            turn.run.coverage.broadcasts += 1;
        }
        Ok(before != open.len())
    }

    /// Checks that every broadcast that all members have called has ended at all of them.
    fn check(&mut self) -> Result<(), String> {
        for (at, group) in self.groups.iter().enumerate() {
            let called = |p: &&Planned| p.called.iter().all(|called| *called);
            for (number, planned) in group.schedule.iter().take_while(called).enumerate() {
                if !planned.ended.iter().all(|ended| *ended) {
                    return Err(format!(
                        "stuck: broadcast {number} of group {at}, {} bytes of member {}; ended: {:?}",
                        planned.bytes.len(),
                        planned.root,
                        planned.ended
                    ));
                }
            }
        }
        self.spent.free()
    }

    fn go_on(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let mut any = false;
        for _ in 0..turn.run.rng.u32(1..6) {
            any |= self.call_next(turn, true);
        }
        Ok(any)
    }

    fn end(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        let groups = turn.endpoint.engine().broadcasts();
        let (known, used) = (groups.broadcasts_known(), groups.broadcast_buffer_used());
        if known != (0, 0) || used > 0 || !self.open[turn.rank as usize].is_empty() {
            return Err(format!(
                "rank {} ends with {known:?} broadcasts, and {used} bytes of its buffer in use",
                turn.rank
            ));
        }
        turn.run.coverage.broadcasts_of(turn.endpoint.broadcasts().counters());
        for group in self.groups.iter().filter(|group| group.place(turn.rank).is_some()) {
            turn.endpoint.broadcasts().close_group(group.id);
        }
        Ok(())
    }
}
