//! A network in virtual time between simulated processes. All random decisions derive from one seed.
//!
//! The network is reliable and ordered unless its faults say otherwise: frames between two processes arrive in the
//! order in which the network accepted them, each after its own delay. A send gets `Full` if the channel is full, and
//! at random.
mod arrival;
mod ends;
mod faults;
mod groups;
mod network;
mod paths;
mod space;
#[cfg(test)]
mod tests;
mod turns;

pub use ends::{Bell, Clock, Ends, NoWatcher, Rx, Sleeper, Taken, Tx};
pub use faults::{Faults, Multicast};
pub use network::Network;
pub use turns::{Turns, are_turns_taken, end_turn};

use crate::mem::{Buffer, LentBuffer};
use crate::shm::{MemoryName, SharedMemory};
use std::io;

/// Allocates `len` zero bytes that a simulated process lends to its operations. The process keeps the buffer until no
/// operation uses it: for simulators only, which no normal build contains.
pub fn lent(len: usize) -> LentBuffer {
    // SAFETY: the simulator's processes keep their buffers as the protocol demands; that is what the simulator checks.
    unsafe { LentBuffer::new(Buffer::new(len)) }
}

/// Allocates a copy of `bytes` as [`lent`] does.
pub fn lent_copy(bytes: &[u8]) -> LentBuffer {
    // SAFETY: as for `lent`.
    unsafe { LentBuffer::new(Buffer::copy_of(bytes)) }
}

/// Creates `len` zero bytes of shared memory that simulated processes keep until no operation uses them.
pub fn shared(len: usize) -> io::Result<SharedMemory> {
    // SAFETY: as for `lent`.
    unsafe { SharedMemory::create(len) }
}

/// Maps shared memory once more, for another simulated process.
pub fn shared_again(name: MemoryName, len: usize) -> io::Result<SharedMemory> {
    // SAFETY: as for `lent`.
    unsafe { SharedMemory::open(name, len) }
}

/// The length of one tick of virtual time, in nanoseconds.
pub const TICK: u64 = 50_000;
