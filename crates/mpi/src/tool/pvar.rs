//! Performance variables: their properties and their values (MPI 5.0, 15.3.7).
use super::session::{check_handle, check_session};
use super::{at, enter, find, give, must_give, refuse, text};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out, Text, TextOut};
use crate::ffi::gate::Guard;
use crate::objects::tool::table::{PVARS, Pvar, PvarFacts};
use clump::driver::{CallCount, CallKind, Endpoint};

/// MPI_T_pvar_get_num
pub fn pvar_get_num(_: Call, num: Out<i32>) -> Result {
    let _s = enter()?;
    must_give(num, PVARS.len() as i32)
}

/// MPI_T_pvar_get_index
pub fn pvar_get_index(_: Call, name: Text, class: i32, index: Out<i32>) -> Result {
    let _s = enter()?;
    // Within a class names are unique.
    find(name, index, PVARS.iter().map(|facts| (facts.class == class).then_some(facts.name)))
}

/// MPI_T_pvar_get_info
#[allow(clippy::too_many_arguments)]
pub fn pvar_get_info(
    _: Call,
    index: i32,
    name: TextOut,
    name_len: Out<i32>,
    verbosity: Out<i32>,
    class: Out<i32>,
    datatype: Out<abi::Datatype>,
    enumtype: Out<usize>,
    desc: TextOut,
    desc_len: Out<i32>,
    bind: Out<i32>,
    readonly: Out<i32>,
    continuous: Out<i32>,
    atomic: Out<i32>,
) -> Result {
    let _s = enter()?;
    let facts = at(PVARS, index)?;
    text(name, name_len, facts.name);
    text(desc, desc_len, facts.what);
    give(verbosity, facts.verbosity);
    give(class, facts.class);
    give(datatype, abi::MPI_UNSIGNED_LONG_LONG);
    give(enumtype, abi::MPI_T_ENUM_NULL);
    give(bind, if facts.of_comm { abi::MPI_T_BIND_MPI_COMM } else { abi::MPI_T_BIND_NO_OBJECT });
    give(readonly, (!facts.counts()).into());
    give(continuous, (!facts.counts()).into());
    give(atomic, facts.counts().into());
    Ok(())
}

/// Returns the value of a variable that is bound to no object; 0 for other variables.
pub(super) fn total(endpoint: &mut Endpoint, pvar: Pvar) -> u64 {
    let of_calls = |kind: CallKind| Pvar::of_calls(kind).iter().position(|of| *of == pvar).map(|at| (kind, at));
    if let Some((kind, at)) = CallKind::ALL.into_iter().find_map(of_calls) {
        let CallCount { calls, bytes } = endpoint.call_counts().get(kind);
        return [calls, bytes][at];
    }
    let (c, b) = (endpoint.counters(), endpoint.broadcasts().counters());
    match pvar {
        Pvar::Unexpected => c.unexpected,
        Pvar::Held => c.held,
        Pvar::Seeks => c.seeks,
        Pvar::Declined => c.declined,
        Pvar::PulledNatively => c.pulled_native,
        Pvar::PulledByFrames => c.pulled_frames,
        Pvar::BytesPulled => c.pulled_bytes,
        Pvar::MalformedFrames => c.malformed,
        Pvar::Sleeps => endpoint.sleeps(),
        Pvar::PushedBuffer => endpoint.tuned().pushed_buffer(),
        Pvar::Retransmissions => endpoint.observed().network_counters().retransmitted,
        Pvar::DroppedDatagrams => endpoint.observed().network_counters().dropped,
        Pvar::MalformedPackets => endpoint.observed().network_counters().malformed,
        Pvar::RefusedFrames => endpoint.joints().refused_of_guests(),
        Pvar::BroadcastsByMulticast => b.by_multicast,
        Pvar::BroadcastsByTree => b.by_tree,
        Pvar::BroadcastRepairs => b.repairs,
        Pvar::MessagesSent | Pvar::MessagesReceived | Pvar::BytesPushed => 0,
        Pvar::UnexpectedQueue | Pvar::UnexpectedQueueBytes | Pvar::PostedQueue => 0,
        Pvar::Sends | Pvar::Receives | Pvar::Collectives | Pvar::OneSidedCalls | Pvar::FileAccesses => 0,
        Pvar::SendBytes | Pvar::ReceiveBytes | Pvar::CollectiveBytes | Pvar::OneSidedBytes | Pvar::FileBytes => 0,
    }
}

