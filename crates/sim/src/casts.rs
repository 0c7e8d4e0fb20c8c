//! Groups that broadcast, as the simulation sees them: who is in them, and what their members call, in one order for
//! all; and the check of what came of it, which knows nothing of the protocol.
use clump_core::Rank;
use fastrand::Rng;

/// One group.
pub struct CastGroup {
    pub id: u16,
    pub generation: u32,
    pub members: Vec<Rank>,
    /// The broadcasts that its members call, in this order.
    pub schedule: Vec<Planned>,
}

/// One broadcast.
pub struct Planned {
    /// The root's place among the members.
    pub root: usize,
    pub bytes: Vec<u8>,
    /// Which members have called it, and at which it has ended.
    pub called: Vec<bool>,
    pub ended: Vec<bool>,
}

impl CastGroup {
    /// A group of two or more of these ranks.
    pub fn new(rng: &mut Rng, id: u16, ranks: u32) -> CastGroup {
        let mut members: Vec<Rank> = (0..ranks).collect();
        rng.shuffle(&mut members);
        members.truncate(rng.usize(2..=ranks as usize));
        CastGroup { id, generation: rng.u32(1..), members, schedule: Vec::new() }
    }

    /// The place of a rank among the members.
    pub fn place(&self, rank: Rank) -> Option<usize> {
        self.members.iter().position(|&m| m == rank)
    }

    /// One more broadcast, of `len` bytes.
    pub fn plan(&mut self, rng: &mut Rng, len: u64) {
        let (seed, n) = (rng.u8(..), self.members.len());
        let bytes = (0..len).map(|i| (i as u8).wrapping_mul(31).wrapping_add((i >> 8) as u8) ^ seed).collect();
        // Mostly the one that it was before: many in a row are what fills buffers.
        let last = self.schedule.last().map(|p| p.root);
        let root = last.filter(|_| rng.u32(..4) > 0).unwrap_or_else(|| rng.usize(..n));
        self.schedule.push(Planned { root, bytes, called: vec![false; n], ended: vec![false; n] });
    }
}
