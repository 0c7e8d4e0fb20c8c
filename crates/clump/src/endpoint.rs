//! One process's place in a job.
use crate::{Error, Region, Waiting};

/// A process of the job, numbered from 0; job-wide.
pub type Rank = u32;

/// Which messages a receive or probe takes. Contexts keep communicators (and their collectives) apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Select {
    pub context: u16,
    /// `None`: from any rank.
    pub source: Option<Rank>,
    /// `None`: with any tag.
    pub tag: Option<i32>,
}

/// When a send may complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As soon as the bytes are out of the caller's memory.
    Standard,
    /// Not before the receiver has matched it (MPI_Ssend).
    Synchronous,
}

/// A pending operation. Copy it freely; it goes stale (and is then refused by a panic in debug builds) once taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request(pub(crate) u64);

/// What came of an operation, or what a probe found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub source: Rank,
    pub tag: i32,
    /// Bytes received (for a probe: the message's whole length; for a truncated receive: what fitted).
    pub len: u64,
    pub cancelled: bool,
    /// The message was longer than the buffer; this was its length.
    pub truncated: Option<u64>,
}

/// A message taken out of matching by `mprobe`, to be received by `mrecv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matched(pub(crate) u64);

/// What to do between two looks at the network; see [`Endpoint::pause`].
pub struct Pause(());
impl Pause {
    /// Spins, yields or sleeps. Needs no endpoint, so that a lock round the endpoint can be let go first.
    pub fn rest(self) {
        todo!()
    }
}

/// How long a wait has lasted. One for each wait; `Default` starts one.
#[derive(Default)]
pub struct Patience(());

/// One process's place in a job: its number, and its message queues.
pub struct Endpoint {}

#[allow(unused_variables)]
impl Endpoint {
    /// Joins the job this process was started for; without a launcher, a job of one rank.
    pub fn open() -> Result<Endpoint, Error> {
        todo!()
    }
    pub fn rank(&self) -> Rank {
        todo!()
    }
    /// Ranks in the job.
    pub fn size(&self) -> u32 {
        todo!()
    }
    /// The machine that `rank` runs on, numbered from 0 in order of first rank.
    pub fn host_of(&self, rank: Rank) -> u32 {
        todo!()
    }

    /// Sends `data`. `Ok(None)`: done already, the memory is free again. `Ok(Some)`: wait for the request.
    pub fn send(
        &mut self,
        to: Rank,
        context: u16,
        tag: i32,
        data: Region,
        mode: Mode,
    ) -> Option<Request> {
        todo!()
    }
    /// Posts a receive. It may be complete at once; ask with `test`.
    pub fn recv(&mut self, select: Select, into: Region) -> Request {
        todo!()
    }
    /// Looks once for a message without taking it (and makes progress). Repeated calls find it if it was sent.
    pub fn probe(&mut self, select: Select) -> Option<Outcome> {
        todo!()
    }
    /// Looks once, and takes the message out of matching.
    pub fn mprobe(&mut self, select: Select) -> Option<(Matched, Outcome)> {
        todo!()
    }
    /// Receives a message that `mprobe` took.
    pub fn mrecv(&mut self, message: Matched, into: Region) -> Request {
        todo!()
    }
    /// Moves everything forward that can be moved without waiting. True if anything happened.
    pub fn progress(&mut self) -> bool {
        todo!()
    }
    /// Takes the outcome of a finished operation and forgets the request; `None` while it is pending. No progress.
    pub fn test(&mut self, request: Request) -> Option<Outcome> {
        todo!()
    }
    /// The outcome of a finished operation, which stays (MPI_Request_get_status). No progress.
    pub fn peek(&self, request: Request) -> Option<Outcome> {
        todo!()
    }
    /// Blocks until the request is done, and takes its outcome. Serves pulls, seeks and acknowledgements meanwhile.
    pub fn wait(&mut self, request: Request, waiting: Waiting) -> Outcome {
        todo!()
    }
    /// Cancels a receive that is not yet matched, or a send that has not left; otherwise it completes as usual.
    /// Either way the request still has to be waited for or tested.
    pub fn cancel(&mut self, request: Request) {
        todo!()
    }
    /// Lets go of a request that nobody will wait for: it completes on its own.
    pub fn detach(&mut self, request: Request) {
        todo!()
    }
    /// After a `progress` that did nothing: how to rest until the next look, by the one waiting policy.
    /// `waiting` is shown by `clump run --timeout` while this rank sleeps.
    pub fn pause(&mut self, patience: &mut Patience, waiting: Waiting) -> Pause {
        todo!()
    }
    /// Sends out what is still queued to others, then leaves the job. Ranks need not agree.
    pub fn close(self) -> Result<(), Error> {
        todo!()
    }
    /// Ends the whole job with this exit code; prints `why` once. Does not return.
    pub fn abort(&self, code: i32, why: &str) -> ! {
        todo!()
    }
    /// The pushed buffer's size in bytes: how much this rank keeps of messages that nobody has asked for yet.
    pub fn set_pushed_buffer(&mut self, bytes: u64) {
        todo!()
    }
}
