//! Identifiers of pending operations.
use clump_core::{EntryId, OperationId, RecvId, SendId};

/// A pending operation. The identifier can be copied, and becomes stale once the caller has taken the outcome.
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

/// A pending operation on a window of another rank, as its origin sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FarOp {
    /// The memory is free. [`is_pending`](super::views::FarWindowsView::is_pending) says when the operation has been
    /// applied.
    Left,
    /// The memory is free once this send is complete.
    Leaving(SendId),
    /// The operation is complete once its answer has been written to its memory.
    Asked(OperationId),
}
