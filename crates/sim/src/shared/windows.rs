//! The ranks' shared record of windows: the parts that operations reach.
use super::Shared;
use clump_core::{Rank, WindowId};
use clump_fabric::mem::Region;

impl Shared {
    /// Returns a part of a window that is on offer; `None` if there is no such part.
    pub fn in_window(&self, rank: Rank, window: WindowId, offset: u64, len: u64) -> Option<Region> {
        let offered = self.windows.get(&(rank, window)).map(|offer| offer.memory.region());
        offered.or_else(|| self.in_connection(rank, window))?.part(offset as usize, len as usize)
    }
}
