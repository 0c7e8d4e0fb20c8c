//! Fabrics: the transports that move frames between processes. This crate is the home of `unsafe`; each block says why
//! it is sound.
//!
//! Every transport implements [`Fabric`]. A fabric carries *frames*: 56 bits of head, up to four prefix words, and a
//! body. `clump-core` gives frames their meaning. This crate and `clump-core` do not depend on each other; `clump`
//! joins them.
pub mod board;
mod by_rank;
#[cfg(any(feature = "sim", feature = "wrap"))]
mod channel;
mod cipher;
pub mod clock;
#[cfg(all(test, not(loom), feature = "sim", feature = "pcap"))]
mod conformance;
mod datagrams;
mod fabric;
mod frame;
pub mod gate;
mod group_place;
pub mod local;
pub mod lock;
pub mod mem;
pub mod progress_thread;
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

pub use by_rank::ByRank;
pub use cipher::Cipher;
pub use datagrams::{Datagrams, Network, NetworkRx, NetworkWatcher};
pub use fabric::{Bell, Body, Fabric, RangeRequest, Receiver, Rx, Tx, Unwrapped};
pub use frame::{Frame, View};
pub use group_place::GroupPlace;
pub use progress_thread::{ArmRequest, Help, Helped, ServedByThread};
pub use remote_memory::{Refused, Registration, RemoteMemory, Span};
#[cfg(feature = "wrap")]
pub use remote_memory::{Watched, Watcher};

/// Error: the fabric has no room for the frame now. Nothing was sent; the caller may retry after the receiver has taken
/// frames. No call blocks instead of returning this error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// The properties of a fabric. The protocol above adapts to them without a second code path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// True if the fabric delivers every accepted frame exactly once.
    pub reliable: bool,
    /// True if frames between two processes arrive in the order in which the fabric accepted them.
    pub ordered: bool,
    /// True if the receiver can read the sender's memory itself ([`RemoteMemory::pull`]).
    pub native_pull: bool,
    /// The longest [`Tx::multicast`] that works after [`Tx::join`], words and body together, in bytes. 0: multicast
    /// does not work on this machine. The value may drop to 0 while a job runs.
    pub multicast: usize,
    /// How many multicast bytes may arrive at this process at once before the kernel drops any. 0: unknown.
    pub receive_window: usize,
    /// The longest body of one frame, in bytes.
    pub largest_frame: usize,
    /// How many bytes of a long body travel in one datagram or slot. The fabric cuts longer bodies into pieces of this
    /// size.
    pub piece: usize,
    /// How many frames of one peer a caller should take in one poll.
    pub burst: usize,
}

/// The most prefix words that a frame may carry before its body.
pub const PREFIX: usize = 4;

/// Bits of a frame's head that the caller may use. The bits above must be zero: the fabric stores its own flags there.
pub const HEAD_BITS: u32 = 56;
