//! What a member knows of one root's broadcasts, as they come in, in any order.
use super::range_set::RangeSet;
use crate::ids::CastId;
use std::collections::BTreeMap;
use std::ops::Range;

/// One broadcast of which not all is with the program.
#[derive(Debug)]
pub(super) struct Incoming {
    pub cast: CastId,
    /// Of the whole, once it is known.
    pub len: Option<u64>,
    /// Bytes of the destination, once the program has named it.
    pub room: Option<u64>,
    /// The root has been told so.
    pub told_ready: bool,
    /// What is here.
    pub have: RangeSet,
    /// What was asked for, and has not come to nothing.
    pub asked: RangeSet,
    /// Something came before the destination was named, and there was no credit to keep it.
    pub refused: bool,
    /// What a neighbour was asked for, and which.
    pub neighbours: Vec<(Range<u64>, usize)>,
    /// Bytes that have left the root: what is missing of them is lost.
    pub edge: u64,
    /// Credit that it holds, in bytes: its entry, and what is kept before a destination is named.
    pub charged: u64,
    /// Bytes that are kept.
    pub kept: u64,
    /// Its program has it.
    pub over: bool,
}

/// All that comes from one root.
#[derive(Debug, Default)]
pub struct Inflow {
    /// The first broadcast that is not with the program.
    pub next: u64,
    /// The number of the next one that the program names a destination for.
    pub posts: u64,
    pub(super) casts: BTreeMap<u64, Incoming>,
    /// How far the root was seen to be: a broadcast, before which all have left, and bytes of it.
    pub front: (u64, u64),
    /// The first broadcast that has gone by multicast, as all after it up to the last that came so. Those before may be
    /// on their way down the tree.
    pub since: u64,
    /// There was no credit to remember what came, or is missing, of some broadcast before this one.
    pub dropped: u64,
    /// What the root knows: the first that is not complete, and bytes of it.
    pub told: (u64, u64),
    /// Credit of what is complete since then.
    pub untold: u64,
    /// The root waits to hear that this point is reached, a broadcast and bytes of it: it polls once.
    pub awaited: (u64, u64),
    /// The last multicast that came.
    pub heard: u64,
    /// Single multicasts that did not come, while those before and behind did: of which the root has not been told.
    pub singles: u16,
    /// The root is no more.
    pub lost: bool,
}

impl Inflow {
    /// How far this member is: the first broadcast that is not complete, and bytes of it from the first on.
    pub fn reached(&self) -> (u64, u64) {
        (self.next, self.casts.get(&self.next).map_or(0, |i| i.have.contiguous()))
    }

    /// The first broadcast that the program waits for, and the first gap in it.
    pub fn awaits(&self) -> Option<(u64, Range<u64>)> {
        let (number, incoming) = self.casts.iter().find(|(_, i)| i.room.is_some() && !i.over)?;
        let gap = incoming.have.gaps(incoming.len.unwrap_or(u64::MAX)).into_iter().next()?;
        Some((*number, gap))
    }

    /// A multicast has come.
    pub fn hear(&mut self, serial: u64) {
        if self.heard > 0 && serial == self.heard + 2 {
            self.singles = self.singles.saturating_add(1);
        } else if serial < self.heard {
            // It is late.
            self.singles = self.singles.saturating_sub(1);
        }
        self.heard = self.heard.max(serial);
    }

    /// The root has polled, could not be told then, and can be now.
    pub fn is_awaited(&self) -> bool {
        self.told < self.awaited && self.reached() >= self.awaited
    }
}

impl Incoming {
    pub fn new(cast: CastId) -> Incoming {
        Incoming {
            cast,
            len: None,
            room: None,
            told_ready: false,
            have: RangeSet::default(),
            asked: RangeSet::default(),
            refused: false,
            neighbours: Vec::new(),
            edge: 0,
            charged: 0,
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

    /// Something is known to be missing that there is a place for.
    pub fn wanted(&self, pushed: u64) -> u64 {
        let end = self.len.map_or(self.edge, |len| self.edge.min(len));
        match self.room {
            Some(_) => end,
            None if self.refused => 0,
            None => end.min(pushed),
        }
    }

    /// Bytes that have left the root, that there is a place for, that are not here, and that nobody was asked for.
    pub fn missing(&self, pushed: u64) -> Vec<Range<u64>> {
        let end = self.wanted(pushed);
        if self.have.contiguous() >= end {
            return Vec::new();
        }
        self.have.union(&self.asked).gaps(end)
    }
}
