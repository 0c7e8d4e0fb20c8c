//! The interface that every fabric implements: sending and receiving frames. [`RemoteMemory`](crate::RemoteMemory) has
//! the calls that only some fabrics can implement. All calls are dispatched statically, so a send over shared memory
//! compiles to straight-line code.
//!
//! A fabric splits into a sending side and a receiving side. So the receiver of a frame can answer while the frame
//! still lies in the receiving side.
use crate::mem::{Region, SmallBuffer};
use crate::{Capabilities, Frame, Full, ServedByThread};
use std::io;
use std::ops::Range;
use std::time::Duration;

/// One process's endpoint of a fabric.
pub trait Fabric {
    type Tx: Tx;
    type Rx: Rx<Tx = Self::Tx>;
    fn split(self) -> (Self::Tx, Self::Rx);
}

/// One side of a fabric, with or without wrappers (feature `wrap`) round it.
pub trait Unwrapped {
    /// The side without its wrappers.
    type Inner;

    /// Returns the side without its wrappers.
    fn unwrapped(&mut self) -> &mut Self::Inner;
}

/// The sending side of an endpoint. A method has a default only if the default is built from other methods. Any other
/// default would let a wrapper that forgets to forward the method silently disable it.
pub trait Tx {
    /// Returns the properties of the fabric for frames to and from `peer`.
    fn capabilities(&self, peer: u32) -> Capabilities;

    /// Sends one frame: `head` (its top eight bits clear), at most [`PREFIX`](crate::PREFIX) words, and a body of at
    /// most `largest_frame` bytes. The caller may reuse the body when the call returns. On `Full` nothing was sent and
    /// nothing changed; the caller may call [`Tx::prepare`] to learn whether memory was missing.
    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full>;

    /// Sends a frame without a body that no peer is waiting for. The frame keeps its place among the frames to `to`,
    /// but the fabric may delay it to pack it with later frames. A fabric that gains nothing from packing sends it at
    /// once.
    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full>;

    /// Hints that a short frame to `to` is likely to follow soon, because a frame from `to` has arrived.
    #[inline(always)]
    fn expect(&self, to: u32) {
        let _ = to;
    }

    /// Sends a frame like [`Tx::send`], with a body of `len` bytes that `fill` writes. `fill` writes straight into the
    /// memory that the receiver reads, if the fabric has such memory.
    fn send_filled(
        &mut self,
        to: u32,
        head: u64,
        words: &[u64],
        len: usize,
        fill: impl FnOnce(Region),
    ) -> Result<(), Full> {
        // SAFETY: sending ends with the call, and `fill` writes only while it runs.
        unsafe {
            SmallBuffer::new(len).with(|body| {
                fill(body);
                self.send(to, head, words, body)
            })
        }
    }

    /// Puts all frames on the wire that the fabric has gathered.
    fn flush(&mut self);

    /// If `on`, lets the fabric gather frames to `to`; otherwise puts the gathered frames on the wire.
    fn cork(&mut self, to: u32, on: bool);

    /// Joins a multicast group: from now on, frames that other members send to the group ([`Tx::multicast`]) arrive at
    /// [`Receiver::multicast`]. Joining twice has no further effect. Fails with the reason if multicast does not work
    /// on this machine; from then on the capabilities say so, and nothing else changes.
    fn join(&mut self, group: u16) -> io::Result<()>;

    /// Leaves a group. Other groups stay joined.
    fn leave(&mut self, group: u16);

