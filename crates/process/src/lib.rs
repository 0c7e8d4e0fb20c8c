//! The state that all users of one process share: one endpoint, one gate around it, one progress loop, one waiting
//! policy.
//!
//! MPI is such a user, and other libraries share the process ([`Inside`]) without knowing each other. One user, MPI,
//! keeps its state behind the gate ([`User`]), and its work is part of every user's progress. It implements
//! [`Process`], which is resolved at compile time: a call to the endpoint follows no table and no pointer.
//!
//! **Which thread may enter.** As long as one thread at a time uses the process, as the program promises, there is no
//! lock. If several threads use it, or the network's thread helps, one lock guards everything. A thread holds the
//! lock while its own call works, and releases the lock whenever it rests. The lock is biased to the thread that
//! created it: for that thread it is nearly free until a second thread comes. Completed operations need no lock.
//! Decision 7 explains why there are no finer locks.
//!
//! Rule: no thread holds a [`Guard`] while the program's own functions run, because they may call again. Debug
//! builds check it.
mod guard;
mod helper;
mod helper_guard;
mod inside;
#[cfg(test)]
mod tests;
mod user;
mod wait;

pub use clump_fabric::gate::{Gate, Guarded};
pub use clump_fabric::sys::exit_now;
pub use guard::Guard;
pub use inside::Inside;
pub use user::{User, Work};

use clump::driver::{Endpoint, Error, ErrorKind, Waiting};

/// Everything that a process keeps behind its gate.
pub trait Process: Guarded {
    /// The user whose state is behind the gate.
    type User: User;

    /// Returns what all users share.
    fn common(&self) -> &Common;
    /// Returns the user whose state is behind the gate.
    fn user(&self) -> &Self::User;
    /// Returns both, to change them.
    fn split(&mut self) -> (&mut Common, &mut Self::User);

    /// Collects what tools want to hear of, while a thread holds the gate. `late` names what the thread waits for if
    /// the thread is about to sleep in a wait for the first time. Returns true if [`Process::tell_tools`] has anything
    /// to tell. Called only while a tool listens ([`Guard::set_tools`]).
    fn collect_for_tools(&mut self, _late: Option<Waiting>) -> bool {
        false
    }

    /// Tells tools what was collected. Called outside the gate; may call the program.
    fn tell_tools() {}
}

/// The state that all users share.
pub struct Common {
    /// The process's endpoint, from the first user's begin to the last user's end.
    pub endpoint: Option<Endpoint>,
    /// True if several threads of the program may enter.
    multiple: bool,
    /// True if the network's thread may enter while no other thread is inside.
    helped: bool,
    /// True if a tool listens to events, or may enter from a thread of its own.
    tools: bool,
    /// True if `helped` or `tools` is: a thread that leaves has more to do.
    attended: bool,
    /// True if the program has asked for the helper thread. `help_held` counts windows that need the thread even if
    /// the program has not.
    help_asked: bool,
    help_held: u32,
    /// Users that have joined and not left.
    joined: u32,
    /// True if the endpoint is or was open.
    opened: bool,
    /// True in a forked child of a process that had an endpoint.
    is_child: bool,
    /// See [`Common::may_return`].
    returns: Option<u16>,
    /// See [`Common::besides`].
    besides: Option<fn() -> bool>,
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
    fn join(&mut self) -> Result<&mut Endpoint, Error> {
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
    fn wake_others(&mut self) {
        if let Some(endpoint) = &mut self.endpoint
            && endpoint.made_progress()
        {
            endpoint.wake();
        }
    }

    /// Makes threads that sleep wake up when the network has something to do. A call of the thread that leaves may have
    /// sent what must be retransmitted earlier than the other threads will wake up.
    #[inline(always)]
    fn wake_in_time(&mut self) {
        if let Some(endpoint) = &mut self.endpoint
            && endpoint.is_thread_waiting()
        {
            endpoint.leave_call();
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
