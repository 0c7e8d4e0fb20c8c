//! MPI_Win_fence, MPI_Win_sync and the flush family (MPI 5.0, 12.5.1 and 12.5.4). Operations on mapped memory
//! are complete when their call returns, so for them a flush is a processor fence.
use super::failed;
use crate::abi::{self, MPI_MODE_NOPRECEDE, MPI_MODE_NOPUT, MPI_MODE_NOSTORE, MPI_MODE_NOSUCCEED};
use crate::coll;
use crate::error::{Call, Result, error, fail};
use crate::ffi::gate::{self, Guard};
use crate::objects::win::Win;
use crate::objects::win::epoch::{AccessEpoch, allowed};
use clump::driver::windows::full_fence;
use clump::driver::{Endpoint, Waiting};
use std::ops::Range;

/// MPI_Win_fence
pub fn fence(call: Call, assert: i32, win: abi::Win) -> Result {
    let mut s = gate::enter();
    let w = s.win_mut(win)?;
    allowed(assert, MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED)?;
    w.may_begin()?;
    if w.epochs.exposure.is_some() {
        return fail(abi::MPI_ERR_RMA_SYNC, "the epoch that MPI_Win_post began is open; end it first");
    }
    let opens = assert & MPI_MODE_NOSUCCEED == 0;
    if matches!(w.epochs.access, AccessEpoch::Fence) != opens {
        w.open(|_| opens);
        w.epochs.access = if opens { AccessEpoch::Fence } else { AccessEpoch::None };
    }
    let (all, comm) = (0..w.len(), w.comm);
    // Go on even if this rank's operations failed, because the other ranks wait for this rank.
    let done = applied(&mut s, call, win, all);
    drop(s);
    if assert & (MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED) == MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED {
        // Without an epoch before or after this call, no rank needs to wait; all ranks pass equal assertions.
        full_fence();
        return done;
    }
    // The barrier orders the stores of the two epochs: each rank stores before it enters the barrier, and loads after
    // it leaves the barrier.
    coll::barrier(coll::InnerForm(call), comm)?;
    done
}

/// Waits until all operations on these ranks are complete at the target, and orders them before this rank's next
/// accesses.
#[inline(always)]
pub(super) fn finish(s: &mut Guard, call: Call, win: abi::Win, targets: Range<u32>) -> Result {
    full_fence();
    applied(s, call, win, targets)
}

/// Waits until all operations on these ranks are complete at the target, and orders them before this rank's next
/// accesses. Does not order this rank's own stores: for them there is MPI_Win_sync.
#[inline(always)]
fn flushed(s: &mut Guard, call: Call, win: abi::Win, targets: Range<u32>) -> Result {
    if !s.win(win)?.fenced.get() {
        full_fence();
    }
    applied(s, call, win, targets)
}

/// Waits until all operations on these ranks are complete at the target. The caller must order them before its next
/// accesses.
#[inline(always)]
pub(super) fn applied(s: &mut Guard, call: Call, win: abi::Win, targets: Range<u32>) -> Result {
    serve(s, win)?;
    awaited(s, call, win, targets)
}

/// Makes progress if members reach this rank's part by frames: the program may poll only its own part, while another
/// rank waits for this rank's answer.
#[inline(always)]
pub(super) fn serve(s: &mut Guard, win: abi::Win) -> Result {
    let (w, endpoint) = s.win_endpoint(win)?;
    if w.window.is_offered() {
        endpoint.progress();
    }
    Ok(())
}

/// Waits as [`applied`] does, and makes no progress if nothing is pending.
#[inline(always)]
pub(super) fn awaited(s: &mut Guard, call: Call, win: abi::Win, targets: Range<u32>) -> Result {
    let (w, endpoint) = s.win_endpoint(win)?;
    if !w.window.is_far() {
        return Ok(());
    }
    if targets.clone().any(|target| w.window.is_pending(endpoint, target as usize)) {
        wait(s, call, win, targets.clone(), |w, endpoint, target| w.window.is_pending(endpoint, target))?;
    }
    let (w, endpoint) = s.win_endpoint(win)?;
    let mut done = Ok(());
    for target in targets {
        let outcome = w.window.outcome(endpoint, target as usize);
        done = done.and(outcome.or_else(|e| failed(e, target)));
    }
    done
}

