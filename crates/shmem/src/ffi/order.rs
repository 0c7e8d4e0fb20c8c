//! Order and completion (OpenSHMEM 1.5, section 9.11). On one machine operations are complete when their call returns,
//! and stores are seen in their order. Operations to a PE on another machine are applied in the order of the calls, but
//! for long puts.
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::ctx::Ctx;
use super::meet::{Meeting, MeetingPlace};
use super::process::enter;
use super::space::SPACE;
use super::team::{self, WORLD_SLOT};
use super::window::{Joined, failed, joined};
use clump::driver::Waiting;
use clump::driver::windows::full_fence;
use std::sync::atomic::Ordering::Release;
use std::sync::atomic::fence as processor_fence;

#[inline(always)]
pub unsafe fn fence(call: &str) {
    order_of(call, Ctx::DEFAULT);
}

pub unsafe fn ctx_fence(call: &str, ctx: Ctx) {
    order_of(call, ctx);
}

/// Orders the operations of a context. Contexts share the order of their operations.
#[inline(always)]
fn order_of(call: &str, ctx: Ctx) {
    SPACE.check(call);
    ctx.check(call);
    processor_fence(Release);
    if SPACE.is_far() {
        order_far(call, None);
    }
}

/// Waits until earlier puts to PE `pe` cannot be overtaken by later operations.
pub fn put_in_order(call: &str, pe: usize) {
    order_far(call, Some(pe));
}

#[cold]
#[inline(never)]
fn order_far(call: &str, only: Option<usize>) {
    let is_meant = |pe: &usize| only.is_none_or(|only| *pe == only);
    let waits: Vec<usize> = match &*joined() {
        Some(joined) => joined.disordered.iter().copied().filter(is_meant).collect(),
        None => return,
    };
    wait_for(call, &waits);
}

#[inline(always)]
pub unsafe fn quiet(call: &str) {
    quiet_of(call, Ctx::DEFAULT);
}

pub unsafe fn ctx_quiet(call: &str, ctx: Ctx) {
    quiet_of(call, ctx);
}

/// Waits until the operations of a context are complete.
#[inline(always)]
pub fn quiet_of(call: &str, ctx: Ctx) {
    SPACE.check(call);
    ctx.check(call);
    full_fence();
    // Without PEs on other machines nothing is ever under way.
    if SPACE.is_far() && ctx.is_touched() {
        wait_for_all(call);
    }
}

/// Waits until all operations of this PE are complete.
pub fn wait_for_all(call: &str) {
    if !SPACE.is_far() {
        return;
    }
    let pes = match &*joined() {
        Some(joined) => joined.touched.clone(),
        None => return,
    };
    wait_for(call, &pes);
}

/// Waits until the operations to these PEs, which are on other machines, are complete. A refused operation ends the
/// job. The PEs stay in the lists until then, because another thread may have to wait for the same operations.
fn wait_for(call: &str, pes: &[usize]) {
    if pes.is_empty() {
        return;
    }
    let mut end = Ok(());
    enter(|inside| {
        let mut left = pes.to_vec();
        inside.block_until(Waiting::NOTHING, &mut |common| {
            let mut joined = joined();
            let Some(joined) = &mut *joined else { return true };
            left.retain(|&pe| joined.is_pending(common.endpoint(), pe));
            left.is_empty()
        });
        if let Some(Joined { window, disordered, touched, .. }) = &mut *joined() {
            let endpoint = inside.common().endpoint();
            end = pes.iter().try_for_each(|&pe| window.outcome(endpoint, pe).map_err(|e| (pe, e)));
            disordered.retain(|pe| !pes.contains(pe) || window.is_pending(endpoint, *pe));
            touched.retain(|pe| !pes.contains(pe) || window.is_pending(endpoint, *pe));
        }
    });
    if let Err((pe, e)) = end {
        failed(call, pe, 0, e);
    }
}

/// Returns the meeting of all PEs.
#[inline(always)]
fn all() -> Meeting {
    Meeting::new(team::world(), SPACE.me() as i32, MeetingPlace::Slot(WORLD_SLOT))
}

/// Completes all operations of this PE, and waits for all PEs.
#[inline(always)]
pub fn barrier(call: &str) {
    SPACE.check(call);
    // The meeting itself is a fence of the processor.
    wait_for_all(call);
    all().wait(call);
}

#[inline(always)]
pub unsafe fn barrier_all(call: &str) {
    barrier(call);
}

#[inline(always)]
pub unsafe fn sync_all(call: &str) {
    SPACE.check(call);
    all().wait(call);
}
