//! The MPI functions that attach, detach and flush buffers for buffered sends.
use crate::abi::{self, MPI_BUFFER_AUTOMATIC};
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, IntOut, Out};
use crate::ffi::gate::{self, Guard};
use crate::objects::buffered::{Attached, Owner};
use crate::objects::request::Request;
use crate::objects::status::Finished;
use clump::driver::{Departed, Waiting};

fn attach(s: &mut Guard, owner: Owner, buffer: Addr, size: i64) -> Result {
    if size < 0 {
        return fail(abi::MPI_ERR_ARG, format!("the buffer's size is {size}"));
    }
    if s.buffered.find(owner).is_some() {
        return fail(abi::MPI_ERR_BUFFER, "a buffer is attached already; detach it first");
    }
    // What a detach without a buffer has returned: a library that puts it back attaches no buffer.
    if (buffer.get(), size) == (0, 0) {
        return Ok(());
    }
    s.buffered.attached.push(Attached { owner, address: buffer.get(), size, used: 0 });
    Ok(())
}

/// Blocks until the owner's buffered sends have completed. Returns MPI_ERR_PROC_ABORTED, and cancels the sends to
/// departed ranks, if some sends were addressed to a rank that has left the job.
fn flush(call: Call, s: &mut Guard, owner: Owner) -> Result {
    let waiting = Waiting { call: call.0, peer: -1, tag: -1, context: 0 };
    let mut end = Ok(());
    while let Err(Departed(rank)) =
        s.block_unless(waiting, |s| s.flushed(owner).then_some(()), |s| s.departed_of_let_go())
    {
        s.give_up_let_go();
        let class = s.class_of_departure(abi::MPI_COMM_NULL, rank);
        let why = format!("process {rank} of the job has died or left it (MPI_Finalize) without a buffered message");
        end = end.and_then(|()| fail(class, why));
    }
    end
}

/// Detaches the owner's buffer. Without a buffer, the program gets a null address and the size 0, which a library that
/// replaces the buffer for a while can pass on (MPI 5.0, 3.6).
fn detach(call: Call, s: &mut Guard, owner: Owner, address: Addr, size: IntOut) -> Result {
    let flushed = flush(call, s, owner);
    let Some(i) = s.buffered.attached.iter().position(|a| a.owner == owner) else {
        address.out::<usize>().set(0);
        size.set(0);
        return flushed;
    };
    let a = s.buffered.attached.swap_remove(i);
    address.out::<usize>().set(a.address);
    size.set(if a.address == MPI_BUFFER_AUTOMATIC { 0 } else { a.size });
    flushed
}

fn iflush(s: &mut Guard, owner: Owner, request: Out<abi::Request>) -> Result {
    let handle = if s.flushed(owner) {
        s.new_request(Request::Done(Finished::EMPTY))
    } else {
        let handle = s.new_request(Request::Operation(abi::MPI_COMM_NULL));
        s.buffered.flush(handle, owner);
        handle
    };
    request.set(handle);
    Ok(())
}

/// Returns the communicator as owner of a buffer.
fn of_comm(s: &Guard, comm: abi::Comm) -> Result<Owner> {
    Ok(Owner::Comm(s.comm(comm)?.handle))
}

/// Returns the session as owner of a buffer.
fn of_session(s: &Guard, session: abi::Session) -> Result<Owner> {
    s.session(session).map(|_| Owner::Session(session))
}

/// MPI_Buffer_attach
pub fn buffer_attach(_: Call, buffer: Addr, size: i64) -> Result {
    let mut s = gate::enter();
    s.running()?;
    attach(&mut s, Owner::Process, buffer, size)
}
/// MPI_Buffer_detach
pub fn buffer_detach(call: Call, address: Addr, size: IntOut) -> Result {
    let mut s = gate::enter();
    s.running()?;
    detach(call, &mut s, Owner::Process, address, size)
}
/// MPI_Buffer_flush
pub fn buffer_flush(call: Call) -> Result {
    let mut s = gate::enter();
    s.running()?;
    flush(call, &mut s, Owner::Process)
}
/// MPI_Buffer_iflush
pub fn buffer_iflush(_: Call, request: Out<abi::Request>) -> Result {
    let mut s = gate::enter();
    s.running()?;
    iflush(&mut s, Owner::Process, request)
}
/// MPI_Comm_attach_buffer
pub fn comm_attach(_: Call, comm: abi::Comm, buffer: Addr, size: i64) -> Result {
    let mut s = gate::enter();
    let owner = of_comm(&s, comm)?;
    attach(&mut s, owner, buffer, size)
}
/// MPI_Comm_detach_buffer
pub fn comm_detach(call: Call, comm: abi::Comm, address: Addr, size: IntOut) -> Result {
    let mut s = gate::enter();
    let owner = of_comm(&s, comm)?;
    detach(call, &mut s, owner, address, size)
}
/// MPI_Comm_flush_buffer
pub fn comm_flush(call: Call, comm: abi::Comm) -> Result {
    let mut s = gate::enter();
    let owner = of_comm(&s, comm)?;
    flush(call, &mut s, owner)
}
/// MPI_Comm_iflush_buffer
pub fn comm_iflush(_: Call, comm: abi::Comm, request: Out<abi::Request>) -> Result {
    let mut s = gate::enter();
    let owner = of_comm(&s, comm)?;
    iflush(&mut s, owner, request)
}
/// MPI_Session_attach_buffer
pub fn session_attach(_: Call, session: abi::Session, buffer: Addr, size: i64) -> Result {
    let mut s = gate::enter();
    let owner = of_session(&s, session)?;
    attach(&mut s, owner, buffer, size)
}
/// MPI_Session_detach_buffer
pub fn session_detach(call: Call, session: abi::Session, address: Addr, size: IntOut) -> Result {
    let mut s = gate::enter();
    let owner = of_session(&s, session)?;
    detach(call, &mut s, owner, address, size)
}
/// MPI_Session_flush_buffer
pub fn session_flush(call: Call, session: abi::Session) -> Result {
    let mut s = gate::enter();
    let owner = of_session(&s, session)?;
    flush(call, &mut s, owner)
}
/// MPI_Session_iflush_buffer
pub fn session_iflush(_: Call, session: abi::Session, request: Out<abi::Request>) -> Result {
    let mut s = gate::enter();
    let owner = of_session(&s, session)?;
    iflush(&mut s, owner, request)
}
