//! What each rank is doing, in always-on words that the launcher reads without the rank's help.

/// How far a rank has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Has not opened an endpoint (yet, or ever: it may be no message-passing program).
    Outside = 0,
    /// Between `Endpoint::open` and `Endpoint::close` (MPI_Init and MPI_Finalize).
    Running = 1,
    /// Has closed its endpoint: exiting is fine.
    Closed = 2,
    /// Asked for the whole job to be ended (MPI_Abort).
    Aborted = 3,
}

/// The blocking call a rank is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Index into the caller's own table of call names (for MPI: the row of the function table); 0 = in no call.
    pub call: u16,
    /// The other rank (job-wide number), or -1 for any, or -2 where the call has none.
    pub peer: i32,
    /// The tag, or -1 for any.
    pub tag: i32,
    /// The context (communicator) number.
    pub context: u16,
}

/// One rank's words, read once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    pub phase: Phase,
    /// Process id of the rank as it wrote it itself; 0 before it opened its endpoint.
    pub pid: u32,
    pub waiting: Option<Waiting>,
    /// The exit code given with an abort.
    pub abort_code: i32,
}
