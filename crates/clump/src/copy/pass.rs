//! A message's memory in two processes, as one thing from which any range can be copied either way.
use clump_core::Rank;
use clump_fabric::mem::{Blocks, Region, Scattered, Strided};
use clump_fabric::shm::{Reach, RemoteBlocks};
use clump_fabric::{Refused, RemoteMemory};
use std::ops::Range;

/// A message's memory here and in the other process: copies between the two, in the message's own offsets.
pub struct Pass {
    reach: Reach,
    layout: Layout,
}

/// How the bytes lie on both sides.
enum Layout {
    /// In one piece: `ours` are the message's bytes from `start` on, and so are those that are reached. Kept apart from
    /// the other because it needs no division: 8 KiB are copied in the time of some dozen of those.
    Contiguous { start: u64, ours: Region },
    /// In blocks on one side at least; what is reached and `ours` begin with the message's first byte.
    Strided { theirs: Blocks, ours: Strided },
}

impl Pass {
    /// Bytes `range` of a message that lies at `theirs` in the memory of `peer`, and in all of `ours`. What the peer
    /// says of its memory is checked here; `None`: it cannot be, or there is no way.
    pub fn new(
        tx: &mut impl RemoteMemory<Reach = Reach>,
        peer: Rank,
        theirs: RemoteBlocks,
        ours: Strided,
        range: &Range<u64>,
    ) -> Option<Pass> {
        let (address, extent, layout) = if theirs.blocks == Blocks::PIECE && ours.blocks() == Blocks::PIECE {
            let len = range.end.checked_sub(range.start)?;
            let ours = ours.memory().part(range.start as usize, len as usize)?;
            (theirs.address.checked_add(range.start)?, len, Layout::Contiguous { start: range.start, ours })
        } else {
            let extent = theirs.blocks.extent(range.end).filter(|_| range.end <= ours.len())?;
            (theirs.address, extent, Layout::Strided { theirs: theirs.blocks, ours })
        };
        address.checked_add(extent)?;
        let reach = tx.reach(peer, address, extent)?;
        reach.is_whole().then_some(Pass { reach, layout })
    }

    /// The same bytes, all of which the system copies.
    pub fn by_system(self) -> Pass {
        Pass { reach: self.reach.by_system(), ..self }
    }

    /// True if the system lets this process at the peer's memory.
    pub fn has_system(&self) -> bool {
        self.reach.has_system()
    }

    /// True if the system has nothing to copy.
    pub fn is_all_mapped(&self) -> bool {
        self.reach.is_all_mapped()
    }

    /// True if the system has next to nothing to copy.
    pub fn is_mapped(&self) -> bool {
        self.reach.is_mapped()
    }

    /// Copies bytes `range` of the message from the peer's memory into ours. Refused: they may be partly written.
    #[inline]
    pub fn pull(&self, range: Range<u64>) -> Result<(), Refused> {
        match &self.layout {
            Layout::Contiguous { start, ours } => {
                let at = range.start - start;
                self.reach.pull_piece(at, ours.slice(at as usize, (range.end - range.start) as usize))
            }
            Layout::Strided { theirs, ours } => self.reach.pull(*theirs, range, ours),
        }
    }

    /// Copies bytes `range` of the message from our memory into the peer's. Refused: they may be partly written.
    #[inline]
    pub fn push(&self, range: Range<u64>) -> Result<(), Refused> {
        match &self.layout {
            Layout::Contiguous { start, ours } => {
                let at = range.start - start;
                self.reach.push_piece(at, ours.slice(at as usize, (range.end - range.start) as usize))
            }
            Layout::Strided { theirs, ours } => self.reach.push(*theirs, range, ours),
        }
    }
}

/// A message's memory in this process.
pub enum MessageMemory<'a> {
    Contiguous(Region),
    Scattered(&'a Scattered),
}

impl MessageMemory<'_> {
    /// `None`: its blocks do not lie at a constant stride.
    pub fn strided(&self) -> Option<Strided> {
        match self {
            MessageMemory::Contiguous(memory) => Some(Strided::new(*memory, Blocks::PIECE)),
            MessageMemory::Scattered(s) => s.strided(),
        }
    }
}
