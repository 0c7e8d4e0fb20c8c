//! Counts the threads of this process that call the library beside the one that its lock is biased to.
use std::sync::atomic::{AtomicU32, Ordering};

static CALLERS: AtomicU32 = AtomicU32::new(0);

/// A thread that was counted. It is no longer counted once it ends.
struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        CALLERS.fetch_sub(1, Ordering::Relaxed);
    }
}

thread_local! {
    static HERE: Counted = {
        CALLERS.fetch_add(1, Ordering::Relaxed);
        Counted
    };
}

/// Counts the calling thread, if it was not counted before.
#[inline]
pub fn count_this_thread() {
    // A thread that is about to end is counted no more.
    let _ = HERE.try_with(|_| {});
}

/// Returns how many live threads have called the library; 0 while only the thread calls that the lock is biased to.
pub fn callers() -> u32 {
    CALLERS.load(Ordering::Relaxed)
}
