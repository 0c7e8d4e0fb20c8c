//! The request object, and the object of a matched message.
use crate::abi;
use crate::error::{Error, On};
use crate::ffi::callback::Callback;
use crate::objects::coll::schedule::{Rounds, SEARCHED, outcome};
use crate::objects::datatype::Message;
use crate::objects::p2p::Route;
use crate::objects::partitioned::PartitionedRequest;
use crate::objects::status::Finished;
use clump::driver::{Endpoint, Mode, Select};
use clump_coll::Ranks;
use clump_coll::search;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

/// The object behind a handle other than MPI_REQUEST_NULL and [`SENT`].
#[derive(Debug)]
pub enum Request {
    Send {
        request: clump::driver::Request,
        message: Message,
        comm: abi::Comm,
    },
    Recv(PostedReceive),
    /// MPI_Isendrecv: the send, the receive, and the receive's outcome once it is complete.
    Both(Box<Both>),
    /// A complete request, with its outcome.
    Done(Finished),
    Persistent(Box<Persistent>),
    Collective(Box<PersistentCollective>),
    Partitioned(Box<PartitionedRequest>),
    Generalized(Box<Generalized>),
    File(Box<FileRequest>),
    /// A schedule of [`crate::coll`] on a communicator, or a flush of buffered sends (MPI_COMM_NULL). Any MPI call
    /// makes progress on the operation; at the end the request becomes `Done` or `Failed`.
    Operation(abi::Comm),
    /// An operation that has failed, which is an error on the communicator.
    Failed(Finished, abi::Comm),
}

/// A posted receive.
#[derive(Debug)]
pub struct PostedReceive {
    pub request: clump::driver::Request,
    pub message: Message,
    /// Maps job-wide ranks to the communicator's ranks; `None` if they are equal.
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

/// A message that MPI_Mprobe has matched and removed from the queues.
#[derive(Debug)]
pub struct TakenMessage {
    pub matched: clump::driver::Matched,
    pub ranks: Option<Arc<Ranks>>,
    pub comm: abi::Comm,
    pub source: u32,
    pub tag: i32,
    pub context: u16,
}

/// The handle of every send that was complete when its call returned. The handle is that of slot 1 of the table of
/// requests, which is reserved for this use.
pub const SENT: abi::Request = abi::Request(1 << 12 | 4 << 8);

/// A request of a non-blocking access to a file. Its schedule sets the outcome.
#[derive(Debug)]
pub struct FileRequest {
    pub file: abi::File,
    /// The outcome; `None` until the access has ended.
    pub finished: Option<Finished>,
    /// The error of an access that has failed.
    pub failure: Arc<Mutex<Option<Box<Error>>>>,
}

impl FileRequest {
    /// Takes the error of an access that has failed. The file's error handler gets the error.
    pub fn failure(&self) -> Option<Box<Error>> {
        let mut e = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        e.on = Some(On::File(self.file));
        Some(e)
    }
}

/// A generalized request.
#[derive(Clone, Debug)]
pub struct Generalized {
    pub query: Callback,
    pub free: Callback,
    pub cancel: Callback,
    pub extra: usize,
    pub complete: bool,
    /// True if the program has called MPI_Request_free. Then MPI_Grequest_complete frees the request.
    pub freed: bool,
}

impl Generalized {
    /// Calls the program's query function and returns the status that it sets. The caller must not hold a guard.
    pub fn query(&self) -> Finished {
        let mut status = Finished::EMPTY.status(abi::MPI_SUCCESS);
        let code = self.query.query(self.extra, &mut status);
        let (source, tag, len, cancelled) = (status.source, status.tag, status.len(), status.cancelled());
        Finished { source, tag, len, cancelled, code }
    }

