//! The size of pages, and the few system calls on pages.
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Returns the size of a page, in bytes.
pub fn size() -> usize {
    static SIZE: AtomicUsize = AtomicUsize::new(0);
    match SIZE.load(Ordering::Relaxed) {
        0 => {
            // SAFETY: takes no pointers.
            let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
            SIZE.store(size, Ordering::Relaxed);
            size
        }
        size => size,
    }
}

pub fn down(address: usize) -> usize {
    address & !(size() - 1)
}

pub fn up(address: usize) -> usize {
    down(address + size() - 1)
}

/// Maps `range` anew in place: from `fd` at the offset that equals the address, or empty and private without `fd`.
/// Returns false if the mapping did not change.
///
/// # Safety
/// The range consists of whole pages, and every later access to the range expects the contents of the new
/// mapping.
pub unsafe fn map(range: &Range<usize>, fd: Option<i32>, shared: bool) -> bool {
    let sharing = if shared { libc::MAP_SHARED } else { libc::MAP_PRIVATE };
    let kind = if fd.is_some() { 0 } else { libc::MAP_ANONYMOUS };
    let flags = libc::MAP_FIXED | libc::MAP_NORESERVE | sharing | kind;
    let offset = fd.map_or(0, |_| range.start as libc::off_t);
    let (at, len, access) = (range.start as *mut libc::c_void, range.len(), libc::PROT_READ | libc::PROT_WRITE);
    // SAFETY: by this function's contract; the kernel replaces the pages in one step.
    unsafe { libc::mmap(at, len, access, flags, fd.unwrap_or(-1), offset) != libc::MAP_FAILED }
}

/// Runs `what` and restores the thread's `errno`, because callers of `free` expect `errno` unchanged.
pub fn keeping_errno<T>(what: impl FnOnce() -> T) -> T {
    // SAFETY: the address of the thread's own errno.
    let at = unsafe { libc::__errno_location() };
    // SAFETY: `at` is the address of the thread's own errno.
    let before = unsafe { *at };
    let result = what();
    // SAFETY: `at` is the address of the thread's own errno.
    unsafe { *at = before };
    result
}
