//! Reductions: each PE combines its share of the elements of all PEs, and puts the result to all. No other PE reads or
//! writes that share, so that destination and source may be one array.
use super::collective::SharedCall;
use super::meet::Meeting;
use super::rma::bytes_of;
use super::space::SPACE;
use super::transfer::{read, write};
use crate::layout::SHORT;
use std::ptr;

/// Bytes that a PE combines at a time, so that they stay in its cache. A longer piece leaves the cache, a shorter one
/// costs more rounds between machines.
const PIECE: usize = 64 << 10;

/// Runs a reduction of `n` elements by `f(of this PE or earlier ones, of the next PE)`.
pub fn run<T: Copy>(call: &str, all: Meeting, dest: *mut T, source: *const T, n: usize, f: impl Fn(T, T) -> T) {
    let bytes = bytes_of::<T>(call, n);
    let combine = |sum: *mut u8, next: *const u8, count: usize| {
        let (sum, next) = (sum.cast::<T>(), next.cast::<T>());
        for i in 0..count {
            // SAFETY: `reduce` passes two buffers of `count` elements, aligned for the largest.
            unsafe { sum.add(i).write(f(*sum.add(i), next.add(i).read_unaligned())) };
        }
    };
    let collective = SharedCall::new(call, all, (dest.addr(), bytes), (source.cast(), bytes));
    reduce(&collective, (n, size_of::<T>()), &combine);
}

/// Combines `count` elements of the second buffer into the first.
type Combining<'a> = &'a dyn Fn(*mut u8, *const u8, usize);

/// Reduces few elements: each PE combines those of all PEs by itself.
fn reduce_short(c: &SharedCall, buffer: usize, (n, width): (usize, usize), combine: Combining) {
    // 16 bytes are the alignment of the largest element.
    let mut sum = [0u128; SHORT / 16];
    for (index, pe) in c.all.set.pes().enumerate() {
        let there = SPACE.part(pe as usize).wrapping_add(buffer);
        match index {
            // SAFETY: the buffers have room for these elements, and stay as they are until a later meeting.
            0 => unsafe { ptr::copy(there, sum.as_mut_ptr().cast(), n * width) },
            _ => combine(sum.as_mut_ptr().cast(), there, n),
        }
    }
    let dest = SPACE.part(SPACE.me()).wrapping_add(c.dest);
    // SAFETY: the constructor has checked the destination.
    unsafe { ptr::copy(sum.as_ptr().cast(), dest, n * width) };
}

fn reduce(c: &SharedCall, (n, width): (usize, usize), combine: Combining) {
    if let Some(buffer) = c.share_short(n * width) {
        return reduce_short(c, buffer, (n, width), combine);
    }
    c.all.wait(c.call);
    let (me, size) = (c.all.me as usize, c.all.set.size as usize);
    let bound = |index: usize| (n as u128 * index as u128 / size as u128) as usize;
    let (mut at, end) = (bound(me), bound(me + 1));
    let piece = PIECE / width;
    let room = (end - at).min(piece) * width;
    let mut sum = vec![0u128; room.div_ceil(16)];
    let mut next = vec![0u128; if c.all.near { 0 } else { room.div_ceil(16) }];
    while at < end {
        let count = piece.min(end - at);
        let (place, bytes) = (at * width, count * width);
        for index in 0..size {
            let pe = c.all.set.pe(index as i32) as usize;
            let part = SPACE.part(pe);
            let there = (pe, c.source + place);
            if index == 0 {
                // SAFETY: the buffer has room for a piece; the constructor has checked the arrays.
                unsafe { read(c.call, there, sum.as_mut_ptr().cast(), bytes, false) };
            } else if !part.is_null() {
                combine(sum.as_mut_ptr().cast(), part.wrapping_add(there.1), count);
            } else {
                // SAFETY: as above.
                unsafe { read(c.call, there, next.as_mut_ptr().cast(), bytes, false) };
                combine(sum.as_mut_ptr().cast(), next.as_ptr().cast(), count);
            }
        }
        for pe in c.all.set.pes() {
            // SAFETY: as above; without `lasting` the buffer is free on return.
            unsafe { write(c.call, (pe as usize, c.dest + place), sum.as_ptr().cast(), bytes, false) };
        }
        at += count;
    }
    c.end();
}
