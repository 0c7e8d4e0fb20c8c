//! What groups know, for checkers, and for whoever waits to leave.
use super::counters::CastCounters;
use super::outcome::CastLost;
use super::state::BroadcastGroups;
use crate::ids::{CastId, Rank};

impl BroadcastGroups {
    /// Broadcasts of this rank's that others, who have not `left`, still need, and parts that have yet to leave to
    /// such.
    pub(super) fn waiting(&self, mut left: impl FnMut(Rank) -> bool) -> usize {
        let mut unsent = 0;
        for group in self.open.values() {
            let stays = |i: usize, left: &mut dyn FnMut(Rank) -> bool| i != group.me && !left(group.members[i]);
            let behind = |i: usize| !group.home.consumers[i].gone && group.home.consumers[i].next < group.home.end();
            unsent += (0..group.members.len()).filter(|&i| behind(i) && stays(i, &mut left)).count();
            unsent += group.flows.iter().filter(|f| stays(f.to, &mut left)).count();
            unsent += group.waiting.len();
        }
        unsent
    }

    /// Members that have yet to acknowledge something, and parts that have yet to leave.
    pub fn groups_waiting(&self) -> usize {
        self.waiting(|_| false)
    }

    /// Broadcasts that this rank still knows: of its own, and of others.
    pub fn casts_known(&self) -> (usize, usize) {
        let groups = self.open.values();
        let own = groups.clone().map(|g| (g.home.end() - g.home.first()) as usize + g.waiting.len()).sum();
        (own, groups.flat_map(|g| g.inflows.values()).map(|f| f.casts.len()).sum())
    }

    /// Bytes of the shared buffer that are in use.
    pub fn cast_buffer_used(&self) -> u64 {
        self.shared.used()
    }

    /// True if broadcasts of this rank in that group go by multicast.
    pub fn multicasts(&self, id: u16) -> bool {
        self.open.get(&id).is_some_and(|g| g.probing.works)
    }

    /// True if a group of that number is open, or others still need something of it.
    pub fn knows_group(&self, id: u16) -> bool {
        self.open.contains_key(&id)
    }

    /// What came of a broadcast: its length, which may be more than there was room for.
    pub fn cast_end(&self, cast: CastId) -> Option<Result<u64, CastLost>> {
        self.casts.get(cast).and_then(|c| c.end)
    }

    /// What groups have sent so far.
    pub fn cast_counters(&self) -> CastCounters {
        self.counters
    }

    /// True if some group waits for time to pass: to be told by [`Engine::at`].
    #[inline(always)]
    pub fn is_timed(&self) -> bool {
        self.timed
    }
}
