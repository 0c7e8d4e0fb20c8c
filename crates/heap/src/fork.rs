//! The handlers of `fork`: parent and child keep the memory as it was, each for itself.
use crate::blocks::BLOCKS;
use crate::heap::{HEAP, ON};
use core::sync::atomic::Ordering;

/// Registers the handlers of this file. Returns false if the C library refuses: then no memory may be shared.
pub fn register() -> bool {
    // SAFETY: functions that live as long as the process does.
    unsafe { libc::pthread_atfork(Some(prepare), Some(parent), Some(child)) == 0 }
}

/// Keeps the heap locked until the fork is over. Other libraries' handlers may allocate and free meanwhile. No memory
/// is shared or kept during that time, so these calls need no lock.
extern "C" fn prepare() {
    HEAP.take();
    // SAFETY: just locked, by this thread.
    let heap = unsafe { HEAP.value() };
    heap.drop_kept();
    heap.arena.freeze();
    BLOCKS.unmark_all();
}

extern "C" fn parent() {
    HEAP.give_back();
}

/// Runs in the child after a fork: stops sharing, because a child has no place in the job.
extern "C" fn child() {
    ON.store(false, Ordering::Relaxed);
    BLOCKS.clear();
    HEAP.give_back();
}
