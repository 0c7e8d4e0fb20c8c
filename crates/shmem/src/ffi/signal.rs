//! Put with a signal (OpenSHMEM 1.5, section 9.8).
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::amo;
use super::ctx::Ctx;
use super::order;
use super::process::fail;
use super::rma;
use super::space::SPACE;
use super::waits;
use super::window::AtomicChange;
use std::sync::atomic::{AtomicU64, Ordering};

/// The values of `sig_op` in `shmem.h`.
const SET: i32 = 1;
const ADD: i32 = 2;

#[inline(always)]
pub unsafe fn put<T>(
    call: &str,
    ctx: Ctx,
    dest: *mut T,
    source: *const T,
    n: usize,
    signal: *mut u64,
    value: u64,
    what: i32,
    pe: i32,
) {
    // SAFETY: by this function's contract.
    unsafe { rma::put(call, ctx, dest, source, n, pe) };
    // SAFETY: by this function's contract.
    unsafe { give(call, ctx, signal, value, what, pe) };
}

/// Changes the signal's word, after the data that the call has put.
unsafe fn give(call: &str, ctx: Ctx, signal: *mut u64, value: u64, what: i32, pe: i32) {
    let change = match what {
        SET => AtomicChange::Set,
        ADD => AtomicChange::Add,
        _ => fail(call, format_args!("the signal's operation is {what}: SHMEM_SIGNAL_SET or SHMEM_SIGNAL_ADD")),
    };
    let pe = ctx.pe(call, pe);
    let (pe, offset) = SPACE.place(call, signal.addr(), 8, pe);
    if !signal.addr().is_multiple_of(8) {
        fail(call, format_args!("to PE {pe}: the address {signal:?} of the signal is not aligned"));
    }
    if SPACE.part(pe).is_null() {
        order::put_in_order(call, pe);
    }
    amo::change_at(call, (pe, offset), signal.addr(), change, value, false);
}

pub unsafe fn fetch(call: &str, signal: *const u64) -> u64 {
    SPACE.check(call);
    // SAFETY: the program vouches for the aligned word, which PEs change atomically.
    unsafe { AtomicU64::from_ptr(signal.cast_mut()) }.load(Ordering::Acquire)
}

pub unsafe fn wait_until(call: &str, signal: *mut u64, cmp: i32, value: u64) -> u64 {
    // SAFETY: by this function's contract.
    unsafe { waits::value_until(call, signal, cmp, value) }
}
