//! Errors of directed points.
use clump_core::Rank;
use std::fmt;

/// Numbers of points are below this.
pub const MOST_POINTS: u32 = 1 << 16;

/// Why a call on a point failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointError {
    /// The point is closed, or was never made.
    Unknown,
    /// The number is too large, or another receiving point has it.
    Number(u32),
    /// The job has no such rank.
    Rank(Rank),
    /// A receive-only point cannot send.
    ReceiveOnly,
    /// A send-only point cannot receive.
    SendOnly,
    /// The point is directed at no other point.
    NoTarget,
    /// The LDP is not linked to a DP.
    NotLinked,
    /// An LDP is linked once, to a point with a buffer.
    NoLink,
    /// LDPs are linked to the DP.
    Linked,
    /// A process that shares the buffer has not passed an old entry.
    Full,
    /// The shared buffer has no entries of that many bytes.
    TooLong(usize),
    /// The shared memory cannot be made, or is not on this machine.
    Memory,
    /// As many processes share the buffer as may.
    NoCursor,
    /// The sender of a broadcast has died or left before all of it was here.
    Lost,
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            PointError::Unknown => "there is no such directed point: it is closed, or was never made",
            PointError::Number(number) => {
                return write!(f, "{number} is no free number: numbers are below {MOST_POINTS}, one point each");
            }
            PointError::Rank(rank) => return write!(f, "the job has no rank {rank}"),
            PointError::ReceiveOnly => "a receive-only point sends nothing, and owns no buffer",
            PointError::SendOnly => "a send-only point receives nothing",
            PointError::NoTarget => "the point is directed at no other point",
            PointError::NotLinked => "a lightweight point owns no buffer: link it to a directed point first",
            PointError::NoLink => "a lightweight point is linked once, to a directed point that owns a buffer",
            PointError::Full => "a process that shares the point's buffer still needs the room",
            PointError::TooLong(len) => {
                return write!(f, "{len} bytes are more than an entry of the point's shared buffer has");
            }
            PointError::Memory => "the shared buffer cannot be made, or its process is not on this machine",
            PointError::NoCursor => "as many processes share the buffer as may",
            PointError::Lost => "the sender has died or left the job before all of its message was here",
            PointError::Linked => "lightweight points are linked to this directed point: close them first",
        };
        f.write_str(text)
    }
}
