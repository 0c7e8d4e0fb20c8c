//! Groups of ranks on one machine that share a board (`clump_fabric::board`): every member can read what one member
//! posts.
//!
//! Groups are numbered from 0 to [`GROUPS`] - 1. Several groups may use one number at once if they have no rank in
//! common.
use super::local::JobOf;
use crate::error::Error;
use clump_core::planted;
use clump_fabric::board::Board;
use clump_fabric::local::{LocalJob, PostRows};
use clump_fabric::mem::Region;
use clump_fabric::shm::{BOARDS, BoardMemory, PLACE, STEPS};

/// The most groups that a rank can be in.
pub const GROUPS: usize = BOARDS;
/// The most bytes of one post.
pub const POST: usize = PLACE;

/// Steps after which a board uses a piece of memory again. Each board counts from a multiple of this.
pub(super) const BOARD_STEPS: u64 = STEPS as u64;

/// The groups that this rank has joined.
pub(crate) struct Groups<R> {
    pub(super) open: Vec<Option<Group<R>>>,
    /// Groups that this rank has left, whose memory other members may still read.
    pub(super) left: Vec<(usize, Group<R>)>,
    /// The least first step of the next group.
    pub(super) end: u64,
}

/// One group, as one member sees it.
pub struct Group<R = BoardMemory> {
    pub(super) board: Board<R>,
    /// Posts (step and member) or room (no member) that this member has looked for without finding it. The member
    /// checks these once more before it sleeps.
    pub(super) wanted: Vec<(u64, Option<usize>)>,
}

/// A group of ranks over this fabric.
pub type GroupOf<F> = Group<<JobOf<F> as LocalJob>::Rows>;

impl<R> Default for Groups<R> {
    fn default() -> Groups<R> {
        Groups { open: Vec::new(), left: Vec::new(), end: 0 }
    }
}

impl<R: PostRows> Groups<R> {
    /// Returns true if a post or room that this member looked for in vain has arrived. Forgets what the member looked
    /// for.
    #[inline(always)]
    pub(crate) fn ready(&mut self) -> bool {
        self.open.iter_mut().flatten().any(Group::ready)
    }
}

impl<R: PostRows> Group<R> {
    /// Begins `n` steps and returns the first. All members must begin equal numbers of steps in the same order. A
    /// member must finish a step before it posts a step that is four or more later.
    #[inline(always)]
    pub fn begin(&mut self, n: u64) -> u64 {
        self.board.begin(n)
    }

    /// Returns memory for this member's post of `step`, `len` bytes (at most [`POST`]); `None` if there is no room
    /// yet. Fails if the system has no memory; the error is a sentence.
    #[inline(always)]
    pub fn place(&mut self, step: u64, len: usize) -> Result<Option<Region>, Error> {
        if !self.board.room(step) {
            self.want(step, None);
            return Ok(None);
        }
        self.has(step, None);
        Ok(Some(self.board.rows.own(Board::<R>::place(step), len)?))
    }

    /// Posts a copy of `data`. Returns false if there is no room yet.
    ///
    /// Between the copy and the mark, no instruction may depend on the processor having stored the bytes already (a
    /// locked operation, or a value stored in halves and loaded whole): that would cost a round trip to the other
    /// core.
    #[inline(always)]
    pub fn post(&mut self, step: u64, data: Region) -> Result<bool, Error> {
        if !self.board.room(step) && !planted("posted_without_room") {
            self.want(step, None);
            return Ok(false);
        }
        self.has(step, None);
        self.board.rows.own(Board::<R>::place(step), data.len())?.copy_from(data);
        self.publish(step);
        Ok(true)
    }

    /// Posts `len` bytes that `write` writes into the board. Returns false if there is no room yet.
    #[inline(always)]
    pub fn fill(&mut self, step: u64, len: usize, write: impl FnOnce(Region)) -> Result<bool, Error> {
        if !self.board.room(step) {
            self.want(step, None);
            return Ok(false);
        }
        self.has(step, None);
        write(self.board.rows.own(Board::<R>::place(step), len)?);
        self.publish(step);
        Ok(true)
    }

    /// Posts `N` words. Returns false if there is no room yet.
    #[inline(always)]
    pub fn post_words<const N: usize>(&mut self, step: u64, words: [u64; N]) -> Result<bool, Error> {
        if !self.board.room(step) {
            self.want(step, None);
            return Ok(false);
        }
        self.has(step, None);
        let place = self.board.rows.own(Board::<R>::place(step), N * 8)?;
        for (i, word) in words.into_iter().enumerate() {
            place.set::<u64>(i, word);
        }
        self.publish(step);
        Ok(true)
    }

    /// Returns true if no member may post in `step` yet, because this member has to finish earlier steps before.
    pub fn is_beyond(&self, step: u64) -> bool {
        self.board.is_beyond(step)
    }

    /// Returns the members that must finish earlier steps before this member may post in `step`.
    #[cold]
    pub fn lagging(&self, step: u64) -> Vec<usize> {
        self.board.lagging(step)
    }

