//! A board: a row of memory for each member of a group. Only the row's member writes to it, and all members read it.
//!
//! A board counts the group's collective operations in *steps*. In a step each member may post once into its own row;
//! the other members read the post in place. [`Board::finish`] says that this member reads nothing of the step any
//! more.
//!
//! **Access rule.** Only a member itself stores to its row: the `finished` count, and for each of the last `STEPS`
//! steps a post (data first, then its mark, which names the step, with release order). Other members load the mark with
//! acquire order, and read the data only if the mark is that of the step they want. A member overwrites a place,
//! `STEPS` steps later, only after every member has finished the earlier step. It asks for room half a row at a time
//! (`HALF`), so that a member that sleeps until there is room has to be woken up at such counts only.
//!
//! A member tells twice what it has finished: by its `finished` (stored with release order, loaded with acquire), and
//! by each mark, which says how far `finished` was behind the step. If every member reads every post, no member ever
//! reads another's `finished`: that line stays in its writer's cache, so the writer's next post need not wait for it.
//!
//! A post may hold the address of memory that other members then read or write. A member whose call fails *withdraws*
//! its posts and must not give the memory back while another member accesses it. So each member says in its row, before
//! an access, whose memory it accesses, and then looks at the post once more; the withdrawing member erases its marks,
//! and then looks at the rows. A full fence stands between the store and the load on both sides, so at least one of the
//! two finds the other.
//!
//! See docs/decisions/0008-board.md for what a board gains over messages.
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

/// The memory of a board: shared memory, or loom's atomics in the model.
pub trait BoardRows {
    /// The number of steps whose posts a row holds; even. More steps take memory, fewer make members wait for slow
    /// ones.
    const STEPS: u64;
    /// Returns the step below which `member` has finished all steps. Loads with acquire order.
    fn finished(&self, member: usize) -> u64;
    /// Stores the step below which this member has finished all steps, in its own row. Stores with release order.
    fn publish_finished(&self, member: usize, steps: u64);
    /// Returns the mark at a place of a member's row. Loads with acquire order.
    fn mark(&self, member: usize, place: usize) -> u64;
    /// Stores the mark at a place of this member's own row. Stores with release order.
    fn publish_mark(&self, member: usize, place: usize, mark: u64);
    /// Returns whose memory `member` accesses: that member's number plus one, or 0. Loads with acquire order, after a
    /// full fence.
    fn access(&self, member: usize) -> u64;
    /// Stores whose memory this member accesses, in its own row: with release order, and with a full fence behind it
    /// unless `of` is 0.
    fn publish_access(&self, member: usize, of: u64);
}

/// One member's view of a board.
pub struct Board<R> {
    pub rows: R,
    me: usize,
    members: usize,
    /// The number of the next step to begin.
    next: u64,
    /// The step below which this member has finished all steps.
    finished: u64,
    /// The steps above `finished` that this member has finished.
    ahead: BTreeSet<u64>,
    /// The step below which this member may post, because the other members have made room.
    granted: u64,
    /// For each member, a step below which that member has finished all steps, as far as this member knows. 0 while
    /// that member may not have joined.
    heard: Box<[u64]>,
    /// The last step in which this member has posted, plus one.
    posted: u64,
}

impl<R: BoardRows> Board<R> {
    const HALF: u64 = R::STEPS / 2;
    /// The factor of the step in a mark: a mark is (step + 1) times this factor, plus how many steps before that one
    /// its writer has not finished.
    const BEHIND: u64 = R::STEPS.next_power_of_two();

    /// Creates the view of member `me` among `members` members. All members pass the same first step `start`: a
    /// multiple of `STEPS` that is above all steps of any earlier board in this memory.
    pub fn new(rows: R, me: usize, members: usize, start: u64) -> Board<R> {
        assert!(me < members && start.is_multiple_of(R::STEPS));
        rows.publish_finished(me, start);
        let (ahead, heard) = (BTreeSet::new(), vec![0; members].into());
        Board { rows, me, members, next: start, finished: start, ahead, granted: start, heard, posted: start }
    }

    /// Returns the place in a row for a step's post.
    #[inline(always)]
    pub fn place(step: u64) -> usize {
        (step % R::STEPS) as usize
    }

    /// Returns the number of the next step to begin.
    #[inline(always)]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Begins `n` steps, and returns the number of the first. All members begin the same steps in the same order.
    ///
    /// A member must finish a step before it posts in a step that is half a row or more later.
    #[inline(always)]
    pub fn begin(&mut self, n: u64) -> u64 {
        self.next += n;
        self.next - n
    }

    /// Returns true if there is room for this member's post of `step`. If there is none, the caller asks again after
    /// other members have finished more steps.
    #[inline(always)]
    pub fn room(&mut self, step: u64) -> bool {
        step < self.granted || self.ask_for_room(step)
    }

