//! Memory that a program owns and hands over to operations by value.
use super::Region;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::ptr::{self, NonNull};

/// Owned bytes, initially zero, which a program reads and writes as a slice.
///
/// An operation takes the buffer by value, and gives the buffer back once no process reads or writes its bytes any
/// more. So safe code cannot reach bytes that an operation uses.
///
/// ```
/// use clump_fabric::mem::Buffer;
/// let mut buffer = Buffer::new(4);
/// buffer[0] = 7;
/// assert_eq!(&buffer[..], [7, 0, 0, 0]);
/// ```
pub struct Buffer {
    /// The allocation, held by a pointer: peers may write to it while an operation has the buffer.
    words: NonNull<u64>,
    len: usize,
}

// SAFETY: the buffer owns its bytes, which are plain numbers.
unsafe impl Send for Buffer {}
// SAFETY: a shared reference only reads the bytes.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// Creates a buffer of `len` zero bytes, aligned to 8.
    pub fn new(len: usize) -> Buffer {
        let words: *mut [u64] = Box::into_raw(vec![0u64; len.div_ceil(8)].into_boxed_slice());
        Buffer { words: NonNull::new(words.cast()).expect("a box has an address"), len }
    }

    /// Creates a buffer that holds a copy of `bytes`.
    pub fn copy_of(bytes: &[u8]) -> Buffer {
        let mut buffer = Buffer::new(bytes.len());
        buffer.copy_from_slice(bytes);
        buffer
    }

    /// Leaks the buffer, and returns its bytes, which stay valid until the process ends.
    pub fn leak(self) -> &'static mut [u8] {
        let buffer = std::mem::ManuallyDrop::new(self);
        // SAFETY: the memory is never freed, and no other reference to it is left.
        unsafe { std::slice::from_raw_parts_mut(buffer.words.as_ptr().cast(), buffer.len) }
    }

    /// Returns the whole buffer as a region.
    ///
    /// # Safety
    /// As for [`Region::new`]. The caller keeps the buffer until no operation uses the region any more, and accesses
    /// its bytes only through regions until then.
    #[inline(always)]
    pub unsafe fn region(&self) -> Region {
        // SAFETY: by this function's contract.
        unsafe { Region::new(self.words.as_ptr().cast(), self.len) }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let words = ptr::slice_from_raw_parts_mut(self.words.as_ptr(), self.len.div_ceil(8));
        // SAFETY: the pointer and the length are those of the box in `new`.
        drop(unsafe { Box::from_raw(words) });
    }
}

impl Deref for Buffer {
    type Target = [u8];
    #[inline(always)]
    fn deref(&self) -> &[u8] {
        // SAFETY: the buffer owns `len` initialized bytes, and no operation writes them (see `region`).
        unsafe { std::slice::from_raw_parts(self.words.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for Buffer {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as for `deref`; borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.words.as_ptr().cast(), self.len) }
    }
}

impl Default for Buffer {
    /// Creates a buffer of no bytes.
    fn default() -> Buffer {
        Buffer::new(0)
    }
}

impl From<&[u8]> for Buffer {
    fn from(bytes: &[u8]) -> Buffer {
        Buffer::copy_of(bytes)
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({} bytes)", self.len)
    }
}
