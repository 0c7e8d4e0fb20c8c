//! What comes of a broadcast, as its caller sees it.
use crate::protocol::transfer::Class;

/// The account that kept broadcasts are charged to.
pub(super) const CLASS: Class = Class::Groups;

/// The root of a broadcast has died or left before all of it was here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastLost;

/// A broadcast, as its caller sees it.
#[derive(Debug, Default)]
pub struct Cast {
    /// Bytes of the whole, once its memory is the caller's again.
    pub(super) end: Option<Result<u64, CastLost>>,
    /// Nobody will ask for that.
    pub(super) detached: bool,
    /// Nothing is kept of it any more.
    pub(super) over: bool,
}
