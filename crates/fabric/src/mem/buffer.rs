//! Memory that Clump's own code owns and lends to operations.

use super::Region;

/// Owned, zeroed bytes that can be lent as a [`Region`]. The owner must keep the buffer until the operations on its
/// regions have completed.
#[derive(Debug, Default)]
pub struct Buffer(Box<[u64]>, usize);

impl Buffer {
    /// Creates a buffer of `len` zero bytes, aligned to 8.
    pub fn new(len: usize) -> Buffer {
        Buffer(vec![0u64; len.div_ceil(8)].into_boxed_slice(), len)
    }

    /// Creates a buffer that holds a copy of `bytes`.
    pub fn copy_of(bytes: &[u8]) -> Buffer {
        let b = Buffer::new(bytes.len());
        b.region().write(bytes);
        b
    }

    /// Returns the whole buffer as a region.
    #[inline]
    pub fn region(&self) -> Region {
        // SAFETY: the box is alive as long as self, whose owner keeps it until the operation has completed (see the
        // type).
        unsafe { Region::new(self.0.as_ptr().cast(), self.1) }
    }
}
