//! Sends: standard, synchronous, buffered and ready; blocking and not.
use super::odd_destination;
use crate::abi;
use crate::datatype::Message;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate::{self, Guard};
use crate::request::{Request, SENT};
use crate::state::State;
use clump::{Mode, Waiting};

/// A send as the program wants it.
#[derive(Clone, Copy, Debug)]
pub struct SendArgs {
    pub buf: Addr,
    pub count: i64,
    pub datatype: abi::Datatype,
    pub dest: i32,
    pub tag: i32,
    pub comm: abi::Comm,
}

/// A send that the endpoint has: to whom, and on which context.
#[derive(Clone, Copy)]
struct Route {
    to: u32,
    context: u16,
}

/// Checks the arguments and hands the message to the endpoint. `None`: complete already.
#[inline(always)]
fn post(s: &mut State, a: SendArgs, mode: Mode) -> Result<Option<(clump::Request, Message, Route)>> {
    let message = s.outgoing(a.buf, a.count, a.datatype)?;
    let (comm, endpoint) = s.comm_endpoint(a.comm)?;
    let mut dest = a.dest as u32;
    if dest >= comm.peer_count() || a.tag < 0 {
        match odd_destination(comm, a.dest, a.tag)? {
            Some(d) => dest = d,
            None => return Ok(None),
        }
    }
    let (to, context) = (comm.job_rank(dest), comm.context);
    match endpoint.send(to, context, a.tag, message.region, mode) {
        None => Ok(None),
        Some(request) => Ok(Some((request, message, Route { to, context }))),
    }
}

#[inline(always)]
fn blocking(call: Call, a: SendArgs, mode: Mode) -> Result {
    let mut s = gate::enter();
    if let Some((request, message, route)) = post(&mut s, a, mode)? {
        finish(&mut s, call, a.tag, request, route);
        drop(message);
    }
    Ok(())
}

#[inline(never)]
fn finish(s: &mut Guard, call: Call, tag: i32, request: clump::Request, route: Route) {
    gate::finish(s, request, Waiting { call: call.0, peer: route.to as i32, tag, context: route.context });
}

/// Starts a send; `None`: complete already.
#[inline(always)]
pub(super) fn begin(s: &mut State, a: SendArgs, mode: Mode) -> Result<Option<Request>> {
    let posted = post(s, a, mode)?;
    Ok(posted.map(|(request, message, _)| Request::Send { request, message, comm: a.comm }))
}

#[inline(always)]
fn nonblocking(a: SendArgs, mode: Mode, request: Out<abi::Request>) -> Result {
    let mut s = gate::enter();
    match begin(&mut s, a, mode)? {
        None => request.set(SENT),
        Some(r) => request.set(s.new_request(r)),
    }
    Ok(())
}

/// Starts a buffered send; it is complete for the program at once.
pub(super) fn start_buffered(s: &mut State, a: SendArgs) -> Result {
    let message = s.outgoing(a.buf, a.count, a.datatype)?;
    let comm = s.comm(a.comm)?;
    let Some(dest) = odd_destination(comm, a.dest, a.tag)? else {
        return Ok(());
    };
    let (to, context, handle) = (comm.job_rank(dest), comm.context, comm.handle);
    s.buffered_send(handle, to, context, a.tag, message)
}

macro_rules! sends { ($($(#[$doc:meta])* $name:ident $iname:ident $mode:expr;)*) => { $(
    $(#[$doc])*
    #[inline(always)]
    pub fn $name(c: Call, buf: Addr, count: i64, datatype: abi::Datatype, dest: i32, tag: i32, comm: abi::Comm) -> Result {
        blocking(c, SendArgs { buf, count, datatype, dest, tag, comm }, $mode)
    }
    $(#[$doc])*
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub fn $iname(
        _: Call, buf: Addr, count: i64, datatype: abi::Datatype, dest: i32, tag: i32, comm: abi::Comm,
        request: Out<abi::Request>,
    ) -> Result {
        nonblocking(SendArgs { buf, count, datatype, dest, tag, comm }, $mode, request)
    }
)* } }
sends! {
    /// MPI_Send, MPI_Isend
    send isend Mode::Standard;
    /// MPI_Ssend, MPI_Issend
    ssend issend Mode::Synchronous;
    /// MPI_Rsend, MPI_Irsend: the receive is posted, which a standard send does not need to know.
    rsend irsend Mode::Standard;
}

/// MPI_Bsend
pub fn bsend(_: Call, buf: Addr, count: i64, datatype: abi::Datatype, dest: i32, tag: i32, comm: abi::Comm) -> Result {
    start_buffered(&mut gate::enter(), SendArgs { buf, count, datatype, dest, tag, comm })
}

/// MPI_Ibsend
#[allow(clippy::too_many_arguments)]
pub fn ibsend(
    _: Call,
    buf: Addr,
    count: i64,
    datatype: abi::Datatype,
    dest: i32,
    tag: i32,
    comm: abi::Comm,
    request: Out<abi::Request>,
) -> Result {
    start_buffered(&mut gate::enter(), SendArgs { buf, count, datatype, dest, tag, comm })?;
    request.set(SENT);
    Ok(())
}
