//! The memory behind core's names: callers' buffers by request, and the pushed buffer's bytes by entry.
use clump_core::{EntryId, RecvId, SendId};
use clump_fabric::mem::{Region, SmallBuffer};
use slotmap::SecondaryMap;

#[derive(Default)]
pub struct Memory {
    pub sends: SecondaryMap<SendId, Region>,
    /// By the receive's place.
    recvs: Vec<Region>,
    /// The pushed buffer (Push-Pull Messaging, 1.2); core keeps its bound.
    pub pushed: SecondaryMap<EntryId, SmallBuffer>,
}

impl Memory {
    /// The memory of a send that core still knows; empty if it does not.
    pub fn send(&self, id: SendId) -> Region {
        self.sends.get(id).copied().unwrap_or(Region::EMPTY)
    }

    /// The memory of a receive that core has just named.
    #[inline(always)]
    pub fn recv(&self, id: RecvId) -> Region {
        self.recvs.get(id.index()).copied().unwrap_or(Region::EMPTY)
    }

    /// Gives a receive its memory.
    #[inline(always)]
    pub fn bind(&mut self, id: RecvId, memory: Region) {
        match self.recvs.get_mut(id.index()) {
            Some(m) => *m = memory,
            None => self.recvs.resize_with(id.index() + 1, || memory),
        }
    }
}
