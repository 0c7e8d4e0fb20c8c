//! Names of operations under way.
use clump_core::{EntryId, OperationId, RecvId, SendId};

/// A pending operation. Copy it freely; it goes stale once its outcome is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    #[doc(hidden)]
    Send(SendId),
    #[doc(hidden)]
    Recv(RecvId),
}

/// A message taken out of matching by `mprobe`, to be received by `mrecv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matched(pub(crate) EntryId);

/// An operation on a window of another rank's, as its origin waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FarOp {
    /// Its memory is free; when it has been applied, [`Endpoint::far_pending`] says.
    Left,
    /// The same as soon as this send is complete.
    Leaving(SendId),
    /// It ends with an answer, which goes to its memory.
    Asked(OperationId),
}