    /// Calls the program's free function. The caller must not hold a guard.
    pub fn free(&self, f: &mut Finished) {
        let code = self.free.free(self.extra);
        if f.code == abi::MPI_SUCCESS {
            f.code = code;
        }
    }
}

/// The operation that a persistent request starts. The call that made the request has looked up all arguments, because
/// the program may free the datatype and the communicator afterwards (MPI 5.0, 3.9). The request keeps the properties
/// of these objects that it needs.
#[derive(Clone, Debug)]
pub enum Bound {
    Send(Route, i32, Mode),
    Buffered(Route, i32),
    Recv(Select, Option<Arc<Ranks>>),
    /// The operation of a request whose peer is MPI_PROC_NULL. It is complete as soon as it is started.
    Nothing(Finished),
}

/// A persistent request.
#[derive(Debug)]
pub struct Persistent {
    pub what: Bound,
    /// The program's buffer, with the datatype that its handle named.
    pub message: Message,
    /// The communicator, which stays alive while the request exists, even if the program frees it
    /// (`State::release_comm`).
    pub comm: abi::Comm,
    /// The operation in flight after a start; `None` while the request is inactive.
    pub active: Option<Request>,
}

/// A persistent request of a collective.
#[derive(Debug)]
pub struct PersistentCollective {
    /// The operation. `None` while a schedule runs it, and once an exception of the program's own operation has ended
    /// it.
    pub rounds: Option<Box<dyn Rounds>>,
    pub round: RoundState,
    /// How many bytes this process contributes to a round.
    pub bytes: u64,
    /// The communicator of the call. It stays alive while the request exists, like that of [`Persistent`].
    pub comm: abi::Comm,
    /// The communicator with `comm`'s members on which the rounds run; see [`crate::coll`].
    pub hidden: abi::Comm,
    /// The context of `hidden`.
    pub context: u16,
    /// The number of polls of quick rounds.
    pub polls: u32,
    /// True if a quick round has failed: messages of it may still arrive.
    pub failed: bool,
}

/// The state of a persistent collective's request.
#[derive(Debug)]
pub enum RoundState {
    Inactive,
    /// A schedule, or the thread that waits for the round, runs it.
    Running,
    /// A quick round: this rank has posted or sent, and any call that looks at the request may end the round.
    Posted,
    /// Complete, and not yet reported to the program.
    Ended(Finished),
}

impl PersistentCollective {
    /// Ends the round. `rounds` is the operation, for the next round.
    pub fn end_round(&mut self, finished: Finished, rounds: Option<Box<dyn Rounds>>) {
        self.round = RoundState::Ended(finished);
        self.rounds = rounds;
    }

    /// Ends a quick round if the other ranks' posts or messages have arrived.
    #[inline(always)]
    pub(crate) fn end_quick(&mut self, endpoint: &mut Endpoint) {
        if let (RoundState::Posted, Some(rounds)) = (&self.round, &mut self.rounds) {
            self.polls = self.polls.wrapping_add(1);
            let searches = self.polls.is_multiple_of(SEARCHED);
            let end = if searches { search(|| rounds.end_quick(endpoint)) } else { rounds.end_quick(endpoint) };
            if let Poll::Ready(result) = end {
                self.failed |= result.is_err();
                self.round = RoundState::Ended(outcome(result));
            }
        }
    }

    /// Searches, in a quick round, for a member that has left the job before its part of the round. Returns the rank
    /// that has left if the round has ended for that.
    #[cold]
    pub(crate) fn search(&mut self, endpoint: &mut Endpoint) -> Option<u32> {
        search(|| self.end_quick(endpoint));
        match self.round {
            RoundState::Ended(finished) if finished.is_departed() => Some(finished.source as u32),
            _ => None,
        }
    }

    /// Takes the outcome of the round, and makes the request inactive. Returns `None` if no round has ended.
    #[inline(always)]
    pub(crate) fn poll(&mut self, endpoint: &mut Endpoint) -> Option<Finished> {
        self.end_quick(endpoint);
        self.take_ended()
    }

    /// Takes the outcome of a round that is known to have ended; see [`PersistentCollective::poll`].
    #[inline(always)]
    pub(crate) fn take_ended(&mut self) -> Option<Finished> {
        let RoundState::Ended(finished) = self.round else { return None };
        self.round = RoundState::Inactive;
        Some(finished)
    }
}

impl Request {
    /// Returns the request's communicator, which the program may have freed since.
    pub(crate) fn comm(&self) -> abi::Comm {
        match self {
            Request::Send { comm, .. } => *comm,
            Request::Recv(r) => r.comm,
            Request::Both(b) => b.comm,
            Request::Persistent(p) => p.comm,
            Request::Collective(c) => c.comm,
            Request::Partitioned(p) => p.comm,
            Request::Operation(comm) | Request::Failed(_, comm) => *comm,
            _ => abi::MPI_COMM_NULL,
        }
    }

    /// Returns true if the request's outcome is that of a receive. A persistent request must be started.
    pub(crate) fn receives(&self) -> bool {
        match self {
            Request::Recv(_) | Request::Both(_) => true,
            Request::Persistent(p) => matches!(p.active, Some(Request::Recv(_) | Request::Both(_))),
            _ => false,
        }
    }

    /// Iterates over the endpoint's operations for which this request waits.
    pub(crate) fn pending(&self) -> impl Iterator<Item = clump::driver::Request> + use<> {
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
            Request::Partitioned(p) => [p.pending(), None],
            other => both(other),
        }
        .into_iter()
        .flatten()
    }

    /// Returns true if this is a persistent request that is not started. Waiting for such a request returns at once.
    pub(crate) fn inactive(&self) -> bool {
        match self {
            Request::Persistent(p) => p.active.is_none(),
            Request::Collective(c) => matches!(c.round, RoundState::Inactive),
            Request::Partitioned(p) => !p.active,
            _ => false,
        }
    }

    /// Returns true if this is a persistent request, which stays when its operation completes.
    pub(crate) fn is_persistent(&self) -> bool {
        matches!(self, Request::Persistent(_) | Request::Collective(_) | Request::Partitioned(_))
    }
}
