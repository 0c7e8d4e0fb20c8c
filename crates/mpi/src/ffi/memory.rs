//! Memory that the program requests from MPI, and the clock.
use super::args::Addr;
use crate::objects::info::object::Info;
use clump::driver::Region;
use clump::driver::windows::{MemoryName, SharedMemory};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};

/// Largest block in bytes that may share its pages with others; see [`crate::objects::small_blocks`]. Smaller: rounding
/// wastes more memory. Larger: fewer blocks fit into a chunk.
pub const LARGEST_SMALL: usize = 16 << 10;
/// Bytes of the smallest block that is not small: `allocate` rounds blocks up to this, because the shared heap knows no
/// smaller blocks (`LEAST` in crates/heap/src/blocks.rs).
pub const LEAST_PAGES: usize = 32 << 10;
/// Size of a page in bytes.
const PAGE: usize = 4096;
/// Largest alignment in bytes that a program may request. A larger request is taken for a mistake and ignored.
const LARGEST_ALIGNMENT: usize = 1 << 30;

/// Returns the alignment that an info object requests (MPI 5.0, 9.2 and 12.2.2): a power of two, or 1 if the
/// request is missing or invalid.
pub fn alignment(info: &Info) -> usize {
    let asked = info.get("mpi_minimum_memory_alignment").and_then(|value| value.trim().parse().ok());
    asked.filter(|bytes| (1..=LARGEST_ALIGNMENT).contains(bytes)).map_or(1, usize::next_power_of_two)
}

/// Allocates at least one byte from the C allocator. Aligns the block to the larger of `least`, a power of two, and 64
/// bytes. A block that is not small gets whole pages of its own, so that other ranks can map all of it. Returns `None`
/// if memory is exhausted.
pub fn allocate(size: usize, least: usize) -> Option<usize> {
    let mut p = std::ptr::null_mut();
    let (alignment, size) = (if size <= LARGEST_SMALL { 64 } else { PAGE }, rounded(size)?);
    // SAFETY: `p` is a valid out-pointer; the alignment is a power of two and a multiple of a pointer's size.
    let code = unsafe { libc::posix_memalign(&mut p, alignment.max(least), size) };
    (code == 0).then_some(p as usize)
}

/// Returns the bytes that `allocate` allocates for a block, or `None` if they are too many.
fn rounded(size: usize) -> Option<usize> {
    match size {
        ..=LARGEST_SMALL => Some(size.max(1)),
        _ => size.max(LEAST_PAGES).checked_next_multiple_of(PAGE),
    }
}

/// Returns all memory of a block of `size` bytes that `allocate` has just returned, before other code gets its address.
pub fn fresh(address: usize, size: usize) -> Region {
    // SAFETY: the region covers the block's bytes, to which the program has no pointer yet.
    unsafe { Region::new(address as *const u8, rounded(size).unwrap_or(0)) }
}

/// Creates the memory of a window, which the program gets by its address.
pub fn create_shared(len: usize, alignment: usize) -> io::Result<SharedMemory> {
    // SAFETY: the window keeps the memory; the program does not use it after MPI_Win_free (MPI 5.0, 12.2.5).
    unsafe { SharedMemory::create_aligned(len, alignment) }
}

/// Maps the memory of a window that another rank has created.
pub fn open_shared(name: MemoryName, len: usize, alignment: usize) -> io::Result<SharedMemory> {
    // SAFETY: as for `create_shared`.
    unsafe { SharedMemory::open_aligned(name, len, alignment) }
}

/// Frees a block from `allocate`, which the program has got from MPI_Alloc_mem and passes once. The address may be
/// null.
pub fn free(base: Addr) {
    free_block(base.get());
}

/// Frees a block from `allocate`, once.
pub(crate) fn free_block(address: usize) {
    // SAFETY: the caller has got the address from `allocate`, and passes it once.
    unsafe { libc::free(address as *mut libc::c_void) }
}

/// Returns the time of CLOCK_MONOTONIC in seconds.
pub fn monotonic() -> f64 {
    let t = clock();
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}

/// Returns the time of CLOCK_MONOTONIC in nanoseconds.
pub fn nanoseconds() -> i64 {
    let t = clock();
    t.tv_sec * 1_000_000_000 + t.tv_nsec
}

fn clock() -> libc::timespec {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `t` is a valid out-pointer; every system has this clock.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut t) };
    t
}

/// Returns a duplicate of a descriptor of the program, which the program has passed for the call.
pub fn stream_of(fd: i32) -> io::Result<OwnedFd> {
    if fd < 0 {
        return Err(io::Error::from_raw_os_error(libc::EBADF));
    }
    // SAFETY: the program keeps its descriptor open during the call, which makes the duplicate.
    unsafe { BorrowedFd::borrow_raw(fd) }.try_clone_to_owned()
}
