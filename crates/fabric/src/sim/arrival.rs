//! A frame that has arrived at a simulated process.
use crate::Frame;

/// A frame that has arrived.
pub(super) struct Arrival {
    pub from: u32,
    /// The group that a multicast frame was sent to; `None` for other frames.
    pub group: Option<u16>,
    /// How many ticks ago the frame arrived.
    pub ago: u64,
    pub frame: Frame,
}
