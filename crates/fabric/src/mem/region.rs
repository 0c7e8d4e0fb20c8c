//! A span of the caller's memory. Only the unsafe constructor accepts raw pointers; all other functions are checked and
//! safe.

use std::ptr;

/// A span of memory lent to Clump for the time of one operation: address and length in bytes.
///
/// `Region` is a plain value and borrows nothing. The code that made it from a raw pointer (an ffi crate) promised that
/// the memory stays valid until the operation that got the region has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    ptr: *mut u8,
    len: usize,
}

// SAFETY: a Region is a name for memory; the constructor's contract covers access from the helper thread too.
unsafe impl Send for Region {}
// SAFETY: a shared reference gives no more than a copy of the name does.
unsafe impl Sync for Region {}

/// Types for which every bit pattern is a value, so that they can be read from untrusted bytes.
///
/// # Safety
/// Implementors have no padding and no invalid bit pattern.
pub unsafe trait Pod: Copy + 'static {}
macro_rules! pod { ($($t:ty)*) => { $(
    // SAFETY: a plain number.
    unsafe impl Pod for $t {}
)* } }
pod!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);
// SAFETY: an array of plain numbers has no padding.
unsafe impl<T: Pod, const N: usize> Pod for [T; N] {}

impl Region {
    /// A region of no bytes.
    pub const EMPTY: Region = Region { ptr: ptr::NonNull::<u8>::dangling().as_ptr(), len: 0 };

    /// Creates the region of `len` bytes at `ptr`.
    ///
    /// # Safety
    /// Until the operation that gets this region has completed, the bytes stay mapped. No other code writes them if the
    /// operation reads them, and no other code accesses them if the operation writes them. `ptr` may be null only if
    /// `len` is 0.
    #[inline(always)]
    pub unsafe fn new(ptr: *const u8, len: usize) -> Region {
        if len == 0 {
            return Region::EMPTY;
        }
        Region { ptr: ptr.cast_mut(), len }
    }

    /// Returns the caller's words as a region that is valid only during a copy.
    #[inline(always)]
    pub(crate) fn of_words(words: &[u64]) -> Region {
        Region { ptr: words.as_ptr().cast_mut().cast(), len: size_of_val(words) }
    }

    /// Returns the length in bytes.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the first byte's address (dangling if the region is empty).
    #[inline(always)]
    pub fn as_ptr(&self) -> *mut u8 {
        self.ptr
    }

    /// Returns the part `[offset, offset + len)`. Panics if it reaches past the end.
    #[inline(always)]
    pub fn slice(&self, offset: usize, len: usize) -> Region {
        assert!(offset <= self.len && len <= self.len - offset, "region: {offset}+{len} of {}", self.len);
        Region { ptr: self.ptr.wrapping_add(offset), len }
    }

    /// Returns the part `[offset, offset + len)`, or `None` if it reaches past the end.
    #[inline(always)]
    pub fn part(&self, offset: usize, len: usize) -> Option<Region> {
        (offset <= self.len && len <= self.len - offset).then(|| Region { ptr: self.ptr.wrapping_add(offset), len })
    }

    /// Returns the two regions as one region if `next` begins where this region ends.
    pub fn joined(&self, next: Region) -> Option<Region> {
        let end = self.ptr as usize + self.len;
        let ptr = std::ptr::with_exposed_provenance_mut(self.ptr.expose_provenance());
        (end == next.ptr.expose_provenance()).then_some(Region { ptr, len: self.len + next.len })
    }

    /// Returns the part of the region from `offset` to the end. Panics if `offset` lies past the end.
    #[inline(always)]
    pub fn from(&self, offset: usize) -> Region {
        self.slice(offset, self.len - offset.min(self.len))
    }

    /// Copies as many bytes from `source` into this region as fit. The regions may overlap. Returns the number of bytes
    /// copied.
    #[inline(always)]
    pub fn copy_from(&self, source: Region) -> usize {
        let n = self.len.min(source.len);
        // SAFETY: both regions are valid for n bytes by the constructor's contract; `copy` allows overlap.
        unsafe { ptr::copy(source.ptr, self.ptr, n) };
        n
    }

    /// Copies as many of `bytes` as fit to the start of the region. Returns the number of bytes written.
    #[inline(always)]
    pub fn write(&self, bytes: &[u8]) -> usize {
        let n = self.len.min(bytes.len());
        // SAFETY: valid for n bytes by the constructor's contract; a borrowed slice cannot overlap a lent region.
        unsafe { ptr::copy(bytes.as_ptr(), self.ptr, n) };
        n
    }

