//! The MPI functions on sessions.
use super::process_sets;
use crate::abi::{self, MPI_SESSION_NULL};
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Out, Text, TextOut};
use crate::ffi::gate;
use crate::objects::info::{Info, MEMORY_KINDS};
use crate::start;
use clump_coll::Ranks;
use std::sync::Arc;

/// The thread levels and their names in info objects.
const LEVELS: [(&str, i32); 4] = [
    ("MPI_THREAD_SINGLE", abi::MPI_THREAD_SINGLE),
    ("MPI_THREAD_FUNNELED", abi::MPI_THREAD_FUNNELED),
    ("MPI_THREAD_SERIALIZED", abi::MPI_THREAD_SERIALIZED),
    ("MPI_THREAD_MULTIPLE", abi::MPI_THREAD_MULTIPLE),
];
/// The info key for the thread level that a session requests.
const THREAD_LEVEL: &str = "thread_level";
/// The info key for the number of processes of a set.
const SIZE: &str = "mpi_size";

/// Returns the thread level that the info object requests, or the highest level if it names none: a process with
/// sessions has a lock anyway, and a library that asks for nothing may be called by several threads.
fn level_of(info: &Info) -> i32 {
    let wanted = info.get(THREAD_LEVEL).map(str::trim);
    LEVELS.iter().find(|(name, _)| wanted == Some(name)).map_or(abi::MPI_THREAD_MULTIPLE, |(_, level)| *level)
}

/// MPI_Session_init: grants the requested thread level.
pub fn init(_: Call, info: abi::Info, errhandler: abi::Errhandler, session: Out<abi::Session>) -> Result {
    session.set(MPI_SESSION_NULL);
    session.set(start::open_session(errhandler, |s| Ok(level_of(&s.infos.or_null(info)?)))?);
    Ok(())
}

/// MPI_Session_finalize
pub fn finalize(call: Call, session: Out<abi::Session>) -> Result {
    start::end_session(call, session.get())?;
    session.set(MPI_SESSION_NULL);
    Ok(())
}

/// MPI_Session_get_info: returns the session's thread level, and the kinds of memory in which buffers may lie
/// (12.4.3).
pub fn get_info(_: Call, session: abi::Session, info: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    let level = s.session(session)?.level;
    let mut facts = Info::new();
    if let Some((name, _)) = LEVELS.iter().find(|(_, l)| *l == level) {
        facts.set(THREAD_LEVEL, name);
    }
    facts.set(MEMORY_KINDS.0, MEMORY_KINDS.1);
    info.set(s.infos.add(facts));
    Ok(())
}

/// MPI_Session_get_num_psets. No key of the info object is known.
pub fn get_num_psets(_: Call, session: abi::Session, _info: abi::Info, count: Out<i32>) -> Result {
    gate::enter().session(session)?;
    count.set(process_sets::NAMES.len() as i32);
    Ok(())
}

/// MPI_Session_get_nth_pset. `room` counts the NUL; the call sets `room` to the name's length including the NUL.
pub fn get_nth_pset(_: Call, session: abi::Session, _info: abi::Info, n: i32, room: Out<i32>, name: TextOut) -> Result {
    gate::enter().session(session)?;
    let text = process_sets::nth(n)?;
    name.set(text.as_bytes(), room.get().max(0) as usize);
    room.set(text.len() as i32 + 1);
    Ok(())
}

/// Returns the processes of a set, or MPI_ERR_ARG.
fn process_set(name: &[u8], rank: u32, size: u32) -> Result<Ranks> {
    process_sets::members(name, rank, size)
        .ok_or_else(|| error(abi::MPI_ERR_ARG, format!("there is no process set `{}`", String::from_utf8_lossy(name))))
}

/// MPI_Session_get_pset_info
pub fn get_pset_info(_: Call, session: abi::Session, name: Text, info: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    s.session(session)?;
    let name = name.get().unwrap_or_default();
    let (rank, size) = (s.endpoint().rank(), s.endpoint().size());
    let members = process_set(&name, rank, size)?;
    let mut facts = Info::new();
    facts.set(SIZE, &members.len().to_string());
    info.set(s.infos.add(facts));
    Ok(())
}

/// MPI_Group_from_session_pset. If there is no set of this name, sets MPI_GROUP_NULL (MPI 5.0, 7.3.2) and also fails,
/// as in other implementations.
pub fn group_from_pset(_: Call, session: abi::Session, name: Text, group: Out<abi::Group>) -> Result {
    let mut s = gate::enter();
    s.session(session)?;
    let (rank, size) = (s.endpoint().rank(), s.endpoint().size());
    group.set(abi::MPI_GROUP_NULL);
    let members = process_set(&name.get().unwrap_or_default(), rank, size)?;
    group.set(s.new_group(Arc::new(members), session));
    Ok(())
}

/// MPI_Session_set_errhandler
pub fn set_errhandler(_: Call, session: abi::Session, handle: abi::Errhandler) -> Result {
    let mut s = gate::enter();
    s.session(session)?;
    s.handlers.fits(handle, crate::objects::errhandler::Object::Session)?;
    s.handlers.keep(handle)?;
    let kept = s.sessions.get_mut(session.0).ok_or_else(|| error(abi::MPI_ERR_SESSION, ""))?;
    let old = std::mem::replace(&mut kept.errhandler, handle);
    s.handlers.let_go(old);
    Ok(())
}

/// MPI_Session_get_errhandler
pub fn get_errhandler(_: Call, session: abi::Session, handle: Out<abi::Errhandler>) -> Result {
    let mut s = gate::enter();
    let h = s.session(session)?.errhandler;
    s.handlers.keep(h)?;
    handle.set(h);
    Ok(())
}

/// MPI_Session_call_errhandler
pub fn call_errhandler(call: Call, session: abi::Session, code: i32) -> Result {
    {
        let s = gate::enter();
        s.session(session)?;
        if s.codes.class(code).is_none() {
            return fail(abi::MPI_ERR_ARG, format!("{code} is no error code"));
        }
    }
    crate::errhandler::raise(call, crate::error::On::Session(session), *error(code, "called by the program"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_gets_the_level_that_it_names_or_the_highest() {
        let mut info = Info::new();
        assert_eq!(level_of(&info), abi::MPI_THREAD_MULTIPLE);
        info.set(THREAD_LEVEL, "MPI_THREAD_FUNNELED");
        assert_eq!(level_of(&info), abi::MPI_THREAD_FUNNELED);
        info.set(THREAD_LEVEL, "many");
        assert_eq!(level_of(&info), abi::MPI_THREAD_MULTIPLE);
    }
}
