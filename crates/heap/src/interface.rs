//! What the message layer calls, by names that it looks up (`crates/fabric/src/shm/heap`). The number in them changes
//! with their meaning.
//!
//! # Safety
//! Each says what its caller promises.
use crate::blocks::{Block, LEAST};
use crate::heap::{EVER, HEAP, Look, ON};
use crate::lock::look_for_threads;
use crate::{fork, next, preload};
use clump_heapfile::LEAST_MESSAGE;
use core::sync::atomic::{AtomicBool, Ordering};

/// Begins to remember blocks. `keep`: the most bytes of freed memory to keep. `secret`: what peers must find in the
/// file. 1: done; 0: this process had better share nothing. Either way what it starts does not load this library.
#[unsafe(no_mangle)]
pub extern "C" fn clump_heap_1_attach(keep: usize, secret: u64) -> i32 {
    static FORK: AtomicBool = AtomicBool::new(false);
    preload::leave();
    if preload::is_under_valgrind() || !next::is_libc() || !says_how_large() {
        return 0;
    }
    look_for_threads();
    if !FORK.load(Ordering::Relaxed) {
        if !fork::register() {
            return 0;
        }
        FORK.store(true, Ordering::Relaxed);
    }
    let mut heap = HEAP.hold();
    heap.kept.limit = keep;
    heap.arena.set_secret(secret);
    EVER.store(true, Ordering::Relaxed);
    ON.store(true, Ordering::Relaxed);
    1
}

/// Remembers no more blocks. What is shared stays so until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn clump_heap_1_detach() {
    ON.store(false, Ordering::Relaxed);
    HEAP.hold().drop_kept();
}

/// A message is about to use `len` bytes at `address`. 0: nothing to be done; 1: its pages are shared; 2: they should
/// be now.
#[unsafe(no_mangle)]
pub extern "C" fn clump_heap_1_look(address: usize, len: usize) -> i32 {
    if len < LEAST_MESSAGE || !ON.load(Ordering::Relaxed) {
        return 0;
    }
    match HEAP.hold().look(address, len) {
        Look::Nothing => 0,
        Look::Shared => 1,
        Look::Due => 2,
    }
}

/// Shares the pages of the `len` bytes at `address`, which the caller may use alone, and nobody writes meanwhile. 1:
/// all of them are; 0: they could not be.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clump_heap_1_share(address: usize, len: usize) -> i32 {
    if !ON.load(Ordering::Relaxed) {
        return 0;
    }
    // SAFETY: the caller's promise.
    i32::from(unsafe { HEAP.hold().share(address, len) })
}

/// The same, and the pages at the ends of those bytes too, whatever else they hold: nobody writes anything meanwhile,
/// this being the only thread.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clump_heap_1_share_around(address: usize, len: usize) -> i32 {
    if !ON.load(Ordering::Relaxed) {
        return 0;
    }
    // SAFETY: the caller's promise.
    i32::from(unsafe { HEAP.hold().share_around(address, len) })
}

/// Generation (upper half) and descriptor of the file in which shared pages are; 0: there is none.
#[unsafe(no_mangle)]
pub extern "C" fn clump_heap_1_file() -> u64 {
    HEAP.hold().arena.file().map_or(0, |(fd, generation)| u64::from(generation) << 32 | u64::from(fd))
}

/// Asks glibc for blocks of all kinds, and looks whether the words in front of them say what it says itself.
fn says_how_large() -> bool {
    [100, LEAST + 100, 64 << 20].into_iter().all(|len| {
        // SAFETY: blocks of our own, never touched.
        unsafe {
            let block = next::malloc(len);
            let ours = block.is_null() || Block::usable(block as usize).0 == libc::malloc_usable_size(block);
            next::free(block);
            ours
        }
    })
}