    /// Makes this member's post of `step` visible to the other members.
    #[inline(always)]
    pub fn publish(&mut self, step: u64) {
        self.board.publish(step);
        self.board.rows.ring();
        self.warm(step + 1);
    }

    /// Returns what `member` has posted in `step`; it is valid until this member finishes the step. The bytes lie
    /// in shared memory: read them once, and trust them no more than the member.
    #[inline(always)]
    pub fn look(&mut self, step: u64, member: usize) -> Option<Region> {
        if self.board.look(step, member) {
            self.has(step, Some(member));
            return Some(self.board.rows.post(member, Board::<R>::place(step)));
        }
        self.want(step, Some(member));
        None
    }

    /// Visits posts of `step` in the order that `order` gives, until one has not arrived. `next` counts the posts
    /// that `visit` has seen. Returns true once `visit` has seen `count` posts.
    #[inline(always)]
    pub fn visit(
        &mut self,
        step: u64,
        order: impl Fn(usize) -> usize,
        next: &mut usize,
        count: usize,
        mut visit: impl FnMut(usize, Region),
    ) -> bool {
        while *next < count {
            let of = order(*next);
            let Some(post) = self.look(step, of) else {
                return false;
            };
            visit(of, post);
            *next += 1;
        }
        true
    }

    /// Begins `steps` steps, posts `len` bytes that `write` writes in the first step, and finishes all of them,
    /// without reading a post. Returns false, without beginning a step, if there is no room yet or no memory.
    #[inline(always)]
    pub fn fill_next(&mut self, steps: u64, len: usize, write: impl FnOnce(Region)) -> bool {
        let step = self.board.next();
        if !self.board.room(step) {
            return false;
        }
        let Ok(place) = self.board.rows.own(Board::<R>::place(step), len) else {
            return false;
        };
        write(place);
        self.board.publish(step);
        self.board.rows.ring();
        self.done(step, steps);
        true
    }

    /// Begins a step and posts `len` bytes in it, which `write` writes. Returns the step; `None`, without beginning it,
    /// if there is no room yet or no memory.
    #[inline(always)]
    pub fn post_next(&mut self, len: usize, write: impl FnOnce(Region)) -> Option<u64> {
        let step = self.board.next();
        if !self.board.room(step) {
            return None;
        }
        write(self.board.rows.own(Board::<R>::place(step), len).ok()?);
        self.board.begin(1);
        self.publish(step);
        Some(step)
    }

    /// Begins `steps` steps, gives `accept` what `member` has posted in the first, and finishes all of them.
    /// Returns false, without beginning a step, if the post has not arrived or `accept` refuses it.
    #[inline(always)]
    pub fn take_next(&mut self, steps: u64, member: usize, accept: impl FnOnce(Region) -> bool) -> bool {
        let step = self.board.next();
        if !self.board.look(step, member) || !accept(self.board.rows.post(member, Board::<R>::place(step))) {
            return false;
        }
        self.done(step, steps);
        true
    }

    /// Begins and finishes `steps` steps from `step` on.
    #[inline(always)]
    fn done(&mut self, step: u64, steps: u64) {
        self.board.begin(steps);
        for step in step..step + steps {
            self.finish(step);
        }
        self.warm(step + steps);
    }

    /// Prefetches the memory of this member's post for the step that is likely to be its next post.
    #[inline(always)]
    fn warm(&mut self, step: u64) {
        if self.board.room(step) {
            self.board.rows.warm(Board::<R>::place(step));
        }
    }

    /// Finishes a step: this member no longer reads the posts of this step.
    #[inline(always)]
    pub fn finish(&mut self, step: u64) {
        let step = if planted("finished_too_far") { step + 1 } else { step };
        if self.board.finish(step) {
            self.board.rows.ring();
        }
    }

    /// Begins an access to memory of `member`, whose address is in its post of `step`, which this member has found and
    /// not finished. Returns false, and begins nothing, if `member` has [withdrawn](Self::withdraw) the post.
    #[inline]
    pub fn begin_access(&mut self, step: u64, member: usize) -> bool {
        self.board.begin_access(step, member)
    }

    /// Ends the access that [`Group::begin_access`] has begun.
    #[inline]
    pub fn end_access(&mut self) {
        self.board.end_access();
    }

    /// Withdraws this member's posts of all steps that it has not finished. It must keep memory whose address is in
    /// them until no other member [accesses](Self::is_accessed_by) it.
    #[cold]
    pub fn withdraw(&mut self) {
        self.board.withdraw();
    }

    /// Returns true while `member` accesses memory whose address this member has posted.
    #[cold]
    pub fn is_accessed_by(&self, member: usize) -> bool {
        self.board.is_accessed_by(member)
    }

    /// Ends this member's part in `step`, however far it got: posts an empty row if this member has posted none,
    /// and finishes the step.
    pub fn abandon(&mut self, step: u64) {
        if self.board.is_finished(step) {
            return;
        }
        let empty = !self.board.has_posted(step) && self.board.room(step);
        if empty && self.board.rows.own(Board::<R>::place(step), 0).is_ok() {
            self.publish(step);
        }
        self.finish(step);
    }

