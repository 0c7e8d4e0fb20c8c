//! The MPI functions that send messages: standard, synchronous, buffered and ready; blocking and non-blocking.
use super::{departed, odd_destination};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate::{self, Guard};
use crate::objects::comm::Comm;
use crate::objects::datatype::{Message, direct};
use crate::objects::p2p::Route;
use crate::objects::request::{Request, SENT};
use crate::objects::traced;
use crate::state::State;
use crate::trace::traced;
use clump::driver::{CallKind, Endpoint, Mode, Region, Waiting};
use std::mem::ManuallyDrop;

/// The arguments of a send.
#[derive(Clone, Copy, Debug)]
pub struct SendArgs {
    pub buf: Addr,
    pub count: i64,
    pub datatype: abi::Datatype,
    pub dest: i32,
    pub tag: i32,
    pub comm: abi::Comm,
}

/// Passes a buffer to the endpoint, which sends it, after looking up its datatype. Returns `None` if the send is
/// complete.
#[cold]
#[inline(never)]
fn post_lent(s: &mut State, a: SendArgs, mode: Mode) -> Result<Option<(clump::driver::Request, Message, Route)>> {
    let message = s.types.register(a.buf, a.count, a.datatype)?;
    let Some((endpoint, r)) = route(s, a.dest, a.tag, a.comm)? else { return Ok(None) };
    let request = hand_over(endpoint, r, a.tag, &message, mode);
    Ok(request.map(|request| (request, message, r)))
}

/// Passes a registered buffer to the endpoint, which sends it, and counts the send. Returns `None` if the send is
/// complete.
pub(super) fn hand_over(
    endpoint: &mut Endpoint,
    r: Route,
    tag: i32,
    message: &Message,
    mode: Mode,
) -> Option<clump::driver::Request> {
    let bytes = message.data_len() as u64;
    endpoint.count_call(CallKind::Send, bytes);
    if traced::is_on() {
        traced::sends(endpoint, r.to, r.context, tag, bytes);
    }
    match message.scattered() {
        Some(holes) => endpoint.send_scattered(r.to, r.context, tag, holes, mode),
        None => endpoint.send(r.to, r.context, tag, message.region, mode),
    }
}

/// Checks the destination and returns the endpoint and the route. Returns `None` for MPI_PROC_NULL.
#[inline(always)]
pub(super) fn route(s: &mut State, dest: i32, tag: i32, comm: abi::Comm) -> Result<Option<(&mut Endpoint, Route)>> {
    let (comm, endpoint) = s.comm_endpoint(comm)?;
    if let Some(route) = plain_route(comm, dest, tag) {
        return Ok(Some((endpoint, route)));
    }
    let to = odd_destination(comm, dest, tag)?;
    Ok(to.map(|to| (endpoint, Route { to: comm.job_rank(to), context: comm.context })))
}

/// Returns the route to a destination against which nothing is known (fast path). Returns `None` if [`route`] must
/// decide.
#[inline(always)]
fn plain_route(comm: &Comm, dest: i32, tag: i32) -> Option<Route> {
    let plain = (dest as u32) < comm.plain_peers() && tag >= 0;
    plain.then(|| Route { to: comm.job_rank(dest as u32), context: comm.context })
}

/// Sends a message and blocks until the send is complete. Takes scalars instead of [`SendArgs`], because the compiler
/// would store a struct in memory before the function takes the fast path.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
fn blocking(
    call: Call,
    buf: Addr,
    count: i64,
    datatype: abi::Datatype,
    dest: i32,
    tag: i32,
    comm: abi::Comm,
    mode: Mode,
) -> Result {
    // Drop the guard by hand. Passing a buffer to the endpoint calls no function of the program, so no exception passes
    // through here, and a panic ends the process. An automatic drop would make every send save the state for unwinding.
    let mut s = ManuallyDrop::new(gate::enter());
    let a = || SendArgs { buf, count, datatype, dest, tag, comm };
    let Some(region) = direct(buf, count, datatype) else {
        return blocking_lent(call, ManuallyDrop::into_inner(s), a(), mode);
    };
    let Ok((object, endpoint)) = s.comm_endpoint(comm) else {
        return blocking_lent(call, ManuallyDrop::into_inner(s), a(), mode);
    };
    let Some(r) = plain_route(object, dest, tag) else {
        return blocking_lent(call, ManuallyDrop::into_inner(s), a(), mode);
    };
    endpoint.count_call(CallKind::Send, region.len() as u64);
    let Some(request) = endpoint.send(r.to, r.context, tag, region, mode) else {
        drop(ManuallyDrop::into_inner(s));
        return Ok(());
    };
    wait(ManuallyDrop::into_inner(s), call, (tag, comm), request, r)
}

/// Blocks until a send is complete. Progress may call functions of the program.
#[inline(never)]
fn wait(mut s: Guard, call: Call, what: (i32, abi::Comm), request: clump::driver::Request, route: Route) -> Result {
    finish(&mut s, call, what, request, route)
}

