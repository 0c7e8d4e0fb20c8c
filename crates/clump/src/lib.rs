//! Message passing for clusters of multicore machines.
//!
//! A job is a number of processes, its *ranks*, on one machine or on several; `clump run` starts it. Each rank opens
//! an [`Endpoint`] and exchanges bytes with the other ranks: through shared memory on one machine, by datagrams
//! between machines.
//!
//! ```
//! use clump::{Buffer, Endpoint};
//!
//! fn main() -> Result<(), clump::Error> {
//!     let mut endpoint = Endpoint::open()?;
//!     let (me, ranks) = (endpoint.rank(), endpoint.size());
//!     let (next, previous) = ((me + 1) % ranks, (me + ranks - 1) % ranks);
//!
//!     // Each rank sends its number to the next rank, in a ring. Started without a launcher, the job has one rank,
//!     // which sends to itself.
//!     let sent = endpoint.send(next, 1, Buffer::copy_of(&me.to_le_bytes()))?;
//!     let received = endpoint.recv(Some(previous), Some(1), Buffer::new(4))?;
//!     let (outcome, number) = endpoint.wait(received)?;
//!     assert_eq!(outcome.source, previous);
//!     assert_eq!(number[..], previous.to_le_bytes());
//!
//!     // The wait gives the buffer back, to be used again.
//!     let (_, _buffer) = endpoint.wait(sent)?;
//!     endpoint.close()
//! }
//! ```
//!
//! # Map
//! | what | where |
//! |---|---|
//! | join a job, send, receive, wait | [`Endpoint`], [`Buffer`], [`Request`], [`Outcome`] |
//! | operations on borrowed memory | [`Endpoint::scope`] |
//! | contexts, synchronous sends, probes | [`Endpoint::tags`] |
//! | messages that run functions at their receiver | [`handlers`], [`Endpoint::into_handlers`] |
//! | one rank's bytes to many | [`Endpoint::broadcasts`] |
//! | bytes placed in the receiver's memory | [`Endpoint::deposits`], [`deposits`] |
//! | errors to match | [`Error::kind`], [`ErrorKind`] |
//! | raw memory, for libraries such as MPI | [`driver`] |
//!
//! # Memory
//! Safe code cannot reach memory that an operation uses. An operation takes a [`Buffer`] by value, and gives the buffer
//! back when no process reads or writes its bytes any more; or the operation borrows a slice within a scope, which
//! always ends after the operation, even when the program panics. A request that is forgotten, and an endpoint that is
//! dropped with operations pending, leak the buffers: memory into which another rank may write is never freed.
//!
//! Deposits differ: a receive buffer is shared memory, and a sender that deposits again at one place may overwrite the
//! bytes while the receiver copies them out of the buffer.
//!
//! The crate denies `unsafe` code but for two small modules, which lend memory to operations. `clump-fabric`, below
//! this crate, moves the bytes; its own `unsafe` code is there.
// Here `clump-core` (the protocol) meets `clump-fabric`: in `endpoint/port.rs` for messages, and in `net/` for the
// reliability of networks.
#![deny(unsafe_code)]
#![warn(missing_docs)]
mod agreements;
mod bootstrap;
mod border;
mod coordination;
mod copy;
mod cut;
pub mod driver;
mod endpoint;
mod environment;
mod error;
pub mod handlers;
mod hosts;
mod hybrid;
mod lent;
mod net;
mod points;
mod ports;
mod revocations;
mod safe;
mod standard_fabric;
mod testing;
mod waiting;
mod windows;

pub use clump_core::{Mode, Outcome, Rank, Select};
pub use clump_fabric::mem::{Buffer, Pod};
pub use error::{Error, ErrorKind};
pub use safe::{Broadcasts, Deposits, Endpoint, MatchedMessage, Request, Scope, ScopeRequest, Tags};

/// The types that deposits use; see [`Endpoint::deposits`].
pub mod deposits {
    pub use crate::windows::{Connection, DepositError, Invitation, Note, NoteQueue, Refusal, Telling};
}
