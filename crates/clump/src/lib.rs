//! The library that programs use: endpoints, requests, progress, bootstrap, waiting. It has no `unsafe`.
//!
//! Here `clump-core` (the protocol) meets `clump-fabric` (which moves bytes): in `endpoint/port.rs` for messages,
//! and in `net/` for the reliability of networks.
#![deny(unsafe_code)]
mod bootstrap;
mod copy;
mod cut;
pub mod driver;
mod endpoint;
mod error;
pub mod handlers;
mod hosts;
#[cfg(feature = "udp")]
mod hybrid;
mod lent;
mod net;
mod process;
mod safe;
mod scenario;
mod standard_fabric;
mod testing;
mod waiting;
mod windows;

pub use clump_core::{Mode, Outcome, Rank, Select};
pub use clump_fabric::mem::{Buffer, Pod};
pub use error::{Error, ErrorKind};
pub use safe::{Broadcasts, Deposits, Endpoint, Request, Scope, ScopeRequest, Tags, TakenMessage};

/// What deposits are made of; see [`Endpoint::deposits`].
pub mod deposits {
    pub use crate::windows::{Connection, DepositError, Invitation, Note, NoteQueue, Refusal, Telling};
}

use driver::{LentBuffer, Local, MessageRole, Patience, Pause, Region, Scattered, Segment, Waiting};
