//! Which epochs are open (MPI 5.0, 12.5), and what they allow.
use crate::abi;
use crate::error::{Result, fail};
use clump::windows::LockKind;

/// The access epochs that this process is in.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum BufferAccess {
    #[default]
    None,
    /// After a fence, to all.
    Fence,
    /// Between start and complete, to these ranks.
    Start { targets: Vec<u32> },
    /// Locks of single ranks: how many.
    Locks(u32),
    /// Between lock_all and unlock_all; whether locks were taken.
    LockAll { checked: bool },
}

/// The exposure epoch between post and wait.
#[derive(Debug)]
pub(super) struct Exposure {
    /// Receives of the messages that say "complete".
    pub waits_for: Vec<clump::Request>,
}

/// A lock of one rank that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    pub wanted: LockKind,
    /// Really taken.
    pub checked: bool,
}

/// All epochs of a window.
#[derive(Debug, Default)]
pub(super) struct Epochs {
    pub access: BufferAccess,
    pub exposure: Option<Exposure>,
}

impl Epochs {
    /// What the access epoch is called that another one cannot be begun beside; `None` if one can. (A fence's epoch
    /// ends by itself where nothing was done in it.)
    pub fn in_the_way(&self) -> Option<&'static str> {
        match self.access {
            BufferAccess::None | BufferAccess::Fence => None,
            BufferAccess::Start { .. } => Some("the epoch that MPI_Win_start began is open"),
            BufferAccess::Locks(_) => Some("a lock is held"),
            BufferAccess::LockAll { .. } => Some("the epoch that MPI_Win_lock_all began is open"),
        }
    }

    /// Is this a passive target epoch?
    pub fn is_passive(&self) -> bool {
        matches!(self.access, BufferAccess::Locks(_) | BufferAccess::LockAll { .. })
    }
}

/// Error MPI_ERR_ASSERT if `assert` has bits other than these.
pub(super) fn allowed(assert: i32, these: i32) -> Result {
    if assert & !these != 0 {
        return fail(abi::MPI_ERR_ASSERT, format!("the assertion is {assert}; this call takes bits of {these}"));
    }
    Ok(())
}