    /// Returns the step below which a member may post once the slowest member has finished all steps below `finished`.
    fn grants(finished: u64) -> u64 {
        finished / Self::HALF * Self::HALF + R::STEPS
    }

    /// Returns true if no member may post in `step` yet, because this member has to finish earlier steps before.
    pub fn is_beyond(&self, step: u64) -> bool {
        step >= Self::grants(self.finished)
    }

    /// Returns the members that must finish earlier steps before this member may post in `step`.
    pub fn lagging(&self, step: u64) -> Vec<usize> {
        (0..self.members).filter(|&m| m != self.me && step >= Self::grants(self.rows.finished(m))).collect()
    }

    #[inline(never)]
    fn ask_for_room(&mut self, step: u64) -> bool {
        // A misbehaving member may store an impossible count; this member limits it to its own count.
        let mut least = self.finished;
        for member in (0..self.members).filter(|m| *m != self.me) {
            let heard = &mut self.heard[member];
            if step >= Self::grants(*heard) {
                *heard = self.rows.finished(member).max(*heard);
            }
            least = least.min(*heard);
        }
        self.granted = Self::grants(least);
        step < self.granted
    }

    /// Makes this member's post of `step` visible, which the caller has written into its place. [`Board::room`] must
    /// have returned true.
    #[inline(always)]
    pub fn publish(&mut self, step: u64) {
        debug_assert!(step < self.granted);
        self.posted = self.posted.max(step + 1);
        let behind = step.saturating_sub(self.finished);
        self.rows.publish_mark(self.me, Self::place(step), (step + 1) * Self::BEHIND + behind % Self::BEHIND);
    }

    /// Returns true if `member` has posted in `step`. Then this member may read the post until it finishes the step.
    #[inline(always)]
    pub fn look(&mut self, step: u64, member: usize) -> bool {
        let mark = self.rows.mark(member, Self::place(step));
        if mark / Self::BEHIND != step + 1 {
            return false;
        }
        let heard = &mut self.heard[member];
        *heard = step.saturating_sub(mark % Self::BEHIND).max(*heard);
        true
    }

    /// Returns true if this member has posted in `step`. The step must be one of the last `STEPS` steps.
    pub fn has_posted(&self, step: u64) -> bool {
        self.rows.mark(self.me, Self::place(step)) / Self::BEHIND == step + 1
    }

    /// Returns true if this member has finished `step`.
    pub fn is_finished(&self, step: u64) -> bool {
        step < self.finished || self.ahead.contains(&step)
    }

    /// Finishes `step`: this member reads no post of it any more. Returns true if another member may be waiting for
    /// that.
    #[inline(always)]
    pub fn finish(&mut self, step: u64) -> bool {
        if step != self.finished || !self.ahead.is_empty() {
            return self.finish_ahead(step);
        }
        self.finished += 1;
        self.rows.publish_finished(self.me, self.finished);
        self.finished.is_multiple_of(Self::HALF)
    }

    #[cold]
    fn finish_ahead(&mut self, step: u64) -> bool {
        self.ahead.insert(step);
        let before = self.finished;
        while self.ahead.remove(&self.finished) {
            self.finished += 1;
        }
        self.rows.publish_finished(self.me, self.finished);
        before / Self::HALF != self.finished / Self::HALF
    }

    /// Begins an access to memory of `member`, whose address is in its post of `step`. This member has found the post
    /// and has not finished the step. Returns false, and begins nothing, if `member` has withdrawn the post.
    #[inline]
    pub fn begin_access(&mut self, step: u64, member: usize) -> bool {
        self.rows.publish_access(self.me, member as u64 + 1);
        let stands = self.look(step, member);
        if !stands {
            self.end_access();
        }
        stands
    }

    /// Ends the access that [`Board::begin_access`] has begun.
    #[inline]
    pub fn end_access(&mut self) {
        self.rows.publish_access(self.me, 0);
    }

    /// Withdraws this member's posts of all steps that it has not finished: no other member finds them from now on.
    /// Memory whose address was posted may be given back once no other member [accesses](Board::is_accessed_by) it.
    pub fn withdraw(&mut self) {
        for place in 0..R::STEPS as usize {
            let after = self.rows.mark(self.me, place) / Self::BEHIND;
            if after > 0 && !self.is_finished(after - 1) {
                self.rows.publish_mark(self.me, place, 0);
            }
        }
    }

    /// Returns true while `member` accesses this member's memory.
    pub fn is_accessed_by(&self, member: usize) -> bool {
        self.rows.access(member) == self.me as u64 + 1
    }

    /// Returns true once no member will read this member's posts any more.
    pub fn drained(&self) -> bool {
        (0..self.members).all(|m| self.rows.finished(m) >= self.posted)
    }

    /// Returns the first step that a later board in this memory may begin with.
    pub fn end(&self) -> u64 {
        self.next.next_multiple_of(R::STEPS)
    }
}