    /// Sends one frame to all other processes that have joined `group`; the sender must have joined it. Delivery is
    /// best effort, whatever the capabilities promise of other frames: the frame may reach only some members, late,
    /// twice or out of order. Words and body together are at most [`Capabilities::multicast`] bytes. The fabric drops a
    /// longer frame, and a frame to a group that this process has not joined. The caller may reuse the body on return.
    /// The frame leaves at the next [`Tx::flush`].
    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Region) -> Result<(), Full>;

    /// Creates the memory that a frame to `to` with `len` bytes of body needs. Returns true if it created memory: the
    /// caller should send again. Returns false if no memory was missing and there is merely no room. Fails with a
    /// sentence about memory.
    fn prepare(&mut self, to: u32, len: usize) -> io::Result<bool>;

    /// Returns the number of ranks in the job of `peer`, if `peer` is the number of a process of a connected job;
    /// `None` for a rank of this job.
    fn ranks_of_other_job(&self, peer: u32) -> Option<u32> {
        let _ = peer;
        None
    }

    /// Returns true if `peer` has left, so that the fabric drops frames to it. A fabric that keeps no such state
    /// returns false.
    fn left(&mut self, peer: u32) -> bool;

    /// Treats `peer`, which has died, as one that has left. A fabric that keeps no such state does nothing.
    fn lose(&mut self, peer: u32) {
        let _ = peer;
    }

    /// Returns true if no sent frame still waits in this process for its receiver.
    fn drained(&mut self) -> bool;

    /// Tells all peers that this process leaves, so that they stop waiting for its answers.
    fn announce_departure(&mut self);
}

/// The receiving side of an endpoint.
pub trait Rx {
    /// The sending side of the same endpoint. The polling thread owns it and passes it in, so that the fabric can send
    /// replies and reach shared state without a lock.
    type Tx;
    /// The contents of an arrived frame, in place.
    type Body<'a>: Body;
    type Bell: Bell;

    /// Hands over arrived frames, at most `burst` from each sender. Returns the number of frames, multicast included.
    /// Never blocks.
    fn poll(&mut self, burst: usize, to: impl Receiver<Self>) -> usize
    where
        Self: Sized;

    /// Takes the next frame of `from` if it has no words and `wanted` accepts its head and length. Copies as many body
    /// bytes to `into` as fit, and returns the head and the number of bytes. Polls for the frame up to `looks` times.
    /// Leaves any other frame in place. A fabric need not implement this short cut: `poll` hands over every frame that
    /// is left.
    #[inline(always)]
    fn take_if(
        &mut self,
        from: u32,
        looks: u32,
        into: Region,
        wanted: impl FnOnce(u64, usize) -> bool,
    ) -> Option<(u64, usize)>
    where
        Self: Sized,
    {
        let _ = (from, looks, into, wanted);
        None
    }

    /// Returns true if `poll` would hand over a frame now, or might soon. Hands over no frame itself.
    fn ready(&mut self, tx: &mut Self::Tx) -> bool;

    /// Returns the doorbell that wakes up this process.
    fn bell(&self) -> Self::Bell;

    /// Returns the interface of the fabric's helper thread, if there is one. That thread may answer peers while the
    /// program does not poll.
    fn progress_thread(&mut self) -> Option<&mut dyn ServedByThread<Self::Tx>> {
        None
    }
}

/// A peer's request for bytes of a message that this process sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeRequest {
    /// The message, by the number that the peer gave to [`RemoteMemory::fetch`](crate::RemoteMemory::fetch). The peer
    /// may give a wrong number, so the receiver of the request must check it.
    pub send: u64,
    /// The requested bytes of the message.
    pub range: Range<u64>,
    /// The peer's identifiers of its fetch and of this request. The answer carries them back.
    pub asked: (u64, u32),
}

/// Consumes arriving frames and requests. A trait instead of a closure, so that the compiler inlines its methods into
/// the polling loop.
pub trait Receiver<R: Rx> {
    /// Returns the sending side of the polled endpoint, with which the receiver replies. A wrapper around a fabric
    /// forwards the part that belongs to the fabric inside.
    fn tx(&mut self) -> &mut R::Tx;

    fn frame(&mut self, from: u32, head: u64, body: &R::Body<'_>);

    /// Takes a frame that `from` sent to `group`, which this process has joined ([`Tx::multicast`]).
    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &R::Body<'_>) {
        let _ = (from, group, head, body);
    }

