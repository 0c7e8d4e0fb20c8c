//! Short collectives in one go: a rank that only posts, or for which all has come, does its part under one entry of the
//! endpoint. Driving an algorithm's state machine takes it longer than the post does.
//!
//! What cannot be done so is left to the algorithm as it is written; nothing has been begun then.
use super::plan::{Facts, Machines};
use clump::{Group, Region};

/// A blocking call's view of a communicator whose ranks all share a board.
pub struct FastPath<'a> {
    group: &'a mut Group,
    ranks: usize,
    rank: usize,
    crowded: bool,
}

impl<'a> FastPath<'a> {
    /// `rank` is this process's place among `ranks`; `crowded`: ranks outnumber cores.
    #[inline(always)]
    pub fn new(group: &'a mut Group, ranks: usize, rank: usize, crowded: bool) -> FastPath<'a> {
        FastPath { group, ranks, rank, crowded }
    }

    /// This process's rank in the communicator.
    #[inline(always)]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Ranks in the communicator.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.ranks
    }

    /// What a plan is made from; `bytes` as in [`Facts`].
    #[inline(always)]
    pub(super) fn facts(&self, bytes: usize) -> Facts {
        let (ranks, crowded) = (self.ranks, self.crowded);
        Facts { ranks, bytes, crowded, together: false, board: true, casts: 0, machines: Machines::Alike }
    }

    /// Posts `len` bytes that `write` puts into place, in the first of a call's `steps`. False if there is no room yet.
    #[inline(always)]
    pub(super) fn fill(&mut self, steps: usize, len: usize, write: impl FnOnce(Region)) -> bool {
        self.group.fill_next(steps as u64, len, write)
    }

    /// The same for a copy of `data`.
    #[inline(always)]
    pub(super) fn post(&mut self, data: Region) -> bool {
        self.fill(1, data.len(), |place| _ = place.copy_from(data))
    }

    /// Gives `accept` what rank `of` has posted in the first of a call's `steps`. False if it has not come, or `accept`
    /// says so.
    #[inline(always)]
    pub(super) fn take(&mut self, steps: usize, of: usize, accept: impl FnOnce(Region) -> bool) -> bool {
        self.group.take_next(steps as u64, of, accept)
    }
}