    /// Copies as many bytes from the start of the region as fit into `bytes`. Returns the number of bytes read.
    #[inline(always)]
    pub fn read(&self, bytes: &mut [u8]) -> usize {
        let n = self.len.min(bytes.len());
        // SAFETY: valid for n bytes by the constructor's contract; a borrowed slice cannot overlap a lent region.
        unsafe { ptr::copy(self.ptr, bytes.as_mut_ptr(), n) };
        n
    }

    /// Copies all bytes into `words`. Panics if `words` is too short.
    #[inline(always)]
    pub(crate) fn read_words(&self, words: &mut [u64]) {
        assert!(self.len <= size_of_val(words));
        // SAFETY: checked to fit; valid for len bytes by the constructor's contract.
        unsafe { ptr::copy(self.ptr, words.as_mut_ptr().cast(), self.len) };
    }

    /// Prefetches all lines for writing.
    #[inline(always)]
    pub fn prefetch_for_writing(&self) {
        for offset in (0..self.len).step_by(64) {
            super::prefetch::for_writing(self.ptr.wrapping_add(offset));
        }
    }

    /// Prefetches all lines for reading, without waiting for the processor to recognise a stream.
    #[inline(always)]
    pub fn prefetch_for_reading(&self) {
        for offset in (0..self.len).step_by(64) {
            super::prefetch::for_reading(self.ptr.wrapping_add(offset));
        }
    }

    /// Appends all bytes to `bytes`.
    pub fn append_to(&self, bytes: &mut Vec<u8>) {
        bytes.reserve(self.len);
        // SAFETY: as in `read`; there is room for `len` bytes behind the old ones, and a lent region cannot be that
        // room.
        unsafe {
            ptr::copy_nonoverlapping(self.ptr, bytes.as_mut_ptr().add(bytes.len()), self.len);
            bytes.set_len(bytes.len() + self.len);
        }
    }

    /// Returns a copy of all bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut v = vec![0; self.len];
        self.read(&mut v);
        v
    }

    /// Returns element `index` of the region seen as an array of `T` (unaligned is fine). Panics if it reaches past the
    /// end.
    #[inline(always)]
    pub fn get<T: Pod>(&self, index: usize) -> T {
        let s = self.slice(index * size_of::<T>(), size_of::<T>());
        // SAFETY: `slice` checked the bounds; T is Pod, so any bytes are a value.
        unsafe { ptr::read_unaligned(s.ptr.cast::<T>()) }
    }

    /// Sets element `index` of the region seen as an array of `T` (unaligned is fine). Panics if it reaches past the
    /// end.
    #[inline(always)]
    pub fn set<T: Pod>(&self, index: usize, value: T) {
        let s = self.slice(index * size_of::<T>(), size_of::<T>());
        // SAFETY: `slice` checked the bounds.
        unsafe { ptr::write_unaligned(s.ptr.cast::<T>(), value) }
    }

    /// Sets `self[i] = f(input[i], self[i])` for every whole `T` that lies in both regions: the inner loop of a
    /// reduction.
    #[inline(always)]
    pub fn combine<T: Pod>(&self, input: Region, f: impl Fn(T, T) -> T) {
        let n = self.len.min(input.len) / size_of::<T>();
        let (a, b) = (input.ptr.cast::<T>(), self.ptr.cast::<T>());
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: n elements of both regions; the processor has what the function needs.
            return unsafe { combine_wide(a, b, n, f) };
        }
        // SAFETY: n elements of both regions.
        unsafe { combine_all(a, b, n, f) }
    }
}

/// Sets `b[i] = f(a[i], b[i])` for `n` values.
///
/// # Safety
/// `a` must be readable, and `b` readable and writable, for `n` values; they need not be aligned.
#[inline(always)]
pub(super) unsafe fn combine_all<T: Pod>(a: *const T, b: *mut T, n: usize, f: impl Fn(T, T) -> T) {
    for i in 0..n {
        // SAFETY: i < n; the accesses allow unaligned addresses.
        unsafe { ptr::write_unaligned(b.add(i), f(ptr::read_unaligned(a.add(i)), ptr::read_unaligned(b.add(i)))) };
    }
}

/// Does what [`combine_all`] does, compiled for registers twice as wide. The results are equal bit for bit, because no
/// operations are contracted.
///
/// # Safety
/// As for [`combine_all`], and the processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn combine_wide<T: Pod>(a: *const T, b: *mut T, n: usize, f: impl Fn(T, T) -> T) {
    // SAFETY: by this function's contract.
    unsafe { combine_all(a, b, n, f) }
}
