//! Memory that a call lends to its operations.
use clump::driver::{Buffer, LentBuffer};

/// Allocates `len` zero bytes that a collective call lends to its operations.
pub fn lent_buffer(len: usize) -> LentBuffer {
    // SAFETY: a call keeps its buffers until its operations have ended; `Scratch` says what an exception changes.
    unsafe { LentBuffer::new(Buffer::new(len)) }
}

/// Allocates a copy of `bytes` that a collective call lends to its operations.
pub fn lent_copy(bytes: &[u8]) -> LentBuffer {
    // SAFETY: as for `lent_buffer`.
    unsafe { LentBuffer::new(Buffer::copy_of(bytes)) }
}
