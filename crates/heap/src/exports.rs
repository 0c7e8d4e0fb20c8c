//! The allocation functions of this library, which programs find before those of the C library. They forward calls for
//! small blocks, and all calls before `MPI_Init`, at the cost of a comparison and a jump.
//!
//! # Safety
//! Each function has the contract of the C standard, POSIX or glibc's manual.
use crate::blocks::{BLOCKS, Block, LEAST};
use crate::heap::{self, EVER, on};
use crate::next::{self, Pointer};
use core::ffi::c_int;
use core::ptr::null_mut;
use core::sync::atomic::Ordering;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn malloc(len: usize) -> Pointer {
    // SAFETY: forwarded.
    unsafe { if len < LEAST || !on() { next::malloc(len) } else { heap::allocate(len, 16) } }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn calloc(count: usize, each: usize) -> Pointer {
    let len = count.saturating_mul(each);
    if len < LEAST || len == usize::MAX || !on() {
        // SAFETY: forwarded.
        return unsafe { next::calloc(count, each) };
    }
    heap::zeros_from_kept(len).unwrap_or_else(|| {
        // SAFETY: forwarded. (The C library knows which of its pages are zeros already.)
        let new = unsafe { next::calloc(count, each) };
        heap::remember(new, len);
        new
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn realloc(old: Pointer, len: usize) -> Pointer {
    if len < LEAST && !is_watched(old) || !EVER.load(Ordering::Relaxed) {
        // SAFETY: forwarded.
        return unsafe { next::realloc(old, len) };
    }
    // SAFETY: forwarded.
    unsafe { heap::resize(old, len) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn reallocarray(old: Pointer, count: usize, each: usize) -> Pointer {
    match count.checked_mul(each) {
        // SAFETY: forwarded.
        Some(len) => unsafe { realloc(old, len) },
        None => {
            // SAFETY: the thread's own errno.
            unsafe { *libc::__errno_location() = libc::ENOMEM };
            null_mut()
        }
    }
}

/// Returns true if the block may be recorded. Recorded blocks may be shared even after `MPI_Finalize`, when no new
/// blocks are recorded.
#[inline(always)]
pub fn is_watched(old: Pointer) -> bool {
    // SAFETY: a live block of the C library, since this library has been attached.
    EVER.load(Ordering::Relaxed) && !old.is_null() && unsafe { Block::is_large(old as usize) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(old: Pointer) {
    // SAFETY: a live block, freed once: here or by the C library.
    unsafe {
        if is_watched(old) && BLOCKS.remove(old as usize) && heap::end(old) {
            return;
        }
        next::free(old);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn free_sized(old: Pointer, _len: usize) {
    // SAFETY: forwarded.
    unsafe { free(old) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn free_aligned_sized(old: Pointer, _alignment: usize, _len: usize) {
    // SAFETY: forwarded.
    unsafe { free(old) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn memalign(alignment: usize, len: usize) -> Pointer {
    // SAFETY: forwarded.
    unsafe {
        if len < LEAST || !alignment.is_power_of_two() || !on() {
            next::memalign(alignment, len)
        } else {
            heap::allocate(len, alignment)
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn aligned_alloc(alignment: usize, len: usize) -> Pointer {
    // SAFETY: forwarded; glibc's `aligned_alloc` is the same function.
    unsafe { memalign(alignment, len) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_memalign(out: *mut Pointer, alignment: usize, len: usize) -> c_int {
    if len < LEAST || !alignment.is_power_of_two() || !alignment.is_multiple_of(size_of::<Pointer>()) || !on() {
        // SAFETY: forwarded.
        return unsafe { next::posix_memalign(out, alignment, len) };
    }
    // SAFETY: forwarded; `out` is the caller's.
    unsafe {
        let new = crate::pages::keeping_errno(|| heap::allocate(len, alignment));
        if new.is_null() {
            return libc::ENOMEM;
        }
        *out = new;
    }
    0
}
