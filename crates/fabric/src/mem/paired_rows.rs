//! Rows of elements in two memories that are combined element by element: the inner loop of accumulating operations on
//! patches of arrays.
use super::region::combine_all;
use super::{Pod, Region, Strided};
use std::ptr;

/// Rows of equal length in two memories, each at a constant stride; all numbers are in bytes. The first row begins with
/// the first byte of each memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairedRows {
    /// The length of each row.
    pub len: usize,
    pub count: usize,
    /// The distance between the starts of two rows of the memory that changes.
    pub stride: usize,
    /// The distance between the starts of two rows of the memory that is only read.
    pub input_stride: usize,
}

impl PairedRows {
    /// Returns the rows into which `bytes` bytes of data divide, if `inout` or `input` lies in one piece or both have
    /// blocks of equal length. Returns `None` for other data, and unless the blocks hold whole elements of `width`
    /// bytes.
    pub fn of(inout: &Strided, input: &Strided, bytes: u64, width: usize) -> Option<PairedRows> {
        let (theirs, ours) = (inout.blocks(), input.blocks());
        let len = theirs.block().min(ours.block()).min(bytes);
        let stride = |blocks: super::Blocks| match blocks.block() {
            block if block >= bytes => Some(len),
            block if block == len => Some(blocks.stride()),
            _ => None,
        };
        let whole = len > 0 && bytes.is_multiple_of(len) && len.is_multiple_of(width as u64);
        let (stride, input_stride) = (stride(theirs)?, stride(ours)?);
        whole.then(|| PairedRows {
            len: len as usize,
            count: (bytes / len) as usize,
            stride: stride as usize,
            input_stride: input_stride as usize,
        })
    }

    /// Returns the rows of contiguous data.
    pub fn one(len: usize) -> PairedRows {
        PairedRows { len, count: 1, stride: len, input_stride: len }
    }

    /// Returns the distance from the first byte to the end of the last row, where rows are `stride` bytes apart.
    /// Saturates.
    fn extent(&self, stride: usize) -> usize {
        match self.count {
            0 => 0,
            n => (n - 1).saturating_mul(stride).saturating_add(self.len),
        }
    }
}

impl Region {
    /// Sets `self[i] = f(input[i], self[i])` for every whole `T` in all rows, one row after the other. Panics unless
    /// all rows lie in both regions.
    #[inline(always)]
    pub fn combine_rows<T: Pod>(&self, input: Region, rows: PairedRows, f: impl Fn(T, T) -> T) {
        let fits = rows.extent(rows.stride) <= self.len() && rows.extent(rows.input_stride) <= input.len();
        assert!(fits, "{rows:?} in {} and {} bytes", self.len(), input.len());
        let (a, b) = (input.as_ptr().cast_const(), self.as_ptr());
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: all rows lie in both regions; the processor has what the function needs.
            return unsafe { combine_rows_wide(a, b, rows, f) };
        }
        // SAFETY: all rows lie in both regions.
        unsafe { combine_all_rows(a, b, rows, f) }
    }
}

/// Combines row by row. Rows of one element, and of few, have loops of their own: a loop for any number of elements
/// takes longer to begin than to combine these. Large elements are rarely few, and would only make more code.
///
/// # Safety
/// The rows must be readable from `a` on, and readable and writable from `b` on.
#[inline(always)]
unsafe fn combine_all_rows<T: Pod>(a: *const u8, b: *mut u8, rows: PairedRows, f: impl Fn(T, T) -> T) {
    let n = rows.len / size_of::<T>();
    // SAFETY: by this function's contract; a row has as many elements.
    unsafe {
        match (size_of::<T>(), n) {
            (..=8, 1) => each_row::<T>(a, b, rows, |a, b| combine_few::<T, 1>(a, b, &f)),
            (..=8, 2) => each_row::<T>(a, b, rows, |a, b| combine_few::<T, 2>(a, b, &f)),
            (..=8, 4) => each_row::<T>(a, b, rows, |a, b| combine_few::<T, 4>(a, b, &f)),
            (..=8, 8) => each_row::<T>(a, b, rows, |a, b| combine_few::<T, 8>(a, b, &f)),
            (..=8, 16) => each_row::<T>(a, b, rows, |a, b| combine_few::<T, 16>(a, b, &f)),
            (8, _) => each_row::<T>(a, b, rows, |a, b| combine_many::<T, 16>(a, b, n, &f)),
            (4, _) => each_row::<T>(a, b, rows, |a, b| combine_many::<T, 32>(a, b, n, &f)),
            (2, _) => each_row::<T>(a, b, rows, |a, b| combine_many::<T, 64>(a, b, n, &f)),
            (1, _) => each_row::<T>(a, b, rows, |a, b| combine_many::<T, 128>(a, b, n, &f)),
            _ => each_row::<T>(a, b, rows, |a, b| combine_all(a, b, n, &f)),
        }
    }
}

