//! Makes memory of this crate's own that operations use: the only `unsafe` code of the crate, beside `safe/lend.rs`.
//!
//! Every function here is private to the crate. Its callers keep what they get until no operation uses a region of it
//! any more; that is the promise that `clump-fabric`'s constructors ask for.
#![allow(unsafe_code)]
use clump_fabric::mem::{Buffer, LentBuffer, Region};
use clump_fabric::shm::{MemoryName, SharedMemory};
use std::io;

/// Allocates `len` zero bytes that the caller lends to operations.
pub(crate) fn zeroed(len: usize) -> LentBuffer {
    lend(Buffer::new(len))
}

/// Takes a program's buffer, whose bytes the caller lends to operations until it gives the buffer back.
pub(crate) fn lend(buffer: Buffer) -> LentBuffer {
    // SAFETY: the callers are this crate's, and keep the buffer until no operation uses it.
    unsafe { LentBuffer::new(buffer) }
}

/// Calls `f` with the bytes of a program's buffer, which `f` only reads. `f` keeps no copy of the region.
pub(crate) fn while_borrowed<T>(buffer: &Buffer, f: impl FnOnce(Region) -> T) -> T {
    // SAFETY: borrowed for the time of the call; the callers are this crate's, and their `f` reads and keeps nothing.
    f(unsafe { buffer.region() })
}

/// Creates `len` zero bytes of shared memory.
pub(crate) fn create_shared(len: usize) -> io::Result<SharedMemory> {
    // SAFETY: the callers are this crate's, and keep the memory until no operation uses it.
    unsafe { SharedMemory::create(len) }
}

/// Maps shared memory of `len` bytes that another process has created.
pub(crate) fn open_shared(name: MemoryName, len: usize) -> io::Result<SharedMemory> {
    // SAFETY: as in `create_shared`.
    unsafe { SharedMemory::open(name, len) }
}
