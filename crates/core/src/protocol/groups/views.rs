//! Questions about groups, for checkers and for a rank that waits to leave.
use super::counters::BroadcastCounters;
use super::group::Group;
use super::outcome::BroadcastLost;
use super::state::BroadcastGroups;
use crate::ids::{BroadcastId, Rank};

impl BroadcastGroups {
    /// Counts the members that have not `left` and still need broadcasts of this rank, and the parts that have yet
    /// to leave for such members.
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

    /// Counts the members that have yet to acknowledge, and the parts that have yet to leave.
    pub fn groups_waiting(&self) -> usize {
        self.waiting(|_| false)
    }

    /// Counts the broadcasts that this rank still knows: its own, and other roots'.
    pub fn broadcasts_known(&self) -> (usize, usize) {
        let groups = self.open.values();
        let own = groups.clone().map(|g| (g.home.end() - g.home.first()) as usize + g.waiting.len()).sum();
        (own, groups.flat_map(|g| g.inflows.values()).map(|f| f.broadcasts.len()).sum())
    }

    /// Returns how many bytes of the shared buffer are in use.
    pub fn broadcast_buffer_used(&self) -> u64 {
        self.shared.used()
    }

    /// Returns true if this rank's broadcasts in that group go by multicast.
    pub fn multicasts(&self, id: u16) -> bool {
        self.open.get(&id).is_some_and(|g| g.probing.works)
    }

    /// Returns true if a part of a member's next broadcast has arrived, for which the program has named no destination.
    pub fn is_arriving(&self, id: u16, root: usize) -> bool {
        let inflow = self.open.get(&id).and_then(|group| group.inflows.get(&(root as u16)));
        inflow.is_some_and(|inflow| inflow.broadcasts.get(&inflow.posts).is_some_and(|incoming| incoming.len.is_some()))
    }

    /// Returns true if a group of that number is open, or if members still need something from this rank in it.
    pub fn knows_group(&self, id: u16) -> bool {
        self.open.contains_key(&id)
    }

    /// Returns the result of a finished broadcast: its length, which may exceed the destination's size.
    pub fn broadcast_outcome(&self, broadcast: BroadcastId) -> Option<Result<u64, BroadcastLost>> {
        self.broadcasts.get(broadcast).and_then(|c| c.end)
    }

    /// Returns the counts of frames that groups have sent.
    pub fn broadcast_counters(&self) -> BroadcastCounters {
        self.counters
    }

    /// Returns true if some group waits for time to pass; [`GroupCalls::at`](super::GroupCalls::at) tells it the time.
    #[inline(always)]
    pub fn is_timed(&self) -> bool {
        self.timed
    }

    /// Returns the earliest time, in nanoseconds, at which some group acts by itself; `u64::MAX` if none does.
    pub fn due(&self) -> u64 {
        self.open.values().filter_map(Group::due).min().unwrap_or(u64::MAX)
    }
}
