//! The source of a frame's body, and the error of a full fabric.
use crate::ids::{BroadcastId, SendId, WindowId};

/// The fabric has no room at the moment, and has sent nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// The source of a frame's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// No body.
    None,
    /// The first bytes of the memory that the running send call was given.
    Call { len: u64 },
    /// Bytes of a kept send's memory, beginning at `offset` of that memory.
    Send { id: SendId, offset: u64, len: u64 },
    /// Bytes of a window that this rank offers.
    Window { window: WindowId, offset: u64, len: u64 },
    /// Bytes of a broadcast, in whichever memory holds them now: the root's memory, its copy, the destination, or the
    /// kept bytes.
    Broadcast { broadcast: BroadcastId, offset: u64, len: u64 },
}
