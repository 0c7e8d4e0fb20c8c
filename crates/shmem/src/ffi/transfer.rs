//! Moving bytes to and from a PE's part by offset, on this machine and between machines.
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::space::SPACE;
use super::window::operate;
use clump::driver::Region;
use std::ptr;

/// Writes `bytes` bytes at `from` to `offset` of PE `pe`'s part. With `lasting`, the memory at `from` stays as it is
/// until a quiet.
///
/// # Safety
/// There are `bytes` bytes at `from`, and in the part from `offset` on.
pub unsafe fn write(call: &str, (pe, offset): (usize, usize), from: *const u8, bytes: usize, lasting: bool) {
    let part = SPACE.part(pe);
    if !part.is_null() {
        // SAFETY: by this function's contract; the part is mapped.
        unsafe { ptr::copy(from, part.wrapping_add(offset), bytes) };
        SPACE.rouse(pe);
    } else if bytes > 0 {
        // SAFETY: by this function's contract.
        let from = unsafe { Region::new(from, bytes) };
        operate(call, pe, 0, |joined, endpoint| joined.put(endpoint, pe, offset, from, lasting));
    }
}

/// Reads `bytes` bytes from `offset` of PE `pe`'s part to `into`. With `lasting`, they are there after a quiet.
///
/// # Safety
/// There is room for `bytes` bytes at `into`, and there are as many in the part from `offset` on.
pub unsafe fn read(call: &str, (pe, offset): (usize, usize), into: *mut u8, bytes: usize, lasting: bool) {
    let part = SPACE.part(pe);
    if !part.is_null() {
        // SAFETY: by this function's contract; the part is mapped.
        unsafe { ptr::copy(part.wrapping_add(offset), into, bytes) };
    } else if bytes > 0 {
        // SAFETY: by this function's contract.
        let into = unsafe { Region::new(into, bytes) };
        operate(call, pe, 0, |joined, endpoint| joined.get(endpoint, pe, offset, into, lasting));
    }
}

/// Writes a word to a PE's part. On this machine all that this thread has written before is seen with it.
pub fn write_word(call: &str, pe: usize, offset: usize, value: u64) {
    if !SPACE.part(pe).is_null() {
        SPACE.word(pe, offset).store(value, std::sync::atomic::Ordering::SeqCst);
        return SPACE.rouse(pe);
    }
    // SAFETY: the word is a variable of this function, and the call does not return before its bytes have left.
    unsafe { write(call, (pe, offset), (&raw const value).cast(), 8, false) };
}

/// Returns a word of a PE's part.
pub fn read_word(call: &str, pe: usize, offset: usize) -> u64 {
    if !SPACE.part(pe).is_null() {
        return SPACE.word(pe, offset).load(std::sync::atomic::Ordering::SeqCst);
    }
    let mut value = 0u64;
    // SAFETY: the word is a variable of this function, and the call returns with the bytes there.
    unsafe { read(call, (pe, offset), (&raw mut value).cast(), 8, false) };
    value
}
