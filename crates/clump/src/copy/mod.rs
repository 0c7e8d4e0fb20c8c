//! Moving bytes between this process and others of its machine: large messages, out of one program's memory into
//! another's. It knows no endpoint and no protocol: whoever uses it says what to copy, and hears how that ended.
//!
//! `native` decides whether a message is copied, by which method and with whom; `transfer` copies it, at once or in
//! steps that any thread may take (`background`).
mod background;
mod engines;
mod methods;
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
