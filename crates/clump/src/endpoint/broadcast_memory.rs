//! Defines which memory holds the bytes of a broadcast within a broadcast group.
use clump_fabric::mem::{LentBuffer, Region};

/// The memory that holds a broadcast's bytes.
pub enum BroadcastMemory {
    /// The program's memory: the root's data, or a member's destination.
    Program(Region),
    /// This process's own copy: the shared retransmission buffer, or bytes kept until the program names a
    /// destination.
    Own(LentBuffer),
}

impl BroadcastMemory {
    pub fn region(&self) -> Region {
        match self {
            BroadcastMemory::Program(region) => *region,
            BroadcastMemory::Own(bytes) => bytes.region(),
        }
    }
}
