//! The MPI functions that combine a send and a receive (MPI 5.0, 3.10).
use super::{RecvArgs, SendArgs, recv, send};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate::{self, Guard};
use crate::objects::request::{Both, Request};
use crate::objects::status::Finished;
use crate::request;
use crate::request::error_of;
use crate::state::State;
use clump::driver::Mode;

/// Posts the receive, then the send.
fn start(s: &mut State, to: SendArgs, from: RecvArgs) -> Result<Both> {
    let recv = recv::begin(s, from)?;
    match send::begin(s, to, Mode::Standard) {
        Ok(send) => Ok(Both { send, recv: Some(recv), received: Finished::EMPTY, comm: from.comm }),
        Err(e) => {
            s.abandon_receive(recv);
            Err(e)
        }
    }
}

impl State {
    /// Cancels a receive whose call has failed.
    fn abandon_receive(&mut self, recv: Request) {
        if let Request::Recv(r) = &recv {
            let r = r.request;
            let cancelled = self.endpoint().cancel(r);
            debug_assert!(cancelled, "only a cancelled send may have to wait for another thread");
        }
        self.abandon(recv);
    }
}

fn both(call: Call, mut s: Guard, pair: Both, status: Out<abi::Status>) -> Result {
    let comm = pair.comm;
    let handle = s.new_request(Request::Both(Box::new(pair)));
    let f = request::wait_for(call, &mut s, handle)?.finished;
    f.store(status);
    if f.code == abi::MPI_SUCCESS { Ok(()) } else { Err(error_of(&f, comm)) }
}

/// MPI_Sendrecv
#[allow(clippy::too_many_arguments)]
pub fn sendrecv(
    call: Call,
    sendbuf: Addr,
    sendcount: i64,
    sendtype: abi::Datatype,
    dest: i32,
    sendtag: i32,
    recvbuf: Addr,
    recvcount: i64,
    recvtype: abi::Datatype,
    source: i32,
    recvtag: i32,
    comm: abi::Comm,
    status: Out<abi::Status>,
) -> Result {
    let to = SendArgs { buf: sendbuf, count: sendcount, datatype: sendtype, dest, tag: sendtag, comm };
    let from = RecvArgs { buf: recvbuf, count: recvcount, datatype: recvtype, source, tag: recvtag, comm };
    let mut s = gate::enter();
    let pair = start(&mut s, to, from)?;
    both(call, s, pair, status)
}

/// MPI_Isendrecv
#[allow(clippy::too_many_arguments)]
pub fn isendrecv(
    _: Call,
    sendbuf: Addr,
    sendcount: i64,
    sendtype: abi::Datatype,
    dest: i32,
    sendtag: i32,
    recvbuf: Addr,
    recvcount: i64,
    recvtype: abi::Datatype,
    source: i32,
    recvtag: i32,
    comm: abi::Comm,
    request: Out<abi::Request>,
) -> Result {
    let to = SendArgs { buf: sendbuf, count: sendcount, datatype: sendtype, dest, tag: sendtag, comm };
    let from = RecvArgs { buf: recvbuf, count: recvcount, datatype: recvtype, source, tag: recvtag, comm };
    let mut s = gate::enter();
    let pair = start(&mut s, to, from)?;
    request.set(s.new_request(Request::Both(Box::new(pair))));
    Ok(())
}

/// Starts the send and the receive of one buffer. Sends from a copy, because the receive overwrites the buffer.
fn start_replace(s: &mut State, to: SendArgs, from: RecvArgs) -> Result<Both> {
    let message = s.types.register(to.buf, to.count, to.datatype)?.copied();
    let region = message.region;
    let packed = SendArgs { buf: Addr::of(region), count: region.len() as i64, datatype: abi::MPI_BYTE, ..to };
    let mut pair = start(s, packed, from)?;
    // The request keeps the copy that it sends.
    if let Some(Request::Send { message: kept, .. }) = &mut pair.send {
        *kept = message;
    }
    Ok(pair)
}

/// MPI_Sendrecv_replace
#[allow(clippy::too_many_arguments)]
pub fn sendrecv_replace(
    call: Call,
    buf: Addr,
    count: i64,
    datatype: abi::Datatype,
    dest: i32,
    sendtag: i32,
    source: i32,
    recvtag: i32,
    comm: abi::Comm,
    status: Out<abi::Status>,
) -> Result {
    let to = SendArgs { buf, count, datatype, dest, tag: sendtag, comm };
    let from = RecvArgs { buf, count, datatype, source, tag: recvtag, comm };
    let mut s = gate::enter();
    let pair = start_replace(&mut s, to, from)?;
    both(call, s, pair, status)
}

/// MPI_Isendrecv_replace
#[allow(clippy::too_many_arguments)]
pub fn isendrecv_replace(
    _: Call,
    buf: Addr,
    count: i64,
    datatype: abi::Datatype,
    dest: i32,
    sendtag: i32,
    source: i32,
    recvtag: i32,
    comm: abi::Comm,
    request: Out<abi::Request>,
) -> Result {
    let to = SendArgs { buf, count, datatype, dest, tag: sendtag, comm };
    let from = RecvArgs { buf, count, datatype, source, tag: recvtag, comm };
    let mut s = gate::enter();
    let pair = start_replace(&mut s, to, from)?;
    request.set(s.new_request(Request::Both(Box::new(pair))));
    Ok(())
}
