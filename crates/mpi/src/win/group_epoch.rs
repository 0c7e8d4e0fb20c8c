//! Epochs of groups: post, start, complete, wait and test (MPI 5.0, 12.5.2). Post and complete send empty messages on
//! the window's own communicator. Messages between two ranks keep their order, so each message matches the epoch to
//! which it belongs.
use super::fence::finish;
use crate::abi::{self, MPI_MODE_NOCHECK, MPI_MODE_NOPUT, MPI_MODE_NOSTORE};
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::Out;
use crate::ffi::gate::{self, Guard};
use crate::objects::win::epoch::{AccessEpoch, Exposure, allowed};
use clump::driver::{Departed, Mode, Region, Select, Waiting};
use std::sync::atomic::{Ordering, fence};

/// Tag of the messages that post sends.
const POSTED: i32 = 0;
/// Tag of the messages that complete sends.
const COMPLETED: i32 = 1;

/// Returns the ranks in the window of a group's members, and the context of the window's messages. Returns
/// MPI_ERR_GROUP if a member is not in the window's group.
fn members(s: &Guard, group: abi::Group, win: abi::Win) -> Result<(Vec<u32>, u16)> {
    let w = s.win(win)?;
    let group = s.dynamic.within(&s.group(group)?, &w.group);
    let ranks = group.iter().map(|job| w.group.rank_of(job)).collect::<Option<Vec<_>>>();
    match ranks {
        Some(ranks) => Ok((ranks, s.comm(w.comm)?.context)),
        None => fail(abi::MPI_ERR_GROUP, "a process of the group is not in the window's group"),
    }
}

/// Sends an empty message to each of these ranks.
fn send_to_each(s: &mut Guard, win: abi::Win, ranks: &[u32], context: u16, tag: i32) -> Result {
    let group = s.win(win)?.group.clone();
    let endpoint = s.endpoint();
    for &rank in ranks {
        if let Some(request) = endpoint.send(group.job(rank), context, tag, Region::EMPTY, Mode::Standard) {
            endpoint.detach(request);
        }
    }
    Ok(())
}

/// Posts a receive of an empty message from each of these ranks.
fn post_receives(
    s: &mut Guard,
    win: abi::Win,
    ranks: &[u32],
    context: u16,
    tag: i32,
) -> Result<Vec<clump::driver::Request>> {
    let group = s.win(win)?.group.clone();
    let endpoint = s.endpoint();
    let select = |rank: &u32| Select { context, source: Some(group.job(*rank)), tag: Some(tag) };
    Ok(ranks.iter().map(|rank| endpoint.recv(select(rank), Region::EMPTY)).collect())
}

/// Waits for an empty message. Returns MPI_ERR_PROC_ABORTED if the sender has left the job.
fn await_message(s: &mut Guard, call: Call, win: abi::Win, context: u16, request: clump::driver::Request) -> Result {
    let from = s.endpoint().waits_for(request).and_then(|select| select.source);
    let peer = from.map_or(-1, |rank| rank as i32);
    match s.finish(request, Waiting { call: call.0, peer, tag: Waiting::NO_TAG, context }) {
        Ok(_) => Ok(()),
        Err(Departed(job)) => {
            s.withdraw(request);
            let rank = s.win(win)?.group.rank_of(job).unwrap_or(job);
            let class = s.class_of_departure(abi::MPI_COMM_NULL, job);
            fail(class, format!("rank {rank} has died or left the job (MPI_Finalize) without ending this epoch"))
        }
    }
}

/// MPI_Win_post
pub fn post(_: Call, group: abi::Group, assert: i32, win: abi::Win) -> Result {
    let mut s = gate::enter();
    let (ranks, context) = members(&s, group, win)?;
    allowed(assert, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT)?;
    if s.win(win)?.epochs.exposure.is_some() {
        return fail(
            abi::MPI_ERR_RMA_SYNC,
            "the epoch that MPI_Win_post began is open; end it with MPI_Win_wait first",
        );
    }
    // Order this rank's stores before the origins' loads.
    fence(Ordering::SeqCst);
    let waits_for = post_receives(&mut s, win, &ranks, context, COMPLETED)?;
    if assert & MPI_MODE_NOCHECK == 0 {
        send_to_each(&mut s, win, &ranks, context, POSTED)?;
    }
    s.win_mut(win)?.epochs.exposure = Some(Exposure { waits_for });
    Ok(())
}

/// MPI_Win_start. Waits for the matching posts.
pub fn start(call: Call, group: abi::Group, assert: i32, win: abi::Win) -> Result {
    let mut s = gate::enter();
    let (targets, context) = members(&s, group, win)?;
    allowed(assert, MPI_MODE_NOCHECK)?;
    s.win(win)?.may_begin()?;
    if assert & MPI_MODE_NOCHECK == 0 {
        let mut done = Ok(());
        for request in post_receives(&mut s, win, &targets, context, POSTED)? {
            done = done.and(await_message(&mut s, call, win, context, request));
        }
        done?;
    }
    let w = s.win_mut(win)?;
    w.open(|rank| targets.contains(&rank));
    w.epochs.access = AccessEpoch::Start { targets };
    Ok(())
}

/// MPI_Win_complete
pub fn complete(call: Call, win: abi::Win) -> Result {
    let mut s = gate::enter();
    let w = s.win_mut(win)?;
    if !matches!(w.epochs.access, AccessEpoch::Start { .. }) {
        return fail(abi::MPI_ERR_RMA_SYNC, "MPI_Win_start has not been called");
    }
    let AccessEpoch::Start { targets } = std::mem::take(&mut w.epochs.access) else { return Ok(()) };
    w.open(|_| false);
    let context = w.comm;
    let context = s.comm(context)?.context;
    let mut done = Ok(());
    for &target in &targets {
        done = done.and(finish(&mut s, call, win, target..target + 1));
    }
    done.and(send_to_each(&mut s, win, &targets, context, COMPLETED))
}

/// Takes the open exposure epoch, or returns MPI_ERR_RMA_SYNC.
fn exposed(s: &mut Guard, win: abi::Win) -> Result<Exposure> {
    let exposure = s.win_mut(win)?.epochs.exposure.take();
    exposure.ok_or_else(|| error(abi::MPI_ERR_RMA_SYNC, "MPI_Win_post has not been called"))
}

/// MPI_Win_wait
pub fn wait(call: Call, win: abi::Win) -> Result {
    let mut s = gate::enter();
    let exposure = exposed(&mut s, win)?;
    let comm = s.win(win)?.comm;
    let context = s.comm(comm)?.context;
    let mut done = Ok(());
    for request in exposure.waits_for {
        done = done.and(await_message(&mut s, call, win, context, request));
    }
    fence(Ordering::SeqCst);
    done
}

/// MPI_Win_test
pub fn test(_: Call, win: abi::Win, flag: Out<i32>) -> Result {
    let mut s = gate::enter();
    let mut exposure = exposed(&mut s, win)?;
    s.advance();
    exposure.waits_for.retain(|&request| s.endpoint().test(request).is_none());
    let over = exposure.waits_for.is_empty();
    flag.set(over.into());
    if over {
        fence(Ordering::SeqCst);
        return Ok(());
    }
    s.win_mut(win)?.epochs.exposure = Some(exposure);
    s.leave_empty_handed();
    Ok(())
}
