//! Broadcasts between machines. The root sends each broadcast to its group once, however many members the group has
//! (`clump_core::protocol` has the groups' protocol).
use super::group::BOARD_STEPS;
use super::{Endpoint, Local};
use crate::standard_fabric::Standard;
use clump_core::{BroadcastCounters, BroadcastId, BroadcastLimits, Rank, planted};
use clump_fabric::Tx;
use clump_fabric::clock::Clock;
use clump_fabric::local::{BroadcastsGone, RankPage};
use clump_fabric::mem::Region;
use std::time::Duration;

/// A broadcast under way, at its root or at a member. The identifier can be copied, and becomes stale once the caller
/// has taken the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broadcast(BroadcastId);

/// The root of a broadcast has died or left before this member had all of it.
pub use clump_core::BroadcastLost;

/// The view of an [`Endpoint`] for broadcasts between machines.
pub struct BroadcastsView<'a, F: Local = Standard> {
    pub(super) endpoint: &'a mut Endpoint<F>,
}

impl<F: Local> Endpoint<F> {
    /// Returns the view for broadcasts between machines.
    #[inline(always)]
    pub fn broadcasts(&mut self) -> BroadcastsView<'_, F> {
        BroadcastsView { endpoint: self }
    }

    /// Returns true if a group of that number is open, or if other members still need this rank to finish its
    /// broadcasts.
    pub fn knows_group(&self, number: u16) -> bool {
        self.engine.broadcasts().knows_group(number)
    }
}

impl<F: Local> BroadcastsView<'_, F> {
    /// Opens a broadcast group of these ranks; this rank is its member `me`. All members pass an equal `start`,
    /// which distinguishes the group from earlier groups of its number: at least the largest
    /// [`Endpoint::next_start`] of all members. Returns false if the number is in use on this rank.
    pub fn open_group(&mut self, number: u16, start: u64, members: &[Rank], me: usize) -> bool {
        let opened = self.endpoint.open_generation(number, start as u32, members, me);
        if opened {
            // Boards count from this start too: round up to a multiple of a board's steps.
            self.endpoint.broadcast_start =
                self.endpoint.broadcast_start.max((start + 1).next_multiple_of(BOARD_STEPS));
        }
        opened
    }

    /// Closes a group. The program makes no further call for it.
    pub fn close_group(&mut self, number: u16) {
        if self.endpoint.engine.broadcasts().knows_group(number) {
            self.endpoint.tell_broadcasts();
            self.endpoint.timed(|ep| ep.with(Region::EMPTY, |engine, port| engine.groups().close_group(port, number)));
            self.endpoint.tx.leave(number);
        }
    }

    /// Broadcasts `data` to all other members of the group. The caller may change `data` once the broadcast has
    /// ended: a short broadcast ends at once, a long broadcast when all members have received it.
    pub fn send(&mut self, group: u16, data: Region) -> Broadcast {
        self.endpoint.engine.groups().at_time(self.endpoint.clock.now());
        self.endpoint.tell_broadcasts();
        let len = data.len() as u64;
        Broadcast(self.endpoint.timed(|ep| ep.with(data, |engine, port| engine.groups().broadcast(port, group, len))))
    }

    /// Names the destination of the next broadcast from the group's member `root`.
    pub fn receive(&mut self, group: u16, root: usize, into: Region) -> Broadcast {
        let room = into.len() as u64;
        let post = |ep: &mut Endpoint<F>| {
            ep.with(into, |engine, port| engine.groups().receive_broadcast(port, group, root, room))
        };
        Broadcast(self.endpoint.timed(post))
    }

    /// Returns how a broadcast has ended, with its length in bytes, and forgets it; `None` while it is under way.
    /// Makes no progress.
    pub fn end(&mut self, broadcast: Broadcast) -> Option<Result<u64, BroadcastLost>> {
        let end = self.endpoint.engine.broadcasts().broadcast_outcome(broadcast.0)?;
        self.endpoint.engine.groups().detach_broadcast(broadcast.0);
        Some(end)
    }

    /// Returns counters of what this rank's groups have sent and requested.
    pub fn counters(&self) -> BroadcastCounters {
        self.endpoint.engine.broadcasts().broadcast_counters()
    }

    /// Returns true if this rank's broadcasts in that group go by multicast now, because multicast has been seen to
    /// reach all members.
    pub fn multicasts(&self, group: u16) -> bool {
        self.endpoint.engine.broadcasts().multicasts(group)
    }

    /// Sets the limits of broadcasts, for experiments. Call this before any group is open.
    pub fn set_limits(&mut self, limits: BroadcastLimits) {
        self.endpoint.engine.groups().set_broadcasts(limits);
    }
}

