//! Memory that the program asks for, and the clock.
use super::args::Addr;

/// Bytes from the C allocator, aligned to 64; at least one. `None` if there are none.
pub fn allocate(size: usize) -> Option<usize> {
    let mut p = std::ptr::null_mut();
    // SAFETY: a valid out-pointer; 64 is a power of two and a multiple of a pointer's size.
    let code = unsafe { libc::posix_memalign(&mut p, 64, size.max(1)) };
    (code == 0).then_some(p as usize)
}

/// Gives back what `allocate` gave; null is fine.
pub fn free(base: Addr) {
    // SAFETY: the program passes what MPI_Alloc_mem gave it, once.
    unsafe { libc::free(base.get() as *mut libc::c_void) }
}

/// Seconds of CLOCK_MONOTONIC.
pub fn monotonic() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a valid out-pointer; this clock is always there.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut t) };
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}