/// Returns the present values of a variable of this process.
fn present(s: &mut Guard, facts: &PvarFacts, comm: Option<abi::Comm>) -> Result<Vec<u64>> {
    let Some(handle) = comm else {
        let last = s.tool.last[facts.pvar as usize];
        return Ok(vec![s.common.endpoint.as_mut().map_or(last, |endpoint| total(endpoint, facts.pvar))]);
    };
    let Ok((comm, endpoint)) = s.comm_endpoint(handle) else { return refuse(abi::MPI_T_ERR_INVALID_HANDLE) };
    let mut queues = || endpoint.observed().queue_lengths(comm.context);
    Ok(match facts.pvar {
        Pvar::UnexpectedQueue => vec![queues().unexpected],
        Pvar::UnexpectedQueueBytes => vec![queues().unexpected_bytes],
        Pvar::PostedQueue => vec![queues().posted],
        pvar => (0..comm.peer_count())
            .map(|rank| {
                let traffic = endpoint.observed().traffic(comm.job_rank(rank));
                match pvar {
                    Pvar::MessagesSent => traffic.sent,
                    Pvar::MessagesReceived => traffic.received,
                    _ => traffic.pushed_bytes,
                }
            })
            .collect(),
    })
}

/// Returns a handle's values.
fn values(s: &mut Guard, handle: usize) -> Result<Vec<u64>> {
    let Some(p) = s.tool.pvar(handle) else { return refuse(abi::MPI_T_ERR_INVALID_HANDLE) };
    let (facts, comm) = (&PVARS[p.pvar as usize], p.comm);
    let now = present(s, facts, comm)?;
    let Some(p) = s.tool.pvar(handle).filter(|_| facts.counts()) else { return Ok(now) };
    let since = |i: usize| if p.started { now[i].wrapping_sub(p.base[i]) } else { 0 };
    Ok((0..p.count).map(|i| p.kept[i].wrapping_add(since(i))).collect())
}

/// Gives a counter these values, from which it counts on.
fn set(s: &mut Guard, handle: usize, to: Vec<u64>) -> Result {
    let Some(p) = s.tool.pvar(handle) else { return refuse(abi::MPI_T_ERR_INVALID_HANDLE) };
    let (facts, comm) = (&PVARS[p.pvar as usize], p.comm);
    let now = present(s, facts, comm)?;
    if let Some(p) = s.tool.pvar(handle) {
        (p.base, p.kept) = (now, to);
    }
    Ok(())
}

/// Returns the facts of a handle's variable.
fn facts_of(s: &mut Guard, session: usize, handle: usize) -> Result<&'static PvarFacts> {
    check_session(s, session)?;
    check_handle(s, session, handle)?;
    s.tool.pvar(handle).map_or_else(|| refuse(abi::MPI_T_ERR_INVALID_HANDLE), |p| Ok(&PVARS[p.pvar as usize]))
}

/// Returns the counters among a session's handles, for MPI_T_PVAR_ALL_HANDLES.
fn counters(s: &mut Guard, session: usize) -> Result<Vec<usize>> {
    check_session(s, session)?;
    let all = s.tool.pvars_of(session);
    Ok(all.into_iter().filter(|&h| s.tool.pvar(h).is_some_and(|p| PVARS[p.pvar as usize].counts())).collect())
}

