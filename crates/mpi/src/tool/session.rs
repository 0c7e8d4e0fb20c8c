//! Sessions of performance variables and their handles (MPI 5.0, 15.3.7).
use super::{at, bound_comm, enter, refuse};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate::Guard;
use crate::objects::tool::table::PVARS;
use crate::objects::tool::{PvarHandle, ToolObject};

/// MPI_T_pvar_session_create
pub fn pvar_session_create(_: Call, session: Out<usize>) -> Result {
    let mut s = enter()?;
    if session.is_null() {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    session.set(s.tool.objects.insert(ToolObject::Session));
    Ok(())
}

/// Fails unless the handle names a session.
pub(super) fn check_session(s: &Guard, session: usize) -> Result {
    match s.tool.objects.get(session) {
        Some(ToolObject::Session) => Ok(()),
        _ => refuse(abi::MPI_T_ERR_INVALID_SESSION),
    }
}

/// MPI_T_pvar_session_free. Frees the session's handles too.
pub fn pvar_session_free(_: Call, session: Out<usize>) -> Result {
    let mut s = enter()?;
    if session.is_null() {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    let its = session.get();
    check_session(&s, its)?;
    for handle in s.tool.pvars_of(its) {
        s.tool.objects.remove(handle);
    }
    s.tool.objects.remove(its);
    session.set(abi::MPI_T_PVAR_SESSION_NULL);
    Ok(())
}

/// MPI_T_pvar_handle_alloc
pub fn pvar_handle_alloc(
    _: Call,
    session: usize,
    index: i32,
    object: Addr,
    handle: Out<usize>,
    count: Out<i32>,
) -> Result {
    let mut s = enter()?;
    check_session(&s, session)?;
    let facts = at(PVARS, index)?;
    if handle.is_null() || count.is_null() {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    let comm = if facts.of_comm { Some(bound_comm(&s, object)?) } else { None };
    let elements = match comm {
        Some(comm) if facts.by_process() => s.comm(comm)?.peer_count() as usize,
        _ => 1,
    };
    let (base, kept) = (vec![0; elements], vec![0; elements]);
    let pvar = PvarHandle { session, pvar: facts.pvar, comm, count: elements, started: false, base, kept };
    handle.set(s.tool.objects.insert(ToolObject::Pvar(pvar)));
    count.set(elements as i32);
    Ok(())
}

/// MPI_T_pvar_handle_free
pub fn pvar_handle_free(_: Call, session: usize, handle: Out<usize>) -> Result {
    let mut s = enter()?;
    check_session(&s, session)?;
    if handle.is_null() {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    check_handle(&mut s, session, handle.get())?;
    s.tool.objects.remove(handle.get());
    handle.set(abi::MPI_T_PVAR_HANDLE_NULL);
    Ok(())
}

/// Fails unless the handle names a variable of this session.
pub(super) fn check_handle(s: &mut Guard, session: usize, handle: usize) -> Result {
    match s.tool.pvar(handle) {
        Some(p) if p.session == session => Ok(()),
        _ => refuse(abi::MPI_T_ERR_INVALID_HANDLE),
    }
}
