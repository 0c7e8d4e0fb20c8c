//! When a send may complete (MPI 5.0, section 3.4).

/// When a send may complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The send may complete as soon as the sender no longer needs the caller's memory.
    Standard,
    /// The send may complete only after the receiver has matched the message (MPI_Ssend).
    Synchronous,
}
