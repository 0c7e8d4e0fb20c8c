//! The open epochs of a window (MPI 5.0, 12.5), and the operations that they allow.
use crate::abi;
use crate::error::{Result, fail};
use clump::driver::windows::LockKind;

/// The access epochs that this process has open.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) enum AccessEpoch {
    #[default]
    None,
    /// An epoch that a fence has opened: this process may access all ranks.
    Fence,
    /// An epoch between start and complete: this process may access these ranks.
    Start { targets: Vec<u32> },
    /// Epochs that locks of single ranks have opened: the number of locks held.
    Locks(u32),
    /// An epoch between lock_all and unlock_all. `checked` is true if this process has acquired the locks.
    LockAll { checked: bool },
}

/// The exposure epoch between post and wait.
#[derive(Debug)]
pub(crate) struct Exposure {
    /// Receives of the messages that origins send at MPI_Win_complete.
    pub waits_for: Vec<clump::driver::Request>,
}

/// A lock that this process holds on one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub wanted: LockKind,
    /// True if this process has really acquired the lock; false after MPI_MODE_NOCHECK.
    pub checked: bool,
}

/// All epochs of a window.
#[derive(Debug, Default)]
pub(crate) struct Epochs {
    pub access: AccessEpoch,
    pub exposure: Option<Exposure>,
}

impl Epochs {
    /// Returns the name of the open access epoch if no other epoch can begin beside it, and `None` otherwise. (A
    /// fence's epoch ends by itself if no operation was started in it.)
    pub fn in_the_way(&self) -> Option<&'static str> {
        match self.access {
            AccessEpoch::None | AccessEpoch::Fence => None,
            AccessEpoch::Start { .. } => Some("the epoch that MPI_Win_start began is open"),
            AccessEpoch::Locks(_) => Some("a lock is held"),
            AccessEpoch::LockAll { .. } => Some("the epoch that MPI_Win_lock_all began is open"),
        }
    }

    /// Returns true if a passive target epoch is open.
    pub fn is_passive(&self) -> bool {
        matches!(self.access, AccessEpoch::Locks(_) | AccessEpoch::LockAll { .. })
    }
}

/// Returns MPI_ERR_ASSERT if `assert` has bits other than `these`.
pub(crate) fn allowed(assert: i32, these: i32) -> Result {
    if assert & !these != 0 {
        return fail(abi::MPI_ERR_ASSERT, format!("the assertion is {assert}; this call takes bits of {these}"));
    }
    Ok(())
}
