//! Converts the program's memory from what C passes, and sets out-parameters.
use crate::error::{CallResult, ErrorKind, fail};
use clump::driver::Region;
use std::ffi::c_void;

/// Returns the `bytes` bytes at `address` as a region. The caller keeps the memory valid until the operation that uses
/// it is over. Returns an error if `address` is null and `bytes` is not 0.
#[inline(always)]
pub fn region(address: *const c_void, bytes: usize) -> CallResult<Region> {
    if address.is_null() {
        return if bytes == 0 { Ok(Region::EMPTY) } else { fail(ErrorKind::Argument, "the buffer is a null pointer") };
    }
    if bytes > isize::MAX as usize {
        return fail(ErrorKind::Argument, format!("a buffer cannot have {bytes} bytes"));
    }
    // SAFETY: C's contract for each call with a buffer: the buffer has `bytes` bytes, and the program does not free it
    // before the call or its request has ended.
    Ok(unsafe { Region::new(address.cast(), bytes) })
}

/// Sets the value that `at` points to, unless `at` is null.
pub fn set<T>(at: *mut T, value: T) {
    if !at.is_null() {
        // SAFETY: C's contract for out-parameters: the pointer is null, or leads to room for one value.
        unsafe { at.write(value) };
    }
}
