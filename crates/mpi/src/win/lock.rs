//! Passive target epochs: lock and unlock, for one rank and for all ranks (MPI 5.0, 12.5.3).
use super::failed;
use super::fence::{awaited, finish, serve};
use crate::abi::{self, MPI_MODE_NOCHECK};
use crate::error::{Call, Result, fail};
use crate::ffi::gate::{self, Guard};
use crate::objects::win::epoch::{AccessEpoch, Held, allowed};
use clump::driver::Waiting;
use clump::driver::windows::{LockKind, WindowError};
use std::time::{Duration, Instant};

/// Interval between checks that the holder of a contended lock is alive. Smaller: more system calls. Larger: a waiting
/// rank notices a dead holder later.
const CHECKUP: Duration = Duration::from_millis(100);

/// MPI_Win_lock
pub fn lock(call: Call, kind: i32, rank: i32, assert: i32, win: abi::Win) -> Result {
    let mut s = gate::enter();
    let w = s.win(win)?;
    let wanted = match kind {
        abi::MPI_LOCK_SHARED => LockKind::Shared,
        abi::MPI_LOCK_EXCLUSIVE => LockKind::Exclusive,
        _ => {
            let why = format!("the lock type is {kind}; there are MPI_LOCK_SHARED and MPI_LOCK_EXCLUSIVE");
            return fail(abi::MPI_ERR_LOCKTYPE, why);
        }
    };
    allowed(assert, MPI_MODE_NOCHECK)?;
    let Some((target, t)) = w.target(rank)? else { return Ok(()) };
    if t.held.is_some() {
        return fail(abi::MPI_ERR_RMA_SYNC, format!("the lock of rank {rank} is held already"));
    }
    if !matches!(w.epochs.access, AccessEpoch::Locks(_)) {
        w.may_begin()?;
    }
    let held = Held { wanted, checked: assert & MPI_MODE_NOCHECK == 0 };
    if held.checked {
        take(&mut s, call, win, target, wanted)?;
    }
    s.win_mut(win)?.hold(target, held);
    Ok(())
}

/// Blocks until the lock is acquired.
#[inline(always)]
fn take(s: &mut Guard, call: Call, win: abi::Win, target: u32, wanted: LockKind) -> Result {
    let (w, endpoint) = s.win_endpoint(win)?;
    if endpoint.is_dead(w.group.job(target)) {
        return fail(abi::MPI_ERR_PROC_FAILED, format!("rank {target} of the window has died"));
    }
    match w.window.try_lock(endpoint, target as usize, wanted) {
        Ok(true) => Ok(()),
        Ok(false) => wait(s, call, win, target, wanted),
        Err(e) => failed(e, target),
    }
}

#[cold]
fn wait(s: &mut Guard, call: Call, win: abi::Win, target: u32, wanted: LockKind) -> Result {
    let w = s.win(win)?;
    let waiting = Waiting {
        call: call.0,
        peer: w.group.job(target) as i32,
        tag: Waiting::NO_TAG,
        context: s.comm(w.comm)?.context,
    };
    let rung = w.window.set_waiting(target as usize, true);
    let mut checked = Instant::now();
    let taken = s.block_for_memory(waiting, rung, |s| {
        // Another thread may have freed the window.
        let Ok((w, endpoint)) = s.win_endpoint(win) else { return Some(Ok(())) };
        match w.window.try_lock(endpoint, target as usize, wanted) {
            Ok(true) => Some(Ok(())),
            Ok(false) if checked.elapsed() < CHECKUP => None,
            Ok(false) => {
                checked = Instant::now();
                w.window.dead_holder(endpoint, target as usize).map(|rank| Err(WindowError::HolderDied(rank)))
            }
            Err(e) => Some(Err(e)),
        }
    });
    if let Ok(w) = s.win(win) {
        w.window.set_waiting(target as usize, false);
    }
    taken.or_else(|e| failed(e, target))
}

/// Ends the epoch to a rank and releases its lock.
#[inline(always)]
fn release(s: &mut Guard, call: Call, win: abi::Win, target: u32, held: Held) -> Result {
    let it = target..target + 1;
    if !held.checked {
        return finish(s, call, win, it);
    }
    // The next holder of the lock sees all stores before the release, so no fence is needed.
    let done = awaited(s, call, win, it);
    let (w, endpoint) = s.win_endpoint(win)?;
    let given = w.window.unlock(endpoint, target as usize, held.wanted);
    // Make progress only now, because this rank refuses the lock to a rank on another machine that requests it while
    // it is held: that rank would never get it if this rank took it again before its next progress.
    serve(s, win)?;
    done.and(given.or_else(|e| failed(e, target)))
}

/// MPI_Win_unlock
pub fn unlock(call: Call, rank: i32, win: abi::Win) -> Result {
    let mut s = gate::enter();
    let (w, endpoint) = s.win_endpoint(win)?;
    let Some((target, _)) = w.target(rank)? else { return Ok(()) };
    match w.give_up(target) {
        // No operation can be in flight, because all ranks access the parts of this window directly in memory.
        Some(Held { wanted, checked: true }) if !w.window.is_far() && !w.window.is_offered() => {
            w.window.unlock(endpoint, target as usize, wanted).or_else(|e| failed(e, target))
        }
        Some(held) => release(&mut s, call, win, target, held),
        None => fail(abi::MPI_ERR_RMA_SYNC, format!("no lock of rank {rank} is held")),
    }
}

/// MPI_Win_lock_all
pub fn lock_all(call: Call, assert: i32, win: abi::Win) -> Result {
    let mut s = gate::enter();
    let w = s.win(win)?;
    allowed(assert, MPI_MODE_NOCHECK)?;
    w.may_begin()?;
    let (n, checked) = (w.len(), assert & MPI_MODE_NOCHECK == 0);
    for target in (0..n).filter(|_| checked) {
        if let Err(e) = take(&mut s, call, win, target, LockKind::Shared) {
            // Release the locks acquired so far, so that other ranks can go on.
            let (w, endpoint) = s.win_endpoint(win)?;
            (0..target).for_each(|t| _ = w.window.unlock(endpoint, t as usize, LockKind::Shared));
            return Err(e);
        }
    }
    let w = s.win_mut(win)?;
    w.open(|_| true);
    w.epochs.access = AccessEpoch::LockAll { checked };
    Ok(())
}

/// MPI_Win_unlock_all
pub fn unlock_all(call: Call, win: abi::Win) -> Result {
    let mut s = gate::enter();
    let w = s.win_mut(win)?;
    let AccessEpoch::LockAll { checked } = w.epochs.access else {
        return fail(abi::MPI_ERR_RMA_SYNC, "MPI_Win_lock_all has not been called");
    };
    w.epochs.access = AccessEpoch::None;
    w.open(|_| false);
    let mut done = Ok(());
    for target in 0..w.len() {
        done = done.and(release(&mut s, call, win, target, Held { wanted: LockKind::Shared, checked }));
    }
    done
}
