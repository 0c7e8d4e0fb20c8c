//! Defines the users of a process, and what each contributes to progress.
use crate::driver::Endpoint;

/// One of the users that share a process.
pub trait User {
    /// Work that may call the program, and must not run while the process is locked: progress takes the work out,
    /// runs a step of it outside the lock, and puts it back.
    type Work: Work;

    /// Returns true if this user has anything for progress to move, including work that is taken out. Called in every
    /// poll.
    fn is_busy(&self) -> bool;

    /// Makes progress, without blocking, on operations that never call the program. Returns true if any operation
    /// ended.
    fn advance(&mut self, endpoint: &mut Endpoint) -> bool;

    /// Returns the number of pieces of work that are waiting, not taken out.
    fn waiting(&self) -> usize;

    /// Takes out the next piece of waiting work.
    fn take(&mut self) -> Option<Self::Work>;

    /// Puts work back after a step. Returns true if the work has ended.
    fn put_back(&mut self, work: Self::Work, endpoint: &mut Endpoint) -> bool;

    /// Declares that a thread that has just checked all waiting work is about to sleep. If another thread holds
    /// some of the work, that thread must wake the sleeper ([`Endpoint::stir`]) when it puts the work back.
    fn sleeps(&mut self);
}

/// Work that runs outside the lock.
pub trait Work {
    /// Runs as far as possible without blocking. The work may enter the process and call the program. `before_sleep` is
    /// true if the thread sleeps unless the work ends: an expensive check is acceptable then.
    fn step(&mut self, before_sleep: bool);

    /// Ends work whose step has thrown one of the program's exceptions. `step` is not called again.
    fn break_off(&mut self);
}

/// Two users of one process. For three users, nest a pair in a pair.
pub struct TwoUsers<A, B> {
    /// The first user.
    pub first: A,
    /// The second user.
    pub second: B,
    /// True if the second user is next to have work taken out, so that neither user delays the other.
    second_next: bool,
}

impl<A, B> TwoUsers<A, B> {
    /// Joins two users.
    pub const fn new(first: A, second: B) -> TwoUsers<A, B> {
        TwoUsers { first, second, second_next: false }
    }
}

/// A piece of work of one of two users.
pub enum TwoUsersWork<A, B> {
    /// Work of the first user.
    First(A),
    /// Work of the second user.
    Second(B),
}

impl<A: User, B: User> User for TwoUsers<A, B> {
    type Work = TwoUsersWork<A::Work, B::Work>;

    #[inline(always)]
    fn is_busy(&self) -> bool {
        self.first.is_busy() || self.second.is_busy()
    }

    fn advance(&mut self, endpoint: &mut Endpoint) -> bool {
        self.first.advance(endpoint) | self.second.advance(endpoint)
    }

    fn waiting(&self) -> usize {
        self.first.waiting() + self.second.waiting()
    }

    fn take(&mut self) -> Option<Self::Work> {
        self.second_next = !self.second_next;
        let mut first = || self.first.take().map(TwoUsersWork::First);
        let mut second = || self.second.take().map(TwoUsersWork::Second);
        if self.second_next { first().or_else(second) } else { second().or_else(first) }
    }

    fn put_back(&mut self, work: Self::Work, endpoint: &mut Endpoint) -> bool {
        match work {
            TwoUsersWork::First(work) => self.first.put_back(work, endpoint),
            TwoUsersWork::Second(work) => self.second.put_back(work, endpoint),
        }
    }

    fn sleeps(&mut self) {
        self.first.sleeps();
        self.second.sleeps();
    }
}

impl<A: Work, B: Work> Work for TwoUsersWork<A, B> {
    fn step(&mut self, before_sleep: bool) {
        match self {
            TwoUsersWork::First(work) => work.step(before_sleep),
            TwoUsersWork::Second(work) => work.step(before_sleep),
        }
    }

    fn break_off(&mut self) {
        match self {
            TwoUsersWork::First(work) => work.break_off(),
            TwoUsersWork::Second(work) => work.break_off(),
        }
    }
}
