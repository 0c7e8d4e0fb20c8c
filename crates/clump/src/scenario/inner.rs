//! What stands behind an endpoint, of either order: what waiting and access need of it.
use crate::{Error, Patience, Pause, Rank, Waiting};

/// What one step of an operation has come to.
pub enum Progressed<T> {
    Done(T),
    /// Not done, but something has moved: look again at once.
    Moved,
    Nothing,
}

/// An endpoint without the ways to it.
pub trait Inner: Sized + Send + 'static {
    /// Takes this process's place in its job. Error: a sentence; there is no job, or it cannot be used this way.
    fn open() -> Result<Self, Error>;
    fn rank(&self) -> Rank;
    fn size(&self) -> u32;
    /// Moves what can be moved without waiting. True if anything moved.
    fn look(&mut self) -> bool;
    /// How to rest after a look that found nothing.
    fn pause(&mut self, patience: &mut Patience, shown: Waiting) -> Pause;
    fn stop_waiting(&mut self, patience: &Patience);
    /// One more thread of this process waits, or one less.
    fn threads_waiting(&mut self, one_more: bool);
    /// True if anything has moved since this was last asked that another thread may sleep for.
    fn stirred(&mut self) -> bool;
    /// Wakes the threads of this process that sleep.
    fn wake(&self);
    /// Leaves the job, once everything that was sent has left.
    fn close(self) -> Result<(), Error>;
}
