//! The state that this process keeps for MPI. [`crate::ffi::gate::enter`] is the only access to the state.
use crate::abi;
use crate::error::{Result, error, fail};
use crate::objects::attr::Attributes;
use crate::objects::buffered::Buffered;
use crate::objects::coll;
use crate::objects::coll::schedule::Ended;
use crate::objects::comm::Comm;
use crate::objects::context::numbers::Contexts;
use crate::objects::datatype::Types;
use crate::objects::dynamic::store::Dynamic;
use crate::objects::errhandler::codes::Codes;
use crate::objects::errhandler::handlers::ErrorHandlers;
use crate::objects::file::store::Files;
use crate::objects::group::HeldGroup;
use crate::objects::info::table::Infos;
use crate::objects::op::Ops;
use crate::objects::partitioned::PartitionedStore;
use crate::objects::request::{Request, TakenMessage};
use crate::objects::session::Session;
use crate::objects::small_blocks::SmallBlocks;
use crate::objects::status::Finished;
use crate::objects::tool::Tool;
use crate::objects::traced;
use crate::objects::win::object::Win;
use crate::slab::{HandleKind, HandleTable};
use clump::driver::{Endpoint, Waiting};
use clump_coll::AgreementTurns;
use clump_process::{Common, FORKED, Process, User};
use std::ops::{Deref, DerefMut};

/// The process's phase: before MPI_Init, between MPI_Init and MPI_Finalize, after MPI_Finalize, or in a forked child of
/// a process that has used MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifecycle {
    Before,
    Running,
    After,
    Forked,
}

impl Lifecycle {
    /// Returns an error unless MPI is initialized and not finalized.
    pub fn running(self) -> Result {
        match self {
            Lifecycle::Running => Ok(()),
            Lifecycle::Before => {
                fail(abi::MPI_ERR_OTHER, "MPI is not initialised: call MPI_Init or MPI_Init_thread first")
            }
            Lifecycle::After => {
                fail(abi::MPI_ERR_OTHER, "MPI is finalised: no calls but a few may follow MPI_Finalize")
            }
            Lifecycle::Forked => fail(abi::MPI_ERR_OTHER, FORKED),
        }
    }
}

/// The process-wide state as MPI sees it: the part that MPI shares with other interfaces, and MPI's own part.
pub struct State {
    pub(crate) common: Common,
    pub(crate) mpi: Mpi,
}

/// MPI's own state.
pub struct Mpi {
    pub phase: Lifecycle,
    /// The thread level that MPI_Init_thread returned (MPI_THREAD_…).
    pub level: i32,
    pub main_thread: Option<usize>,
    pub comms: HandleTable<Comm>,
    /// The handle of the communicator MPI_COMM_SELF.
    pub(crate) self_comm: usize,
    /// The number of calls so far that have tested in vain.
    pub(crate) tests_in_vain: u64,
    pub contexts: Contexts,
    /// Freed communicators that are still in use, by an operation in flight or by a request.
    pub freed: Vec<Comm>,
    pub groups: HandleTable<HeldGroup>,
    pub sessions: HandleTable<Session>,
    pub types: Types,
    pub requests: HandleTable<Request>,
    pub messages: HandleTable<TakenMessage>,
    pub infos: Infos,
    pub handlers: ErrorHandlers,
    /// True if the program has set an error handler on MPI_COMM_SELF. Errors without an object then go to that handler
    /// (MPI 5.0, 9.3).
    pub self_handled: bool,
    /// True in a forked child that gets its errors returned.
    pub errors_return: bool,
    pub codes: Codes,
    pub attributes: Attributes,
    pub wins: HandleTable<Win>,
    pub files: Files,
    pub buffered: Buffered,
    pub ops: Ops,
    /// The state of the collectives.
    pub coll: coll::Store,
    pub partitioned: PartitionedStore,
    /// Other jobs that this process knows.
    pub dynamic: Dynamic,
    /// The order of agreements.
    pub agreements: AgreementTurns,
    /// How many faults the communicators know of.
    pub faults_heard: usize,
    /// The tool interface, which outlives MPI.
    pub tool: Tool,
    /// The small blocks of MPI_Alloc_mem, which outlive MPI, too.
    pub small_blocks: SmallBlocks,
}

