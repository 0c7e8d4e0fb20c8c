//! What some fabrics can do beside sending frames: read and write the memory of peers, and fetch long messages without
//! frames. Shared memory reads and writes; UDP fetches.
use crate::mem::Region;
#[cfg(feature = "wrap")]
use std::{convert::Infallible, sync::Arc};

/// Error: the kernel or the fabric denies access to the memory of that process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// Bytes in another process's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub address: u64,
    pub len: u64,
}

/// How a message uses the memory that it exposes to its peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registration {
    /// The message uses all of the memory, and no other thread writes there meanwhile. The fabric may share the pages
    /// at its ends, which hold other data too, if this process has one thread and no peer may be writing there
    /// (`quiet`).
    Whole { quiet: bool },
    /// Like [`Registration::Whole`], and the memory should be shared now, at any cost.
    Now,
    /// The message uses parts of the memory, and the program may write to the gaps at any time. The fabric shares it
    /// only if this process has one thread and no peer may be writing there (`quiet`).
    Parts { quiet: bool },
}

/// Observes the copies made through a [`RemoteMemory::Reach`] that a wrapper has handed on, and may refuse them.
#[cfg(feature = "wrap")]
pub trait Watcher: Send + Sync {
    /// Returns true to refuse the next copy before it begins.
    fn refuses(&self) -> bool;

    /// Reports a copy of `len` bytes: completed (`done`), or refused by the fabric inside.
    fn copied(&self, write: bool, len: u64, done: bool);
}

/// Access to a peer's memory that a [`Watcher`] can observe.
#[cfg(feature = "wrap")]
pub trait Watched {
    /// Returns access to the same bytes that asks and informs `watcher` at every copy.
    fn watched(self, watcher: Arc<dyn Watcher>) -> Self;
}

/// A fabric without access to peer memory has nothing to observe.
#[cfg(feature = "wrap")]
impl Watched for Infallible {
    fn watched(self, _: Arc<dyn Watcher>) -> Infallible {
        match self {}
    }
}

/// Moves messages without frames. A method that a fabric does not implement reports that the fabric cannot do it, and
/// the protocol takes another way. A wrapper around a fabric must forward every method.
pub trait RemoteMemory {
    /// Access to a stretch of a peer's memory, resolved once for a message.
    type Reach;

    /// Returns true if this process may read and write the memory of `peer` (native pull). Asks the kernel once.
    fn can_pull(&mut self, peer: u32) -> bool {
        let _ = peer;
        false
    }

    /// Returns access to `len` bytes at `address` in the memory of `peer`, for one message. Copies through it need no
    /// further call to this side. Returns `None` if that memory cannot be reached.
    fn reach(&mut self, peer: u32, address: u64, len: u64) -> Option<Self::Reach> {
        let _ = (peer, address, len);
        None
    }

    /// Returns access to several spans of a peer's memory as if they were contiguous. Otherwise like
    /// [`RemoteMemory::reach`].
    fn reach_spans(&mut self, peer: u32, spans: &[Span]) -> Option<Self::Reach> {
        let _ = (peer, spans);
        None
    }

    /// Copies `into.len()` bytes from `address` in the memory of `from`. If refused, `into` may be partly written.
    fn pull(&mut self, from: u32, address: u64, into: Region) -> Result<(), Refused> {
        let _ = (from, address, into);
        Err(Refused)
    }

    /// Copies `from` to `address` in the memory of `to`. A sender uses it to take its share of a copy that the receiver
    /// pulls.
    fn push(&mut self, to: u32, address: u64, from: Region) -> Result<(), Refused> {
        let _ = (to, address, from);
        Err(Refused)
    }

    /// Returns how many of the `len` bytes at `address` of `peer` are mapped here, so that [`RemoteMemory::pull`] and
    /// [`RemoteMemory::push`] copy them by loads and stores.
    fn reached(&mut self, peer: u32, address: u64, len: u64) -> u64 {
        let _ = (peer, address, len);
        0
    }

    /// Announces that a message is about to use `memory`. If the fabric finds it worthwhile, it makes the memory
    /// mappable by peers; its address and contents stay. Returns true if peers can map it, except for less than a page
    /// at each end.
    fn register(&mut self, memory: Region, how: Registration) -> bool {
        let _ = (memory, how);
        false
    }

    /// Forbids (`on`) or allows again that pages of this process move, so that [`RemoteMemory::register`] shares
    /// nothing new. Calls nest.
    fn hold_still(&mut self, on: bool) {
        let _ = on;
    }

    /// Returns true if the process of `peer` has certainly ended.
    fn died(&mut self, peer: u32) -> bool {
        let _ = peer;
        false
    }

    /// Begins to fetch `into.len()` bytes from `offset` on of the message that `from` knows as `send`, without frames.
    /// This side requests the bytes, and requests lost ones again. Returns a ticket, which
    /// [`Receiver::fetched`](crate::Receiver::fetched) reports at the end; until then the fabric owns the memory.
    /// Returns `None` if the fabric does not fetch.
    fn fetch(&mut self, from: u32, send: u64, offset: u64, into: Region) -> Option<u64> {
        let _ = (from, send, offset, into);
        None
    }

    /// Cancels a fetch. Nothing more is written: the caller owns the memory again, and the fetch is not reported.
    fn stop_fetch(&mut self, ticket: u64) {
        let _ = ticket;
    }

    /// Answers the [`RangeRequest`](crate::RangeRequest) of `to` that carried `asked`, with `bytes` of the message from
    /// `offset` on. The peer requests lost bytes again.
    fn serve(&mut self, to: u32, asked: (u64, u32), offset: u64, bytes: Region) {
        let _ = (to, asked, offset, bytes);
    }
}
