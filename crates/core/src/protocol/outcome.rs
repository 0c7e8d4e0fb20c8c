//! The outcome of an operation (MPI 5.0, section 3.2.5).
use crate::ids::Rank;

/// The outcome of an operation, or the message that a probe found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub source: Rank,
    pub tag: i32,
    /// Bytes received. For a probe or a send, the message's whole length; for a truncated receive, the bytes that
    /// fitted.
    pub len: u64,
    pub cancelled: bool,
    /// The length of a message that was longer than the buffer; `None` if the message fitted.
    pub truncated: Option<u64>,
}

impl Outcome {
    /// Returns the outcome for a message received whole.
    #[inline(always)]
    pub fn of_message(source: Rank, tag: i32, len: u64) -> Outcome {
        Outcome { source, tag, len, cancelled: false, truncated: None }
    }

    /// Returns true if the operation was neither cancelled nor truncated.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        !self.cancelled && self.truncated.is_none()
    }
}
