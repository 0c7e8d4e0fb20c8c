//! The window object.
use super::epoch::{AccessEpoch, Epochs, Held};
use crate::abi;
use crate::error::{Result, fail};
use crate::objects::info::object::Info;
use clump::driver::Region;
use clump::driver::windows::Window;
use clump_coll::Ranks;
use std::cell::Cell;
use std::sync::Arc;

/// A window.
pub struct Win {
    pub(crate) window: Window,
    /// The data that an operation's fast path needs, for each rank of the group.
    pub(crate) targets: Vec<Target>,
    pub(crate) epochs: Epochs,
    /// True if the last operation on the window was an atomic read-modify-write by the processor that is a fence of the
    /// processor, too, so that a flush needs none.
    pub(crate) fenced: Cell<bool>,
    /// The window's own communicator, for its barriers and the messages of post, start, complete and wait.
    pub(crate) comm: abi::Comm,
    pub(crate) group: Arc<Ranks>,
    pub(crate) errhandler: abi::Errhandler,
    pub(crate) name: Vec<u8>,
    pub(crate) info: Info,
    /// Addresses that the program passed to MPI_Win_attach with size 0 and has not yet passed to MPI_Win_detach.
    pub(crate) attached_nothing: Vec<usize>,
    /// The values of the predefined attributes.
    pub(crate) facts: Box<Facts>,
}

/// A rank's part of the window, with the data that operations need.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    /// The part's memory; empty if the part is not mapped in this process.
    pub(crate) mapped: Region,
    /// The displacement unit in bytes.
    pub(crate) unit: i64,
    /// Length of the part in bytes; unknown for a dynamic window.
    pub(crate) size: u64,
    /// True while an access epoch to this rank is open.
    pub(crate) open: bool,
    /// The lock that this process holds on the rank; `None` unless the epoch is a lock of this rank alone.
    pub(crate) held: Option<Held>,
}

/// Values of predefined attributes (MPI 5.0, 12.2.6).
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) base: usize,
    pub(crate) size: isize,
    pub(crate) unit: i32,
    pub(crate) flavor: i32,
    pub(crate) model: i32,
}

impl Win {
    /// Returns the number of ranks in the window's group.
    pub(crate) fn len(&self) -> u32 {
        self.group.len()
    }

    pub(crate) fn is_dynamic(&self) -> bool {
        self.facts.flavor == abi::MPI_WIN_FLAVOR_DYNAMIC
    }
}

impl Win {
    /// Opens an access epoch to each rank for which `only` returns true, and to no other rank.
    pub(crate) fn open(&mut self, only: impl Fn(u32) -> bool) {
        for (rank, target) in self.targets.iter_mut().enumerate() {
            target.open = only(rank as u32);
        }
    }

    /// Opens an access epoch to a rank whose lock this process now holds, besides the epochs to other ranks.
    #[inline(always)]
    pub(crate) fn hold(&mut self, target: u32, held: Held) {
        self.epochs.access = match self.epochs.access {
            AccessEpoch::Locks(others) => AccessEpoch::Locks(others + 1),
            AccessEpoch::Fence => {
                self.open(|_| false);
                AccessEpoch::Locks(1)
            }
            _ => AccessEpoch::Locks(1),
        };
        let target = &mut self.targets[target as usize];
        (target.open, target.held) = (true, Some(held));
    }

    /// Ends the epoch to a rank and returns its lock. Returns `None` if this process did not hold the lock.
    #[inline(always)]
    pub(crate) fn give_up(&mut self, target: u32) -> Option<Held> {
        let target = &mut self.targets[target as usize];
        let held = target.held.take()?;
        target.open = false;
        self.epochs.access = match self.epochs.access {
            AccessEpoch::Locks(others @ 2..) => AccessEpoch::Locks(others - 1),
            _ => AccessEpoch::None,
        };
        Some(held)
    }

    /// Returns MPI_ERR_RMA_SYNC if an open epoch does not allow a new epoch beside it.
    pub(crate) fn may_begin(&self) -> Result {
        match self.epochs.in_the_way() {
            Some(what) => fail(abi::MPI_ERR_RMA_SYNC, format!("{what}; end it first")),
            None => Ok(()),
        }
    }
}
