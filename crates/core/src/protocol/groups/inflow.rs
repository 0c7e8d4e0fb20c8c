//! The state of one root's broadcasts at a member. They arrive in any order.
use super::range_set::RangeSet;
use crate::ids::BroadcastId;
use crate::protocol::transfer::Debt;
use std::collections::BTreeMap;
use std::ops::Range;

/// One broadcast that the program does not have whole.
#[derive(Debug)]
pub(super) struct Incoming {
    pub broadcast: BroadcastId,
    /// The length of the whole broadcast, once it is known.
    pub len: Option<u64>,
    /// The size of the destination, once the program has named it.
    pub room: Option<u64>,
    /// True if the root knows that the destination is named.
    pub told_ready: bool,
    /// True if the root has polled for this broadcast.
    pub polled: bool,
    /// The bytes that have arrived.
    pub have: RangeSet,
    /// The bytes that this member has asked for and may still get.
    pub asked: RangeSet,
    /// True if a part came before the destination was named, and credit did not suffice to keep it.
    pub refused: bool,
    /// The ranges that this member has asked a neighbour for, each with the index of that neighbour.
    pub neighbours: Vec<(Range<u64>, usize)>,
    /// How many bytes have left the root. Missing bytes before this point are lost.
    pub edge: u64,
    /// The credit that the broadcast holds, in bytes: its entry, and the bytes kept before a destination is named.
    pub charged: Debt,
    /// How many bytes this member keeps until a destination is named.
    pub kept: u64,
    /// True if the program has received the broadcast.
    pub over: bool,
}

/// All broadcasts of one root.
#[derive(Debug, Default)]
pub struct Inflow {
    /// The first broadcast that the program does not have.
    pub next: u64,
    /// The number of the next broadcast that the program names a destination for.
    pub posts: u64,
    pub(super) broadcasts: BTreeMap<u64, Incoming>,
    /// The root's position as last seen: the number of a broadcast, and how many of its bytes have left. All broadcasts
    /// with smaller numbers have left.
    pub front: (u64, u64),
    /// The first of the latest run of broadcasts that went by multicast. Earlier broadcasts may still come down the
    /// tree.
    pub since: u64,
    /// The number before which some broadcast could not be recorded, for want of credit.
    pub dropped: u64,
    /// The position that this member last reported to the root: the first incomplete broadcast, and bytes of it.
    pub told: (u64, u64),
    /// The credit of the broadcasts that have been completed since this member last reported to the root.
    pub untold: u64,
    /// The position for which the root awaits a report: a broadcast, and bytes of it. The root polls for a position
    /// once.
    pub awaited: (u64, u64),
    /// The last multicast that arrived.
    pub heard: u64,
    /// Single multicasts that are missing between others, not yet reported to the root.
    pub singles: u16,
    /// True if the root has died or left.
    pub lost: bool,
}

impl Inflow {
    /// Returns this member's position: the first incomplete broadcast, and the bytes of it from the first on.
    pub fn reached(&self) -> (u64, u64) {
        (self.next, self.broadcasts.get(&self.next).map_or(0, |i| i.have.contiguous()))
    }

    /// Returns the first broadcast that the program waits for, and the first gap in it.
    pub fn awaits(&self) -> Option<(u64, Range<u64>)> {
        let (number, incoming) = self.broadcasts.iter().find(|(_, i)| i.room.is_some() && !i.over)?;
        let gap = incoming.have.gaps(incoming.len.unwrap_or(u64::MAX)).into_iter().next()?;
        Some((*number, gap))
    }

    /// Records a multicast that has arrived.
    pub fn hear(&mut self, serial: u64) {
        if self.heard > 0 && serial == self.heard + 2 {
            self.singles = self.singles.saturating_add(1);
        } else if serial < self.heard {
            // The multicast was late, not lost.
            self.singles = self.singles.saturating_sub(1);
        }
        self.heard = self.heard.max(serial);
    }

    /// Returns true if the root has polled for a position that this member reached only after that poll.
    pub fn is_awaited(&self) -> bool {
        self.told < self.awaited && self.reached() >= self.awaited
    }
}

impl Incoming {
    pub fn new(broadcast: BroadcastId) -> Incoming {
        Incoming {
            broadcast,
            len: None,
            room: None,
            told_ready: false,
            polled: false,
            have: RangeSet::default(),
            asked: RangeSet::default(),
            refused: false,
            neighbours: Vec::new(),
            edge: 0,
            charged: Debt::default(),
            kept: 0,
            over: false,
        }
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    pub fn is_here(&self) -> bool {
        self.len.is_some_and(|len| self.have.covers(0..len))
    }

    /// Returns the end of the bytes that this member wants: bytes that have left the root and have a place here.
    pub fn wanted(&self, pushed: u64) -> u64 {
        let end = self.len.map_or(self.edge, |len| self.edge.min(len));
        match self.room {
            Some(_) => end,
            None if self.refused => 0,
            None => end.min(pushed),
        }
    }

    /// Returns the bytes that have left the root, that have a place here, and that have neither arrived nor been
    /// asked for.
    pub fn missing(&self, pushed: u64) -> Vec<Range<u64>> {
        let end = self.wanted(pushed);
        if self.have.contiguous() >= end {
            return Vec::new();
        }
        self.have.union(&self.asked).gaps(end)
    }
}
