//! The result of a broadcast, for its caller.
use crate::protocol::transfer::Class;

/// The class that kept broadcasts are charged to.
pub(super) const CLASS: Class = Class::new(3);

/// The root of a broadcast died or left before all bytes had arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadcastLost;

/// A broadcast, as its caller sees it.
#[derive(Debug, Default)]
pub struct BroadcastRecord {
    /// The length of the whole broadcast, set when its memory belongs to the caller again.
    pub(super) end: Option<Result<u64, BroadcastLost>>,
    /// True if the caller will not ask for the result.
    pub(super) detached: bool,
    /// True if the engine keeps no bytes of the broadcast any more.
    pub(super) over: bool,
}
