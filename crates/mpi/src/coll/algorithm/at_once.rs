//! The fast path of short collectives. A rank that only posts, or whose peers have all posted already, completes its
//! part under a single lock of the endpoint. Driving an algorithm's state machine would cost more than the post.
//!
//! A function returns false, having done nothing, if the fast path does not apply; the caller then runs the algorithm.
use super::plan::{Facts, Machines};
use clump::driver::{Group, Region};

/// A blocking call's view of a communicator whose ranks all share a board.
pub struct FastPath<'a> {
    group: &'a mut Group,
    ranks: usize,
    rank: usize,
    oversubscribed: bool,
}

impl<'a> FastPath<'a> {
    /// Makes the view. `rank` is this process's rank among `ranks`; `oversubscribed` is true if ranks outnumber cores.
    #[inline(always)]
    pub fn new(group: &'a mut Group, ranks: usize, rank: usize, oversubscribed: bool) -> FastPath<'a> {
        FastPath { group, ranks, rank, oversubscribed }
    }

    /// Returns this process's rank in the communicator.
    #[inline(always)]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Returns the number of ranks in the communicator.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.ranks
    }

    /// Returns the facts from which a plan is made. `bytes` has the meaning of [`Facts`]'s field.
    #[inline(always)]
    pub(super) fn facts(&self, bytes: usize) -> Facts {
        let (ranks, oversubscribed) = (self.ranks, self.oversubscribed);
        Facts {
            ranks,
            bytes,
            oversubscribed,
            hosts_share_cores: false,
            costs: None,
            board: true,
            casts: 0,
            machines: Machines::Alike,
            crowd: 0,
        }
    }

    /// Posts `len` bytes, which `write` fills in, in the first of a call's `steps`. Returns false if the
    /// board has no room yet.
    #[inline(always)]
    pub(super) fn fill(&mut self, steps: usize, len: usize, write: impl FnOnce(Region)) -> bool {
        self.group.fill_next(steps as u64, len, write)
    }

    /// Posts a copy of `data` in the only step of a call. Returns false if the board has no room yet.
    #[inline(always)]
    pub(super) fn post(&mut self, data: Region) -> bool {
        self.fill(1, data.len(), |place| _ = place.copy_from(data))
    }

    /// Passes the post of rank `of` in the first of a call's `steps` to `accept`. Returns false if the post
    /// has not arrived or `accept` returns false.
    #[inline(always)]
    pub(super) fn take(&mut self, steps: usize, of: usize, accept: impl FnOnce(Region) -> bool) -> bool {
        self.group.take_next(steps as u64, of, accept)
    }
}
