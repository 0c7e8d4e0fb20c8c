//! The library people use: endpoints, requests, progress, bootstrap, waiting. No `unsafe` here.
#![forbid(unsafe_code)]
pub mod bootstrap;
mod endpoint;
mod error;
pub use clump_fabric::mem::{Buffer, Pod, Region};
pub use clump_fabric::shm::Waiting;
pub use endpoint::*;
pub use error::Error;
