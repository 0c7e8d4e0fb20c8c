//! The library that programs use: endpoints, requests, progress, bootstrap, waiting. It has no `unsafe`.
//!
//! Here `clump-core` (the protocol) meets `clump-fabric` (which moves bytes): in `endpoint/port.rs` for messages,
//! and in `net/` for the reliability of networks.
#![forbid(unsafe_code)]
pub mod bootstrap;
mod copy;
mod cut;
mod endpoint;
mod error;
pub mod handlers;
pub mod hosts;
#[cfg(feature = "udp")]
pub mod hybrid;
pub mod net;
pub mod process;
pub mod scenario;
mod standard_fabric;
pub mod testing;
mod waiting;
pub mod windows;
pub use clump_core::protocol::{Begun, BrokenOff, MessageRole, Reading};
pub use clump_core::{
    BroadcastCounters, BroadcastLimits, Counters, MemberMemory, Mode, Outcome, Rank, Select, SendId, StreamId,
};
pub use clump_fabric::mem::{Buffer, Nest, Pod, Region, Scattered};
pub use clump_fabric::shm::{CollectiveRecord, Segment, Waiting};
pub use copy::{BackgroundCopy, CopyEngine, Step};
#[cfg(feature = "udp")]
pub use endpoint::{BareNetwork, FramesReceived, WantedRange};
pub use endpoint::{
    Broadcast, BroadcastLost, Departed, Endpoint, GROUPS, Group, Local, Matched, POST, PeerWatch, Request,
};
pub use error::Error;
pub use waiting::{Patience, Pause};
