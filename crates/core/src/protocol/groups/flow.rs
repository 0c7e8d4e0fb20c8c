//! Bytes of a broadcast on their way to one member. A flow owns no buffer: it is the paper's lightweight directed point
//! (3.1).
use super::range_set::RangeSet;
use crate::ids::CastId;

#[derive(Debug)]
pub struct Flow {
    pub root: u16,
    pub number: u64,
    /// The member that they go to.
    pub to: usize,
    /// It passes them on.
    pub forward: bool,
    pub cast: CastId,
    pub len: u64,
    /// What has not left.
    pub left: RangeSet,
    /// Of a broadcast without bytes: its one frame has not left.
    pub bare: bool,
}
