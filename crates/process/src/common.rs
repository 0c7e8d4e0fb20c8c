//! What all users of a process share, behind its gate: the endpoint, and who may enter.
use clump::driver::{Endpoint, Error, ErrorKind};

/// The state that all users share.
pub struct Common {
    /// The process's endpoint, from the first user's begin to the last user's end.
    pub endpoint: Option<Endpoint>,
    /// True if several threads of the program may enter.
    pub(crate) multiple: bool,
    /// True if the network's thread may enter while no other thread is inside.
    pub(crate) helped: bool,
    /// True if a tool listens to events, or may enter from a thread of its own.
    pub(crate) tools: bool,
    /// True if `helped` or `tools` is: a thread that leaves has more to do.
    pub(crate) attended: bool,
    /// True if the program has asked for the helper thread. `help_held` counts windows that need the thread even if
    /// the program has not.
    pub(crate) help_asked: bool,
    pub(crate) help_held: u32,
    /// Users that have joined and not left.
    pub(crate) joined: u32,
    /// True if the endpoint is or was open.
    opened: bool,
    /// True in a forked child of a process that had an endpoint.
    is_child: bool,
    /// See [`Common::may_return`].
    pub(crate) returns: Option<u16>,
    /// See [`Common::besides`].
    pub(crate) besides: Option<fn() -> bool>,
}

impl Common {
    /// Returns the state of a process without an endpoint and with one thread.
    pub const fn new() -> Common {
        Common {
            endpoint: None,
            multiple: false,
            helped: false,
            tools: false,
            attended: false,
            help_asked: false,
            help_held: 0,
            joined: 0,
            opened: false,
            is_child: false,
            returns: None,
            besides: None,
        }
    }

    /// Returns the state of a forked child, which never gets an endpoint: the rank is its parent.
    pub fn of_child() -> Common {
        Common { is_child: true, ..Common::new() }
    }

    /// Lets a user join again after the last user has left: the last user's [`Inside::leave`] then suspends the
    /// endpoint instead of closing it. Messages of `context` that arrive meanwhile wait for this process's return.
    pub fn may_return(&mut self, context: u16) {
        self.returns = Some(context);
    }

    /// Returns true if all users have left, and one may join again.
    pub fn is_suspended(&self) -> bool {
        self.joined == 0 && self.endpoint.is_some()
    }

    /// Joins as a user. The first user opens the endpoint, which all users share; each leaves by [`Inside::leave`].
    /// Fails if the job cannot be joined, or if the last user has closed the endpoint.
    #[expect(unsafe_code, reason = "the door to the interface that trusts regions")]
    pub(crate) fn join(&mut self) -> Result<&mut Endpoint, Error> {
        if self.is_child {
            return Err(Error::new(ErrorKind::Closed, FORKED));
        }
        if self.is_suspended() {
            self.endpoint().resume();
        } else if self.endpoint.is_none() {
            if self.opened {
                return Err(Error::new(ErrorKind::Closed, "this process has left its job, and cannot join it again"));
            }
            // SAFETY: this endpoint is reached through a `Guard` alone, and the program that has one has implemented
            // `Guarded`, which is unsafe: that program keeps the driver's contract.
            self.endpoint = Some(unsafe { clump::Endpoint::open()?.into_driver() });
            self.opened = true;
        }
        self.joined += 1;
        Ok(self.endpoint())
    }

    /// Returns true if several threads may call.
    pub fn has_threads(&self) -> bool {
        self.multiple
    }

    /// Sets the function that every wait of every user calls after each poll, outside the gate, because the program
    /// allows handlers to run meanwhile; `None` ends that. The function returns true if it did anything. The caller
    /// makes sure that the gate has a lock ([`Inside::expect_threads`]): a wait without a lock does not call the
    /// function.
    pub fn besides(&mut self, besides: Option<fn() -> bool>) {
        self.besides = besides;
    }

    /// Returns true while a function is called during waits.
    pub fn has_besides(&self) -> bool {
        self.besides.is_some()
    }

    /// Returns the endpoint. The endpoint must be open, as it is for every caller that has an operation pending.
    #[inline(always)]
    pub fn endpoint(&mut self) -> &mut Endpoint {
        match &mut self.endpoint {
            Some(endpoint) => endpoint,
            None => no_endpoint(self.is_child),
        }
    }

    /// Wakes other threads that may wait for what this thread has moved. Called before the lock is released.
    #[cold]
    pub(crate) fn wake_others(&mut self) {
        if let Some(endpoint) = &mut self.endpoint
            && endpoint.made_progress()
        {
            endpoint.wake();
        }
    }

    /// Makes threads that sleep wake up when the network has something to do. A call of the thread that leaves may have
    /// sent what must be retransmitted earlier than the other threads will wake up.
    #[inline(always)]
    pub(crate) fn wake_in_time(&mut self) {
        if let Some(endpoint) = &mut self.endpoint
            && endpoint.is_thread_waiting()
        {
            endpoint.helper().leave_call();
        }
    }
}

impl Default for Common {
    fn default() -> Common {
        Common::new()
    }
}

/// Explains why a forked child cannot communicate.
pub const FORKED: &str = "this process is a forked child of a rank, and no rank itself: its parent alone communicates; \
                          a child can start another program (exec) or end";

#[cold]
#[inline(never)]
fn no_endpoint(is_child: bool) -> ! {
    if is_child {
        eprintln!("clump: {FORKED}");
        clump_fabric::sys::exit_now(1);
    }
    unreachable!("what needs the endpoint exists only while that is open")
}
