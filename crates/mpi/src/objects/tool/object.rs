//! What tools have allocated: handles of variables, sessions, registrations for events.
use super::settings::Setting;
use super::table::{EventType, PVAR_COUNT, Pvar};
use crate::abi;
use crate::ffi::callback::Callback;
use crate::slab::{HandleKind, HandleTable};
use std::collections::VecDeque;

/// The values of control variables that a tool set before MPI_Init.
#[derive(Clone, Copy, Debug, Default)]
pub struct WantedSettings {
    pub check: Option<bool>,
    pub pushed_buffer: Option<u64>,
    pub progress: Option<bool>,
}

/// A handle of a control variable.
#[derive(Clone, Copy, Debug)]
pub struct CvarHandle(pub Setting);

/// A handle of a performance variable.
#[derive(Debug)]
pub struct PvarHandle {
    pub session: usize,
    pub pvar: Pvar,
    /// The communicator that the variable is bound to.
    pub comm: Option<abi::Comm>,
    /// The number of elements.
    pub count: usize,
    /// True while a counter counts.
    pub started: bool,
    /// The process's own counts when this handle last began to count.
    pub base: Vec<u64>,
    /// What this handle has counted before that.
    pub kept: Vec<u64>,
}

/// One callback of a registration.
#[derive(Clone, Copy, Debug)]
pub struct Listener {
    /// The callback's safety level, MPI_T_CB_REQUIRE_….
    pub safety: i32,
    pub function: Callback,
    pub user_data: usize,
}

/// The callbacks of a registration, one for each safety level, lowest first.
#[derive(Debug, Default)]
pub struct Callbacks(pub Vec<Listener>);

impl Callbacks {
    /// Sets the callback of a safety level; `None` removes it.
    pub fn set(&mut self, safety: i32, listener: Option<Listener>) {
        self.0.retain(|l| l.safety != safety);
        self.0.extend(listener);
        self.0.sort_by_key(|l| l.safety);
    }

    /// Returns the callback to call where callbacks may do anything: the one that promises least.
    pub fn least(&self) -> Option<Listener> {
        self.0.first().copied()
    }
}

/// A registration for a type of event.
#[derive(Debug)]
pub struct EventRegistration {
    pub event: EventType,
    /// The communicator that the registration is bound to, and its context.
    pub comm: Option<(abi::Comm, u16)>,
    pub callbacks: Callbacks,
    pub dropped_handler: Option<Callback>,
    /// Events that were dropped since the handler was last called.
    pub dropped: u64,
    /// The number of threads that are in one of the callbacks.
    pub active: u32,
    /// The function that ends the registration, with its argument, once no thread is in a callback.
    pub ending: Option<(Option<Callback>, usize)>,
}

/// An event that has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    pub event: EventType,
    /// Nanoseconds of CLOCK_MONOTONIC.
    pub time: i64,
    /// The elements, in the order of the event's type.
    pub values: [u64; 3],
}

/// An object behind a handle of the tool interface.
#[derive(Debug)]
pub enum ToolObject {
    Cvar(CvarHandle),
    Session,
    Pvar(PvarHandle),
    Registration(EventRegistration),
    /// An event while its callback runs.
    Instance(Occurrence),
}

/// The state of the tool interface.
pub struct Tool {
    /// Calls of MPI_T_init_thread, less those of MPI_T_finalize.
    pub users: u32,
    /// The thread level that MPI_T_init_thread returned.
    pub level: i32,
    pub objects: HandleTable<ToolObject>,
    pub wanted: WantedSettings,
    /// The variables that are bound to no object, as they were at MPI_Finalize.
    pub last: [u64; PVAR_COUNT],
    /// Events to be told, each with its registration.
    pub queue: VecDeque<(usize, Occurrence)>,
    /// The number of registrations, and of those for each type of event.
    pub listening: [u32; 3],
    /// True while a thread tells events.
    pub telling: bool,
}

impl Tool {
    pub const fn new() -> Tool {
        Tool {
            users: 0,
            level: abi::MPI_THREAD_SINGLE,
            objects: HandleTable::new(HandleKind::Tool),
            wanted: WantedSettings { check: None, pushed_buffer: None, progress: None },
            last: [0; PVAR_COUNT],
            queue: VecDeque::new(),
            listening: [0; 3],
            telling: false,
        }
    }

    /// Returns true if a tool listens to any type of event.
    pub fn listens(&self) -> bool {
        self.listening.iter().any(|&n| n > 0)
    }

    pub fn registration(&mut self, handle: usize) -> Option<&mut EventRegistration> {
        match self.objects.get_mut(handle) {
            Some(ToolObject::Registration(r)) if r.ending.is_none() => Some(r),
            _ => None,
        }
    }

    pub fn pvar(&mut self, handle: usize) -> Option<&mut PvarHandle> {
        match self.objects.get_mut(handle) {
            Some(ToolObject::Pvar(p)) => Some(p),
            _ => None,
        }
    }

    /// Returns the handles of a session's variables.
    pub fn pvars_of(&self, session: usize) -> Vec<usize> {
        let of = |object: &ToolObject| matches!(object, ToolObject::Pvar(p) if p.session == session);
        self.objects.iter().filter(|(_, object)| of(object)).map(|(handle, _)| handle).collect()
    }
}

impl Default for Tool {
    fn default() -> Self {
        Self::new()
    }
}
