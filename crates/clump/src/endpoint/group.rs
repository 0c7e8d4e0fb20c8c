//! Groups: ranks of one machine that share a board (`clump_fabric::board`): what one posts, all can look at.
//!
//! Groups are numbered from 0 to [`GROUPS`] - 1. A number may be in use by several groups at once that have no rank in
//! common.
use crate::{Error, Region};
use clump_fabric::shm::{BOARDS, PLACE, STEPS, SharedBoard};

/// Groups that a rank can be in.
pub const GROUPS: usize = BOARDS;
/// The most bytes of one post.
pub const POST: usize = PLACE;

/// Steps of a board between two uses of the same memory: it counts from a multiple of them.
pub(super) const BOARD_STEPS: u64 = STEPS as u64;

/// A rank's groups.
#[derive(Default)]
pub(crate) struct Groups {
    pub(super) open: Vec<Option<Group>>,
    /// Groups that this rank has left, whose memory others may still look at.
    pub(super) left: Vec<(usize, Group)>,
    /// The least first step of the next group.
    pub(super) end: u64,
}

/// One group, as one member sees it.
pub struct Group {
    pub(super) board: SharedBoard,
    /// What this member has asked for and not got yet: posts (step and member), or room (no member). Looked at once
    /// more before it sleeps.
    pub(super) wanted: Vec<(u64, Option<usize>)>,
}

impl Groups {
    /// True if something has come that a member has asked for in vain. Forgets what was asked.
    #[inline(always)]
    pub(crate) fn ready(&mut self) -> bool {
        self.open.iter_mut().flatten().any(Group::ready)
    }
}

impl Group {
    /// Begins `n` steps, the same on all members in the same order; returns the first. A step must be finished before
    /// one four or more behind it is posted.
    #[inline(always)]
    pub fn begin(&mut self, n: u64) -> u64 {
        self.board.begin(n)
    }

    /// Memory for this member's post of `step`, `len` bytes (at most [`POST`]); `None` if there is no room yet. The
    /// error is a sentence about memory.
    #[inline(always)]
    pub fn place(&mut self, step: u64, len: usize) -> Result<Option<Region>, Error> {
        if !self.board.room(step) {
            self.want(step, None);
            return Ok(None);
        }
        self.has(step, None);
        Ok(Some(self.board.rows.own(SharedBoard::place(step), len)?))
    }

    /// Posts a copy of `data` in one go; false if there is no room yet.
    ///
    /// Nothing on the way from the copy to the mark may need the processor to have stored it already (a locked
    /// operation, a value stored in halves and loaded whole): that would take a trip to the other core and back.
    #[inline(always)]
    pub fn post(&mut self, step: u64, data: Region) -> Result<bool, Error> {
        if !self.board.room(step) {
            self.want(step, None);
            return Ok(false);
        }
        self.has(step, None);
        self.board.rows.own(SharedBoard::place(step), data.len())?.copy_from(data);
        self.publish(step);
        Ok(true)
    }

    /// The same for `len` bytes that `write` puts into place.
    #[inline(always)]
    pub fn fill(&mut self, step: u64, len: usize, write: impl FnOnce(Region)) -> Result<bool, Error> {
        if !self.board.room(step) {
            self.want(step, None);
            return Ok(false);
        }
        self.has(step, None);
        write(self.board.rows.own(SharedBoard::place(step), len)?);
        self.publish(step);
        Ok(true)
    }

    /// The same for some words.
    #[inline(always)]
    pub fn post_words<const N: usize>(&mut self, step: u64, words: [u64; N]) -> Result<bool, Error> {
        if !self.board.room(step) {
            self.want(step, None);
            return Ok(false);
        }
        self.has(step, None);
        let place = self.board.rows.own(SharedBoard::place(step), N * 8)?;
        for (i, word) in words.into_iter().enumerate() {
            place.set::<u64>(i, word);
        }
        self.publish(step);
        Ok(true)
    }

    /// Shows the others what was written into the place.
    #[inline(always)]
    pub fn publish(&mut self, step: u64) {
        self.board.publish(step);
        self.board.rows.ring();
        self.warm(step + 1);
    }

    /// What `member` has posted in `step`: to be read until this member finishes the step. It lies in shared memory:
    /// read once, and do not trust it more than the member.
    #[inline(always)]
    pub fn look(&mut self, step: u64, member: usize) -> Option<Region> {
        if self.board.look(step, member) {
            self.has(step, Some(member));
            return Some(self.board.rows.post(member, SharedBoard::place(step)));
        }
        self.want(step, Some(member));
        None
    }

    /// Looks at one post of `step` after another, until one has not come: `next` counts those that `visit` has seen,
    /// and `order` says which member is the next. True if `count` have been seen.
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

    /// Begins `steps` steps, posts `len` bytes that `write` puts into place in the first, and finishes all of them: for
    /// a member that looks at nothing. False, and nothing has begun, if there is no room yet, or no memory.
    #[inline(always)]
    pub fn fill_next(&mut self, steps: u64, len: usize, write: impl FnOnce(Region)) -> bool {
        let step = self.board.next();
        if !self.board.room(step) {
            return false;
        }
        let Ok(place) = self.board.rows.own(SharedBoard::place(step), len) else {
            return false;
        };
        write(place);
        self.board.publish(step);
        self.board.rows.ring();
        self.done(step, steps);
        true
    }

    /// Begins `steps` steps, gives `accept` what `member` has posted in the first, and finishes all of them. False, and
    /// nothing has begun, if that has not come, or `accept` says so.
    #[inline(always)]
    pub fn take_next(&mut self, steps: u64, member: usize, accept: impl FnOnce(Region) -> bool) -> bool {
        let step = self.board.next();
        if !self.board.look(step, member) || !accept(self.board.rows.post(member, SharedBoard::place(step))) {
            return false;
        }
        self.done(step, steps);
        true
    }

    /// Begins and finishes the next steps, of which `step` is the first.
    #[inline(always)]
    fn done(&mut self, step: u64, steps: u64) {
        self.board.begin(steps);
        for step in step..step + steps {
            self.finish(step);
        }
        self.warm(step + steps);
    }

    /// Asks for this member's place in a step that is likely to be its next.
    #[inline(always)]
    fn warm(&mut self, step: u64) {
        if self.board.room(step) {
            self.board.rows.warm(SharedBoard::place(step));
        }
    }

    /// This member looks at nothing of `step` any more.
    #[inline(always)]
    pub fn finish(&mut self, step: u64) {
        if self.board.finish(step) {
            self.board.rows.ring();
        }
    }

    /// Ends this member's part in `step`, wherever it stopped: posts an empty row if it has posted none, and finishes
    /// the step.
    pub fn abandon(&mut self, step: u64) {
        if self.board.is_finished(step) {
            return;
        }
        let empty = !self.board.has_posted(step) && self.board.room(step);
        if empty && self.board.rows.own(SharedBoard::place(step), 0).is_ok() {
            self.publish(step);
        }
        self.finish(step);
    }

    /// What was asked for is there.
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

    #[inline(never)]
    fn note(&mut self, step: u64, member: Option<usize>) {
        if !self.wanted.contains(&(step, member)) {
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
    use crate::testing::cluster;
    use crate::{Buffer, Endpoint};

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
            let sent = Buffer::new(len);
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
    fn a_number_is_used_again_only_when_all_have_looked() {
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
