//! What a window is.
use super::epoch::{BufferAccess, Epochs, Held};
use crate::abi;
use crate::error::{Result, fail};
use crate::group::Ranks;
use crate::info::Info;
use clump::Region;
use clump::windows::Window;
use std::sync::Arc;

/// A window.
pub struct Win {
    pub(crate) window: Window,
    /// What an operation looks at first, for each rank of the group.
    pub(super) targets: Vec<Target>,
    pub(super) epochs: Epochs,
    /// A communicator of the window's own: its barriers, and the messages of post, start, complete and wait.
    pub(super) comm: abi::Comm,
    pub(super) group: Arc<Ranks>,
    pub(crate) errhandler: abi::Errhandler,
    pub(crate) name: Vec<u8>,
    pub(super) info: Info,
    /// Addresses that MPI_Win_attach was given with a size of 0 and that MPI_Win_detach has not been given since.
    pub(super) attached_nothing: Vec<usize>,
    /// Where the values of the predefined attributes are.
    pub(super) facts: Box<Facts>,
}

/// A rank's part as operations see it.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// The part, where it is mapped here.
    pub(super) mapped: Region,
    /// Bytes that displacements count.
    pub(super) unit: i64,
    /// Bytes; of a dynamic window, none is known.
    pub(super) size: u64,
    /// An access epoch to this rank is open.
    pub(super) open: bool,
    /// The lock of it alone, if that is what the epoch is.
    pub(super) held: Option<Held>,
}

/// Values of predefined attributes (MPI 5.0, 12.2.6).
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) base: usize,
    pub(super) size: isize,
    pub(super) unit: i32,
    pub(super) flavor: i32,
    pub(super) model: i32,
}

impl Win {
    /// Ranks in its group.
    pub(super) fn len(&self) -> u32 {
        self.group.len()
    }

    pub(super) fn is_dynamic(&self) -> bool {
        self.facts.flavor == abi::MPI_WIN_FLAVOR_DYNAMIC
    }
}

impl Win {
    /// Opens the access epoch to these ranks alone.
    pub(super) fn open(&mut self, only: impl Fn(u32) -> bool) {
        for (rank, target) in self.targets.iter_mut().enumerate() {
            target.open = only(rank as u32);
        }
    }

    /// Opens the access epoch to a rank whose lock is held from now on, beside those to others.
    #[inline(always)]
    pub(super) fn hold(&mut self, target: u32, held: Held) {
        self.epochs.access = match self.epochs.access {
            BufferAccess::Locks(others) => BufferAccess::Locks(others + 1),
            BufferAccess::Fence => {
                self.open(|_| false);
                BufferAccess::Locks(1)
            }
            _ => BufferAccess::Locks(1),
        };
        let target = &mut self.targets[target as usize];
        (target.open, target.held) = (true, Some(held));
    }

    /// Ends it. `None`: the lock was not held.
    #[inline(always)]
    pub(super) fn give_up(&mut self, target: u32) -> Option<Held> {
        let target = &mut self.targets[target as usize];
        let held = target.held.take()?;
        target.open = false;
        self.epochs.access = match self.epochs.access {
            BufferAccess::Locks(others @ 2..) => BufferAccess::Locks(others - 1),
            _ => BufferAccess::None,
        };
        Some(held)
    }

    /// Error MPI_ERR_RMA_SYNC if an epoch is open beside which another cannot be begun.
    pub(super) fn may_begin(&self) -> Result {
        match self.epochs.in_the_way() {
            Some(what) => fail(abi::MPI_ERR_RMA_SYNC, format!("{what}; end it first")),
            None => Ok(()),
        }
    }
}
