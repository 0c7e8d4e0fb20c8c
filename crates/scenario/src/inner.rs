//! The interface of the endpoint below a scenario, ordered or not, to the scenario's waiting and access.
use clump::driver::{Error, Patience, Pause, Rank, Waiting};

/// The result of one step of an operation.
pub enum Progressed<T> {
    Done(T),
    /// The operation is not done, but there was progress: poll again at once.
    Moved,
    Nothing,
}

/// An endpoint, without the scenario's access and waiting.
pub trait Inner: Sized + Send + 'static {
    /// Joins this process's job. Fails if there is no job, or if the job cannot be used this way.
    fn open() -> Result<Self, Error>;
    fn rank(&self) -> Rank;
    fn size(&self) -> u32;
    /// Makes all progress that is possible without blocking. Returns true if anything moved.
    fn look(&mut self) -> bool;
    /// Decides how to rest after a poll that found nothing.
    fn pause(&mut self, patience: &mut Patience, shown: Waiting) -> Pause;
    fn stop_waiting(&mut self, patience: &Patience);
    /// Counts a thread of this process that starts (`one_more`) or stops waiting.
    fn threads_waiting(&mut self, one_more: bool);
    /// Returns true if something has changed since the previous call. A thread that sleeps may be waiting for the
    /// change.
    fn made_progress(&mut self) -> bool;
    /// Wakes the threads of this process that sleep.
    fn wake(&self);
    /// Leaves the job once all sent messages have left.
    fn close(self) -> Result<(), Error>;
}
