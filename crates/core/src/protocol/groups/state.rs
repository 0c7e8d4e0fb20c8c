//! The state of the owner of groups: open groups, broadcasts under way, and the buffer that all roots of this rank
//! share.
use super::counters::BroadcastCounters;
use super::eqa::SharedBuffer;
use super::group::{Context, Group};
use super::outcome::BroadcastRecord;
use crate::ids::BroadcastId;
use crate::limits::BroadcastLimits;
use crate::protocol::transfer::Transfers;
use slotmap::SlotMap;
use std::collections::{BTreeMap, BTreeSet};

/// The most entries of `early`: broadcasts that began in groups this rank has not opened. Bounds memory.
pub(super) const MOST_EARLY: usize = 256;

/// All groups of one rank.
#[derive(Debug)]
pub struct BroadcastGroups {
    pub(super) open: BTreeMap<u16, Group>,
    pub(super) broadcasts: SlotMap<BroadcastId, BroadcastRecord>,
    pub(super) shared: SharedBuffer,
    pub(super) limits: BroadcastLimits,
    pub(super) counters: BroadcastCounters,
    pub(super) now: u64,
    /// Groups that are not open here, for which frames have come: number, generation and root.
    pub(super) early: BTreeSet<(u16, u32, u16)>,
    /// True if a frame found no room.
    pub(super) blocked: bool,
    /// True if some group waits for time to pass.
    pub(super) timed: bool,
}

impl BroadcastGroups {
    pub(super) fn with(limits: BroadcastLimits) -> BroadcastGroups {
        BroadcastGroups {
            open: BTreeMap::new(),
            broadcasts: SlotMap::with_key(),
            shared: SharedBuffer::new(limits.buffer),
            limits,
            counters: BroadcastCounters::default(),
            now: 0,
            early: BTreeSet::new(),
            blocked: false,
            timed: false,
        }
    }

    pub(super) fn parts<'a, S>(
        &'a mut self,
        sink: &'a mut S,
        transfers: &'a mut Transfers,
    ) -> (&'a mut BTreeMap<u16, Group>, Context<'a, S>) {
        let BroadcastGroups { open, broadcasts, shared, limits, counters, now, blocked, .. } = self;
        (open, Context { sink, transfers, shared, broadcasts, counters, limits: *limits, now: *now, blocked })
    }
}
