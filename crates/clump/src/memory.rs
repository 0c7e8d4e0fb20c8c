//! The memory behind core's names: callers' buffers by request, and the pushed buffer's bytes by entry.
use clump_core::{EntryId, RecvId, SendId};
use clump_fabric::mem::{Region, SmallBuffer};
use slotmap::SecondaryMap;

#[derive(Default)]
pub struct Memory {
    pub sends: SecondaryMap<SendId, Region>,
    pub recvs: SecondaryMap<RecvId, Region>,
    /// The pushed buffer (Push-Pull Messaging, 1.2); core keeps its bound.
    pub pushed: SecondaryMap<EntryId, SmallBuffer>,
}

impl Memory {
    /// The memory of a send that core still knows; empty if it does not.
    pub fn send(&self, id: SendId) -> Region {
        self.sends.get(id).copied().unwrap_or(Region::EMPTY)
    }

    /// The memory of a receive that core still knows; empty if it does not.
    #[inline(always)]
    pub fn recv(&self, id: RecvId) -> Region {
        self.recvs.get(id).copied().unwrap_or(Region::EMPTY)
    }
}
