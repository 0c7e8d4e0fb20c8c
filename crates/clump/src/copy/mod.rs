//! Moves large messages out of one program's memory into another's on one machine. This module knows neither the
//! endpoint nor the protocol: its caller says what to copy, and learns how the copy ended.
//!
//! `native` decides whether a message is copied, by which method, and whether the sender helps; `transfer` copies
//! it, at once or in steps that any thread may take (`background`).
mod background;
mod engines;
mod method;
mod native;
mod pass;
mod sharing;
#[cfg(test)]
mod tests;
mod transfer;

pub use background::BackgroundCopy;
pub(crate) use background::Pulled;
pub use engines::CopyEngine;
pub(crate) use native::{Native, Wanted};
pub(crate) use pass::MessageMemory;
pub use transfer::Step;
