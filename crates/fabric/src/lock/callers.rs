//! Counts the threads of this process that call the library while its lock is not biased to one of them.
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of the present period. A thread counts once in each period.
static PERIOD: AtomicU32 = AtomicU32::new(1);
/// The threads that have called in the present period, and in the one before.
static NOW: AtomicU32 = AtomicU32::new(0);
static BEFORE: AtomicU32 = AtomicU32::new(0);

thread_local! {
    /// The last period in which this thread called.
    static COUNTED: Cell<u32> = const { Cell::new(0) };
}

/// Counts the calling thread, if it was not counted in this period.
#[inline]
pub fn count_this_thread() {
    let period = PERIOD.load(Ordering::Relaxed);
    COUNTED.with(|counted| {
        if counted.replace(period) != period {
            NOW.fetch_add(1, Ordering::Relaxed);
        }
    });
}

/// Returns how many threads have called the library in this period or in the one before, whichever had more; 0 while
/// the lock is biased.
pub fn callers() -> u32 {
    NOW.load(Ordering::Relaxed).max(BEFORE.load(Ordering::Relaxed))
}

/// Begins a period. A thread that has made no call for two periods no longer counts.
pub fn begin_period() {
    BEFORE.store(NOW.swap(0, Ordering::Relaxed), Ordering::Relaxed);
    PERIOD.fetch_add(1, Ordering::Relaxed);
}
