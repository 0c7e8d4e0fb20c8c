//! Broadcast between machines: groups whose members' broadcasts leave once, however many get them
//! (`clump_core::protocol`'s groups).
use super::group::BOARD_STEPS;
use super::{Endpoint, Local};
use crate::net::Clock;
use crate::{Rank, Region};
use clump_core::{CastCounters, CastId, CastLimits};
use clump_fabric::Tx;
use clump_fabric::shm::CastsGone;

/// A broadcast under way, at its root or at a member. Copy it freely; it goes stale once its end is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broadcast(CastId);

/// The root of a broadcast has died or left before all of it was here.
pub use clump_core::CastLost;

impl<F: Local> Endpoint<F> {
    /// Opens a group of these ranks, of whom this one is number `me`. `start` tells it from groups that had its number
    /// before: it is at least the largest [`Endpoint::next_start`] of all members, and the same for all. False: it is
    /// in use here.
    pub fn open_group(&mut self, number: u16, start: u64, members: &[Rank], me: usize) -> bool {
        let opened = self
            .with(Region::EMPTY, |engine, port| engine.groups().open_group(port, number, start as u32, members, me));
        if opened {
            // Boards count from the same start, in whole rounds.
            self.cast_start = self.cast_start.max((start + 1).next_multiple_of(BOARD_STEPS));
            // Without multicast broadcasts go down a tree.
            let _ = self.tx.join(number);
            self.engine.groups().at_time(self.clock.now());
        }
        opened
    }

    /// Nothing more will be called of that group.
    pub fn close_group(&mut self, number: u16) {
        if self.engine.broadcasts().knows_group(number) {
            self.tell_casts();
            self.with(Region::EMPTY, |engine, port| engine.groups().close_group(port, number));
            self.tx.leave(number);
        }
    }

    /// True if a group of that number is open, or other members still need something of this one's broadcasts.
    pub fn knows_group(&self, number: u16) -> bool {
        self.engine.broadcasts().knows_group(number)
    }

    /// Broadcasts `data` to all other members of the group. When it has ended, `data` may change: at once if it is
    /// short, else when all members have it.
    ///
    /// # Panics
    /// If the group is not open.
    pub fn broadcast(&mut self, group: u16, data: Region) -> Broadcast {
        self.engine.groups().at_time(self.clock.now());
        self.tell_casts();
        Broadcast(self.with(data, |engine, port| engine.groups().broadcast(port, group, data.len() as u64)))
    }

    /// Names the memory for the next broadcast of the group's member `root`.
    ///
    /// # Panics
    /// If the group is not open, or `root` is no other member of it.
    pub fn receive_broadcast(&mut self, group: u16, root: usize, into: Region) -> Broadcast {
        let room = into.len() as u64;
        Broadcast(self.with(into, |engine, port| engine.groups().receive_broadcast(port, group, root, room)))
    }

    /// How a broadcast has ended, with its length in bytes, and forgets it; `None` while it is under way. No progress.
    pub fn broadcast_end(&mut self, broadcast: Broadcast) -> Option<Result<u64, CastLost>> {
        let end = self.engine.broadcasts().cast_end(broadcast.0)?;
        self.engine.groups().detach_cast(broadcast.0);
        Some(end)
    }

    /// What groups have sent and asked for so far.
    pub fn cast_counters(&self) -> CastCounters {
        self.engine.broadcasts().cast_counters()
    }

    /// True if this rank's broadcasts in that group go by multicast now, which has been seen to reach all members.
    pub fn multicasts(&self, group: u16) -> bool {
        self.engine.broadcasts().multicasts(group)
    }

    /// Changes how broadcasts go, before any group is open: for experiments.
    pub fn set_casts(&mut self, limits: CastLimits) {
        self.engine.groups().set_casts(limits);
    }

    /// For `clump run -v`: how this rank's broadcasts have gone.
    fn tell_casts(&self) {
        let c = self.engine.broadcasts().cast_counters();
        let [by_multicast, by_tree, found, given_up] = [c.by_multicast, c.by_tree, c.to_multicast, c.to_tree]
            .map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        self.segment.say_casts(self.rank, CastsGone { by_multicast, by_tree, found, given_up });
    }

    /// This rank leaves: tells the others, and the launcher how its broadcasts went.
    pub(super) fn say_farewell(&mut self) {
        self.tx.farewell();
        self.tell_casts();
    }

    /// Tells core what time it is, where it waits for some to pass. True if anything left.
    #[cold]
    pub(super) fn pass_time(&mut self) -> bool {
        let now = self.clock.now();
        self.with(Region::EMPTY, |engine, port| engine.groups().at(port, now))
    }
}
