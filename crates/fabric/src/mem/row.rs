//! Copies between blocks of equal length at a constant stride and packed bytes: the inner loop of every strided
//! message.
#[cfg(target_arch = "x86_64")]
use super::wide;
use super::{Region, prefetch};

/// The size of a cache line, in bytes.
const LINE: usize = 64;
/// The exclusive bound of strides, in bytes. Larger strides would overflow sums of distances.
const FAR: u64 = 1 << 58;

/// A row of equal blocks. The first block begins `start` bytes into a region, and each further block `stride` bytes
/// after the preceding one. Among the packed bytes, the blocks are `step` bytes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub start: i64,
    pub stride: i64,
    pub count: usize,
    /// The length of one block, in bytes.
    pub len: usize,
    pub step: usize,
}

/// One side of a copy: where the row's blocks begin in memory, and how many bytes apart they are.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub at: *mut u8,
    pub stride: isize,
}

impl Row {
    /// Copies the blocks in `region` to the start of `packed`.
    #[inline]
    pub fn gather(self, region: Region, packed: Region) {
        if let Some((spread, dense)) = self.sides(region, packed) {
            transfer(spread, dense, self.count, self.len);
        }
    }

    /// Copies the start of `packed` into the blocks in `region`.
    #[inline]
    pub fn scatter(self, region: Region, packed: Region) {
        if let Some((spread, dense)) = self.sides(region, packed) {
            transfer(dense, spread, self.count, self.len);
        }
    }

    /// Returns the side in `region` and the side in `packed`, or `None` if there is no byte to copy. Panics unless all
    /// blocks lie in `region` and their bytes in `packed`.
    #[inline]
    fn sides(self, region: Region, packed: Region) -> Option<(Side, Side)> {
        if self.count == 0 || self.len == 0 {
            return None;
        }
        let steps = self.count as i64 - 1;
        let last =
            steps.checked_mul(self.stride).and_then(|d| d.checked_add(self.start)).expect("a countable distance");
        let (low, high) = (self.start.min(last), self.start.max(last));
        assert!(
            low >= 0 && self.len <= region.len() && high as usize <= region.len() - self.len,
            "{self:?} in {} bytes",
            region.len()
        );
        let end = (self.count - 1).checked_mul(self.step).expect("a countable distance");
        assert!(
            self.len <= packed.len() && end <= packed.len() - self.len,
            "{self:?} against {} packed bytes",
            packed.len()
        );
        assert!(self.stride.unsigned_abs() < FAR, "{self:?}");
        let spread = Side { at: region.as_ptr().wrapping_offset(self.start as isize), stride: self.stride as isize };
        Some((spread, Side { at: packed.as_ptr(), stride: self.step as isize }))
    }
}

/// Copies `count` blocks of `len` bytes. The caller has checked that the blocks of each side lie in that side's memory.
#[inline]
pub(super) fn transfer(from: Side, to: Side, count: usize, len: usize) {
    match (len, from.stride, to.stride) {
        (8, 16, 8) => every_other::<8, 16, GATHER>(from, to, count),
        (8, 8, 16) => every_other::<8, 16, SCATTER>(from, to, count),
        (8, 16, 16) => every_other::<8, 16, BOTH>(from, to, count),
        (4, 8, 4) => every_other::<4, 8, GATHER>(from, to, count),
        (4, 4, 8) => every_other::<4, 8, SCATTER>(from, to, count),
        (4, 8, 8) => every_other::<4, 8, BOTH>(from, to, count),
        _ => copy(from, to, count, len),
    }
}

fn copy(from: Side, to: Side, count: usize, len: usize) {
    match len {
        1 => each::<1>(from, to, count),
        2 => each::<2>(from, to, count),
        4 => each::<4>(from, to, count),
        8 => each::<8>(from, to, count),
        12 => each::<12>(from, to, count),
        16 => each::<16>(from, to, count),
        24 => each::<24>(from, to, count),
        32 => each::<32>(from, to, count),
        len => {
            for i in 0..count as isize {
                let (a, b) = (from.at.wrapping_offset(i * from.stride), to.at.wrapping_offset(i * to.stride));
                // SAFETY: the caller has checked that every block lies in its memory; `copy` allows overlap.
                unsafe { std::ptr::copy(a, b, len) }
            }
        }
    }
}

