//! The library people use: endpoints, requests, progress, bootstrap, waiting. No `unsafe` here.
//!
//! `clump-core` (the protocol) and `clump-fabric` (what moves bytes) meet in `port`, and nowhere else.
#![forbid(unsafe_code)]
pub mod bootstrap;
mod capture;
mod endpoint;
mod engines;
mod errand;
mod error;
mod group;
mod helper;
mod holes;
pub mod hosts;
mod memory;
mod native;
pub mod net;
mod port;
mod progress;
mod reach;
mod request;
pub mod testing;
mod tuned;
mod waiting;
mod ways;
pub use clump_core::{Counters, Mode, Outcome, Rank, Select};
pub use clump_fabric::lock::{BiasedLock, Held};
pub use clump_fabric::mem::{Buffer, Nest, Pod, Region, Scattered};
pub use clump_fabric::shm::{Segment, Waiting};
pub use clump_fabric::{Ask, Help, Helped};
pub use endpoint::{Endpoint, Local};
pub use engines::Engine;
pub use errand::{Errand, Step};
pub use error::Error;
pub use group::{GROUPS, Group, POST};
pub use request::{Matched, Request};
pub use waiting::{Patience, Pause};
