//! What collectives keep: for the process, and for each communicator.
use super::algorithm::Levels;
use super::schedule::Schedules;
use crate::op::Defined;
use crate::slab::{Kind, Slab};
use std::sync::Arc;

/// What the collectives and operations keep for the process.
pub struct Store {
    /// User-defined operations.
    pub ops: Slab<Defined>,
    pub(crate) schedules: Schedules,
    /// Do ranks outnumber cores? Asked once.
    pub(super) crowded: Option<bool>,
}

impl Store {
    pub const fn new() -> Store {
        Store { ops: Slab::new(Kind::Op), schedules: Schedules::new(), crowded: None }
    }
}

impl Store {
    /// Are collectives under way that have to be moved forward?
    #[inline(always)]
    pub fn busy(&self) -> bool {
        !self.schedules.is_empty()
    }
}

impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}

/// What the collectives keep for each communicator.
#[derive(Debug, Default)]
pub struct PerComm {
    /// Collective calls so far: all ranks make them in the same order, so they agree on the next one's tag.
    calls: u32,
    /// Whether the members share a board; not asked yet: `None`.
    pub(super) group: Option<Option<usize>>,
    /// If they are on several machines.
    pub(super) levels: Option<Arc<Levels>>,
}

impl PerComm {
    /// The next call's tag, from 0 up. It comes round after 2^30 calls, when no message of the first is left.
    pub(super) fn next_tag(&mut self) -> i32 {
        let tag = self.calls & 0x3fff_ffff;
        self.calls = self.calls.wrapping_add(1);
        tag as i32
    }
}
