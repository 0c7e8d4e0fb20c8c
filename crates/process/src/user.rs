//! Defines what the user whose state is behind the gate contributes to progress.
use clump::driver::Endpoint;

/// The user whose state is behind the gate.
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