    /// Called after the last of several frames that the fabric took at once: the receiver may now send one answer to
    /// all of them. A fabric that gains nothing from packing does not call it.
    fn handed_over(&mut self) {}

    /// Reports that all bytes of a [`RemoteMemory::fetch`](crate::RemoteMemory::fetch) with this ticket have arrived.
    fn fetched(&mut self, ticket: u64) {
        let _ = ticket;
    }

    /// Takes a request of `from` for part of a message that this process sends. If the message exists, the receiver
    /// answers by [`RemoteMemory::serve`](crate::RemoteMemory::serve). Requests are not ordered with frames, and may
    /// arrive late or twice.
    fn requested(&mut self, from: u32, request: RangeRequest) {
        let _ = (from, request);
    }
}

/// A borrowed receiver, for a caller that uses the receiver after the poll or polls several fabrics for it.
impl<R: Rx, P: Receiver<R>> Receiver<R> for &mut P {
    #[inline(always)]
    fn tx(&mut self) -> &mut R::Tx {
        (**self).tx()
    }

    #[inline(always)]
    fn frame(&mut self, from: u32, head: u64, body: &R::Body<'_>) {
        (**self).frame(from, head, body);
    }

    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &R::Body<'_>) {
        (**self).multicast(from, group, head, body);
    }

    fn handed_over(&mut self) {
        (**self).handed_over();
    }

    fn fetched(&mut self, ticket: u64) {
        (**self).fetched(ticket);
    }

    fn requested(&mut self, from: u32, request: RangeRequest) {
        (**self).requested(from, request);
    }
}

/// A receiver for tests and tools: the sending side, and any closure that takes frames.
impl<R: Rx, C: FnMut(u32, u64, &R::Body<'_>)> Receiver<R> for (&mut R::Tx, C) {
    fn tx(&mut self) -> &mut R::Tx {
        self.0
    }

    #[inline(always)]
    fn frame(&mut self, from: u32, head: u64, body: &R::Body<'_>) {
        self.1(from, head, body)
    }
}

/// The contents of a frame. They may lie where the sender can still write. So read each value once, check the value
/// read, then use it.
pub trait Body {
    /// Returns the first `K` words, or `None` if the frame has fewer words.
    fn words<const K: usize>(&self) -> Option<[u64; K]>;

    /// Returns the number of body bytes after `k` words.
    fn len(&self, k: usize) -> usize;

    /// Copies body bytes from `offset` on (counted after `k` words) into `to`. Returns the number of bytes copied.
    fn copy_to(&self, k: usize, offset: usize, to: Region) -> usize;

    /// Calls `read` with the first `len` body bytes (after `k` words), or with the whole body if it is shorter. Passes
    /// the bytes in place if the fabric can, otherwise as a copy.
    fn read(&self, k: usize, len: usize, read: impl FnOnce(Region)) {
        // SAFETY: `read` has the bytes only while it runs.
        unsafe {
            SmallBuffer::new(len.min(self.len(k))).with(|copy| {
                self.copy_to(k, 0, copy);
                read(copy);
            })
        };
    }

    /// Returns a copy of the whole frame.
    fn to_frame(&self, head: u64) -> Frame;

    /// Returns how long the frame was queued in this process before the fabric took it, in ns; 0 if unknown.
    fn queued(&self) -> u64 {
        0
    }
}

/// A process's doorbell. If the process sleeps, a peer that sends it a frame rings the bell.
pub trait Bell: Clone {
    /// A raised sleep flag. Dropping the value lowers the flag.
    type Sleeper;

    /// Wakes up the process if it sleeps.
    fn ring(&self);

    /// Raises the sleep flag. The caller must ask [`Rx::ready`] once more before [`Bell::sleep`], so that it misses no
    /// frame.
    fn sleeper(&self) -> Self::Sleeper;

    /// Sleeps until a frame arrives, the bell rings, or `most` has passed.
    fn sleep(sleeper: Self::Sleeper, most: Option<Duration>);
}