impl Mpi {
    pub const fn new() -> Mpi {
        Mpi {
            phase: Lifecycle::Before,
            level: abi::MPI_THREAD_SINGLE,
            main_thread: None,
            comms: HandleTable::new(HandleKind::Comm),
            self_comm: 0,
            tests_in_vain: 0,
            contexts: Contexts::new(),
            freed: Vec::new(),
            groups: HandleTable::new(HandleKind::Group),
            sessions: HandleTable::new(HandleKind::Session),
            types: Types::new(),
            requests: HandleTable::new(HandleKind::Request),
            messages: HandleTable::new(HandleKind::Message),
            infos: Infos::new(),
            handlers: ErrorHandlers::new(),
            self_handled: false,
            errors_return: false,
            codes: Codes::new(),
            attributes: Attributes::new(),
            wins: HandleTable::new(HandleKind::Win),
            files: Files::new(),
            buffered: Buffered::new(),
            ops: Ops::new(),
            coll: coll::Store::new(),
            partitioned: PartitionedStore::new(),
            dynamic: Dynamic::new(),
            agreements: AgreementTurns::new(),
            faults_heard: 0,
            tool: Tool::new(),
            small_blocks: SmallBlocks::new(),
        }
    }

    /// Returns an error unless MPI may be used: between MPI_Init and MPI_Finalize, or while a session is open.
    pub fn running(&self) -> Result {
        self.phase.running().or_else(|e| if self.has_sessions() { Ok(()) } else { Err(e) })
    }

    /// Returns true if a session is open.
    pub fn has_sessions(&self) -> bool {
        self.sessions.iter().next().is_some()
    }

    /// Posts the receives of started partitioned requests whose opening message has arrived. Returns true if any has.
    fn open_partitioned(&mut self, endpoint: &mut Endpoint) -> bool {
        self.partitioned.forget_freed(endpoint);
        let (before, requests) = (self.partitioned.unopened.len(), &mut self.requests);
        self.partitioned.unopened.retain(|handle| match requests.get_mut(handle.0) {
            Some(Request::Partitioned(p)) => !p.open(endpoint),
            _ => false,
        });
        self.partitioned.unopened.len() < before
    }

    /// Marks the request of a completed operation as done, with outcome `f`.
    pub(crate) fn operation_over(&mut self, handle: abi::Request, f: Finished) {
        if let Some(r) = self.requests.get_mut(handle.0) {
            *r = match f.code {
                abi::MPI_SUCCESS => Request::Done(f),
                _ => Request::Failed(f, r.comm()),
            };
        }
    }
}

impl State {
    pub const fn new() -> State {
        State { common: Common::new(), mpi: Mpi::new() }
    }

    /// Returns the state of a forked child, in which MPI has ended. Errors are returned to the program if the parent
    /// has said so for its communicators; otherwise they end the child. `parent` is `None` if the parent's state is
    /// unknown.
    pub fn of_child(parent: Option<&State>) -> State {
        traced::switch(false);
        let returns = |comm| parent.is_some_and(|s| s.comm(comm).is_ok_and(|c| c.errhandler == abi::MPI_ERRORS_RETURN));
        let errors_return = returns(abi::MPI_COMM_WORLD) || returns(abi::MPI_COMM_SELF);
        State { common: Common::of_child(), mpi: Mpi { phase: Lifecycle::Forked, errors_return, ..Mpi::new() } }
    }

    /// Frees, after MPI_Finalize and the end of all sessions, all objects except those that programs may use at any
    /// time (MPI 5.0, 11.4.1): info objects, error handlers, error classes, codes and strings, and the tool interface.
    /// Contexts on which a message has not been received yet stay taken, because a session may follow.
    pub fn forget(&mut self) {
        traced::switch(false);
        let named: Vec<_> = self.comms.iter().map(|(_, comm)| comm.errhandler).collect();
        named.into_iter().for_each(|handle| self.handlers.let_go(handle));
        let old = std::mem::take(&mut self.mpi);
        self.mpi = Mpi {
            phase: old.phase,
            contexts: old.contexts,
            freed: old.freed,
            level: old.level,
            main_thread: old.main_thread,
            infos: old.infos,
            handlers: old.handlers,
            codes: old.codes,
            errors_return: old.errors_return,
            files: old.files.after_finalize(),
            tool: old.tool,
            small_blocks: old.small_blocks,
            ..Mpi::new()
        };
    }

    /// Returns the endpoint. MPI must be initialized; a caller that has found a communicator knows that MPI is.
    #[inline(always)]
    pub fn endpoint(&mut self) -> &mut Endpoint {
        self.common.endpoint()
    }

    /// Returns the endpoint, or `None` if it is not open.
    #[inline(always)]
    pub fn open_endpoint(&self) -> Option<&Endpoint> {
        self.common.endpoint.as_ref()
    }

    /// Returns the communicator behind a handle, or MPI_ERR_COMM.
    #[inline(always)]
    pub fn comm(&self, handle: abi::Comm) -> Result<&Comm> {
        match self.comms.get(handle.0) {
            Some(comm) => Ok(comm),
            None => self.other_comm(handle),
        }
    }

