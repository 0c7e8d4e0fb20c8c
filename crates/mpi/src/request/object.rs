//! What requests and taken messages are.
use crate::abi;
use crate::datatype::Message;
use crate::ffi::callback::Callback;
use crate::group::Ranks;
use crate::p2p::Route;
use crate::status::Finished;
use clump::{Mode, Select};
use std::sync::Arc;

/// What a handle other than MPI_REQUEST_NULL and [`SENT`] stands for.
#[derive(Debug)]
pub enum Request {
    Send {
        request: clump::Request,
        message: Message,
        comm: abi::Comm,
    },
    Recv(PostedReceive),
    /// MPI_Isendrecv: both halves, and what came of the receive once it is over.
    Both(Box<Both>),
    /// Over already; tells what came of it.
    Done(Finished),
    Persistent(Box<Persistent>),
    Generalized(Box<Generalized>),
    /// Moves on by itself in any MPI call: a schedule of [`crate::coll`], or a flush of buffered sends. Becomes `Done`.
    Operation,
}

/// A posted receive.
#[derive(Debug)]
pub struct PostedReceive {
    pub request: clump::Request,
    pub message: Message,
    /// Job ranks to the communicator's, `None` where they are the same.
    pub ranks: Option<Arc<Ranks>>,
    pub comm: abi::Comm,
}

#[derive(Debug)]
pub struct Both {
    pub send: Option<Request>,
    pub recv: Option<Request>,
    pub received: Finished,
    pub comm: abi::Comm,
}

/// A message taken out of matching (MPI_Mprobe).
#[derive(Debug)]
pub struct TakenMessage {
    pub matched: clump::Matched,
    pub ranks: Option<Arc<Ranks>>,
    pub comm: abi::Comm,
    pub source: u32,
    pub tag: i32,
    pub context: u16,
}

/// The handle of every send that was complete when its call returned: slot 1 of the request slab, which is reserved for
/// it.
pub const SENT: abi::Request = abi::Request(1 << 12 | 4 << 8);

/// An operation of the program.
#[derive(Clone, Debug)]
pub struct Generalized {
    pub query: Callback,
    pub free: Callback,
    pub cancel: Callback,
    pub extra: usize,
    pub complete: bool,
    /// MPI_Request_free came first: MPI_Grequest_complete ends it.
    pub freed: bool,
}

impl Generalized {
    /// Asks the program for the status. No guard may be held.
    pub fn query(&self) -> Finished {
        let mut status = Finished::EMPTY.status(abi::MPI_SUCCESS);
        let code = self.query.query(self.extra, &mut status);
        let (source, tag, len, cancelled) = (status.source, status.tag, status.len(), status.cancelled());
        Finished { source, tag, len, cancelled, code }
    }

    /// Tells the program that the request is gone. No guard may be held.
    pub fn free(&self, f: &mut Finished) {
        let code = self.free.free(self.extra);
        if f.code == abi::MPI_SUCCESS {
            f.code = code;
        }
    }
}

/// What a persistent request does when it is started. The call that made it has looked everything up: the program may
/// free datatype and communicator after that (MPI 5.0, 3.9), and the request holds on to what it needs of them.
#[derive(Clone, Debug)]
pub enum Bound {
    Send(Route, i32, Mode),
    Buffered(Route, i32),
    Recv(Select, Option<Arc<Ranks>>),
    /// The other side is MPI_PROC_NULL: over as soon as it is started.
    Nothing(Finished),
}

/// A persistent request.
#[derive(Debug)]
pub struct Persistent {
    pub what: Bound,
    /// The program's buffer, with the datatype worked out.
    pub message: Message,
    /// Stays alive for the request, whether or not the program frees it (`State::release_comm`).
    pub comm: abi::Comm,
    /// The operation, while started.
    pub active: Option<Request>,
}

impl Request {
    /// The communicator it belongs to, which may have been freed since.
    pub(crate) fn comm(&self) -> abi::Comm {
        match self {
            Request::Send { comm, .. } => *comm,
            Request::Recv(r) => r.comm,
            Request::Both(b) => b.comm,
            Request::Persistent(p) => p.comm,
            _ => abi::MPI_COMM_NULL,
        }
    }

    /// The operations of the endpoint that this request waits for.
    pub(crate) fn pending(&self) -> impl Iterator<Item = clump::Request> + use<> {
        let one = |r: &Request| match r {
            Request::Send { request, .. } | Request::Recv(PostedReceive { request, .. }) => Some(*request),
            _ => None,
        };
        let both = |r: &Request| match r {
            Request::Both(b) => [b.send.as_ref().and_then(one), b.recv.as_ref().and_then(one)],
            other => [one(other), None],
        };
        match self {
            Request::Persistent(p) => p.active.as_ref().map_or([None; 2], both),
            other => both(other),
        }
        .into_iter()
        .flatten()
    }

    /// Persistent and not started: waiting for it returns at once.
    pub(crate) fn inactive(&self) -> bool {
        matches!(self, Request::Persistent(p) if p.active.is_none())
    }
}