/// Combines `N` elements. Reads all of them before it stores one, so that they fill registers.
///
/// # Safety
/// `a` must be readable, and `b` readable and writable, for `N` values; they need not be aligned.
#[inline(always)]
unsafe fn combine_few<T: Pod, const N: usize>(a: *const T, b: *mut T, f: &impl Fn(T, T) -> T) {
    // SAFETY: by this function's contract; the accesses allow unaligned addresses.
    let (input, mut inout) =
        unsafe { (ptr::read_unaligned(a.cast::<[T; N]>()), ptr::read_unaligned(b.cast::<[T; N]>())) };
    // The compiler makes a few wide instructions of this loop, but not of `array::from_fn`.
    for i in 0..N {
        inout[i] = f(input[i], inout[i]);
    }
    // SAFETY: as for the reads.
    unsafe { ptr::write_unaligned(b.cast::<[T; N]>(), inout) }
}

/// Combines `n` elements, `N` at a time as long as there are so many.
///
/// # Safety
/// As for [`combine_few`], for `n` values.
#[inline(always)]
unsafe fn combine_many<T: Pod, const N: usize>(a: *const T, b: *mut T, n: usize, f: &impl Fn(T, T) -> T) {
    let whole = n / N * N;
    // SAFETY: by this function's contract; all indices are below `n`.
    unsafe {
        for at in (0..whole).step_by(N) {
            combine_few::<T, N>(a.add(at), b.add(at), f);
        }
        for at in whole..n {
            combine_few::<T, 1>(a.add(at), b.add(at), f);
        }
    }
}

/// Calls `one` for each row, with the addresses of its first elements in both memories.
#[inline(always)]
fn each_row<T>(a: *const u8, b: *mut u8, rows: PairedRows, one: impl Fn(*const T, *mut T)) {
    let (mut a, mut b) = (a, b);
    for _ in 0..rows.count {
        one(a.cast(), b.cast());
        (a, b) = (a.wrapping_add(rows.input_stride), b.wrapping_add(rows.stride));
    }
}

/// Does what [`combine_all_rows`] does, compiled for registers twice as wide. The results are equal bit for bit,
/// because no operations are contracted.
///
/// # Safety
/// As for [`combine_all_rows`], and the processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn combine_rows_wide<T: Pod>(a: *const u8, b: *mut u8, rows: PairedRows, f: impl Fn(T, T) -> T) {
    // SAFETY: by this function's contract.
    unsafe { combine_all_rows(a, b, rows, f) }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mem::{Blocks, Leaked};

    fn numbers(region: Region) -> Vec<u32> {
        (0..region.len() / 4).map(|i| region.get(i)).collect()
    }

    #[test]
    fn rows_of_every_length_are_combined_and_gaps_stay() {
        for len in (1..20).chain([33]) {
            for (gap, input_gap, skew) in [(0, 0, 0), (1, 0, 1), (3, 2, 2), (7, 7, 3)] {
                let rows =
                    PairedRows { len: 4 * len, count: 5, stride: 4 * (len + gap), input_stride: 4 * (len + input_gap) };
                let (inout, input) = (Leaked::new(8 * 4 * 40 + 8), Leaked::new(8 * 4 * 40 + 8));
                let (inout, input) = (inout.region().from(skew), input.region().from(skew));
                (0..320).for_each(|i| inout.set::<u32>(i, i as u32 * 7));
                (0..320).for_each(|i| input.set::<u32>(i, 1000 + i as u32));
                let mut want = numbers(inout);
                for (row, k) in (0..5).flat_map(|row| (0..len).map(move |k| (row, k))) {
                    want[row * (len + gap) + k] += 1000 + (row * (len + input_gap) + k) as u32;
                }
                inout.combine_rows::<u32>(input, rows, |a, b| a + b);
                assert_eq!(numbers(inout), want, "{rows:?}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "PairedRows")]
    fn rows_past_the_end_panic() {
        let rows = PairedRows { len: 8, count: 4, stride: 16, input_stride: 8 };
        Leaked::new(55).region().combine_rows::<u64>(Leaked::new(32).region(), rows, |a, _| a);
    }

    #[test]
    fn rows_are_found_where_blocks_agree() {
        let memory = Leaked::new(256);
        let side = |block, stride| Strided::new(memory.region(), Blocks::new(block, stride).expect("a shape"));
        let piece = Strided::new(memory.region(), Blocks::PIECE);
        let rows = |len, count, stride, input_stride| Some(PairedRows { len, count, stride, input_stride });
        assert_eq!(PairedRows::of(&piece, &piece, 64, 8), rows(64, 1, 64, 64));
        assert_eq!(PairedRows::of(&side(8, 16), &piece, 64, 8), rows(8, 8, 16, 8));
        assert_eq!(PairedRows::of(&piece, &side(16, 24), 64, 8), rows(16, 4, 16, 24));
        assert_eq!(PairedRows::of(&side(16, 32), &side(16, 24), 64, 8), rows(16, 4, 32, 24));
        assert_eq!(PairedRows::of(&side(16, 32), &side(8, 24), 64, 8), None);
        assert_eq!(PairedRows::of(&side(12, 32), &piece, 48, 8), None, "elements in two blocks");
        assert_eq!(PairedRows::of(&piece, &piece, 0, 8), None);
    }
}
