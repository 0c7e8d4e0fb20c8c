//! Makes memory that this crate itself lends to operations. This file and `safe/lend.rs` hold the crate's only `unsafe`
//! code.
//!
//! Every function here is private to the crate. A caller keeps the memory that it gets until no operation uses a region
//! of that memory any more; the constructors in `clump-fabric` ask for this promise.
#![allow(unsafe_code)]
use clump_fabric::View;
use clump_fabric::mem::{Buffer, LentBuffer, Region, SmallBuffer};
use clump_fabric::shm::{MemoryName, SharedMemory};
use std::io;

/// Allocates `len` zero bytes that the caller lends to operations.
pub(crate) fn zeroed(len: usize) -> LentBuffer {
    lend(Buffer::new(len))
}

/// Takes a program's buffer, whose bytes the caller lends to operations until it gives the buffer back.
pub(crate) fn lend(buffer: Buffer) -> LentBuffer {
    // SAFETY: all callers are in this crate, and keep the buffer until no operation uses it.
    unsafe { LentBuffer::new(buffer) }
}

/// Calls `f` with the bytes of a program's buffer. `f` only reads the bytes, and keeps no copy of the region.
pub(crate) fn while_borrowed<T>(buffer: &Buffer, f: impl FnOnce(Region) -> T) -> T {
    // SAFETY: the buffer is borrowed during the call; all callers are in this crate, and their `f` only reads the bytes
    // and keeps no copy of the region.
    f(unsafe { buffer.region() })
}

/// Calls `f` with the bytes of a small buffer. `f` keeps no copy of the region.
#[inline(always)]
pub(crate) fn with_small<T>(buffer: &mut SmallBuffer, f: impl FnOnce(Region) -> T) -> T {
    // SAFETY: all callers are in this crate, and their `f` keeps no copy of the region.
    unsafe { buffer.with(f) }
}

/// Creates a view of a frame that was queued in this process for `queued` ns. The caller keeps the memory valid and
/// unwritten while the view lives.
#[inline(always)]
pub(crate) fn view<'a>(payload: Region, queued: u64) -> View<'a> {
    // SAFETY: all callers are in this crate, and view a frame that stays in place during a call.
    unsafe { View::new(payload, queued) }
}

/// Creates `len` zero bytes of shared memory.
pub(crate) fn create_shared(len: usize) -> io::Result<SharedMemory> {
    // SAFETY: all callers are in this crate, and keep the memory until no operation uses it.
    unsafe { SharedMemory::create(len) }
}

/// Maps shared memory of `len` bytes that another process has created.
pub(crate) fn open_shared(name: MemoryName, len: usize) -> io::Result<SharedMemory> {
    // SAFETY: all callers are in this crate, and keep the memory until no operation uses it.
    unsafe { SharedMemory::open(name, len) }
}
