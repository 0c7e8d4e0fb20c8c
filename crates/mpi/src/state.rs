//! Everything this process keeps for MPI. Reached through [`crate::ffi::gate::enter`] alone.
use crate::abi;
use crate::attr::Attributes;
use crate::buffered::Buffered;
use crate::comm::Comm;
use crate::context::Contexts;
use crate::errhandler::{Codes, Handler};
use crate::error::{Result, error, fail};
use crate::group::Ranks;
use crate::info::Info;
use crate::request::{Operation, Request, TakenMessage};
use crate::slab::{HandleKind, Slab};
use crate::{coll, datatype};
use clump::Endpoint;
use std::sync::Arc;
use std::thread::ThreadId;

/// Where the process stands between MPI_Init and MPI_Finalize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Before,
    Running,
    After,
}

/// The process-wide state.
pub struct State {
    pub(crate) endpoint: Option<Endpoint>,
    pub phase: Phase,
    /// Thread level as provided (MPI_THREAD_…).
    pub level: i32,
    pub main_thread: Option<ThreadId>,
    pub comms: Slab<Comm>,
    /// The handle that MPI_COMM_SELF really has.
    pub(crate) self_comm: usize,
    pub contexts: Contexts,
    /// Communicators that were freed while something on them was under way or bound to them.
    pub freed: Vec<Comm>,
    pub groups: Slab<Arc<Ranks>>,
    pub types: Slab<datatype::Object>,
    /// Names given to predefined datatypes.
    pub type_names: Vec<(abi::Datatype, String)>,
    pub requests: Slab<Request>,
    /// Requests that move by themselves in any MPI call (schedules of collectives).
    pub operations: Vec<(abi::Request, Box<dyn Operation>)>,
    pub messages: Slab<TakenMessage>,
    pub infos: Slab<Info>,
    pub handlers: Slab<Handler>,
    /// MPI_COMM_SELF has been given an error handler: errors on no object then go to that one (MPI 5.0, 9.3).
    pub self_handled: bool,
    pub codes: Codes,
    pub attributes: Attributes,
    pub buffered: Buffered,
    /// What the collectives and operations keep.
    pub coll: coll::Store,
}

impl State {
    pub const fn new() -> State {
        State {
            endpoint: None,
            phase: Phase::Before,
            level: abi::MPI_THREAD_SINGLE,
            main_thread: None,
            comms: Slab::new(HandleKind::Comm),
            self_comm: 0,
            contexts: Contexts::new(),
            freed: Vec::new(),
            groups: Slab::new(HandleKind::Group),
            types: Slab::new(HandleKind::Datatype),
            type_names: Vec::new(),
            requests: Slab::new(HandleKind::Request),
            operations: Vec::new(),
            messages: Slab::new(HandleKind::Message),
            infos: Slab::new(HandleKind::Info),
            handlers: Slab::new(HandleKind::Errhandler),
            self_handled: false,
            codes: Codes::new(),
            attributes: Attributes::new(),
            buffered: Buffered::new(),
            coll: coll::Store::new(),
        }
    }

    /// After MPI_Finalize: only what programs may use at any time stays (MPI 5.0, 11.4.1), which is info objects, error
    /// handlers, and error classes, codes and strings.
    pub fn forget(&mut self) {
        let named: Vec<_> = self.comms.iter().map(|(_, comm)| comm.errhandler).collect();
        named.into_iter().for_each(|handle| self.drop_handler(handle));
        let old = std::mem::take(self);
        *self = State {
            phase: Phase::After,
            level: old.level,
            main_thread: old.main_thread,
            infos: old.infos,
            handlers: old.handlers,
            codes: old.codes,
            ..State::new()
        };
    }

    /// The endpoint. Whoever has a communicator in hand knows that MPI is initialised.
    #[inline(always)]
    pub fn endpoint(&mut self) -> &mut Endpoint {
        match &mut self.endpoint {
            Some(endpoint) => endpoint,
            None => no_endpoint(),
        }
    }

    /// Error unless between MPI_Init and MPI_Finalize.
    pub fn running(&self) -> Result {
        match self.phase {
            Phase::Running => Ok(()),
            Phase::Before => fail(abi::MPI_ERR_OTHER, "MPI is not initialised: call MPI_Init or MPI_Init_thread first"),
            Phase::After => fail(abi::MPI_ERR_OTHER, "MPI is finalised: no calls but a few may follow MPI_Finalize"),
        }
    }

    /// The communicator behind a handle. Error: MPI_ERR_COMM.
    #[inline(always)]
    pub fn comm(&self, handle: abi::Comm) -> Result<&Comm> {
        match self.comms.get(handle.0) {
            Some(comm) => Ok(comm),
            None => self.other_comm(handle),
        }
    }

    /// Communicator and endpoint at once.
    #[inline(always)]
    pub fn comm_endpoint(&mut self, handle: abi::Comm) -> Result<(&Comm, &mut Endpoint)> {
        let comm = match self.comms.get(handle.0) {
            Some(comm) => comm,
            None => match self.comms.get(self.self_comm).filter(|_| handle == abi::MPI_COMM_SELF) {
                Some(comm) => comm,
                None => return Err(self.no_comm(handle)),
            },
        };
        match &mut self.endpoint {
            Some(endpoint) => Ok((comm, endpoint)),
            None => no_endpoint(),
        }
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

    /// The communicator that an operation was started on, which may have been freed since.
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

    /// Moves everything forward that can move without waiting, but for collectives: see
    /// [`crate::ffi::gate::Guard::advance`]. True if anything happened.
    pub(crate) fn advance(&mut self) -> bool {
        let mut moved = self.endpoint().progress_messages();
        if !self.operations.is_empty() {
            moved |= self.advance_operations();
        }
        moved
    }

    #[cold]
    fn advance_operations(&mut self) -> bool {
        let mut moved = false;
        let list = std::mem::take(&mut self.operations);
        for (handle, mut operation) in list {
            match operation.advance(self) {
                Some(f) => {
                    self.operation_over(handle, f);
                    moved = true;
                }
                None => self.operations.push((handle, operation)),
            }
        }
        moved
    }
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

#[cold]
#[inline(never)]
fn no_endpoint() -> ! {
    unreachable!("a communicator exists only while the endpoint is open")
}
