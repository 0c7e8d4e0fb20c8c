//! Memory that simulated processes lend for pulls.
use crate::mem::{LentBuffer, Region};
use std::collections::BTreeMap;

/// The loans, by owner and first address. Loans of one process do not overlap.
#[derive(Default)]
pub(super) struct Space(BTreeMap<(u32, u64), LentBuffer>);

impl Space {
    pub fn register(&mut self, rank: u32, address: u64, memory: LentBuffer) {
        self.0.insert((rank, address), memory);
    }

    /// Returns a region inside a loan; `None` unless all bytes are lent.
    pub fn find(&self, rank: u32, address: u64, len: u64) -> Option<Region> {
        let ((_, start), memory) = self.0.range((rank, 0)..=(rank, address)).next_back()?;
        let (offset, memory) = (address - start, memory.region());
        let rest = (memory.len() as u64).checked_sub(offset)?;
        (len <= rest).then(|| memory.slice(offset as usize, len as usize))
    }
}
