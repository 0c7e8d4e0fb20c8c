//! The program's memory, as C hands it over.
use crate::error::{CallResult, ErrorKind, fail};
use clump::Region;
use std::ffi::c_void;

/// `bytes` bytes at `address`, which stay the caller's to give until the call that they are for is over. Error: a null
/// pointer to something.
#[inline(always)]
pub fn region(address: *const c_void, bytes: usize) -> CallResult<Region> {
    if address.is_null() {
        return if bytes == 0 { Ok(Region::EMPTY) } else { fail(ErrorKind::Argument, "the buffer is a null pointer") };
    }
    if bytes > isize::MAX as usize {
        return fail(ErrorKind::Argument, format!("a buffer cannot have {bytes} bytes"));
    }
    // SAFETY: C's contract for each call with a buffer: it has so many bytes, and nobody frees it before the call's
    // end, or its request's.
    Ok(unsafe { Region::new(address.cast(), bytes) })
}

/// Sets what `at` points to, unless it is null.
pub fn set<T>(at: *mut T, value: T) {
    if !at.is_null() {
        // SAFETY: C's contract for out-parameters: null, or room for one value.
        unsafe { at.write(value) };
    }
}
