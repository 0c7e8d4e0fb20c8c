//! The lock's real environment: std's atomics, the processor and the kernel.
use crate::sys;
use std::sync::atomic::{Ordering, compiler_fence};
use std::time::Duration;

pub use super::callers::count_this_thread;
pub use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};
pub use sys::{this_thread, yield_now};

/// How many polls follow a spin, before `YIELDS` polls that follow a yield; then the waiter sleeps. More polls spare
/// wake-ups, fewer leave the processor to other threads.
pub const SPINS: u32 = 12;
pub const YIELDS: u32 = 24;

/// Executes a memory barrier on every processor that runs a thread of this process. Returns false if the kernel
/// refuses.
pub fn heavy_barrier() -> bool {
    sys::light_barrier_registered() && sys::membarrier()
}

/// The cheap counterpart of [`heavy_barrier`]: keeps only the compiler from reordering.
#[inline(always)]
pub fn light_barrier() {
    compiler_fence(Ordering::SeqCst);
}

pub fn spin(pauses: u32) {
    for _ in 0..pauses {
        std::hint::spin_loop();
    }
}

/// The place where waiters sleep: a futex, which the kernel identifies by the word's address.
pub struct Bed;

impl Bed {
    pub const fn new() -> Bed {
        Bed
    }
    pub fn sleep(&self, word: &AtomicU32, expected: u32) {
        sys::futex_wait(word, expected, None);
    }
    pub fn wake_one(&self, word: &AtomicU32) {
        sys::futex_wake_one(word);
    }
}

pub fn long_rest() {
    std::thread::sleep(Duration::from_millis(20));
}
