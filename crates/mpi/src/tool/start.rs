//! Begin and end of the tool interface, and what it has to do with MPI_Init and MPI_Finalize.
use super::{enter, must_give, pvar, refuse};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::Out;
use crate::ffi::gate::{self, Guard};
use crate::objects::tool::joining;
use crate::objects::tool::table::{EventType, PVARS};

/// MPI_T_init_thread. A thread that calls the tool interface beside MPI's thread needs the lock of the state, so every
/// level above MPI_THREAD_SINGLE switches the lock on, whatever thread level MPI has.
pub fn init_thread(_: Call, required: i32, provided: Out<i32>) -> Result {
    const BETWEEN: i32 = abi::MPI_THREAD_FUNNELED + 1;
    let level = match required {
        ..=-1 => return refuse(abi::MPI_T_ERR_INVALID),
        0 => abi::MPI_THREAD_SINGLE,
        1..=abi::MPI_THREAD_FUNNELED => abi::MPI_THREAD_FUNNELED,
        BETWEEN..=abi::MPI_THREAD_SERIALIZED => abi::MPI_THREAD_SERIALIZED,
        _ => abi::MPI_THREAD_MULTIPLE,
    };
    let _joining = joining();
    let mut s = gate::enter();
    let level = level.max(s.tool.level);
    must_give(provided, level)?;
    s.tool.users += 1;
    s.tool.level = level;
    if level > abi::MPI_THREAD_SINGLE {
        s.set_tools(true);
    }
    Ok(())
}

/// MPI_T_finalize. The last call frees what the tool has left. The values that it has set for MPI_Init stay, and so
/// does the level: other threads may be about to enter, so the lock stays as well. A callback may make this call: the
/// thread that tells events is still at work.
pub fn finalize(_: Call) -> Result {
    let _joining = joining();
    let mut s = enter()?;
    s.tool.users -= 1;
    if s.tool.users > 0 {
        return Ok(());
    }
    let tool = &mut s.mpi.tool;
    // Remove the objects one by one: a new table would give new objects the handles of these.
    let all: Vec<_> = tool.objects.iter().map(|(handle, _)| handle).collect();
    for handle in all {
        tool.objects.remove(handle);
    }
    tool.queue.clear();
    tool.listening = Default::default();
    listen(&mut s);
    Ok(())
}

/// Records events, and keeps the lock of the state, only as far as tools listen.
pub(super) fn listen(s: &mut Guard) {
    let on = s.tool.listens();
    let (unexpected, resent) =
        [EventType::Unexpected, EventType::Retransmission].map(|e| s.tool.listening[e as usize] > 0).into();
    if let Some(endpoint) = &mut s.common.endpoint {
        endpoint.observed().log_unexpected(unexpected);
        endpoint.observed().log_retransmissions(resent);
    }
    if on || s.tool.level == abi::MPI_THREAD_SINGLE {
        s.set_tools(on);
    }
}

/// Applies, when the world model or a session joins as the first of them, what tools have asked for before.
pub fn begin(s: &mut Guard) {
    let wanted = s.tool.wanted;
    if let Some(check) = wanted.check {
        s.coll.checks = check;
    }
    // The endpoint keeps the size, also while it is suspended.
    if let Some(bytes) = s.tool.wanted.pushed_buffer.take() {
        s.set_pushed_buffer(bytes);
    }
    if let Some(on) = wanted.progress {
        s.switch_help(on);
    }
    listen(s);
}

/// Keeps, in MPI_Finalize, the last values of the performance variables that are bound to no object.
pub fn end(s: &mut Guard) {
    if let Some(endpoint) = &mut s.common.endpoint {
        let last = PVARS.iter().map(|facts| pvar::total(endpoint, facts.pvar));
        let last: Vec<u64> = last.collect();
        s.tool.last.copy_from_slice(&last);
    }
}
