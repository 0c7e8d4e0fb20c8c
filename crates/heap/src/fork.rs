//! What happens round `fork`: both processes keep the memory as it was, each for itself.
use crate::blocks::BLOCKS;
use crate::heap::{HEAP, ON};
use core::sync::atomic::Ordering;

/// Has the functions below called. False: the system refuses, and nothing may be shared.
pub fn register() -> bool {
    // SAFETY: functions that live as long as the process does.
    unsafe { libc::pthread_atfork(Some(prepare), Some(parent), Some(child)) == 0 }
}

/// The heap stays locked until the process is two. Other libraries' handlers may allocate and free meanwhile: since
/// nothing is shared or kept then, that needs no lock.
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

/// A child has no place in the job: it shares nothing.
extern "C" fn child() {
    ON.store(false, Ordering::Relaxed);
    BLOCKS.clear();
    HEAP.give_back();
}
