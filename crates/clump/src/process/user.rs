//! A user of the process, and what it adds to the progress of all.
use crate::Endpoint;

/// One of those that share a process.
pub trait User {
    /// What must not be moved on with the process in hand, because it may call the program: progress takes it out, does
    /// a step of it outside, and brings it back.
    type Work: Work;

    /// True if anything of it is under way that progress has to move, in whoever's hands it is. (Asked in every look.)
    fn is_busy(&self) -> bool;

    /// Moves on, as far as it goes without waiting, what never calls the program. True if anything ended.
    fn advance(&mut self, endpoint: &mut Endpoint) -> bool;

    /// How much work nobody has taken out.
    fn waiting(&self) -> usize;

    /// The next work that nobody has taken out.
    fn take(&mut self) -> Option<Self::Work>;

    /// Brings work back after a step. True if it has ended.
    fn put_back(&mut self, work: Self::Work, endpoint: &mut Endpoint) -> bool;

    /// A thread that has just looked at all that waits is about to sleep. If another thread has some of it in hand,
    /// that one must wake it ([`Endpoint::stir`]) when it brings it back.
    fn sleeps(&mut self);
}

/// Work that is carried on with outside.
pub trait Work {
    /// Goes on as far as it can without waiting. It may enter the process, and may call the program.
    fn step(&mut self);

    /// A step has thrown an exception of the program's: the work has ended, and `step` is not called again.
    fn break_off(&mut self);
}

/// Two users of one process; three are a pair of one and a pair.
pub struct TwoUsers<A, B> {
    pub first: A,
    pub second: B,
    /// Whose turn it is to have work taken out, so that neither holds up the other.
    second_next: bool,
}

impl<A, B> TwoUsers<A, B> {
    pub const fn new(first: A, second: B) -> TwoUsers<A, B> {
        TwoUsers { first, second, second_next: false }
    }
}

/// Work of one of two users.
pub enum TwoUsersWork<A, B> {
    First(A),
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
    fn step(&mut self) {
        match self {
            TwoUsersWork::First(work) => work.step(),
            TwoUsersWork::Second(work) => work.step(),
        }
    }

    fn break_off(&mut self) {
        match self {
            TwoUsersWork::First(work) => work.break_off(),
            TwoUsersWork::Second(work) => work.break_off(),
        }
    }
}
