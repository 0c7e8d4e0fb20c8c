//! What came of an operation (MPI 5.0, section 3.2.5).
use crate::ids::Rank;

/// What came of an operation, or what a probe found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub source: Rank,
    pub tag: i32,
    /// Bytes received (for a probe or a send: the message's whole length; for a truncated receive: what fitted).
    pub len: u64,
    pub cancelled: bool,
    /// The message was longer than the buffer; this was its length.
    pub truncated: Option<u64>,
}

impl Outcome {
    /// Of a message that was received whole.
    #[inline(always)]
    pub fn of_message(source: Rank, tag: i32, len: u64) -> Outcome {
        Outcome { source, tag, len, cancelled: false, truncated: None }
    }

    /// Neither cancelled nor cut.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        !self.cancelled && self.truncated.is_none()
    }
}
