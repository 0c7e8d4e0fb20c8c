//! Moving bytes between this process and others of its machine: large messages, out of one program's memory into another's.
//! It knows no endpoint and no protocol: whoever uses it says what to copy, and hears how that ended.
mod background;
mod engines;
mod native;
mod pass;
mod strided;
mod ways;

pub(crate) use background::Pull;
pub use background::{BackgroundCopy, Step};
pub use engines::Engine;
pub(crate) use native::{Native, Pulled};
pub(crate) use pass::Memory;
pub(crate) use strided::Wanted;
