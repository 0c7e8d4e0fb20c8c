//! Bytes of a broadcast on their way to one member. A flow owns no buffer: it is the paper's lightweight directed
//! point (3.1).
use super::range_set::RangeSet;
use crate::ids::BroadcastId;

#[derive(Debug)]
pub struct Flow {
    pub root: u16,
    pub number: u64,
    /// The member that the bytes go to.
    pub to: usize,
    /// True if member `to` forwards the bytes.
    pub forward: bool,
    pub broadcast: BroadcastId,
    pub len: u64,
    /// The bytes that have not left.
    pub left: RangeSet,
    /// True if the broadcast has no bytes, and the single frame that announces the broadcast has not left.
    pub bare: bool,
}