/// The number of packed bytes from which on a row prefetches lines, for groups of `GROUP` blocks. Shorter rows end
/// before the prefetched lines arrive.
const LONG: usize = 2 << 10;
const GROUP: usize = 8;
/// How far ahead lines are prefetched, in bytes of the side with the longer stride: some hundred ns of copying.
const AHEAD: usize = 2 << 10;

impl Side {
    /// Prefetches the lines of the group that comes `ahead` blocks after the block at `at`. Past the end of the row the
    /// hint is wasted, but never faults.
    #[inline(always)]
    fn fetch(self, at: *mut u8, ahead: isize, hint: impl Fn(*mut u8)) {
        let first = at.wrapping_offset(self.stride.wrapping_mul(ahead));
        let (span, step) = (self.stride.unsigned_abs() * GROUP, self.stride.unsigned_abs().max(LINE));
        for k in (0..span).step_by(step) {
            let k = k as isize;
            hint(first.wrapping_offset(if self.stride < 0 { -k } else { k }));
        }
    }
}

/// Copies blocks of a constant length, so that each copy is a load and a store. Prefetches the lines to be written: the
/// reader's cache still holds the lines of a slot, and the processor would fetch the lines of a row with gaps only one
/// after the other.
#[inline(always)]
fn each<const N: usize>(from: Side, to: Side, count: usize) {
    let (mut a, mut b) = (from.at, to.at);
    let mut step = || {
        // SAFETY: the caller of `transfer` has checked that every block lies in its memory; each is copied once.
        unsafe { b.cast::<[u8; N]>().write_unaligned(a.cast::<[u8; N]>().read_unaligned()) };
        a = a.wrapping_offset(from.stride);
        b = b.wrapping_offset(to.stride);
        (a, b)
    };
    let mut left = count;
    if count * N >= LONG {
        let longer = from.stride.unsigned_abs().max(to.stride.unsigned_abs());
        let ahead = (AHEAD / longer.max(1)).max(2 * GROUP) as isize;
        let mut now = (from.at, to.at);
        while left >= GROUP {
            from.fetch(now.0, ahead, |p| prefetch::for_reading(p));
            to.fetch(now.1, ahead, |p| prefetch::for_writing(p));
            for _ in 0..GROUP {
                now = step();
            }
            left -= GROUP;
        }
    }
    for _ in 0..left {
        step();
    }
}

/// The flag for gaps on the reading side. [`SCATTER`] is the flag for gaps on the writing side.
const GATHER: u8 = 1;
const SCATTER: u8 = 2;
const BOTH: u8 = GATHER | SCATTER;

/// Copies the most frequent row: blocks as long as the gaps between them. Uses whole registers if the processor can.
/// The compiler knows the length and the strides.
#[inline(always)]
fn every_other<const N: usize, const STRIDE: isize, const HOLES: u8>(from: Side, to: Side, count: usize) {
    let stride = |side: u8| if HOLES & side != 0 { STRIDE } else { N as isize };
    let place = |first: usize| {
        let side = |at: *mut u8, stride: isize| Side { at: at.wrapping_offset(first as isize * stride), stride };
        (side(from.at, stride(GATHER)), side(to.at, stride(SCATTER)))
    };
    let some = |first: usize, n: usize| {
        let (from, to) = place(first);
        each::<N>(from, to, n);
    };
    #[cfg(target_arch = "x86_64")]
    if wide::available() {
        // The first blocks are copied alone, so that the following stores fill whole lines.
        let head = (to.at.align_offset(LINE) / stride(SCATTER) as usize).min(count);
        some(0, head);
        let (a, b) = place(head);
        // SAFETY: availability is checked; the caller of `transfer` has checked that all blocks lie in its memory.
        let done = unsafe {
            match HOLES {
                GATHER => wide::gather::<N>(a.at, b.at, count - head),
                SCATTER => wide::scatter::<N>(a.at, b.at, count - head),
                _ => wide::across::<N>(a.at, b.at, count - head),
            }
        };
        return some(head + done, count - head - done);
    }
    some(0, count);
}
