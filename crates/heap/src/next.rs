//! The allocator behind this library: the next one in the order of loading, usually the C library's.
//!
//! Each function is called through a pointer. The first call looks up all functions by `dlsym`. `dlsym` may itself
//! allocate; it then gets pieces of a small buffer (`early`).
use crate::early::{self, is_early};
use core::ffi::{CStr, c_int, c_void};
use core::mem::transmute;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

pub type Pointer = *mut c_void;

type Malloc = unsafe extern "C" fn(usize) -> Pointer;
type Calloc = unsafe extern "C" fn(usize, usize) -> Pointer;
type Realloc = unsafe extern "C" fn(Pointer, usize) -> Pointer;
type Free = unsafe extern "C" fn(Pointer);
type Memalign = unsafe extern "C" fn(usize, usize) -> Pointer;
type PosixMemalign = unsafe extern "C" fn(*mut Pointer, usize, usize) -> c_int;

/// A pointer to a function, and its name.
struct Next(AtomicPtr<()>, &'static CStr);

static MALLOC: Next = Next(AtomicPtr::new(first_malloc as Malloc as *mut ()), c"malloc");
static CALLOC: Next = Next(AtomicPtr::new(first_calloc as Calloc as *mut ()), c"calloc");
static REALLOC: Next = Next(AtomicPtr::new(first_realloc as Realloc as *mut ()), c"realloc");
static FREE: Next = Next(AtomicPtr::new(first_free as Free as *mut ()), c"free");
static MEMALIGN: Next = Next(AtomicPtr::new(first_memalign as Memalign as *mut ()), c"memalign");
static POSIX_MEMALIGN: Next = Next(AtomicPtr::new(first_posix_memalign as PosixMemalign as *mut ()), c"posix_memalign");
/// The next allocator's `free`, to call for a block that is no early piece. [`REALLOC_OTHERS`] is its `realloc`.
static FREE_OTHERS: AtomicPtr<()> = AtomicPtr::new(null_mut());
static REALLOC_OTHERS: AtomicPtr<()> = AtomicPtr::new(null_mut());

/// The state of the search: 0 before it, then the searching thread, then `DONE`.
static SEARCH: AtomicUsize = AtomicUsize::new(0);
const DONE: usize = 1;

impl Next {
    #[inline(always)]
    fn get(&self) -> *mut () {
        self.0.load(Ordering::Relaxed)
    }

    fn look_up(&self) -> *mut () {
        // SAFETY: a C string.
        unsafe { libc::dlsym(libc::RTLD_NEXT, self.1.as_ptr()) }.cast()
    }
}

/// Finds all functions. Returns false if the search itself makes this call, so that an early piece must serve it.
#[cold]
fn search() -> bool {
    // SAFETY: takes no arguments.
    let me = unsafe { libc::pthread_self() } as usize;
    match SEARCH.compare_exchange(0, me, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => {}
        Err(DONE) => return true,
        Err(thread) if thread == me => return false,
        Err(_) => {
            while SEARCH.load(Ordering::Acquire) != DONE {
                // SAFETY: takes no arguments.
                unsafe { libc::sched_yield() };
            }
            return true;
        }
    }
    let all = [&MALLOC, &CALLOC, &REALLOC, &FREE, &MEMALIGN, &POSIX_MEMALIGN];
    let found = all.map(Next::look_up);
    if found.contains(&null_mut()) {
        crate::process::die(
            b"clump: libclump_heap.so found no allocator behind it; --no-shared-heap does without it\n",
        );
    }
    REALLOC_OTHERS.store(found[2], Ordering::Relaxed);
    FREE_OTHERS.store(found[3], Ordering::Relaxed);
    for (next, found) in all.into_iter().zip(found) {
        next.0.store(found, Ordering::Release);
    }
    // From now on, pieces that were given out during the search may come back.
    if early::are_some() {
        REALLOC.0.store(careful_realloc as Realloc as *mut (), Ordering::Release);
        FREE.0.store(careful_free as Free as *mut (), Ordering::Release);
    }
    SEARCH.store(DONE, Ordering::Release);
    true
}

/// Returns true if the next allocator is glibc's own, whose block layout this library knows.
pub fn is_libc() -> bool {
    search();
    // SAFETY: a C string.
    let own = unsafe { libc::dlsym(libc::RTLD_NEXT, c"__libc_malloc".as_ptr()) };
    !own.is_null() && own.cast() == MALLOC.get()
}

/// Calls the next allocator's `malloc`.
///
/// # Safety
/// As for `malloc`.
#[inline(always)]
pub unsafe fn malloc(len: usize) -> Pointer {
    // SAFETY: a function of this type; by this function's contract.
    unsafe { transmute::<*mut (), Malloc>(MALLOC.get())(len) }
}

/// Calls the next allocator's `calloc`.
///
/// # Safety
/// As for `calloc`.
#[inline(always)]
pub unsafe fn calloc(count: usize, each: usize) -> Pointer {
    // SAFETY: a function of this type; by this function's contract.
    unsafe { transmute::<*mut (), Calloc>(CALLOC.get())(count, each) }
}

/// Calls the next allocator's `realloc`.
///
/// # Safety
/// As for `realloc`.
#[inline(always)]
pub unsafe fn realloc(old: Pointer, len: usize) -> Pointer {
    // SAFETY: a function of this type; by this function's contract.
    unsafe { transmute::<*mut (), Realloc>(REALLOC.get())(old, len) }
}

/// Calls the next allocator's `free`.
///
/// # Safety
/// As for `free`.
#[inline(always)]
pub unsafe fn free(old: Pointer) {
    // SAFETY: a function of this type; by this function's contract.
    unsafe { transmute::<*mut (), Free>(FREE.get())(old) }
}

/// Calls the next allocator's `memalign`.
///
/// # Safety
/// As for `memalign`.
#[inline(always)]
pub unsafe fn memalign(alignment: usize, len: usize) -> Pointer {
    // SAFETY: a function of this type; by this function's contract.
    unsafe { transmute::<*mut (), Memalign>(MEMALIGN.get())(alignment, len) }
}

/// Calls the next allocator's `posix_memalign`.
///
/// # Safety
/// As for `posix_memalign`.
#[inline(always)]
pub unsafe fn posix_memalign(out: *mut Pointer, alignment: usize, len: usize) -> c_int {
    // SAFETY: a function of this type; by this function's contract.
    unsafe { transmute::<*mut (), PosixMemalign>(POSIX_MEMALIGN.get())(out, alignment, len) }
}

/// Searches for the functions, then forwards to `malloc`. During the search, returns an early piece.
///
/// # Safety
/// As for `malloc`.
unsafe extern "C" fn first_malloc(len: usize) -> Pointer {
    // SAFETY: forwarded.
    if search() { unsafe { malloc(len) } } else { early::take(len, 16) }
}

/// Searches for the functions, then forwards to `calloc`. During the search, returns an early piece.
///
/// # Safety
/// As for `calloc`.
unsafe extern "C" fn first_calloc(count: usize, each: usize) -> Pointer {
    if search() {
        // SAFETY: forwarded.
        return unsafe { calloc(count, each) };
    }
    // An early piece is used only once, so it holds zeros.
    count.checked_mul(each).map_or(null_mut(), |len| early::take(len, 16))
}

/// Searches for the functions, then forwards to `realloc`.
///
/// # Safety
/// As for `realloc`.
unsafe extern "C" fn first_realloc(old: Pointer, len: usize) -> Pointer {
    // SAFETY: forwarded.
    unsafe { if search() { realloc(old, len) } else { careful_realloc(old, len) } }
}

/// Searches for the functions, then forwards to `free`.
///
/// # Safety
/// As for `free`.
unsafe extern "C" fn first_free(old: Pointer) {
    if search() {
        // SAFETY: forwarded.
        unsafe { free(old) }
    }
}

/// Searches for the functions, then forwards to `memalign`. During the search, returns an early piece.
///
/// # Safety
/// As for `memalign`.
unsafe extern "C" fn first_memalign(alignment: usize, len: usize) -> Pointer {
    // SAFETY: forwarded.
    if search() { unsafe { memalign(alignment, len) } } else { early::take(len, alignment) }
}

/// Searches for the functions, then forwards to `posix_memalign`. During the search, fails with `ENOMEM`.
///
/// # Safety
/// As for `posix_memalign`.
unsafe extern "C" fn first_posix_memalign(out: *mut Pointer, alignment: usize, len: usize) -> c_int {
    // SAFETY: forwarded.
    if search() { unsafe { posix_memalign(out, alignment, len) } } else { libc::ENOMEM }
}

/// Frees a block that may be an early piece. Early pieces are not used again.
///
/// # Safety
/// As for `free`.
unsafe extern "C" fn careful_free(old: Pointer) {
    if !is_early(old) {
        // SAFETY: a function of this type; forwarded.
        unsafe { transmute::<*mut (), Free>(FREE_OTHERS.load(Ordering::Relaxed))(old) }
    }
}

/// Resizes a block that may be an early piece.
///
/// # Safety
/// As for `realloc`.
unsafe extern "C" fn careful_realloc(old: Pointer, len: usize) -> Pointer {
    let others = REALLOC_OTHERS.load(Ordering::Relaxed);
    if !old.is_null() && !is_early(old) && !others.is_null() {
        // SAFETY: a function of this type; forwarded.
        return unsafe { transmute::<*mut (), Realloc>(others)(old, len) };
    }
    // SAFETY: as for malloc; the old piece has `early::len` bytes, the new one `len`.
    unsafe {
        let new = malloc(len);
        if is_early(old) && !new.is_null() {
            core::ptr::copy_nonoverlapping(old.cast::<u8>(), new.cast(), early::len(old).min(len));
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_pieces_can_be_resized_and_freed() {
        let a = early::take(100, 16);
        // SAFETY: a piece is freed and grown like any other block.
        unsafe {
            a.cast::<u8>().write_bytes(7, 100);
            assert!(is_libc());
            let grown = careful_realloc(a, 200);
            assert!(!is_early(grown) && *grown.cast::<[u8; 100]>() == [7; 100]);
            let grown = realloc(grown, 100_000);
            assert!(*grown.cast::<[u8; 100]>() == [7; 100]);
            free(grown);
            careful_free(early::take(8, 16));
        }
    }
}
