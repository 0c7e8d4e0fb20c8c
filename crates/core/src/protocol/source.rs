//! Where the body of a frame comes from, and what may come of sending it.
use crate::ids::{CastId, SendId, WindowId};

/// The fabric has no room now; nothing was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// Where a frame's body comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// No body.
    None,
    /// The first bytes of the memory given with the send call that is running now.
    Call { len: u64 },
    /// Bytes of a kept send's memory, from `offset` of that memory on.
    Send { id: SendId, offset: u64, len: u64 },
    /// Bytes of a window of this rank's.
    Window { window: WindowId, offset: u64, len: u64 },
    /// Bytes of a broadcast, from where they are now: the root's memory or its copy, the destination, or what is kept.
    Cast { cast: CastId, offset: u64, len: u64 },
}
