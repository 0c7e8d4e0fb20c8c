//! Names of operations under way.
use clump_core::{EntryId, RecvId, SendId};

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
