//! Progress while the program computes. A fabric's receiving side may have a helper thread, which makes progress while
//! the program is in no call. This module holds the interface between the program and that thread; the thread itself
//! belongs to the fabric (`udp/watcher.rs`).
//!
//! **Access rule of [`ArmRequest`].** The helper thread asks to be armed, then checks once more whether the program is
//! in a call. Only if the program is in a call does the thread sleep without a time limit. A program thread that leaves
//! a call answers under the program's lock, and checks once more *after* it has released the lock. Each side executes a
//! barrier between its own store and its load of the other side's word (Dekker's pattern). So either the helper thread
//! finds the lock free, or the program finds the request.
mod stance;
#[cfg(test)]
mod tests;

pub use stance::Stance;

#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicBool, fence};
use std::sync::Arc;
use std::sync::atomic::Ordering;
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicBool, fence};

/// A flag by which the helper thread asks the program to arm it when the program leaves a call.
pub struct ArmRequest(AtomicBool);

impl ArmRequest {
    /// Creates the flag with no request pending.
    #[cfg(not(all(loom, test)))]
    pub const fn new() -> ArmRequest {
        ArmRequest(AtomicBool::new(false))
    }
    #[cfg(all(loom, test))]
    pub fn new() -> ArmRequest {
        ArmRequest(AtomicBool::new(false))
    }

    /// Sets the request. All later loads of the helper thread come after the request has become visible.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// Returns true if a request is pending.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Returns true if a request is pending. A thread that has just released the program's lock sees every request that
    /// was made before the lock was free.
    #[inline]
    pub fn is_open_behind(&self) -> bool {
        fence(Ordering::SeqCst);
        self.is_open()
    }

    /// Clears the request. Everything the answering thread did before this call is visible to the helper thread once it
    /// sees the flag cleared (release).
    pub fn answer(&self) {
        self.0.store(false, Ordering::Release);
    }
}

impl Default for ArmRequest {
    fn default() -> ArmRequest {
        ArmRequest::new()
    }
}

/// How the helper thread reaches the program.
#[derive(Clone)]
pub struct Help {
    /// Makes progress in the program's place, if the program is not in a call. Never blocks. The argument is true if
    /// the helper thread will sleep when there is nothing to do.
    pub look: Arc<dyn Fn(bool) -> Helped + Send + Sync>,
    /// The request flag, which the program checks whenever it leaves a call.
    pub ask: &'static ArmRequest,
}

/// The result of [`Help::look`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helped {
    /// The program is in a call, so `look` did nothing.
    Busy,
    /// The thread has made progress, and there may be more to do.
    Moved,
    /// The thread has made progress, but other threads need the processors: it must stop for a while.
    Enough,
    /// There is nothing to do right now.
    Nothing,
    /// There is nothing to do, and [`ServedByThread::watch`] was called, because the helper thread will sleep.
    Watching,
}

/// A receiving side whose helper thread may make progress while the program does not poll. `T` is the sending side of
/// the same endpoint, which the caller holds.
pub trait ServedByThread<T> {
    /// Makes the helper thread call `help` whenever a frame arrives or a timer is due. `None` stops the thread.
    fn set_help(&mut self, help: Option<Help>);

    /// Arms the helper thread, which has no more to do and will sleep until a frame arrives or a timer is due.
    fn watch(&mut self, tx: &mut T);

    /// Called when the program leaves a call and still holds its lock. Sets the timer for the frames that the program
    /// has sent, and answers a pending request. After releasing the lock, the caller must check
    /// [`ArmRequest::is_open_behind`]; if that returns true, the caller must leave once more.
    fn leave(&mut self, tx: &mut T);
}
