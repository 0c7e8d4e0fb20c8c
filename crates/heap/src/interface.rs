//! The functions that the message layer looks up by name (`crates/fabric/src/shm/heap`). The number in their names
//! changes whenever their meaning changes.
//!
//! # Safety
//! Each unsafe function says what its caller promises.
use crate::blocks::{Block, LEAST};
use crate::heap::{EVER, HEAP, Look, ON};
use crate::lock::look_for_threads;
use crate::{fork, next, preload};
use clump_heapfile::LEAST_MESSAGE;
use core::sync::atomic::{AtomicBool, Ordering};

/// Starts to record blocks. `keep` is the most bytes of freed memory to keep; `secret` is the number that peers must
/// find in the file. Returns 1 if blocks are recorded, or 0 if this process must share no memory. In either case,
/// programs that this process starts do not load this library.
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

/// Stops recording blocks. Pages that are shared stay shared until their block is freed.
#[unsafe(no_mangle)]
pub extern "C" fn clump_heap_1_detach() {
    ON.store(false, Ordering::Relaxed);
    HEAP.hold().drop_kept();
}

/// Announces that a message is about to use `len` bytes at `address`. Returns 0 if the caller need do nothing, 1 if the
/// pages are shared, or 2 if the caller should share them now.
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

/// Returns 1 if all whole pages inside the `len` bytes at `address` are shared, otherwise 0.
#[unsafe(no_mangle)]
pub extern "C" fn clump_heap_1_is_shared(address: usize, len: usize) -> i32 {
    i32::from(ON.load(Ordering::Relaxed) && HEAP.hold().has_shared(address, len))
}

/// Shares the pages of the `len` bytes at `address`. Returns 1 if all of the pages are shared, otherwise 0.
///
/// # Safety
/// Only the caller may use the bytes, and no code writes them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clump_heap_1_share(address: usize, len: usize) -> i32 {
    if !ON.load(Ordering::Relaxed) {
        return 0;
    }
    // SAFETY: by this function's contract.
    i32::from(unsafe { HEAP.hold().share(address, len) })
}

/// Shares the pages of the `len` bytes at `address`, and the pages at their ends, together with any other data in them.
/// Returns 1 if all of the pages are shared, otherwise 0.
///
/// # Safety
/// The calling thread is the only one of this process, and no code writes any memory during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clump_heap_1_share_around(address: usize, len: usize) -> i32 {
    if !ON.load(Ordering::Relaxed) {
        return 0;
    }
    // SAFETY: by this function's contract.
    i32::from(unsafe { HEAP.hold().share_around(address, len) })
}

/// Returns generation (upper half) and descriptor of the file that holds the shared pages, or 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn clump_heap_1_file() -> u64 {
    HEAP.hold().arena.file().map_or(0, |(fd, generation)| u64::from(generation) << 32 | u64::from(fd))
}

/// Returns true if the words in front of glibc's blocks have the sizes that glibc itself reports, for blocks of all
/// kinds.
fn says_how_large() -> bool {
    [100, LEAST + 100, 64 << 20].into_iter().all(|len| {
        // SAFETY: blocks of our own, never accessed.
        unsafe {
            let block = next::malloc(len);
            let ours = block.is_null() || Block::usable(block as usize).0 == libc::malloc_usable_size(block);
            next::free(block);
            ours
        }
    })
}