#[cold]
fn wait(
    s: &mut Guard,
    call: Call,
    win: abi::Win,
    targets: Range<u32>,
    goes_on: fn(&Win, &mut Endpoint, usize) -> bool,
) -> Result {
    for target in targets {
        let w = s.win(win)?;
        let peer = w.group.job(target) as i32;
        let waiting = Waiting { call: call.0, peer, tag: Waiting::NO_TAG, context: s.comm(w.comm)?.context };
        s.block(waiting, |s| match s.win_endpoint(win) {
            Ok((w, endpoint)) => (!goes_on(w, endpoint, target as usize)).then_some(()),
            Err(_) => Some(()),
        });
    }
    Ok(())
}

/// Waits until all operations on these ranks are complete at the origin: the memory of puts may be reused, and the data
/// of gets has arrived. If the target refused an operation, a later call that waits for the target reports the refusal.
fn finish_here(s: &mut Guard, call: Call, win: abi::Win, targets: Range<u32>) -> Result {
    full_fence();
    let (w, endpoint) = s.win_endpoint(win)?;
    if w.window.is_offered() {
        endpoint.progress();
    }
    if targets.clone().any(|target| w.window.is_leaving(endpoint, target as usize)) {
        wait(s, call, win, targets, |w, endpoint, target| w.window.is_leaving(endpoint, target))?;
    }
    Ok(())
}

/// Returns MPI_ERR_RMA_SYNC unless a passive target epoch to that rank is open.
#[inline(always)]
fn locked(s: &Guard, rank: i32, win: abi::Win) -> Result<Option<u32>> {
    let w = s.win(win)?;
    match w.target(rank)? {
        None => Ok(None),
        Some((target, t)) if t.open && w.epochs.is_passive() => Ok(Some(target)),
        Some(_) => Err(not_locked(&format!("rank {rank}"))),
    }
}

#[cold]
fn not_locked(what: &str) -> Box<crate::error::Error> {
    error(abi::MPI_ERR_RMA_SYNC, format!("no lock of {what} is held; a flush needs one"))
}

#[inline(always)]
fn flush_one(call: Call, rank: i32, win: abi::Win, finish: Finish) -> Result {
    let mut s = gate::enter();
    match locked(&s, rank, win)? {
        Some(target) => finish(&mut s, call, win, target..target + 1),
        None => Ok(()),
    }
}

/// The function with which a flush waits, for completion at the target or at the origin.
type Finish = fn(&mut Guard, Call, abi::Win, Range<u32>) -> Result;

fn flush_each(call: Call, win: abi::Win, finish: Finish) -> Result {
    let mut s = gate::enter();
    let w = s.win(win)?;
    if !w.epochs.is_passive() {
        return Err(not_locked("any rank"));
    }
    let all = 0..w.len();
    finish(&mut s, call, win, all)
}

/// MPI_Win_flush
#[inline(always)]
pub fn flush(call: Call, rank: i32, win: abi::Win) -> Result {
    flush_one(call, rank, win, flushed)
}

/// MPI_Win_flush_local
#[inline(always)]
pub fn flush_local(call: Call, rank: i32, win: abi::Win) -> Result {
    flush_one(call, rank, win, finish_here)
}

/// MPI_Win_flush_all
pub fn flush_all(call: Call, win: abi::Win) -> Result {
    flush_each(call, win, flushed)
}

/// MPI_Win_flush_local_all
pub fn flush_local_all(call: Call, win: abi::Win) -> Result {
    flush_each(call, win, finish_here)
}

/// MPI_Win_sync
pub fn sync(_: Call, win: abi::Win) -> Result {
    let mut s = gate::enter();
    let (w, endpoint) = s.win_endpoint(win)?;
    if w.window.is_offered() {
        endpoint.progress();
    }
    full_fence();
    Ok(())
}
