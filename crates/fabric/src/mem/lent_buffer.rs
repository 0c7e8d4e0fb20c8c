//! Buffers whose bytes Clump's own code lends to operations, and buffers that are never freed.
use super::{Buffer, Region};

/// A buffer whose bytes its holder lends to operations as regions.
///
/// The caller of the constructor promises once that the bytes outlive their use, so that the many places that name the
/// bytes need no promise of their own.
#[derive(Debug, Default)]
pub struct LentBuffer(Buffer);

impl LentBuffer {
    /// Takes a buffer to lend its bytes.
    ///
    /// # Safety
    /// As for [`Buffer::region`], for every region that [`region`](Self::region) returns: none of them is used any
    /// more when the value is dropped or turned [into a buffer](Self::into_buffer).
    #[inline(always)]
    pub unsafe fn new(buffer: Buffer) -> LentBuffer {
        LentBuffer(buffer)
    }

    /// Returns all bytes as a region.
    #[inline(always)]
    pub fn region(&self) -> Region {
        // SAFETY: by the constructor's contract.
        unsafe { self.0.region() }
    }

    /// Gives the buffer back. The caller has made sure that no operation uses the bytes any more.
    #[inline(always)]
    pub fn into_buffer(self) -> Buffer {
        self.0
    }
}

/// Memory that is never freed, so that its region needs no promise: for tests, and for benchmarks that allocate once.
#[derive(Clone, Copy, Debug)]
pub struct Leaked(Region);

impl Leaked {
    /// Allocates `len` zero bytes, aligned to 8.
    pub fn new(len: usize) -> Leaked {
        Leaked::of(Buffer::new(len))
    }

    /// Allocates a copy of `bytes`.
    pub fn copy_of(bytes: &[u8]) -> Leaked {
        Leaked::of(Buffer::copy_of(bytes))
    }

    fn of(buffer: Buffer) -> Leaked {
        let bytes = buffer.leak();
        // SAFETY: the memory is never freed, and only regions name it.
        Leaked(unsafe { Region::new(bytes.as_ptr(), bytes.len()) })
    }

    /// Returns all bytes as a region.
    #[inline(always)]
    pub fn region(&self) -> Region {
        self.0
    }
}
