//! Counts of protocol events.

/// Counts since the endpoint was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Messages that arrived before their receive.
    pub unexpected: u64,
    /// Sends held back for want of credit or room.
    pub held: u64,
    /// Seeks sent: requests for messages that senders hold back.
    pub seeks: u64,
    /// Offers that a rank declined.
    pub declined: u64,
    /// Messages pulled natively.
    pub pulled_native: u64,
    /// Messages pulled by frames.
    pub pulled_frames: u64,
    /// Bytes pulled natively or by frames.
    pub pulled_bytes: u64,
    /// Frames ignored because they contradicted themselves or this rank's state.
    pub malformed: u64,
}
