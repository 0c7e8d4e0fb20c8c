//! Push-pull messaging (Wong and Wang, 1999) as pure state machines.
//!
//! The code uses no clock, no threads, no system calls and no pointers: frames and calls come in, actions go out
//! through a [`Sink`]. Ids name memory. The same code runs over shared memory and in the simulator.
//!
//! - [`wire`]: one file for each frame kind, with its one encoder and one decoder.
//! - [`protocol`]: the paper's four structures (send queue, receive queue, buffer queue, pushed buffer) and the steps
//!   that move messages between them: push, pull, seek, credit.
//! - [`reliability`]: acknowledgement and retransmission, for networks that lose packets.
#![forbid(unsafe_code)]
pub mod ids;
pub mod limits;
mod planted;
pub mod protocol;
pub mod reliability;
mod slab;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod wire;

pub use ids::{BroadcastId, DepositId, EntryId, OperationId, Rank, RecvId, SendId, StreamId, WindowId};
pub use limits::{BroadcastLimits, Limits};
#[cfg(planted)]
pub use planted::plant;
#[doc(hidden)]
pub use planted::planted;
pub use protocol::{
    Account, BroadcastCounters, BroadcastLost, Combination, Counters, Destination, Engine, Expected, GroupSink,
    HandlerSink, How, MemberMemory, Missing, Mode, Outcome, ParityBlock, Path, Pulling, QueueLengths, Select, Sink,
    Source, TagSink, TransferSink, UnexpectedLog, UnexpectedMessage, WindowPlace, WindowSink,
};
pub use wire::{Arrival, Combine, Refusal, Rows};
