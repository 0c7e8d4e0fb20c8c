//! The interface below the safe one, for libraries that bring memory of their own: MPI and Clump's C interfaces.
//!
//! Programs use the crate's root. This module is for code that receives raw buffers from its own callers, and cannot
//! hand over the memory by value. Its calls name memory by [`Region`]s and operations by plain identifiers. They check
//! neither, so that they add no cost to the protocol's.
//!
//! **Contract.** A [`Region`] is a plain value that borrows nothing. A region comes from an `unsafe` constructor, or
//! from memory that is never freed ([`Leaked`]). The caller of the constructor promises:
//! - The memory stays mapped until every operation that got the region has completed: until the operation's outcome
//!   has been returned, or, after `cancel` or `detach`, until the protocol has released it.
//! - Until then no other code writes bytes that the operation reads, or accesses bytes that the operation writes.
//!
//! A program that enters this interface promises to keep the contract. Therefore [`crate::Endpoint::into_driver`] and
//! [`handlers::Handlers::with_endpoint`] are `unsafe`.
//!
//! A region that a call returns (a post on a board, a part of a window) is valid while the endpoint or window is open.
//! Threads that share a region agree on who accesses it: its accessors are plain loads and stores.
//!
//! Some calls name memory by an address in a rank's process ([`Endpoint::read`], [`Endpoint::write`], windows of memory
//! that the program lent). The caller has the address from that rank, and that rank keeps the memory until the caller
//! is done.
//!
//! A request ([`Request`]) is a number. A request that is forgotten stays pending, and its memory stays in use.
//!
//! **Map.** [`Endpoint`]: a rank's place in its job, messages with tags, groups, boards; [`views`] of it, one for each
//! further subject. [`windows`]: memory that other ranks access. [`hosts`], [`bootstrap`]: how a job starts on one
//! machine and on several. [`net`] and [`hybrid`]: the reliable network, and the choice between network and shared
//! memory. [`handlers`]: messages that run handlers; the handlers and the crate `clump-scenario` use this module.
//! [`testing`]: several ranks in one process. The crate `clump-process` lets several users of a process share one
//! endpoint.
pub use crate::agreements::{AgreeingCall, AgreementLetter, Contribution, Decision, Launched};
pub use crate::copy::{BackgroundCopy, CopyEngine, Step};
pub use crate::endpoint::{
    Arrived, Broadcast, BroadcastLost, Departed, Endpoint, FarOp, GROUPS, Group, GroupOf, Local, Matched,
    NetworkCounters, POST, PeerWatch, Request, Sighting, Traffic, Waited, WholeBytes, is_ending, views,
};
pub use crate::endpoint::{BareNetwork, FramesReceived, ProcessName, WantedRange};
pub use crate::error::{Error, ErrorKind};
pub use crate::handlers;
pub use crate::revocations::Revocations;
pub use crate::standard_fabric::Standard;
pub use crate::waiting::{Patience, Pause, Policy, call_before_sleep};
/// What a message to another machine pushes by default, in bytes: up to the first number whole in one frame; of a
/// longer message BYTES_TO_PUSH(1) and BYTES_TO_PUSH(2).
pub use clump_core::limits::FAR as FAR_PUSH;
#[doc(hidden)]
pub use clump_core::planted;
pub use clump_core::protocol::{Begun, BrokenOff, MessageRole, Reading};
pub use clump_core::{
    BroadcastCounters, BroadcastLimits, Counters, MemberMemory, Mode, Outcome, QueueLengths, Rank, Select, SendId,
    StreamId, UnexpectedLog, UnexpectedMessage,
};
pub use clump_fabric::clock::ticks;
pub use clump_fabric::local::{AgreementName, Revoked};
pub use clump_fabric::mem::{Bfloat16, Binary16, ShortFloat};
pub use clump_fabric::mem::{Blocks, Buffer, Leaked, LentBuffer, Nest, PairedRows, Pod, Region, Scattered, Strided};
pub use clump_fabric::shm::{
    CallCount, CallCounts, CallKind, CollectiveRecord, Segment, Status, TraceKind, TracedCall, Waiting,
};

/// How a process learns which rank of which job it is.
pub mod bootstrap {
    pub use crate::bootstrap::*;
}

/// What frames from the processes of other jobs may reach.
pub mod border {
    pub use crate::border::*;
}

/// Deaths in joint jobs: who puts them in order, and the lines to it.
pub mod coordination {
    pub use crate::coordination::*;
}

/// The environment variables of this process, as far as it may believe them.
pub mod environment {
    pub use crate::environment::*;
}

/// The machines of a job, and how its launcher introduces them to each other.
pub mod hosts {
    pub use crate::hosts::*;
}

/// Shared memory for ranks on this machine, the network for all others.
pub mod hybrid {
    pub use crate::hybrid::*;
}

/// A reliable fabric made of one that loses frames.
pub mod net {
    pub use crate::net::*;
}

/// Directed points, and lightweight ones that share a buffer (EQA).
pub mod points {
    pub use crate::points::*;
}

/// Ports, by which processes of different jobs meet.
pub mod ports {
    pub use crate::ports::*;
}

/// Several endpoints in one process, for tests.
pub mod testing {
    pub use crate::testing::*;
}

/// Memory that other ranks put to, get from and combine with; connections and queues of notes.
pub mod windows {
    pub use crate::windows::*;
}
