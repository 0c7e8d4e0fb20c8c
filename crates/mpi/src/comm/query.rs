//! The MPI functions that query communicators, and the names of communicators.
use crate::abi;
use crate::error::{Call, Result, error};
use crate::ffi::args::{Out, Text, TextOut};
use crate::ffi::gate;
use crate::group::comparison;

/// MPI_Comm_size
#[inline]
pub fn size(_: Call, comm: abi::Comm, size: Out<i32>) -> Result {
    size.set(gate::enter().comm(comm)?.size() as i32);
    Ok(())
}

/// MPI_Comm_rank
#[inline]
pub fn rank(_: Call, comm: abi::Comm, rank: Out<i32>) -> Result {
    rank.set(gate::enter().comm(comm)?.rank as i32);
    Ok(())
}

/// MPI_Comm_remote_size
pub fn remote_size(_: Call, comm: abi::Comm, size: Out<i32>) -> Result {
    let s = gate::enter();
    let c = s.comm(comm)?;
    if !c.is_inter() {
        return Err(not_inter());
    }
    size.set(c.peer_count() as i32);
    Ok(())
}

/// MPI_Comm_remote_group
pub fn remote_group(_: Call, comm: abi::Comm, group: Out<abi::Group>) -> Result {
    let mut s = gate::enter();
    let c = s.comm(comm)?;
    if !c.is_inter() {
        return Err(not_inter());
    }
    let (peers, session) = (s.dynamic.as_group(&c.peers), c.session);
    group.set(s.new_group(peers, session));
    Ok(())
}

fn not_inter() -> Box<crate::error::Error> {
    error(abi::MPI_ERR_COMM, "it is an intracommunicator, which has no remote group")
}

/// MPI_Comm_group
pub fn group(_: Call, comm: abi::Comm, group: Out<abi::Group>) -> Result {
    let mut s = gate::enter();
    let c = s.comm(comm)?;
    let (local, session) = (s.dynamic.as_group(&c.local), c.session);
    group.set(s.new_group(local, session));
    Ok(())
}

/// MPI_Comm_test_inter
pub fn test_inter(_: Call, comm: abi::Comm, flag: Out<i32>) -> Result {
    flag.set(gate::enter().comm(comm)?.is_inter().into());
    Ok(())
}

/// MPI_Comm_compare
pub fn compare(_: Call, a: abi::Comm, b: abi::Comm, result: Out<i32>) -> Result {
    let s = gate::enter();
    let (a, b) = (s.comm(a)?, s.comm(b)?);
    if a.handle == b.handle {
        result.set(abi::MPI_IDENT);
        return Ok(());
    }
    let worse = |x: i32, y: i32| x.max(y);
    let group = |ranks| s.dynamic.as_group(ranks);
    let groups = worse(comparison(&group(&a.local), &group(&b.local)), comparison(&group(&a.peers), &group(&b.peers)));
    result.set(match groups {
        _ if a.is_inter() != b.is_inter() => abi::MPI_UNEQUAL,
        abi::MPI_IDENT => abi::MPI_CONGRUENT,
        other => other,
    });
    Ok(())
}

/// Cuts a name to MPI_MAX_OBJECT_NAME - 1 bytes.
pub fn cut(name: &mut Vec<u8>) {
    name.truncate(abi::MPI_MAX_OBJECT_NAME as usize - 1);
}

/// MPI_Comm_set_name
pub fn set_name(_: Call, comm: abi::Comm, name: Text) -> Result {
    let mut s = gate::enter();
    let c = s.comm_mut(comm)?;
    let mut text = name.get().ok_or_else(|| error(abi::MPI_ERR_ARG, "the name is a null pointer"))?;
    cut(&mut text);
    let context = c.context;
    c.name.clone_from(&text);
    s.endpoint().name_communicator(context, &text);
    Ok(())
}

/// MPI_Comm_get_name
pub fn get_name(_: Call, comm: abi::Comm, name: TextOut, len: Out<i32>) -> Result {
    let s = gate::enter();
    // MPI 5.0, 7.4.2: MPI_COMM_NULL has a name, too.
    let text = if comm == abi::MPI_COMM_NULL { b"MPI_COMM_NULL".as_slice() } else { &s.comm(comm)?.name };
    len.set(name.set(text, abi::MPI_MAX_OBJECT_NAME as usize) as i32);
    Ok(())
}
