//! Put and get of contiguous elements. On one machine a call is a copy; see [`super::space`].
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::ctx::Ctx;
use super::process::fail;
use super::space::SPACE;
use super::transfer;
use std::ptr;

/// Returns the bytes of `n` elements, or ends the job if they are more than memory can hold.
#[inline(always)]
pub fn bytes_of<T>(call: &str, n: usize) -> usize {
    match n.checked_mul(size_of::<T>()) {
        Some(bytes) => bytes,
        None => fail(call, format_args!("{n} elements of {} bytes are more than memory can hold", size_of::<T>())),
    }
}

#[inline(always)]
pub unsafe fn put<T>(call: &str, ctx: Ctx, dest: *mut T, source: *const T, n: usize, pe: i32) {
    let bytes = bytes_of::<T>(call, n);
    if ctx.is_of_world()
        && let Some(to) = SPACE.near(dest.addr(), bytes, pe)
    {
        // SAFETY: the program vouches for the source; the destination lies in the PE's part.
        unsafe { ptr::copy(source.cast(), to, bytes) };
        return SPACE.rouse(pe as usize);
    }
    // SAFETY: by this function's contract.
    unsafe { put_otherwise(call, ctx, dest.addr(), source.cast(), bytes, pe, false) };
}

#[inline(always)]
pub unsafe fn put_nbi<T>(call: &str, ctx: Ctx, dest: *mut T, source: *const T, n: usize, pe: i32) {
    let bytes = bytes_of::<T>(call, n);
    if ctx.is_of_world()
        && let Some(to) = SPACE.near(dest.addr(), bytes, pe)
    {
        // SAFETY: the program vouches for the source; the destination lies in the PE's part.
        unsafe { ptr::copy(source.cast(), to, bytes) };
        return SPACE.rouse(pe as usize);
    }
    // SAFETY: by this function's contract.
    unsafe { put_otherwise(call, ctx, dest.addr(), source.cast(), bytes, pe, true) };
}

#[inline(never)]
unsafe fn put_otherwise(call: &str, ctx: Ctx, dest: usize, source: *const u8, bytes: usize, pe: i32, lasting: bool) {
    let pe = ctx.pe(call, pe);
    if bytes == 0 {
        SPACE.check_pe(call, pe);
        return;
    }
    let place = SPACE.place(call, dest, bytes, pe);
    ctx.touch();
    // SAFETY: the program vouches for the source; the destination has been checked.
    unsafe { transfer::write(call, place, source, bytes, lasting) };
}

#[inline(always)]
pub unsafe fn get<T>(call: &str, ctx: Ctx, dest: *mut T, source: *const T, n: usize, pe: i32) {
    let bytes = bytes_of::<T>(call, n);
    if ctx.is_of_world()
        && let Some(from) = SPACE.near(source.addr(), bytes, pe)
    {
        // SAFETY: the program vouches for the destination; the source lies in the PE's part.
        return unsafe { ptr::copy(from, dest.cast(), bytes) };
    }
    // SAFETY: by this function's contract.
    unsafe { get_otherwise(call, ctx, dest.cast(), source.addr(), bytes, pe, false) };
}

#[inline(always)]
pub unsafe fn get_nbi<T>(call: &str, ctx: Ctx, dest: *mut T, source: *const T, n: usize, pe: i32) {
    let bytes = bytes_of::<T>(call, n);
    if ctx.is_of_world()
        && let Some(from) = SPACE.near(source.addr(), bytes, pe)
    {
        // SAFETY: the program vouches for the destination; the source lies in the PE's part.
        return unsafe { ptr::copy(from, dest.cast(), bytes) };
    }
    // SAFETY: by this function's contract.
    unsafe { get_otherwise(call, ctx, dest.cast(), source.addr(), bytes, pe, true) };
}

#[inline(never)]
unsafe fn get_otherwise(call: &str, ctx: Ctx, dest: *mut u8, source: usize, bytes: usize, pe: i32, lasting: bool) {
    let pe = ctx.pe(call, pe);
    if bytes == 0 {
        SPACE.check_pe(call, pe);
        return;
    }
    let place = SPACE.place(call, source, bytes, pe);
    if lasting {
        ctx.touch();
    }
    // SAFETY: the program vouches for the destination; the source has been checked.
    unsafe { transfer::read(call, place, dest, bytes, lasting) };
}

#[inline(always)]
pub unsafe fn p<T>(call: &str, ctx: Ctx, dest: *mut T, value: T, pe: i32) {
    if ctx.is_of_world()
        && let Some(to) = SPACE.near(dest.addr(), size_of::<T>(), pe)
    {
        // SAFETY: the destination lies in the PE's part.
        unsafe { to.cast::<T>().write_unaligned(value) };
        return SPACE.rouse(pe as usize);
    }
    // SAFETY: the value is a variable of this function, whose bytes have left when the call returns.
    unsafe { put_otherwise(call, ctx, dest.addr(), (&raw const value).cast(), size_of::<T>(), pe, false) };
}

#[inline(always)]
pub unsafe fn g<T>(call: &str, ctx: Ctx, source: *const T, pe: i32) -> T {
    if ctx.is_of_world()
        && let Some(from) = SPACE.near(source.addr(), size_of::<T>(), pe)
    {
        // SAFETY: the source lies in the PE's part, whose bytes are a C number's.
        return unsafe { from.cast::<T>().read_unaligned() };
    }
    let mut value = std::mem::MaybeUninit::<T>::uninit();
    // SAFETY: the value is a variable of this function, and the call fills it in: any bytes are a C number's.
    unsafe {
        get_otherwise(call, ctx, value.as_mut_ptr().cast(), source.addr(), size_of::<T>(), pe, false);
        value.assume_init()
    }
}
