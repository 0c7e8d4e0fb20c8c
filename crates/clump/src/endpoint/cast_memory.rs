//! The memory of broadcasts within groups.
use clump_fabric::mem::{Buffer, Region};

/// Where a broadcast's bytes are.
pub enum CastMemory {
    /// In the program's memory: the root's, or the destination.
    Program(Region),
    /// In the shared retransmission buffer, or kept until a destination is named.
    Own(Buffer),
}

impl CastMemory {
    pub fn region(&self) -> Region {
        match self {
            CastMemory::Program(region) => *region,
            CastMemory::Own(bytes) => bytes.region(),
        }
    }
}
