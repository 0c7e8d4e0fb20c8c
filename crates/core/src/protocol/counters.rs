//! What has happened so far.

/// Counts since the endpoint was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Messages that arrived before their receive.
    pub unexpected: u64,
    /// Sends held back for want of credit or room.
    pub held: u64,
    /// Seeks sent.
    pub seeks: u64,
    /// Offers declined.
    pub declined: u64,
    /// Messages pulled natively and by frames.
    pub pulled_native: u64,
    pub pulled_frames: u64,
    /// Frames that contradicted themselves or our state; ignored.
    pub malformed: u64,
}
