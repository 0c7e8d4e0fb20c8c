//! The MPI functions that receive messages.
use super::{departed, plain_select, select, waiting};
use crate::abi;
use crate::error::{Call, On, Result, error};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate::{self, Guard};
use crate::objects::datatype::{Message, direct};
use crate::objects::request::{PostedReceive, Request};
use crate::objects::status::Finished;
use crate::objects::traced;
use crate::state::State;
use crate::trace::traced;
use clump::driver::{CallKind, Endpoint, Outcome, Region, Select, Waiting};

/// The arguments of a receive.
#[derive(Clone, Copy, Debug)]
pub struct RecvArgs {
    pub buf: Addr,
    pub count: i64,
    pub datatype: abi::Datatype,
    pub source: i32,
    pub tag: i32,
    pub comm: abi::Comm,
}

/// MPI_Recv
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub fn recv(
    call: Call,
    buf: Addr,
    count: i64,
    datatype: abi::Datatype,
    source: i32,
    tag: i32,
    comm: abi::Comm,
    status: Out<abi::Status>,
) -> Result {
    let s = gate::enter();
    let a = || RecvArgs { buf, count, datatype, source, tag, comm };
    let Some(region) = direct(buf, count, datatype) else { return recv_lent(call, s, a(), status) };
    let Some(select) = plain_select(s.comm(comm)?, source, tag) else { return recv_odd(call, s, a(), region, status) };
    recv_direct(call, s, select, region, comm, status)
}

/// Receives straight into the program's contiguous memory.
#[inline(always)]
fn recv_direct(
    call: Call,
    mut s: Guard,
    select: Select,
    region: Region,
    comm: abi::Comm,
    status: Out<abi::Status>,
) -> Result {
    let Some(outcome) = s.receive_soon(select, region) else {
        return recv_later(call, s, select, region, comm, status);
    };
    s.endpoint().count_call(CallKind::Receive, outcome.len);
    if !status.is_null() {
        Finished::received(outcome, &s.comm(comm)?.translation()).store(status);
    }
    Ok(())
}

/// Receives with a wildcard, or on a communicator against which something is known, or where calls are traced.
#[inline(never)]
fn recv_odd(call: Call, s: Guard, a: RecvArgs, region: Region, status: Out<abi::Status>) -> Result {
    if traced::is_on() {
        return recv_lent(call, s, a, status);
    }
    let Some(select) = select(s.comm(a.comm)?, a.source, a.tag)? else {
        Finished::PROC_NULL.store(status);
        return Ok(());
    };
    recv_direct(call, s, select, region, a.comm, status)
}

/// Finishes MPI_Recv for a message that has not arrived yet.
#[inline(never)]
fn recv_later(
    call: Call,
    mut s: Guard,
    select: Select,
    region: Region,
    comm: abi::Comm,
    status: Out<abi::Status>,
) -> Result {
    let ranks = s.comm(comm)?.translation();
    let outcome = match s.receive(select, region, waiting(call, select)) {
        Ok(outcome) => outcome,
        Err(gone) => return Err(departed(&s, comm, gone, select.tag.unwrap_or(abi::MPI_ANY_TAG))),
    };
    s.endpoint().count_call(CallKind::Receive, outcome.len);
    let f = Finished::received(outcome, &ranks);
    f.store(status);
    match outcome.truncated {
        None => Ok(()),
        Some(whole) => Err(truncated(&f, whole, comm)),
    }
}

#[cold]
#[inline(never)]
fn recv_lent(call: Call, s: Guard, a: RecvArgs, status: Out<abi::Status>) -> Result {
    drop(s);
    traced(call, || recv_registered(call, a, status))
}

fn recv_registered(call: Call, a: RecvArgs, status: Out<abi::Status>) -> Result {
    let mut s = gate::enter();
    let Request::Recv(recv) = begin_lent(&mut s, a)? else {
        Finished::PROC_NULL.store(status);
        return Ok(());
    };
    let (comm, _) = s.comm_endpoint(a.comm)?;
    let shown = select(comm, a.source, a.tag)?.map(|select| waiting(call, select)).unwrap_or(Waiting::NOTHING);
    match s.finish(recv.request, shown) {
        Ok(outcome) => conclude(&mut s, outcome, &recv, status),
        Err(gone) => {
            s.withdraw(recv.request);
            Err(departed(&s, a.comm, gone, a.tag))
        }
    }
}