/// Starts or stops a counter. A counter that is in that state already stays as it is.
fn switch(s: &mut Guard, handle: usize, on: bool) -> Result {
    let now = values(s, handle)?;
    if s.tool.pvar(handle).is_some_and(|p| p.started != on) {
        set(s, handle, now)?;
    }
    if let Some(p) = s.tool.pvar(handle) {
        p.started = on;
    }
    Ok(())
}

fn start_or_stop(session: usize, handle: usize, on: bool) -> Result {
    let mut s = enter()?;
    if handle == abi::MPI_T_PVAR_ALL_HANDLES {
        let all = counters(&mut s, session)?;
        // Starts or stops as many as possible, even if one fails.
        let results: Vec<Result> = all.into_iter().map(|handle| switch(&mut s, handle, on)).collect();
        let whole = results.iter().all(Result::is_ok);
        return if whole { Ok(()) } else { refuse(abi::MPI_T_ERR_PVAR_NO_STARTSTOP) };
    }
    if !facts_of(&mut s, session, handle)?.counts() {
        return refuse(abi::MPI_T_ERR_PVAR_NO_STARTSTOP);
    }
    switch(&mut s, handle, on)
}

/// MPI_T_pvar_start
pub fn pvar_start(_: Call, session: usize, handle: usize) -> Result {
    start_or_stop(session, handle, true)
}

/// MPI_T_pvar_stop
pub fn pvar_stop(_: Call, session: usize, handle: usize) -> Result {
    start_or_stop(session, handle, false)
}

/// MPI_T_pvar_read
pub fn pvar_read(_: Call, session: usize, handle: usize, buf: Addr) -> Result {
    let mut s = enter()?;
    facts_of(&mut s, session, handle)?;
    read(&mut s, handle, buf)
}

fn read(s: &mut Guard, handle: usize, buf: Addr) -> Result {
    if buf.get() == 0 {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    let out = buf.out::<u64>();
    values(s, handle)?.into_iter().enumerate().for_each(|(i, value)| out.set_at(i, value));
    Ok(())
}

/// MPI_T_pvar_write
pub fn pvar_write(_: Call, session: usize, handle: usize, buf: Addr) -> Result {
    let mut s = enter()?;
    if !facts_of(&mut s, session, handle)?.counts() {
        return refuse(abi::MPI_T_ERR_PVAR_NO_WRITE);
    }
    if buf.get() == 0 {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    let count = s.tool.pvar(handle).map_or(0, |p| p.count);
    let to = (0..count).map(|i| buf.out::<u64>().get_at(i)).collect();
    set(&mut s, handle, to)
}

/// Sets a counter to 0, where every counter starts.
fn zero(s: &mut Guard, handle: usize) -> Result {
    let count = s.tool.pvar(handle).map_or(0, |p| p.count);
    set(s, handle, vec![0; count])
}

/// MPI_T_pvar_reset
pub fn pvar_reset(_: Call, session: usize, handle: usize) -> Result {
    let mut s = enter()?;
    if handle == abi::MPI_T_PVAR_ALL_HANDLES {
        let all = counters(&mut s, session)?;
        let results: Vec<Result> = all.into_iter().map(|handle| zero(&mut s, handle)).collect();
        return if results.iter().all(Result::is_ok) { Ok(()) } else { refuse(abi::MPI_T_ERR_PVAR_NO_WRITE) };
    }
    if !facts_of(&mut s, session, handle)?.counts() {
        return refuse(abi::MPI_T_ERR_PVAR_NO_WRITE);
    }
    zero(&mut s, handle)
}

/// MPI_T_pvar_readreset. The calling thread holds the state meanwhile, so the two steps are atomic.
pub fn pvar_readreset(_: Call, session: usize, handle: usize, buf: Addr) -> Result {
    let mut s = enter()?;
    if !facts_of(&mut s, session, handle)?.counts() {
        return refuse(abi::MPI_T_ERR_PVAR_NO_ATOMIC);
    }
    read(&mut s, handle, buf)?;
    zero(&mut s, handle)
}