    /// Returns the communicator behind a handle and the endpoint, or MPI_ERR_COMM.
    #[inline(always)]
    pub fn comm_endpoint(&mut self, handle: abi::Comm) -> Result<(&Comm, &mut Endpoint)> {
        let comm = match self.mpi.comms.get(handle.0) {
            Some(comm) => comm,
            None => match self.mpi.comms.get(self.mpi.self_comm).filter(|_| handle == abi::MPI_COMM_SELF) {
                Some(comm) => comm,
                None => return Err(self.no_comm(handle)),
            },
        };
        Ok((comm, self.common.endpoint()))
    }

    pub fn comm_mut(&mut self, handle: abi::Comm) -> Result<&mut Comm> {
        let real = if handle == abi::MPI_COMM_SELF { self.self_comm } else { handle.0 };
        if self.comms.get(real).is_none() {
            return Err(self.no_comm(handle));
        }
        self.comms.get_mut(real).ok_or_else(|| error(abi::MPI_ERR_COMM, ""))
    }

    #[cold]
    #[inline(never)]
    fn other_comm(&self, handle: abi::Comm) -> Result<&Comm> {
        if handle == abi::MPI_COMM_SELF
            && let Some(comm) = self.comms.get(self.self_comm)
        {
            return Ok(comm);
        }
        Err(self.no_comm(handle))
    }

    /// Returns the communicator on which an operation was started, even if the program has freed it since.
    pub fn comm_of_operation(&self, handle: abi::Comm) -> Option<&Comm> {
        self.comm(handle).ok().or_else(|| self.freed.iter().find(|c| c.handle == handle))
    }

    #[cold]
    fn no_comm(&self, handle: abi::Comm) -> Box<crate::error::Error> {
        if let Err(e) = self.running() {
            return e;
        }
        error(
            abi::MPI_ERR_COMM,
            match handle {
                abi::MPI_COMM_NULL => "the communicator is MPI_COMM_NULL".into(),
                h => format!("{:#x} is no communicator (freed already?)", h.0),
            },
        )
    }
}

impl Default for Mpi {
    fn default() -> Self {
        Self::new()
    }
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for State {
    type Target = Mpi;
    #[inline(always)]
    fn deref(&self) -> &Mpi {
        &self.mpi
    }
}

impl DerefMut for State {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Mpi {
        &mut self.mpi
    }
}

impl Process for State {
    type User = Mpi;

    #[inline(always)]
    fn common(&self) -> &Common {
        &self.common
    }
    #[inline(always)]
    fn user(&self) -> &Mpi {
        &self.mpi
    }
    #[inline(always)]
    fn split(&mut self) -> (&mut Common, &mut Mpi) {
        (&mut self.common, &mut self.mpi)
    }

    fn collect_for_tools(&mut self, late: Option<Waiting>) -> bool {
        let State { common, mpi } = self;
        let (comms, own) = (&mpi.comms, mpi.self_comm);
        let find = |comm: abi::Comm| comms.get(if comm == abi::MPI_COMM_SELF { own } else { comm.0 });
        mpi.tool.collect(common.endpoint.as_mut(), late, find)
    }

    fn tell_tools() {
        crate::objects::tool::tell();
    }
}

impl User for Mpi {
    type Work = coll::schedule::Schedule;

    #[inline(always)]
    fn is_busy(&self) -> bool {
        self.buffered.is_flushing() || self.coll.busy() || !self.partitioned.unopened.is_empty()
    }

    fn advance(&mut self, endpoint: &mut Endpoint) -> bool {
        let over = self.buffered.flushes_over(endpoint);
        over.iter().for_each(|&handle| self.operation_over(handle, Finished::EMPTY));
        self.open_partitioned(endpoint) || !over.is_empty()
    }

    fn waiting(&self) -> usize {
        self.coll.schedules.waiting()
    }

    fn take(&mut self) -> Option<Self::Work> {
        self.coll.schedules.take()
    }

    fn put_back(&mut self, schedule: Self::Work, endpoint: &mut Endpoint) -> bool {
        match self.coll.schedules.put_back(schedule, endpoint) {
            Some(Ended { handle, finished, rounds }) => {
                match self.requests.get_mut(handle.0) {
                    Some(Request::Collective(c)) => c.end_round(finished, rounds),
                    Some(Request::File(f)) => f.finished = Some(finished),
                    _ => self.operation_over(handle, finished),
                }
                true
            }
            // A schedule that need not be polled before must be polled now.
            None => self.coll.schedules.take_unparked(),
        }
    }

    fn sleeps(&mut self) {
        self.coll.schedules.sleeps();
    }
}