impl<F: Local> Endpoint<F> {
    /// Opens a group as [`open_group`](BroadcastsView::open_group) does, with a `generation` that no earlier group of
    /// its number had.
    pub(crate) fn open_generation(&mut self, number: u16, generation: u32, members: &[Rank], me: usize) -> bool {
        let opened =
            self.with(Region::EMPTY, |engine, port| engine.groups().open_group(port, number, generation, members, me));
        if opened {
            // If joining the multicast group fails, broadcasts go down a tree.
            let _ = self.tx.join(number);
            self.engine.groups().at_time(self.clock.now());
        }
        opened
    }

    /// Runs a step of the program's that may make a group act at an earlier time than before. The threads of this
    /// process that sleep know the former time only, and are woken up to sleep until the new one: the thread that
    /// runs the step may leave the library and compute.
    fn timed<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> T {
        if !self.policy.is_anyone_waiting() {
            return step(self);
        }
        let before = self.engine.broadcasts().due();
        let result = step(self);
        if self.engine.broadcasts().due() < before {
            self.stir();
        }
        result
    }

    /// Returns true if a broadcast has ended. Its end stays known.
    pub(crate) fn has_broadcast_ended(&self, broadcast: Broadcast) -> bool {
        self.engine.broadcasts().broadcast_outcome(broadcast.0).is_some()
    }

    /// Looks whether multicast reaches all members of the group, if it is time to
    /// ([`multicasts`](BroadcastsView::multicasts)).
    pub(crate) fn probe_multicast(&mut self, group: u16) {
        self.engine.groups().at_time(self.clock.now());
        self.timed(|ep| ep.with(Region::EMPTY, |engine, port| engine.groups().probe_multicast(port, group)));
    }

    /// Returns true if a part of the next broadcast of the group's member `root` has arrived, for which the program has
    /// named no destination.
    pub(crate) fn arriving_broadcast(&self, group: u16, root: usize) -> bool {
        self.engine.broadcasts().is_arriving(group, root)
    }

    /// Tells the launcher (`clump run -v`) how this rank's broadcasts have gone.
    fn tell_broadcasts(&self) {
        let c = self.engine.broadcasts().broadcast_counters();
        let [by_multicast, by_tree, found, given_up] = [c.by_multicast, c.by_tree, c.to_multicast, c.to_tree]
            .map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        self.page.set_broadcasts(BroadcastsGone { by_multicast, by_tree, found, given_up });
    }

    /// Announces to the peers that this rank leaves, and tells the launcher how its broadcasts went.
    pub(super) fn announce_departure_to_all(&mut self) {
        self.tx.announce_departure();
        self.tell_broadcasts();
    }

    /// Passes the current time to the broadcast groups, so that their timers can fire. Returns true if a group sent a
    /// frame.
    #[cold]
    pub(super) fn pass_time(&mut self) -> bool {
        let now = if planted("timers_of_groups_stand_still") { 0 } else { self.clock.now() };
        self.with(Region::EMPTY, |engine, port| engine.groups().at(port, now))
    }

    /// Returns the time until a broadcast group acts by itself, if nothing arrives before.
    #[cold]
    pub(super) fn until_due(&self) -> Duration {
        Duration::from_nanos(self.engine.broadcasts().due().saturating_sub(self.clock.now()))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::cluster;
    use clump_fabric::mem::Leaked;

    #[test]
    fn a_broadcast_whose_repair_falls_due_wakes_threads_that_sleep() {
        let mut eps = cluster(2).expect("a cluster");
        for (me, ep) in eps.iter_mut().enumerate() {
            assert!(ep.broadcasts().open_group(5, 1, &[0, 1], me));
            ep.made_progress();
        }
        let data = Leaked::copy_of(b"short");
        // No thread sleeps.
        eps[0].broadcasts().send(5, data.region());
        assert!(!eps[0].made_progress());
        eps[1].helper().threads_waiting(true);
        eps[1].broadcasts().send(5, data.region());
        assert!(eps[1].made_progress(), "a thread that slept before would find a loss at its next wake-up only");
        // The group acts no earlier than before.
        eps[1].broadcasts().send(5, data.region());
        assert!(!eps[1].made_progress());
    }
}
