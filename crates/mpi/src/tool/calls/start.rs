//! Begin and end of the tool interface, and what it has to do with MPI_Init and MPI_Finalize.
use super::super::Tool;
use super::super::table::{EventType, PVARS};
use super::{enter, must_give, pvar, refuse};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::Out;
use crate::ffi::gate::{self, Guard};

/// MPI_T_init_thread. Threads that call the tool interface beside MPI need the lock of the state, so
/// MPI_THREAD_MULTIPLE switches the lock on, whatever thread level MPI has.
pub fn init_thread(_: Call, required: i32, provided: Out<i32>) -> Result {
    const BETWEEN: i32 = abi::MPI_THREAD_FUNNELED + 1;
    let level = match required {
        ..=-1 => return refuse(abi::MPI_T_ERR_INVALID),
        0 => abi::MPI_THREAD_SINGLE,
        1..=abi::MPI_THREAD_FUNNELED => abi::MPI_THREAD_FUNNELED,
        BETWEEN..=abi::MPI_THREAD_SERIALIZED => abi::MPI_THREAD_SERIALIZED,
        _ => abi::MPI_THREAD_MULTIPLE,
    };
    let mut s = gate::enter();
    let level = level.max(s.tool.level);
    must_give(provided, level)?;
    s.tool.users += 1;
    s.tool.level = level;
    if level == abi::MPI_THREAD_MULTIPLE {
        s.set_tools(true);
    }
    Ok(())
}

/// MPI_T_finalize. The last call frees what the tool has left.
pub fn finalize(_: Call) -> Result {
    let mut s = enter()?;
    s.tool.users -= 1;
    if s.tool.users > 0 {
        return Ok(());
    }
    let multiple = s.tool.level == abi::MPI_THREAD_MULTIPLE;
    // A callback may finalise the interface: the thread that tells events is still at work.
    let (last, telling) = (s.tool.last, s.tool.telling);
    s.mpi.tool = Tool { last, telling, ..Tool::new() };
    listen(&mut s);
    // Other threads may be about to enter: the lock stays.
    if multiple {
        s.set_tools(true);
    }
    Ok(())
}

/// Records events, and keeps the lock of the state, only as far as tools listen.
pub(super) fn listen(s: &mut Guard) {
    let on = s.tool.listens();
    let (unexpected, resent) =
        [EventType::Unexpected, EventType::Retransmission].map(|e| s.tool.listening[e as usize] > 0).into();
    if let Some(endpoint) = &mut s.common.endpoint {
        endpoint.log_unexpected(unexpected);
        endpoint.log_retransmissions(resent);
    }
    if on || s.tool.level != abi::MPI_THREAD_MULTIPLE {
        s.set_tools(on);
    }
}

/// Applies, in MPI_Init, what tools have asked for before.
pub fn begin(s: &mut Guard) {
    if s.tool.users == 0 {
        return;
    }
    let wanted = s.tool.wanted;
    if let Some(check) = wanted.check {
        s.coll.checks = check;
    }
    if let Some(bytes) = wanted.pushed_buffer {
        s.endpoint().set_pushed_buffer(bytes);
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
