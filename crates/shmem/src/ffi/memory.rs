//! The symmetric heap (OpenSHMEM 1.5, section 9.2). Every call that does anything is a barrier of all PEs.
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::order::barrier;
use super::process::fail;
use super::space::SPACE;
use super::window::joined;
use crate::layout::ALIGNMENT;
use std::ffi::{c_long, c_void};
use std::ptr::null_mut;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Takes a block from the heap, without a barrier. Returns its offset in the heap; `None` if there is no room.
fn take(call: &str, bytes: usize, alignment: usize) -> Option<usize> {
    let mut joined = joined();
    let heap = &mut joined.as_mut()?.heap;
    let taken = heap.take(bytes, alignment);
    if taken.is_none() {
        tell_once(call, bytes, heap.fill());
    }
    taken
}

/// Prints once that the heap is exhausted, which it is on all PEs alike: programs often use a null pointer without a
/// check.
fn tell_once(call: &str, bytes: usize, (size, used): (usize, usize)) {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if SPACE.me() == 0 && !TOLD.swap(true, Relaxed) {
        eprintln!(
            "clump: PE 0 (as all PEs): {call}: no {bytes} bytes in one piece are free in the symmetric heap, which has \
             {size} bytes, {used} of them used; SHMEM_SYMMETRIC_SIZE sets its size"
        );
    }
}

fn address(block: Option<usize>) -> *mut c_void {
    block.map_or(null_mut(), |at| SPACE.heap_address(at).cast())
}

/// Returns the offset in the heap of a block of the program.
fn block_at(call: &str, at: *mut c_void) -> usize {
    let found = SPACE.in_heap(at.addr());
    let is_block = |&at: &usize| joined().as_ref().is_some_and(|joined| joined.heap.asked(at).is_some());
    match found.filter(is_block) {
        Some(found) => found,
        None => fail(call, format_args!("{at:?} is no block of the symmetric heap (freed already?)")),
    }
}

pub unsafe fn malloc(call: &str, size: usize) -> *mut c_void {
    // SAFETY: by this function's contract.
    unsafe { align(call, 1, size) }
}

pub unsafe fn malloc_with_hints(call: &str, size: usize, _hints: c_long) -> *mut c_void {
    // SAFETY: by this function's contract.
    unsafe { align(call, 1, size) }
}

pub unsafe fn align(call: &str, alignment: usize, size: usize) -> *mut c_void {
    SPACE.check(call);
    if size == 0 || !alignment.is_power_of_two() || alignment > ALIGNMENT {
        return null_mut();
    }
    let taken = take(call, size, alignment);
    barrier(call);
    address(taken)
}

pub unsafe fn calloc(call: &str, count: usize, size: usize) -> *mut c_void {
    SPACE.check(call);
    let Some(bytes) = count.checked_mul(size) else { return null_mut() };
    if bytes == 0 {
        return null_mut();
    }
    let at = address(take(call, bytes, 1));
    if !at.is_null() {
        // SAFETY: a new block of this many bytes.
        unsafe { at.cast::<u8>().write_bytes(0, bytes) };
    }
    barrier(call);
    at
}

pub unsafe fn realloc(call: &str, old: *mut c_void, size: usize) -> *mut c_void {
    if old.is_null() {
        // SAFETY: by this function's contract.
        return unsafe { malloc(call, size) };
    }
    if size == 0 {
        // SAFETY: by this function's contract.
        unsafe { free(call, old) };
        return null_mut();
    }
    SPACE.check(call);
    let at = block_at(call, old);
    // All PEs have finished their operations on the old block.
    barrier(call);
    let stays = joined().as_mut().is_some_and(|joined| joined.heap.resize(at, size));
    let new = if stays { old } else { moved(call, at, size) };
    barrier(call);
    new
}

/// Copies a block to a new and longer one, and frees it. Returns null, and keeps the block, if there is no room.
fn moved(call: &str, at: usize, size: usize) -> *mut c_void {
    let Some(taken) = take(call, size, 1) else { return null_mut() };
    if let Some(joined) = &mut *joined() {
        let len = joined.heap.asked(at).unwrap_or(0).min(size);
        // SAFETY: two blocks of the heap, each of at least this many bytes.
        unsafe { SPACE.heap_address(at).copy_to(SPACE.heap_address(taken), len) };
        joined.heap.give_back(at);
    }
    address(Some(taken))
}

pub unsafe fn free(call: &str, at: *mut c_void) {
    SPACE.check(call);
    if at.is_null() {
        return;
    }
    let at = block_at(call, at);
    // All PEs have finished their operations on the block.
    barrier(call);
    if let Some(joined) = &mut *joined() {
        joined.heap.give_back(at);
    }
}
