//! The members of each group, and the multicast frames in flight: each member's copy is delayed or lost independently.
use super::arrival::Arrival;
use super::faults::{Faults, hit};
use crate::Frame;
use crate::channel::Channel;
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// A multicast frame in flight to one member.
struct Copy {
    from: u32,
    group: u16,
    frame: Frame,
}

pub(super) struct Groups {
    members: BTreeMap<u16, BTreeSet<u32>>,
    /// The copies in flight to each process, from all senders. They form one queue, because a receiver's last link is
    /// shared.
    under_way: Vec<Channel<Copy>>,
}

impl Groups {
    pub fn new(ranks: usize) -> Groups {
        Groups { members: BTreeMap::new(), under_way: (0..ranks).map(|_| Channel::default()).collect() }
    }

    pub fn join(&mut self, rank: u32, group: u16) {
        self.members.entry(group).or_default().insert(rank);
    }

    /// Removes `rank` from the group. Copies in flight still arrive, as if another process of the machine had joined.
    pub fn leave(&mut self, rank: u32, group: u16) {
        if let Some(members) = self.members.get_mut(&group) {
            members.remove(&rank);
        }
    }

    pub fn has(&self, rank: u32, group: u16) -> bool {
        self.members.get(&group).is_some_and(|members| members.contains(&rank))
    }

    /// Sends a frame to all other members of the group. Returns how many copies it put in flight.
    pub fn send(&mut self, from: u32, group: u16, frame: &Frame, now: u64, faults: &Faults, rng: &mut Rng) -> usize {
        let Groups { members, under_way } = self;
        let before = |under_way: &[Channel<Copy>]| under_way.iter().map(Channel::len).sum::<usize>();
        let were = before(under_way);
        for &to in members.get(&group).into_iter().flatten().filter(|&&to| to != from) {
            let channel = &mut under_way[to as usize];
            if hit(rng, faults.loss) || hit(rng, faults.multicast.loss) {
                continue;
            }
            let copies = 1 + usize::from(hit(rng, faults.duplicate) || hit(rng, faults.multicast.duplicate));
            for _ in 0..copies {
                let due = now + rng.u64(..=faults.delay);
                let overtakes = hit(rng, faults.reorder) || hit(rng, faults.multicast.reorder);
                if channel.len() < faults.capacity {
                    channel.accept(due, Copy { from, group, frame: frame.clone() }, overtakes);
                }
            }
        }
        before(under_way) - were
    }

    /// Takes the first copy in flight to `rank`, if the copy is due.
    pub fn take(&mut self, rank: u32, now: u64) -> Option<Arrival> {
        let (due, Copy { from, group, frame }) = self.under_way[rank as usize].take(now)?;
        Some(Arrival { from, group: Some(group), ago: now - due, frame })
    }

    pub fn next_due(&self, rank: u32) -> Option<u64> {
        self.under_way[rank as usize].next_due()
    }

    pub fn first_due(&self) -> Option<u64> {
        self.under_way.iter().filter_map(Channel::next_due).min()
    }
}
