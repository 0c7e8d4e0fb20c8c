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
#![deny(unsafe_code)]
#![warn(missing_docs)]
mod common;
mod entrance;
mod guard;
mod helper;
mod helper_guard;
mod inside;
mod process;
#[cfg(test)]
mod tests;
mod user;
mod wait;

pub use clump_fabric::gate::{Gate, Guarded};
pub use clump_fabric::sys::exit_now;
pub use common::{Common, FORKED};
pub use entrance::enter;
pub use guard::Guard;
pub use inside::Inside;
pub use process::Process;
pub use user::{User, Work};
