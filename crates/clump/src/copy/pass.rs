//! A message's memory in two processes, as one thing from which any range can be copied either way.
use clump_core::Rank;
use clump_fabric::mem::{Blocks, Region, Scattered, Strided};
use clump_fabric::shm::{Place, Reach};
use clump_fabric::{Refused, RemoteMemory};
use std::ops::Range;

/// A message's memory here and in the other process: copies between the two, in the message's own offsets.
pub struct Pass {
    reach: Reach,
    theirs: Blocks,
    ours: Strided,
}

impl Pass {
    /// Bytes up to `end` of a message that lies at `place` in the memory of `peer`. What it says of that is checked here;
    /// `None`: it cannot be, or there is no way.
    pub fn new(
        tx: &mut impl RemoteMemory<Reach = Reach>,
        peer: Rank,
        place: Place,
        ours: Strided,
        end: u64,
    ) -> Option<Pass> {
        let extent = place.blocks.extent(end).filter(|_| end <= ours.len())?;
        place.address.checked_add(extent)?;
        let reach = tx.reach(peer, place.address, extent)?;
        reach.is_whole().then_some(Pass { reach, theirs: place.blocks, ours })
    }

    /// True if the system has next to nothing to copy.
    pub fn is_mapped(&self) -> bool {
        self.reach.is_mapped()
    }

    pub fn pull(&self, range: Range<u64>) -> Result<(), Refused> {
        self.reach.pull(self.theirs, range, &self.ours)
    }

    pub fn push(&self, range: Range<u64>) -> Result<(), Refused> {
        self.reach.push(self.theirs, range, &self.ours)
    }
}

/// A message's memory in this process.
pub enum Memory<'a> {
    Piece(Region),
    Holes(&'a Scattered),
}

impl Memory<'_> {
    /// `None`: its blocks do not lie at a constant stride.
    pub fn strided(&self) -> Option<Strided> {
        match self {
            Memory::Piece(memory) => Some(Strided::new(*memory, Blocks::PIECE)),
            Memory::Holes(s) => s.strided(),
        }
    }
}