    /// Forgets that this member looked for a post or for room, because it has found it.
    #[inline(always)]
    fn has(&mut self, step: u64, member: Option<usize>) {
        if !self.wanted.is_empty() {
            self.wanted.retain(|w| *w != (step, member));
        }
    }

    #[inline(always)]
    fn want(&mut self, step: u64, member: Option<usize>) {
        if self.wanted.last() != Some(&(step, member)) {
            self.note(step, member);
        }
    }

    /// Records what this member looks for, so that it arrives in time to keep this member awake. A step that this
    /// member itself holds up is not recorded: its own progress comes first. The list therefore stays short, however
    /// many steps this member has begun.
    #[inline(never)]
    fn note(&mut self, step: u64, member: Option<usize>) {
        if !self.is_beyond(step) && !self.wanted.contains(&(step, member)) {
            self.wanted.push((step, member));
        }
    }

    fn ready(&mut self) -> bool {
        let Group { board, wanted } = self;
        let came = wanted.iter().any(|&(step, member)| match member {
            Some(member) => board.look(step, member),
            None => board.room(step),
        });
        if came {
            wanted.clear();
        }
        came
    }
}

#[cfg(test)]
mod tests {
    use crate::endpoint::Endpoint;
    use crate::testing::cluster;
    use clump_fabric::mem::Leaked;

    fn post(ep: &mut Endpoint, step: u64, bytes: &[u8]) -> bool {
        let group = ep.group(3).expect("joined");
        let Some(place) = group.place(step, bytes.len()).expect("memory") else { return false };
        place.write(bytes);
        group.publish(step);
        true
    }

    #[test]
    fn short_and_long_posts_are_seen_by_the_others() {
        let mut eps = cluster(3).expect("a cluster");
        for (me, ep) in eps.iter_mut().enumerate() {
            ep.join(3, 0..3, me, 0).expect("join");
            assert!(ep.join(3, 0..3, me, 0).is_err(), "in it already");
        }
        for (step, len) in [0usize, 8, 48, 49, 5000, super::POST].into_iter().enumerate() {
            let step = step as u64;
            let sent = Leaked::new(len);
            sent.region().combine::<u8>(sent.region(), |_, _| 7 + step as u8);
            for ep in &mut eps {
                assert_eq!(ep.group(3).expect("joined").begin(1), step);
            }
            assert!(eps[2].group(3).expect("joined").look(step, 1).is_none());
            assert!(post(&mut eps[1], step, &sent.region().to_vec()));
            for ep in &mut eps {
                let group = ep.group(3).expect("joined");
                assert_eq!(group.look(step, 1).expect("posted").to_vec(), sent.region().to_vec());
                group.finish(step);
            }
        }
    }

    #[test]
    fn a_post_in_the_next_step_begins_no_step_without_room() {
        let mut eps = cluster(2).expect("a cluster");
        for (me, ep) in eps.iter_mut().enumerate() {
            ep.join(3, 0..2, me, 0).expect("join");
        }
        let mut begun = 0;
        while let Some(step) = eps[0].group(3).expect("joined").post_next(2, |place| _ = place.write(b"hi")) {
            assert_eq!(step, begun);
            eps[0].group(3).expect("joined").finish(step);
            begun += 1;
            assert!(begun <= super::BOARD_STEPS, "the other member has finished nothing");
        }
        let late = eps[1].group(3).expect("joined");
        for step in 0..begun {
            assert_eq!(late.begin(1), step);
            assert!(late.look(step, 0).is_some_and(|post| post.to_vec() == b"hi"));
            late.finish(step);
        }
        assert_eq!(eps[0].group(3).expect("joined").post_next(0, |_| ()), Some(begun));
    }

    #[test]
    fn a_group_number_is_reused_only_after_all_members_have_finished() {
        let mut eps = cluster(2).expect("a cluster");
        for (me, ep) in eps.iter_mut().enumerate() {
            ep.join(3, 0..2, me, 0).expect("join");
            ep.group(3).expect("joined").begin(1);
        }
        assert!(post(&mut eps[0], 0, b"late"));
        eps[0].group(3).expect("joined").finish(0);
        eps[0].leave(3);
        assert!(eps[0].group(3).is_none() && !eps[0].has_left(3));
        assert_eq!(eps[1].group(3).expect("joined").look(0, 0).expect("posted").to_vec(), b"late");
        eps[1].group(3).expect("joined").finish(0);
        eps[1].leave(3);
        assert!(eps[0].has_left(3) && eps[1].has_left(3));
        let start = eps.iter().map(Endpoint::next_start).max().expect("two");
        assert!(start > 0);
        for (me, ep) in eps.iter_mut().enumerate() {
            ep.join(3, 0..2, me, start).expect("join");
            assert!(ep.group(3).expect("joined").look(start, 0).is_none(), "the old post is not taken for a new one");
        }
    }
}
