//! The calls that only some fabrics implement, beside sending frames: reading and writing the memory of peers, and
//! fetching long messages without frames. Shared memory reads and writes; UDP fetches.
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
    /// The message uses all of the memory, and no other thread writes to it meanwhile. The pages at the memory's ends
    /// hold other data too. The fabric may share them if this process has one thread and no peer may be writing to them
    /// (`quiet`).
    Whole { quiet: bool },
    /// As for [`Registration::Whole`], and the fabric should share the memory now, whatever that costs.
    Now,
    /// As for [`Registration::Now`], and the memory has just been allocated, or the program has given all of it back,
    /// so no peer writes to it. The fabric shares it even while peers may write to other memory of this process.
    Fresh,
    /// The message uses parts of the memory, and the program may write to the gaps at any time. The fabric shares the
    /// memory only if this process has one thread and no peer may be writing to it (`quiet`).
    Parts { quiet: bool },
}

/// An observer of the copies that are made through a [`RemoteMemory::Reach`]. A wrapper attaches a watcher, which may
/// refuse copies.
#[cfg(feature = "wrap")]
pub trait Watcher: Send + Sync {
    /// Returns true to refuse the next copy before it begins.
    fn refuses(&self) -> bool;

    /// Reports a copy of `len` bytes, to the peer's memory if `write`. `done` is true if the copy is complete, and
    /// false if the fabric inside refused it.
    fn copied(&self, write: bool, len: u64, done: bool);
}

/// Access to a peer's memory that a [`Watcher`] can observe.
#[cfg(feature = "wrap")]
pub trait Watched {
    /// Returns access to the same bytes. Each copy through that access first asks `watcher`, and then informs it.
    fn watched(self, watcher: Arc<dyn Watcher>) -> Self;
}

/// A fabric without access to peer memory has nothing to observe.
#[cfg(feature = "wrap")]
impl Watched for Infallible {
    fn watched(self, _: Arc<dyn Watcher>) -> Infallible {
        match self {}
    }
}

/// The calls that move messages without frames. The default of each method reports that the fabric cannot do this, and
/// the protocol takes another way. A wrapper around a fabric must forward every method.
pub trait RemoteMemory {
    /// Access to a stretch of a peer's memory, resolved once for a message.
    type Reach;

    /// Returns true if this process may read and write the memory of `peer` (native pull). Asks the kernel once for
    /// each peer.
    fn can_pull(&mut self, peer: u32) -> bool {
        let _ = peer;
        false
    }

    /// Returns access to `len` bytes at `address` in the memory of `peer`, for one message. Copies through that access
    /// need no further call to this side. Returns `None` if the memory cannot be reached.
    fn reach(&mut self, peer: u32, address: u64, len: u64) -> Option<Self::Reach> {
        let _ = (peer, address, len);
        None
    }

    /// Returns access to several spans of a peer's memory as if they were contiguous, for one message. Returns `None`
    /// if the memory cannot be reached.
    fn reach_spans(&mut self, peer: u32, spans: &[Span]) -> Option<Self::Reach> {
        let _ = (peer, spans);
        None
    }

    /// Copies `into.len()` bytes from `address` in the memory of `from`. If refused, `into` may be partly written.
    fn pull(&mut self, from: u32, address: u64, into: Region) -> Result<(), Refused> {
        let _ = (from, address, into);
        Err(Refused)
    }

    /// Copies `from` to `address` in the memory of `to`. A sender thus takes its share of a copy that the receiver
    /// pulls.
    fn push(&mut self, to: u32, address: u64, from: Region) -> Result<(), Refused> {
        let _ = (to, address, from);
        Err(Refused)
    }

    /// Returns how many of the `len` bytes at `address` of `peer` this process has mapped, so that
    /// [`RemoteMemory::pull`] and [`RemoteMemory::push`] copy them by loads and stores.
    fn reached(&mut self, peer: u32, address: u64, len: u64) -> u64 {
        let _ = (peer, address, len);
        0
    }

    /// Announces that a message is about to use `memory`. If the fabric finds it worthwhile, it lets peers map the
    /// memory, whose address and contents stay. Returns true if peers can map the memory, except for less than a page
    /// at each end.
    fn register(&mut self, memory: Region, how: Registration) -> bool {
        let _ = (memory, how);
        false
    }

    /// If `on`, forbids that pages of this process move, so that [`RemoteMemory::register`] shares no further memory;
    /// otherwise allows it again. Calls nest.
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

    /// Cancels a fetch. The fabric writes nothing more: the caller owns the memory again, and the end is not reported.
    fn stop_fetch(&mut self, ticket: u64) {
        let _ = ticket;
    }

    /// Answers the [`RangeRequest`](crate::RangeRequest) of `to` that carried `asked`, with `bytes` of the message from
    /// `offset` on. The peer requests lost bytes again.
    fn serve(&mut self, to: u32, asked: (u64, u32), offset: u64, bytes: Region) {
        let _ = (to, asked, offset, bytes);
    }
}
