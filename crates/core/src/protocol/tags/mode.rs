//! When a send may complete (MPI 5.0, section 3.4).

/// When a send may complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As soon as the bytes are out of the caller's memory.
    Standard,
    /// Not before the receiver has matched it (MPI_Ssend).
    Synchronous,
}
