//! The simulation's record of groups that broadcast: the members, and the order of broadcasts that all members follow.
//! The check of the results knows nothing of the protocol.
use clump_core::Rank;
use fastrand::Rng;

/// A group of ranks that broadcast to each other.
pub struct BroadcastGroup {
    pub id: u16,
    pub generation: u32,
    pub members: Vec<Rank>,
    /// The broadcasts that the members call, in this order.
    pub schedule: Vec<Planned>,
}

/// A broadcast of a group, and how far each member is with it.
pub struct Planned {
    /// The root's index among the members.
    pub root: usize,
    pub bytes: Vec<u8>,
    /// For each member, whether it has called the broadcast.
    pub called: Vec<bool>,
    /// For each member, whether the broadcast has ended at that member.
    pub ended: Vec<bool>,
}

impl BroadcastGroup {
    /// Returns a group of these ranks.
    pub fn of(rng: &mut Rng, id: u16, members: Vec<Rank>) -> BroadcastGroup {
        BroadcastGroup { id, generation: rng.u32(1..), members, schedule: Vec::new() }
    }

    /// Returns the index of a rank among the members.
    pub fn place(&self, rank: Rank) -> Option<usize> {
        self.members.iter().position(|&m| m == rank)
    }

    /// Adds a broadcast of `len` bytes to the group's schedule.
    pub fn plan(&mut self, rng: &mut Rng, len: u64) {
        let (seed, n) = (rng.u8(..), self.members.len());
        let bytes = (0..len).map(|i| (i as u8).wrapping_mul(31).wrapping_add((i >> 8) as u8) ^ seed).collect();
        // Mostly the last root again: many broadcasts in a row fill buffers.
        let last = self.schedule.last().map(|p| p.root);
        let root = last.filter(|_| rng.u32(..4) > 0).unwrap_or_else(|| rng.usize(..n));
        self.schedule.push(Planned { root, bytes, called: vec![false; n], ended: vec![false; n] });
    }
}
