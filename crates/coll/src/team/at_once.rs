//! The fast path of short collectives. A rank that only posts, or whose peers have all posted already, completes its
//! part under a single lock of the endpoint. Driving an algorithm's state machine would cost more than the post.
//!
//! A collective that is one step on the board is a [`ShortRound`]. Gathers and scatters, whose lists take two steps,
//! have functions named `at_once` instead: such a function returns false, having done nothing, if the fast path does
//! not apply; the caller then runs the algorithm.
use crate::plan::{Facts, Machines};
use crate::team::board::FETCHED;
use crate::{Entrance, Team};
use clump::driver::{Endpoint, GroupOf, Local, Region, Standard, planted};
use std::future::poll_fn;
use std::task::Poll;

impl<G: Entrance> Team<G> {
    /// Returns the members' board, for the fast path; `None` if they share none.
    #[inline(always)]
    pub fn fast_path<'a>(&self, endpoint: &'a mut Endpoint<G::Fabric>) -> Option<FastPath<'a, G::Fabric>> {
        let group = endpoint.group(self.group?)?;
        Some(FastPath::new(group, self.size(), self.rank(), self.oversubscribed()))
    }
}

/// A round of a collective that takes one step on the board. Each rank posts at most once, when it begins the round;
/// then the rank only reads other ranks' posts. So no rank waits for a rank that has begun the round.
#[derive(Debug)]
pub struct ShortRound {
    step: u64,
    /// Number of posts that this rank has read.
    visited: usize,
    /// True if one of them had another length than this rank's buffer.
    misfit: bool,
}

impl ShortRound {
    #[inline(always)]
    fn new(step: u64) -> ShortRound {
        ShortRound { step, visited: 0, misfit: false }
    }

    /// Returns the round's step on the board.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Waits until `end`, which tries to end the round and returns the rank whose post is missing as an error, has
    /// ended it. Returns the value of `end`.
    pub async fn rest<G: Entrance, T>(
        mut self,
        team: &Team<G>,
        mut end: impl FnMut(FastPath<'_, G::Fabric>, &mut ShortRound) -> Result<T, usize>,
    ) -> T {
        poll_fn(|_| {
            team.gate.enter(|endpoint| {
                let at = team.fast_path(endpoint).expect("a team's group is open as long as its communicator");
                match end(at, &mut self) {
                    Ok(value) => Poll::Ready(value),
                    Err(of) => {
                        team.awaits_post_in(endpoint, self.step, of);
                        Poll::Pending
                    }
                }
            })
        })
        .await
    }
}

/// A blocking call's view of a communicator whose ranks all share a board.
pub struct FastPath<'a, F: Local = Standard> {
    group: &'a mut GroupOf<F>,
    ranks: usize,
    rank: usize,
    oversubscribed: bool,
}

impl<'a, F: Local> FastPath<'a, F> {
    /// Makes the view. `rank` is this process's rank among `ranks`; `oversubscribed` is true if ranks outnumber cores.
    #[inline(always)]
    pub fn new(group: &'a mut GroupOf<F>, ranks: usize, rank: usize, oversubscribed: bool) -> FastPath<'a, F> {
        FastPath { group, ranks, rank, oversubscribed }
    }

    /// Returns the view once more, for a second attempt.
    #[inline(always)]
    pub fn again(&mut self) -> FastPath<'_, F> {
        FastPath { group: self.group, ..*self }
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

    /// Returns true if ranks outnumber cores.
    #[inline(always)]
    pub fn oversubscribed(&self) -> bool {
        self.oversubscribed
    }

    /// Returns the facts from which a plan is made. `bytes` has the meaning of [`Facts`]'s field.
    #[inline(always)]
    pub(crate) fn facts(&self, bytes: usize) -> Facts {
        let (ranks, oversubscribed) = (self.ranks, self.oversubscribed);
        Facts {
            ranks,
            bytes,
            oversubscribed,
            hosts_share_cores: false,
            apart: false,
            board: true,
            broadcasts: 0,
            machines: Machines::Alike,
            crowd: 0,
        }
    }

    /// Posts `len` bytes, which `write` fills in, in the first of a call's `steps`. Returns false if the
    /// board has no room yet.
    #[inline(always)]
    pub(crate) fn fill(&mut self, steps: usize, len: usize, write: impl FnOnce(Region)) -> bool {
        self.group.fill_next(steps as u64, len, write)
    }

    /// Posts a copy of `data` in the only step of a call. Returns false if the board has no room yet.
    #[inline(always)]
    pub(crate) fn post(&mut self, data: Region) -> bool {
        self.fill(1, data.len(), |place| _ = place.copy_from(data))
    }

    /// Passes the post of rank `of` in the first of a call's `steps` to `accept`. Returns false if the post
    /// has not arrived or `accept` returns false.
    #[inline(always)]
    pub(crate) fn take(&mut self, steps: usize, of: usize, accept: impl FnOnce(Region) -> bool) -> bool {
        self.group.take_next(steps as u64, of, accept)
    }

    /// Begins a short round, and posts `len` bytes, which `write` fills in. Returns `None`, having done nothing, if the
    /// board has no room yet.
    #[inline(always)]
    pub(crate) fn begin_short(&mut self, len: usize, write: impl FnOnce(Region)) -> Option<ShortRound> {
        let step = self.group.post_next(len, write)?;
        Some(ShortRound::new(step))
    }

    /// Begins a short round in which this rank posts only if `posts` is true, as [`FastPath::begin_short`] does.
    #[inline(always)]
    pub(crate) fn begin_short_of(mut self, posts: bool, len: usize, write: impl FnOnce(Region)) -> Option<ShortRound> {
        match posts {
            true => self.begin_short(len, write),
            false => Some(ShortRound::new(self.group.begin(1))),
        }
    }

    /// Visits the posts of a short round as they arrive, and ends the round once `visit` has seen `count` of them, of
    /// which post i is that of rank `order(i)`. `visit` gets i, the rank and the post, and returns true if the post has
    /// the right length. Returns true if all have; while a post is missing, returns the rank of that post as an error.
    #[inline(always)]
    pub(crate) fn end_short(
        &mut self,
        round: &mut ShortRound,
        count: usize,
        order: impl Fn(usize) -> usize,
        mut visit: impl FnMut(usize, usize, Region) -> bool,
    ) -> Result<bool, usize> {
        while round.visited < count {
            let of = order(round.visited);
            let post = self.group.look(round.step, of).ok_or(of)?;
            if of != self.rank && FETCHED.contains(&post.len()) {
                post.prefetch_for_reading();
            }
            round.misfit |= !visit(round.visited, of, post);
            round.visited += 1;
        }
        if !planted("short_round_unfinished") {
            self.group.finish(round.step);
        }
        Ok(!round.misfit)
    }
}
