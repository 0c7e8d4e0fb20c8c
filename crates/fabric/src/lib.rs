//! What moves bytes between processes. Home of `unsafe`; each block says why it is sound.
//!
//! Every kind is a [`Fabric`]. It carries *frames*: 56 bits of head, up to four prefix words, and a body. What they
//! mean is `clump-core`'s business; the two crates do not know each other and meet in `clump`.
pub mod attended;
pub mod board;
mod by_rank;
#[cfg(any(feature = "sim", feature = "wrap"))]
mod channel;
mod cipher;
pub mod clock;
#[cfg(all(test, not(loom), feature = "sim", feature = "pcap"))]
mod conformance;
mod fabric;
mod frame;
pub mod gate;
mod group_place;
pub mod lock;
pub mod mem;
mod remote_memory;
pub mod ring;
pub mod shm;
#[cfg(feature = "sim")]
pub mod sim;
pub mod sys;
#[cfg(feature = "udp")]
pub mod udp;
#[cfg(feature = "wrap")]
pub mod wrap;

pub use attended::{Ask, Attended, Help, Helped};
pub use by_rank::ByRank;
pub use cipher::Cipher;
pub use fabric::{Bell, Body, Fabric, RangeRequest, Receiver, Rx, Tx};
pub use frame::{Frame, View};
pub use group_place::GroupPlace;
pub use remote_memory::{Lend, Refused, RemoteMemory, Span};
#[cfg(feature = "wrap")]
pub use remote_memory::{Watched, Watcher};

/// The fabric has no room now: try again after the receiver has moved on. Never a hidden wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// What a fabric can do; the protocol above adapts to it, without a second code path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Every frame accepted arrives, once.
    pub reliable: bool,
    /// Frames between two processes arrive in the order they were accepted.
    pub ordered: bool,
    /// The receiver can read the sender's memory itself ([`RemoteMemory::pull`]).
    pub native_pull: bool,
    /// Words and body of the longest [`Tx::multicast`], in bytes, if this process had joined a group; 0: it reaches
    /// nobody. It may become 0 while a job runs ([`Tx::join`]).
    pub multicast: usize,
    /// Bytes that may come to this process by multicast at once before any is lost; 0: it is not known.
    pub receive_window: usize,
    /// The longest body of one frame, in bytes.
    pub largest_frame: usize,
    /// Bytes of a long body that travel in one piece, whatever else a frame has: longer frames are cut on their way.
    pub piece: usize,
    /// How many frames are worth taking in one go from one peer.
    pub burst: usize,
}

/// Prefix words a frame may carry before its body.
pub const PREFIX: usize = 4;

/// A frame's head must leave these top bits zero: the fabric puts its own marks there.
pub const HEAD_BITS: u32 = 56;