/// Sends a message that the fast path does not send, and blocks until the send is complete.
#[cold]
#[inline(never)]
fn blocking_lent(call: Call, s: Guard, a: SendArgs, mode: Mode) -> Result {
    let carry_out = move |mut s: Guard| {
        let Some((request, message, route)) = post_lent(&mut s, a, mode)? else { return Ok(()) };
        let end = finish(&mut s, call, (a.tag, a.comm), request, route);
        drop(message);
        end
    };
    if !traced::is_on() {
        return carry_out(s);
    }
    drop(s);
    traced(call, || carry_out(gate::enter()))
}

#[inline(never)]
fn finish(
    s: &mut Guard,
    call: Call,
    (tag, comm): (i32, abi::Comm),
    request: clump::driver::Request,
    route: Route,
) -> Result {
    match s.finish(request, Waiting { call: call.0, peer: route.to as i32, tag, context: route.context }) {
        Ok(_) => Ok(()),
        Err(gone) => {
            s.withdraw(request);
            Err(departed(s, comm, gone, tag))
        }
    }
}

/// Starts a send. Returns its request, or `None` if the send is already complete.
pub(super) fn begin(s: &mut State, a: SendArgs, mode: Mode) -> Result<Option<Request>> {
    match direct(a.buf, a.count, a.datatype) {
        Some(region) if !traced::is_on() => begin_direct(s, a, region, mode),
        _ => begin_lent(s, a, mode),
    }
}

#[inline(always)]
fn begin_direct(s: &mut State, a: SendArgs, region: Region, mode: Mode) -> Result<Option<Request>> {
    let Some((endpoint, r)) = route(s, a.dest, a.tag, a.comm)? else { return Ok(None) };
    Ok(send_direct(endpoint, r, a, region, mode))
}

/// Sends from the program's contiguous memory, and counts the send. Returns `None` if the send is complete.
#[inline(always)]
fn send_direct(endpoint: &mut Endpoint, r: Route, a: SendArgs, region: Region, mode: Mode) -> Option<Request> {
    endpoint.count_call(CallKind::Send, region.len() as u64);
    let request = endpoint.send(r.to, r.context, a.tag, region, mode)?;
    Some(Request::Send { request, message: Message::direct(region), comm: a.comm })
}

fn begin_lent(s: &mut State, a: SendArgs, mode: Mode) -> Result<Option<Request>> {
    let posted = post_lent(s, a, mode)?;
    Ok(posted.map(|(request, message, _)| Request::Send { request, message, comm: a.comm }))
}

#[inline(always)]
fn nonblocking(call: Call, a: SendArgs, mode: Mode, request: Out<abi::Request>) -> Result {
    let mut s = gate::enter();
    let Some(region) = direct(a.buf, a.count, a.datatype) else { return nonblocking_lent(call, s, a, mode, request) };
    let (object, endpoint) = s.comm_endpoint(a.comm)?;
    let Some(r) = plain_route(object, a.dest, a.tag) else { return nonblocking_lent(call, s, a, mode, request) };
    match send_direct(endpoint, r, a, region, mode) {
        None => request.set(SENT),
        Some(r) => request.set(s.new_request(r)),
    }
    Ok(())
}

/// Starts a send that the fast path does not start.
#[cold]
#[inline(never)]
fn nonblocking_lent(call: Call, s: Guard, a: SendArgs, mode: Mode, request: Out<abi::Request>) -> Result {
    drop(s);
    traced(call, || {
        let mut s = gate::enter();
        match begin_lent(&mut s, a, mode)? {
            None => request.set(SENT),
            Some(r) => request.set(s.new_request(r)),
        }
        Ok(())
    })
}

/// Starts a buffered send. The send is complete for the program when this function returns.
pub(super) fn start_buffered(s: &mut State, a: SendArgs) -> Result {
    let message = s.types.register(a.buf, a.count, a.datatype)?;
    let Some((_, r)) = route(s, a.dest, a.tag, a.comm)? else { return Ok(()) };
    let handle = s.comm(a.comm)?.handle;
    s.buffered_send(handle, r.to, r.context, a.tag, &message)
}

macro_rules! sends { ($($(#[$doc:meta])* $name:ident $iname:ident $mode:expr;)*) => { $(
    $(#[$doc])*
    #[inline(always)]
    pub fn $name(
        c: Call,
        buf: Addr,
        count: i64,
        datatype: abi::Datatype,
        dest: i32,
        tag: i32,
        comm: abi::Comm,
    ) -> Result {
        blocking(c, buf, count, datatype, dest, tag, comm, $mode)
    }
    $(#[$doc])*
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub fn $iname(
        c: Call, buf: Addr, count: i64, datatype: abi::Datatype, dest: i32, tag: i32, comm: abi::Comm,
        request: Out<abi::Request>,
    ) -> Result {
        nonblocking(c, SendArgs { buf, count, datatype, dest, tag, comm }, $mode, request)
    }
)* } }
sends! {
    /// MPI_Send, MPI_Isend
    send isend Mode::Standard;
    /// MPI_Ssend, MPI_Issend
    ssend issend Mode::Synchronous;
    /// MPI_Rsend, MPI_Irsend. A ready send is sent like a standard send, which does not require a posted receive.
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
