//! Persistent requests (MPI 5.0, 3.9).
use super::{SendArgs, recv, select, send};
use crate::abi;
use crate::coll;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate::{self, Guard};
use crate::objects::datatype::Message;
use crate::objects::p2p::Route;
use crate::objects::request::{Bound, Persistent, PostedReceive, Request};
use crate::objects::status::Finished;
use crate::partitioned::start_partitioned;
use crate::state::State;
use clump::driver::Mode;

fn make(s: &mut State, what: Bound, message: Message, comm: abi::Comm, request: Out<abi::Request>) -> Result {
    request.set(s.new_request(Request::Persistent(Box::new(Persistent { what, message, comm, active: None }))));
    Ok(())
}

/// Makes a persistent send request. `what` makes the bound operation from the route and the tag.
fn init(a: SendArgs, what: impl FnOnce(Route, i32) -> Bound, request: Out<abi::Request>) -> Result {
    let mut s = gate::enter();
    let message = s.types.register(a.buf, a.count, a.datatype)?;
    let route = send::route(&mut s, a.dest, a.tag, a.comm)?.map(|(_, route)| route);
    let what = route.map_or(Bound::Nothing(Finished::EMPTY), |route| what(route, a.tag));
    make(&mut s, what, message, a.comm, request)
}

macro_rules! inits { ($($(#[$doc:meta])* $name:ident $make:expr;)*) => { $(
    $(#[$doc])*
    #[allow(clippy::too_many_arguments)]
    pub fn $name(
        _: Call, buf: Addr, count: i64, datatype: abi::Datatype, dest: i32, tag: i32, comm: abi::Comm,
        request: Out<abi::Request>,
    ) -> Result {
        init(SendArgs { buf, count, datatype, dest, tag, comm }, $make, request)
    }
)* } }
inits! {
    /// MPI_Send_init
    send_init |route, tag| Bound::Send(route, tag, Mode::Standard);
    /// MPI_Ssend_init
    ssend_init |route, tag| Bound::Send(route, tag, Mode::Synchronous);
    /// MPI_Rsend_init
    rsend_init |route, tag| Bound::Send(route, tag, Mode::Standard);
    /// MPI_Bsend_init
    bsend_init Bound::Buffered;
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
    let mut s = gate::enter();
    let message = s.types.register(buf, count, datatype)?;
    let object = s.comm(comm)?;
    let what = match select(object, source, tag)? {
        Some(select) => Bound::Recv(select, object.translation()),
        None => Bound::Nothing(Finished::PROC_NULL),
    };
    make(&mut s, what, message, comm, request)
}

fn start_one(s: &mut Guard, handle: abi::Request) -> Result {
    let (what, message, comm) = match s.request(handle)? {
        Request::Persistent(p) if p.active.is_none() => (p.what.clone(), p.message.again(), p.comm),
        Request::Persistent(_) => {
            return fail(abi::MPI_ERR_REQUEST, "the persistent request is started already");
        }
        Request::Collective(_) => return coll::start_round(s, handle),
        Request::Partitioned(_) => return start_partitioned(s, handle),
        _ => return fail(abi::MPI_ERR_REQUEST, "the request is not a persistent one"),
    };
    let started = match what {
        Bound::Send(route, tag, mode) => match send::hand_over(s.endpoint(), route, tag, &message, mode) {
            Some(request) => Request::Send { request, message, comm },
            None => Request::Done(Finished::EMPTY),
        },
        Bound::Buffered(route, tag) => {
            s.buffered_send(comm, route.to, route.context, tag, &message)?;
            Request::Done(Finished::EMPTY)
        }
        Bound::Recv(select, ranks) => {
            let request = recv::hand_over(s.endpoint(), select, &message);
            Request::Recv(PostedReceive { request, message, ranks, comm })
        }
        Bound::Nothing(finished) => Request::Done(finished),
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