#[cold]
pub(super) fn truncated(f: &Finished, whole: u64, comm: abi::Comm) -> Box<crate::error::Error> {
    let why = format!("the message from rank {} with tag {} has {whole} bytes, the buffer {}", f.source, f.tag, f.len);
    let mut e = error(abi::MPI_ERR_TRUNCATE, why);
    e.on = Some(On::Comm(comm));
    e
}

/// Ends a blocking receive: counts it, and sets the status or returns the error.
pub(super) fn conclude(s: &mut State, outcome: Outcome, recv: &PostedReceive, status: Out<abi::Status>) -> Result {
    s.endpoint().count_call(CallKind::Receive, outcome.len);
    recv.message.deliver(outcome.len);
    let f = Finished::received(outcome, &recv.ranks);
    s.trace_received(recv.comm, &f);
    f.store(status);
    match outcome.truncated {
        None => Ok(()),
        Some(whole) => Err(truncated(&f, whole, recv.comm)),
    }
}

/// Posts a receive and returns its request.
pub(super) fn begin(s: &mut State, a: RecvArgs) -> Result<Request> {
    match direct(a.buf, a.count, a.datatype) {
        Some(region) => begin_direct(s, a, region),
        None => begin_lent(s, a),
    }
}

/// Posts a receive straight into the program's contiguous memory.
#[inline(never)]
fn begin_direct(s: &mut State, a: RecvArgs, region: Region) -> Result<Request> {
    let (comm, endpoint) = s.comm_endpoint(a.comm)?;
    let Some(select) = select(comm, a.source, a.tag)? else {
        return Ok(Request::Done(Finished::PROC_NULL));
    };
    let ranks = comm.translation();
    let request = endpoint.recv(select, region);
    Ok(Request::Recv(PostedReceive { request, message: Message::direct(region), ranks, comm: a.comm }))
}

/// Posts a receive into a buffer whose datatype must be looked up.
#[cold]
#[inline(never)]
fn begin_lent(s: &mut State, a: RecvArgs) -> Result<Request> {
    let message = s.types.register(a.buf, a.count, a.datatype)?;
    let (comm, endpoint) = s.comm_endpoint(a.comm)?;
    let Some(select) = select(comm, a.source, a.tag)? else {
        return Ok(Request::Done(Finished::PROC_NULL));
    };
    let ranks = comm.translation();
    let request = hand_over(endpoint, select, &message);
    Ok(Request::Recv(PostedReceive { request, message, ranks, comm: a.comm }))
}

/// Posts a receive into a registered buffer.
pub(super) fn hand_over(endpoint: &mut Endpoint, select: Select, message: &Message) -> clump::driver::Request {
    match message.scattered() {
        Some(holes) => endpoint.recv_scattered(select, holes),
        None => endpoint.recv(select, message.region),
    }
}

/// MPI_Irecv
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub fn irecv(
    call: Call,
    buf: Addr,
    count: i64,
    datatype: abi::Datatype,
    source: i32,
    tag: i32,
    comm: abi::Comm,
    request: Out<abi::Request>,
) -> Result {
    let mut s = gate::enter();
    let a = RecvArgs { buf, count, datatype, source, tag, comm };
    let Some(region) = direct(buf, count, datatype) else { return irecv_lent(call, s, a, request) };
    let (object, endpoint) = s.comm_endpoint(comm)?;
    let Some(select) = plain_select(object, source, tag) else { return irecv_odd(call, s, a, region, request) };
    let ranks = object.translation();
    let posted = endpoint.recv(select, region);
    request.set(s.new_receive(posted, region, ranks, comm));
    Ok(())
}

#[inline(never)]
fn irecv_odd(call: Call, mut s: Guard, a: RecvArgs, region: Region, request: Out<abi::Request>) -> Result {
    if traced::is_on() {
        return irecv_lent(call, s, a, request);
    }
    let posted = begin_direct(&mut s, a, region)?;
    request.set(s.new_request(posted));
    Ok(())
}

#[cold]
#[inline(never)]
fn irecv_lent(call: Call, s: Guard, a: RecvArgs, request: Out<abi::Request>) -> Result {
    drop(s);
    traced(call, || {
        let mut s = gate::enter();
        let posted = begin_lent(&mut s, a)?;
        request.set(s.new_request(posted));
        Ok(())
    })
}
