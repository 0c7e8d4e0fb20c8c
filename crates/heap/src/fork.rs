//! What happens round `fork`: both processes keep the memory as it was, each for itself.
use crate::heap::{HEAP, ON};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The thread that forks right now; 0: none. It holds the lock, and other libraries' handlers may allocate meanwhile.
static FORKING: AtomicUsize = AtomicUsize::new(0);
/// Such a handler has changed blocks that we remember.
static MISSED: AtomicBool = AtomicBool::new(false);

/// Has the functions below called. False: the system refuses, and nothing may be shared.
pub fn register() -> bool {
    // SAFETY: functions that live as long as the process does.
    unsafe { libc::pthread_atfork(Some(prepare), Some(parent), Some(child)) == 0 }
}

/// True in the thread that forks: the heap must be left alone, and nothing is shared.
#[inline(always)]
pub fn is_forking() -> bool {
    let thread = FORKING.load(Ordering::Relaxed);
    thread != 0 && thread == this_thread()
}

/// The thread that forks has freed or changed a block.
pub fn missed() {
    MISSED.store(true, Ordering::Relaxed);
}

fn this_thread() -> usize {
    // SAFETY: takes no arguments.
    unsafe { libc::pthread_self() as usize }
}

/// The heap stays locked until the process is two.
extern "C" fn prepare() {
    HEAP.take();
    // SAFETY: just locked, by this thread.
    let heap = unsafe { HEAP.value() };
    heap.drop_kept();
    heap.arena.freeze();
    FORKING.store(this_thread(), Ordering::Relaxed);
}

extern "C" fn parent() {
    if MISSED.swap(false, Ordering::Relaxed) {
        // SAFETY: locked by `prepare`.
        unsafe { HEAP.value() }.blocks.clear();
    }
    FORKING.store(0, Ordering::Relaxed);
    HEAP.give_back();
}

/// A child has no place in the job: it shares nothing.
extern "C" fn child() {
    ON.store(false, Ordering::Relaxed);
    // SAFETY: locked before the fork, by the thread that is now the only one.
    unsafe { HEAP.value() }.blocks.clear();
    FORKING.store(0, Ordering::Relaxed);
    HEAP.give_back();
}
