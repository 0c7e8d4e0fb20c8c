//! Persistent requests (MPI 5.0, 3.9).
use super::{RecvArgs, SendArgs, recv, send};
use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate;
use crate::request::Request;
use crate::state::State;
use crate::status::Finished;
use clump::Mode;

/// What a persistent request does when it is started.
#[derive(Clone, Copy, Debug)]
pub enum What {
    Send(SendArgs, Mode),
    Buffered(SendArgs),
    Recv(RecvArgs),
}

/// A persistent request.
#[derive(Debug)]
pub struct Persistent {
    pub what: What,
    pub comm: abi::Comm,
    /// The operation, while started.
    pub active: Option<Request>,
}

impl Persistent {
    /// What came of the started operation, if it is over; the request is inactive then.
    pub(crate) fn poll(&mut self, s: &mut State) -> Option<Finished> {
        let f = self.active.as_mut()?.poll(s)?;
        self.active = None;
        Some(f)
    }
}

/// Checks what can be checked before the first start, and makes the request.
fn init(what: What, comm: abi::Comm, request: Out<abi::Request>) -> Result {
    let mut s = gate::enter();
    match what {
        What::Send(a, _) | What::Buffered(a) => {
            drop(s.lend(a.buf, a.count, a.datatype)?);
            super::odd_destination(s.comm(comm)?, a.dest, a.tag)?;
        }
        What::Recv(a) => {
            drop(s.lend(a.buf, a.count, a.datatype)?);
            super::select(s.comm(comm)?, a.source, a.tag)?;
        }
    }
    request.set(s.new_request(Request::Persistent(Box::new(Persistent { what, comm, active: None }))));
    Ok(())
}

macro_rules! inits { ($($(#[$doc:meta])* $name:ident $make:expr;)*) => { $(
    $(#[$doc])*
    #[allow(clippy::too_many_arguments)]
    pub fn $name(
        _: Call, buf: Addr, count: i64, datatype: abi::Datatype, dest: i32, tag: i32, comm: abi::Comm,
        request: Out<abi::Request>,
    ) -> Result {
        init($make(SendArgs { buf, count, datatype, dest, tag, comm }), comm, request)
    }
)* } }
inits! {
    /// MPI_Send_init
    send_init |a| What::Send(a, Mode::Standard);
    /// MPI_Ssend_init
    ssend_init |a| What::Send(a, Mode::Synchronous);
    /// MPI_Rsend_init
    rsend_init |a| What::Send(a, Mode::Standard);
    /// MPI_Bsend_init
    bsend_init What::Buffered;
}

/// MPI_Recv_init
#[allow(clippy::too_many_arguments)]
pub fn recv_init(
    _: Call,
    buf: Addr,
    count: i64,
    datatype: abi::Datatype,
    source: i32,
    tag: i32,
    comm: abi::Comm,
    request: Out<abi::Request>,
) -> Result {
    init(What::Recv(RecvArgs { buf, count, datatype, source, tag, comm }), comm, request)
}

fn start_one(s: &mut State, handle: abi::Request) -> Result {
    let what = match s.request(handle)? {
        Request::Persistent(p) if p.active.is_none() => p.what,
        Request::Persistent(_) => {
            return fail(abi::MPI_ERR_REQUEST, "the persistent request is started already");
        }
        _ => return fail(abi::MPI_ERR_REQUEST, "the request is not a persistent one"),
    };
    let started = match what {
        What::Send(a, mode) => send::begin(s, a, mode)?.unwrap_or(Request::Done(Finished::EMPTY)),
        What::Buffered(a) => {
            send::start_buffered(s, a)?;
            Request::Done(Finished::EMPTY)
        }
        What::Recv(a) => recv::begin(s, a)?,
    };
    if let Request::Persistent(p) = s.request(handle)? {
        p.active = Some(started);
    }
    Ok(())
}

/// MPI_Start
pub fn start(_: Call, request: Out<abi::Request>) -> Result {
    start_one(&mut gate::enter(), request.get())
}

/// MPI_Startall
pub fn startall(_: Call, count: i32, requests: Out<abi::Request>) -> Result {
    let n =
        usize::try_from(count).map_err(|_| error(abi::MPI_ERR_ARG, format!("the number of requests is {count}")))?;
    let mut s = gate::enter();
    (0..n).try_for_each(|i| start_one(&mut s, requests.get_at(i)))
}
