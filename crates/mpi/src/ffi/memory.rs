//! Memory that the program asks for, and the clock.
use super::args::Addr;
use clump::Region;

/// From this many bytes on a block gets whole pages of its own, so that all of it can be shared.
const PAGES: usize = 32 << 10;
const PAGE: usize = 4096;

/// Bytes from the C allocator, aligned to 64, or to whole pages if they are many; at least one. `None` if there are
/// none.
pub fn allocate(size: usize) -> Option<usize> {
    let mut p = std::ptr::null_mut();
    let (alignment, size) = if size < PAGES { (64, size.max(1)) } else { (PAGE, size.checked_next_multiple_of(PAGE)?) };
    // SAFETY: a valid out-pointer; both alignments are powers of two and multiples of a pointer's size.
    let code = unsafe { libc::posix_memalign(&mut p, alignment, size) };
    (code == 0).then_some(p as usize)
}

/// What `allocate` has just given, of that size, while nobody else has it.
pub fn fresh(address: usize, size: usize) -> Region {
    // SAFETY: the block's bytes, which the program has not got yet.
    unsafe { Region::new(address as *const u8, size) }
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
