//! Put and get of elements that lie apart (iput, iget).
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::ctx::Ctx;
use super::process::fail;
use super::rma::bytes_of;
use super::space::SPACE;
use super::{order, transfer};

/// The elements of a call: their number, the bytes of each, and how far they lie apart at the destination and at the
/// source, in elements.
struct Elements {
    n: usize,
    width: usize,
    to_apart: usize,
    from_apart: usize,
}

impl Elements {
    fn new<T>(call: &str, dst: isize, sst: isize, n: usize) -> Elements {
        let apart = |stride: isize| match usize::try_from(stride) {
            Ok(stride) if stride > 0 => bytes_of::<T>(call, stride),
            _ => fail(call, format_args!("a stride is {stride}; it must be at least 1")),
        };
        Elements { n, width: size_of::<T>(), to_apart: apart(dst), from_apart: apart(sst) }
    }

    /// Returns the bytes from the first to the last element, `apart` bytes apart.
    fn extent(&self, call: &str, apart: usize) -> usize {
        let last = (self.n - 1).checked_mul(apart).and_then(|at| at.checked_add(self.width));
        last.unwrap_or_else(|| fail(call, "the elements reach past the end of memory"))
    }
}

#[inline(always)]
pub unsafe fn iput<T>(call: &str, ctx: Ctx, dest: *mut T, source: *const T, dst: isize, sst: isize, n: usize, pe: i32) {
    // SAFETY: by this function's contract.
    unsafe { put_each(call, ctx, dest.addr(), source.cast(), Elements::new::<T>(call, dst, sst, n), pe) };
}

unsafe fn put_each(call: &str, ctx: Ctx, dest: usize, source: *const u8, all: Elements, pe: i32) {
    let pe = ctx.pe(call, pe);
    if all.n == 0 {
        SPACE.check_pe(call, pe);
        return;
    }
    let (pe, offset) = SPACE.place(call, dest, all.extent(call, all.to_apart), pe);
    let part = SPACE.part(pe);
    if !part.is_null() {
        // SAFETY: the program vouches for the source; the destination has been checked.
        unsafe { copy_each(part.wrapping_add(offset), all.to_apart, source, all.from_apart, &all) };
        return SPACE.rouse(pe);
    }
    ctx.touch();
    for i in 0..all.n {
        let from = source.wrapping_add(i * all.from_apart);
        // SAFETY: as above.
        unsafe { transfer::write(call, (pe, offset + i * all.to_apart), from, all.width, false) };
    }
}

#[inline(always)]
pub unsafe fn iget<T>(call: &str, ctx: Ctx, dest: *mut T, source: *const T, dst: isize, sst: isize, n: usize, pe: i32) {
    // SAFETY: by this function's contract.
    unsafe { get_each(call, ctx, dest.cast(), source.addr(), Elements::new::<T>(call, dst, sst, n), pe) };
}

unsafe fn get_each(call: &str, ctx: Ctx, dest: *mut u8, source: usize, all: Elements, pe: i32) {
    let pe = ctx.pe(call, pe);
    if all.n == 0 {
        SPACE.check_pe(call, pe);
        return;
    }
    let (pe, offset) = SPACE.place(call, source, all.extent(call, all.from_apart), pe);
    let part = SPACE.part(pe);
    if !part.is_null() {
        // SAFETY: the program vouches for the destination; the source has been checked.
        return unsafe { copy_each(dest, all.to_apart, part.wrapping_add(offset), all.from_apart, &all) };
    }
    // All requests leave before the first answer is awaited.
    for i in 0..all.n {
        let into = dest.wrapping_add(i * all.to_apart);
        // SAFETY: as above.
        unsafe { transfer::read(call, (pe, offset + i * all.from_apart), into, all.width, true) };
    }
    order::wait_for_all(call);
}

/// Copies elements, each of which may lie anywhere.
unsafe fn copy_each(to: *mut u8, to_apart: usize, from: *const u8, from_apart: usize, all: &Elements) {
    for i in 0..all.n {
        let (to, from) = (to.wrapping_add(i * to_apart), from.wrapping_add(i * from_apart));
        // SAFETY: the caller has checked both sides' extents.
        unsafe {
            match all.width {
                8 => to.cast::<u64>().write_unaligned(from.cast::<u64>().read_unaligned()),
                4 => to.cast::<u32>().write_unaligned(from.cast::<u32>().read_unaligned()),
                width => std::ptr::copy(from, to, width),
            }
        }
    }
}
