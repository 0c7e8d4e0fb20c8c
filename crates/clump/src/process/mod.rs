//! What all users of one process share: one endpoint, one gate round it, one progress, one way of waiting.
//!
//! MPI is such a user, and others may stand beside it ([`TwoUsers`]); none knows of another. Each keeps what is its own
//! behind the same gate ([`User`]) and takes part in the progress of all. Whoever puts them together says so by
//! [`Process`], which is resolved when compiled: on its way to the endpoint a call meets no table and no pointer.
//!
//! **Who may be inside.** As long as one thread at a time uses the process, there is no lock at all: the program
//! promises it. Where several do, or the network's thread helps, one lock guards everything, held for one call's own
//! work and let go of whenever it rests; it is biased to the thread that asked for it, for which it is nearly free
//! until another one comes. What is over already needs no lock. Why no finer locks: docs/decisions/0007-threads.md.
//!
//! Rule: nobody holds a [`Guard`] while the program's own functions run, because they may call again. Debug builds
//! check it.
mod guard;
mod helper;
mod inside;
#[cfg(test)]
mod tests;
mod user;
mod wait;

pub use clump_fabric::gate::{Gate, Guarded};
pub use guard::Guard;
pub use inside::Inside;
pub use user::{TwoUsers, TwoUsersWork, User, Work};

use crate::{Endpoint, Error};

/// Everything that a process keeps behind its gate.
pub trait Process: Guarded {
    /// All users, or the only one.
    type Users: User;

    fn common(&self) -> &Common;
    fn users(&self) -> &Self::Users;
    fn split(&mut self) -> (&mut Common, &mut Self::Users);
}

/// What users have in common.
pub struct Common {
    /// The process's place in its job, from the beginning of the first user to the end of the last.
    pub endpoint: Option<Endpoint>,
    /// Several threads of the program may come.
    multiple: bool,
    /// The network's thread may come while nobody is inside.
    helped: bool,
    /// The program has asked for that; and so many windows need it, whatever it has asked for.
    help_asked: bool,
    help_held: u32,
    /// Users that have joined and not left; and whether the endpoint has been open.
    joined: u32,
    opened: bool,
    /// See [`Common::besides`].
    besides: Option<fn() -> bool>,
}

impl Common {
    /// No endpoint, and one thread.
    pub const fn new() -> Common {
        Common {
            endpoint: None,
            multiple: false,
            helped: false,
            help_asked: false,
            help_held: 0,
            joined: 0,
            opened: false,
            besides: None,
        }
    }

    /// A user joins: the first opens the endpoint, which all share. Each leaves by [`Inside::leave`]. Error: the job
    /// cannot be joined, or the last user has left it.
    pub fn join(&mut self) -> Result<&mut Endpoint, Error> {
        if self.endpoint.is_none() {
            if self.opened {
                return Err(Error("this process has left its job, and cannot join it again".to_owned()));
            }
            self.endpoint = Some(Endpoint::open()?);
            self.opened = true;
        }
        self.joined += 1;
        Ok(self.endpoint())
    }

    /// From now on every wait of every user calls this, outside the gate, after each look at the network: the program
    /// has asked for handlers to run meanwhile. It says whether it did anything. `None`: no longer. Whoever sets it
    /// sees to it that the gate has a lock ([`Inside::expect_threads`]): a wait without one does not look here.
    pub fn besides(&mut self, besides: Option<fn() -> bool>) {
        self.besides = besides;
    }

    /// True while something is called besides.
    pub fn has_besides(&self) -> bool {
        self.besides.is_some()
    }

    /// The endpoint. Whoever has something to do with it knows that it is open.
    #[inline(always)]
    pub fn endpoint(&mut self) -> &mut Endpoint {
        match &mut self.endpoint {
            Some(endpoint) => endpoint,
            None => no_endpoint(),
        }
    }

    /// Before the lock is let go: what has moved may be what another thread sleeps for.
    #[cold]
    fn wake_others(&mut self) {
        if let Some(endpoint) = &mut self.endpoint
            && endpoint.stirred()
        {
            endpoint.wake();
        }
    }
}

impl Default for Common {
    fn default() -> Common {
        Common::new()
    }
}

#[cold]
#[inline(never)]
fn no_endpoint() -> ! {
    unreachable!("what needs the endpoint exists only while that is open")
}
