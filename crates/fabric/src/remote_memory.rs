//! What some kinds of fabric can do beside frames: read and write the memory of peers, and fetch long messages past all
//! frames. Shared memory does the one, the network between machines the other, and a network that reads and writes the
//! memory of other machines may come to do both.
use crate::mem::Region;
#[cfg(feature = "wrap")]
use std::{convert::Infallible, sync::Arc};

/// The system, or the fabric, does not let us at that process's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// Bytes in another process's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub address: u64,
    pub len: u64,
}

/// How a message uses the memory that it lends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lend {
    /// All of it, alone: nobody else writes there meanwhile. What shares pages with its ends comes to be shared with
    /// it while this process has one thread, and if no peer may be writing there either: `quiet`.
    Whole { quiet: bool },
    /// The same, and it had better be shared now, whatever that costs.
    Now,
    /// Parts of it; what is between is the program's, which may write there at any time. So it is shared only while
    /// this process has one thread, and `quiet`.
    Parts { quiet: bool },
}

/// Whoever stands round a fabric: sees what is copied through a reach that it has handed on, and may refuse it.
#[cfg(feature = "wrap")]
pub trait Watcher: Send + Sync {
    /// True: this copy is refused before it begins.
    fn refuses(&self) -> bool;

    /// So many bytes were copied, or (`false`) refused by whom is watched.
    fn copied(&self, write: bool, len: u64, done: bool);
}

/// Memory of a peer that can be watched.
#[cfg(feature = "wrap")]
pub trait Watched {
    /// The same bytes; `watcher` hears of every copy, and may refuse it.
    fn watched(self, watcher: Arc<dyn Watcher>) -> Self;
}

/// A kind that reaches no memory has nothing to watch.
#[cfg(feature = "wrap")]
impl Watched for Infallible {
    fn watched(self, _: Arc<dyn Watcher>) -> Infallible {
        match self {}
    }
}

/// The side that sends, as far as it moves messages without frames. What a kind does not spell out it cannot do, and
/// the protocol takes another way. Whatever stands round a fabric passes on all of it.
pub trait RemoteMemory {
    /// Memory of a peer, found once for a message.
    type Reach;

    /// True if this process may read and write the memory of `peer`: native pull. The system is asked once.
    fn can_pull(&mut self, peer: u32) -> bool {
        let _ = peer;
        false
    }

    /// The `len` bytes at `address` in the memory of `peer`, for one message, and for copies that go on without this
    /// side. `None`: there is no such way to that process.
    fn reach(&mut self, peer: u32, address: u64, len: u64) -> Option<Self::Reach> {
        let _ = (peer, address, len);
        None
    }

    /// The same of several spans, as if they were one piece.
    fn reach_spans(&mut self, peer: u32, spans: &[Span]) -> Option<Self::Reach> {
        let _ = (peer, spans);
        None
    }

    /// Copies `into.len()` bytes from `address` in the memory of `from`. Refused: `into` may be partly written.
    fn pull(&mut self, from: u32, address: u64, into: Region) -> Result<(), Refused> {
        let _ = (from, address, into);
        Err(Refused)
    }

    /// Copies `from` to `address` in the memory of `to`: a pull's other end, for a sender that takes a share of it.
    fn push(&mut self, to: u32, address: u64, from: Region) -> Result<(), Refused> {
        let _ = (to, address, from);
        Err(Refused)
    }

    /// How many of the `len` bytes at `address` of `peer`'s memory `pull` and `push` reach by loads and stores.
    fn reached(&mut self, peer: u32, address: u64, len: u64) -> u64 {
        let _ = (peer, address, len);
        0
    }

    /// A message is about to use `memory`: where that has come to be worth it, the fabric makes it reachable for others
    /// by loads and stores. Its address and contents stay. True if it is, but for less than a page at each end.
    fn lend(&mut self, memory: Region, how: Lend) -> bool {
        let _ = (memory, how);
        false
    }

    /// Pages of this process stay where they are until further notice: `lend` shares nothing new. Counted.
    fn hold_still(&mut self, on: bool) {
        let _ = on;
    }

    /// True if it is certain that the process of `peer` runs no more.
    fn died(&mut self, peer: u32) -> bool {
        let _ = peer;
        false
    }

    /// Begins to fetch the `into.len()` bytes from `offset` on of the message that `send` names to `from`, past all
    /// frames: this side asks for them, and asks again for what gets lost. A ticket, which comes back with
    /// [`Receiver::fetched`](crate::Receiver::fetched); until then the memory is the fabric's. `None`: it does not do
    /// that.
    fn fetch(&mut self, from: u32, send: u64, offset: u64, into: Region) -> Option<u64> {
        let _ = (from, send, offset, into);
        None
    }

    /// Nothing more of a fetch lands: its memory is the caller's again, and it is not reported.
    fn stop_fetch(&mut self, ticket: u64) {
        let _ = ticket;
    }

    /// Answers a [`RangeRequest`](crate::RangeRequest) of `to`, whose `asked` this is: `bytes` are the message's from
    /// `offset` on. What gets lost of them is asked for again.
    fn serve(&mut self, to: u32, asked: (u64, u32), offset: u64, bytes: Region) {
        let _ = (to, asked, offset, bytes);
    }
}
