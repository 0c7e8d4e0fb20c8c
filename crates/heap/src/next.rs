//! The allocator behind this library: the next one in the order of loading, as a rule the C library's.
//!
//! Whoever asks for it first finds it by `dlsym`, which may itself allocate: it gets pieces of a small buffer then, which
//! are never given back.
use std::ffi::{CStr, c_int, c_void};
use std::mem::transmute;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

pub type Pointer = *mut c_void;

/// What is looked up, in this order.
const NAMES: [&CStr; 8] = [
    c"free",
    c"malloc",
    c"calloc",
    c"realloc",
    c"memalign",
    c"posix_memalign",
    c"malloc_usable_size",
    c"__libc_malloc",
];
static FOUND: [AtomicUsize; NAMES.len()] = [const { AtomicUsize::new(0) }; NAMES.len()];
static SEARCHING: AtomicBool = AtomicBool::new(false);

/// The address of function `i`; 0 while it is being looked for.
#[inline(always)]
fn found(i: usize) -> usize {
    match FOUND[i].load(Ordering::Acquire) {
        0 => search(i),
        address => address,
    }
}

#[cold]
fn search(i: usize) -> usize {
    if SEARCHING.swap(true, Ordering::AcqRel) {
        return FOUND[i].load(Ordering::Acquire);
    }
    for (slot, name) in FOUND.iter().zip(NAMES) {
        // SAFETY: the name is a C string.
        slot.store(unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) } as usize, Ordering::Release);
    }
    SEARCHING.store(false, Ordering::Release);
    FOUND[i].load(Ordering::Acquire)
}

/// True if the next allocator is the C library's own, of which more is known than the interface says: glibc.
pub fn is_libc() -> bool {
    found(1) != 0 && found(1) == FOUND[7].load(Ordering::Acquire)
}

/// # Safety
/// As for the function of that name.
pub unsafe fn malloc(len: usize) -> Pointer {
    match found(1) {
        0 => early(len, 16),
        // SAFETY: the function of that name; the caller's promise.
        f => unsafe { transmute::<usize, extern "C" fn(usize) -> Pointer>(f)(len) },
    }
}

/// # Safety
/// As for the function of that name.
pub unsafe fn calloc(count: usize, each: usize) -> Pointer {
    match found(2) {
        // Early pieces are used once and start as zeros.
        0 => count.checked_mul(each).map_or(std::ptr::null_mut(), |len| early(len, 16)),
        // SAFETY: the function of that name; the caller's promise.
        f => unsafe { transmute::<usize, extern "C" fn(usize, usize) -> Pointer>(f)(count, each) },
    }
}

/// # Safety
/// As for the function of that name.
pub unsafe fn realloc(old: Pointer, len: usize) -> Pointer {
    if is_early(old) || found(3) == 0 {
        // SAFETY: as for malloc.
        let new = unsafe { malloc(len) };
        if !old.is_null() && !new.is_null() {
            // SAFETY: the old piece has `early_len` bytes, the new one `len`.
            unsafe { std::ptr::copy_nonoverlapping(old.cast::<u8>(), new.cast(), early_len(old).min(len)) };
        }
        return new;
    }
    // SAFETY: the function of that name; the caller's promise.
    unsafe { transmute::<usize, extern "C" fn(Pointer, usize) -> Pointer>(found(3))(old, len) }
}

/// # Safety
/// As for the function of that name.
#[inline(always)]
pub unsafe fn free(old: Pointer) {
    let f = found(0);
    if !is_early(old) && f != 0 {
        // SAFETY: the function of that name; the caller's promise.
        unsafe { transmute::<usize, extern "C" fn(Pointer)>(f)(old) }
    }
}

/// # Safety
/// As for the function of that name.
pub unsafe fn memalign(alignment: usize, len: usize) -> Pointer {
    match found(4) {
        0 => early(len, alignment),
        // SAFETY: the function of that name; the caller's promise.
        f => unsafe { transmute::<usize, extern "C" fn(usize, usize) -> Pointer>(f)(alignment, len) },
    }
}

/// # Safety
/// As for the function of that name.
pub unsafe fn posix_memalign(out: *mut Pointer, alignment: usize, len: usize) -> c_int {
    match found(5) {
        0 => libc::ENOMEM,
        // SAFETY: the function of that name; the caller's promise.
        f => unsafe { transmute::<usize, extern "C" fn(*mut Pointer, usize, usize) -> c_int>(f)(out, alignment, len) },
    }
}

/// # Safety
/// As for the function of that name.
#[inline(always)]
pub unsafe fn usable_size(block: Pointer) -> usize {
    if is_early(block) {
        return early_len(block);
    }
    match found(6) {
        0 => 0,
        // SAFETY: the function of that name; the caller's promise.
        f => unsafe { transmute::<usize, extern "C" fn(Pointer) -> usize>(f)(block) },
    }
}

/// Bytes for those who allocate while the allocator is looked for.
const EARLY: usize = 32 << 10;
#[repr(align(4096))]
struct Early(std::cell::UnsafeCell<[u8; EARLY]>);
// SAFETY: pieces are given out once each, by an atomic counter.
unsafe impl Sync for Early {}
static PIECES: Early = Early(std::cell::UnsafeCell::new([0; EARLY]));
static TAKEN: AtomicUsize = AtomicUsize::new(0);
/// In front of each piece stands its length.
const HEAD: usize = 16;

fn early(len: usize, alignment: usize) -> Pointer {
    let base = PIECES.0.get() as usize;
    let place = |taken: usize| {
        let at = (base + taken + HEAD).checked_next_multiple_of(alignment.max(16))? - base;
        (len <= EARLY && at + len <= EARLY).then_some(at)
    };
    let taken = TAKEN.fetch_update(Ordering::AcqRel, Ordering::Acquire, |t| Some(place(t)? + len));
    let Some(at) = taken.ok().and_then(place) else { return std::ptr::null_mut() };
    // SAFETY: this piece and its head are inside the buffer, and ours alone.
    unsafe {
        let piece = PIECES.0.get().cast::<u8>().add(at);
        piece.sub(HEAD).cast::<usize>().write(len);
        piece.cast()
    }
}

#[inline(always)]
pub fn is_early(block: Pointer) -> bool {
    (block as usize).wrapping_sub(PIECES.0.get() as usize) < EARLY
}

fn early_len(block: Pointer) -> usize {
    if !is_early(block) {
        return 0;
    }
    // SAFETY: `early` wrote the length there.
    unsafe { block.cast::<u8>().sub(HEAD).cast::<usize>().read() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_for_the_time_before() {
        let (a, b) = (early(100, 16), early(8, 64));
        assert!(is_early(a) && is_early(b) && (b as usize).is_multiple_of(64) && b as usize - a as usize >= 100);
        assert_eq!((early_len(a), early_len(b)), (100, 8));
        assert!(early(EARLY, 16).is_null() && early(usize::MAX, 16).is_null());
        // SAFETY: a piece is freed, grown and measured like any other block.
        unsafe {
            a.cast::<u8>().write_bytes(7, 100);
            let grown = realloc(a, 200);
            assert!(!is_early(grown) && *grown.cast::<[u8; 100]>() == [7; 100]);
            free(grown);
            free(b);
        }
        assert!(is_libc());
    }
}
