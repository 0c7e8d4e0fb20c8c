//! The one interface of every kind of fabric: frames. What some kinds can do beside is
//! [`RemoteMemory`](crate::RemoteMemory). All of it is dispatched statically: over shared memory a send through it is
//! the same straight-line code as without it.
//!
//! A fabric falls apart into the side that sends and the side that receives, because whoever takes a frame answers it
//! while the frame still lies in the receiving side.
use crate::mem::{Region, SmallBuffer};
use crate::{Attended, Capabilities, Frame, Full};
use std::io;
use std::ops::Range;
use std::time::Duration;

/// One process's place on a fabric.
pub trait Fabric {
    type Tx: Tx;
    type Rx: Rx<Tx = Self::Tx>;
    fn split(self) -> (Self::Tx, Self::Rx);
}

/// The side that sends. Only what can be made of other methods has a default: a wrapper that forgot to pass one on
/// would switch it off in silence.
pub trait Tx {
    /// What this fabric can do for what goes to `peer` and comes from there, and promises.
    fn capabilities(&self, peer: u32) -> Capabilities;

    /// Sends one frame: `head` (its top eight bits clear), at most [`PREFIX`](crate::PREFIX) words, and at most
    /// `largest_frame` bytes of body, which are the caller's again on return. `Full` changes nothing and is never
    /// waited for; whoever gets it may ask [`Tx::prepare`] whether something was missing.
    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full>;

    /// Sends a frame without a body that nobody waits for: it keeps its place among the frames to `to`, but may wait a
    /// while for company. A fabric whose frames cost the same alone sends it at once.
    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full>;

    /// A short frame to `to` is likely to follow soon, because one has come from there: a hint.
    #[inline(always)]
    fn expect(&self, to: u32) {
        let _ = to;
    }

    /// As [`Tx::send`] with a body of `len` bytes that `fill` writes: straight where it waits for its receiver, if that
    /// goes.
    fn send_filled(
        &mut self,
        to: u32,
        head: u64,
        words: &[u64],
        len: usize,
        fill: impl FnOnce(Region),
    ) -> Result<(), Full> {
        SmallBuffer::new(len).with(|body| {
            fill(body);
            self.send(to, head, words, body)
        })
    }

    /// What was sent leaves now, if the fabric gathers frames.
    fn flush(&mut self);

    /// From now on frames to `to` may wait for each other, if the fabric gathers frames; `false`: they leave.
    fn cork(&mut self, to: u32, on: bool);

    /// Joins a group of processes: from now on what others send to it ([`Tx::multicast`]) arrives here
    /// ([`Receiver::multicast`]). To join twice is to join once. Error: there is no multicast here, with the reason;
    /// from then on the capabilities say so, and nothing else changes.
    fn join(&mut self, group: u16) -> io::Result<()>;

    /// Leaves a group, and stays in all others.
    fn leave(&mut self, group: u16);

    /// Sends one frame to all processes that have joined `group`, but to this one: the sender has joined it too. Best
    /// effort, whatever the capabilities promise of other frames: it may reach some of them and not others, late, twice
    /// or after those sent later. Words and body are at most `multicast` bytes long (see [`Capabilities`]); longer ones
    /// reach nobody, nor does what is sent to a group that this process has not joined. As with [`Tx::send`] the body
    /// is the caller's again on return, and it leaves at the next [`Tx::flush`].
    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Region) -> Result<(), Full>;

    /// Makes what a frame to `to` with `len` bytes of body needs and does not find. True: something was made, send
    /// again. False: nothing is missing, there is no room. The error is a sentence about memory.
    fn prepare(&mut self, to: u32, len: usize) -> io::Result<bool>;

    /// True if `peer` has left: what is sent to it is dropped. A fabric that keeps nothing does not know.
    fn left(&mut self, peer: u32) -> bool;

    /// True if nothing that was sent waits here for its receiver (any more).
    fn drained(&mut self) -> bool;

    /// This process leaves: peers that would wait for an answer need not.
    fn farewell(&mut self);
}

/// The side that receives.
pub trait Rx {
    /// The sending side of the same place. Whoever polls has it, and lends it: a fabric that answers by itself, or
    /// keeps there what both sides need, reaches it so without a lock.
    type Tx;
    /// An arrived frame's contents, where they lie.
    type Body<'a>: Body;
    type Bell: Bell;

    /// Hands over what has arrived: at most `burst` frames from each sender. Returns how many, those to groups
    /// included. Never waits.
    fn poll(&mut self, burst: usize, to: impl Receiver<Self>) -> usize
    where
        Self: Sized;

    /// Takes the next frame of `from` if it has no words, and `wanted` says so of its head and length: its bytes go to
    /// `into`, as many as fit; gives head and bytes. Looks for it `looks` times in quick succession. Anything else is
    /// left as it was. A short cut: a fabric need not have it, and `poll` hands over every frame that it leaves.
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

    /// True if `poll` would (or soon might) hand something over; hands nothing over.
    fn ready(&mut self, tx: &mut Self::Tx) -> bool;

    /// What wakes this process.
    fn bell(&self) -> Self::Bell;

    /// The thread of the fabric's own that may help while nobody polls, if it has one.
    fn attended(&mut self) -> Option<&mut dyn Attended<Self::Tx>> {
        None
    }
}

/// A peer asks for bytes of a message that this side sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeRequest {
    /// The message, as the peer has called it in [`RemoteMemory::fetch`](crate::RemoteMemory::fetch). Any number: the
    /// peer may be wrong.
    pub send: u64,
    /// Which of its bytes.
    pub range: Range<u64>,
    /// The peer's names for its fetch and for this request, which go back with the answer.
    pub asked: (u64, u32),
}

/// Whoever takes what arrives. (A trait, not a closure: its one method must be inlined into the polling loop.)
pub trait Receiver<R: Rx> {
    /// The sending side of the place that is polled, which whoever receives holds: frames are answered by it. What
    /// stands round a fabric passes on the part that belongs to the fabric inside.
    fn tx(&mut self) -> &mut R::Tx;

    fn frame(&mut self, from: u32, head: u64, body: &R::Body<'_>);

    /// `from` has sent this to `group`, which this process has joined ([`Tx::multicast`]).
    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &R::Body<'_>) {
        let _ = (from, group, head, body);
    }

    /// Several frames have been taken in one go, and this was the last: one answer to all of them may leave now. A
    /// fabric whose frames cost the same alone does not say so.
    fn handed_over(&mut self) {}

    /// What [`RemoteMemory::fetch`](crate::RemoteMemory::fetch) gave this ticket for is there, all of it.
    fn fetched(&mut self, ticket: u64) {
        let _ = ticket;
    }

    /// `from` fetches, and asks for a part of a message that this side sends: to be answered by
    /// [`RemoteMemory::serve`](crate::RemoteMemory::serve) if the message is there. It comes past all frames, perhaps
    /// late, perhaps twice.
    fn requested(&mut self, from: u32, request: RangeRequest) {
        let _ = (from, request);
    }
}

/// For tests and tools: the sending side, and any closure that takes frames.
impl<R: Rx, C: FnMut(u32, u64, &R::Body<'_>)> Receiver<R> for (&mut R::Tx, C) {
    fn tx(&mut self) -> &mut R::Tx {
        self.0
    }

    #[inline(always)]
    fn frame(&mut self, from: u32, head: u64, body: &R::Body<'_>) {
        self.1(from, head, body)
    }
}

/// A frame's contents. They may lie where the sender can still write: what is read is read once, then checked, then
/// used.
pub trait Body {
    /// The first `K` words; `None` if the frame is not of that form.
    fn words<const K: usize>(&self) -> Option<[u64; K]>;

    /// Bytes of body behind `k` words.
    fn len(&self, k: usize) -> usize;

    /// Copies body bytes from `offset` on (behind `k` words) into `to`; returns how many.
    fn copy_to(&self, k: usize, offset: usize, to: Region) -> usize;

    /// Calls `read` with the first `len` body bytes (behind `k` words), or as many as there are: where they lie, if
    /// that goes.
    fn read(&self, k: usize, len: usize, read: impl FnOnce(Region)) {
        SmallBuffer::new(len.min(self.len(k))).with(|copy| {
            self.copy_to(k, 0, copy);
            read(copy);
        });
    }

    /// A copy of everything, to be kept.
    fn to_frame(&self, head: u64) -> Frame;

    /// How long the frame was queued here before it was taken, in ns; 0 where nobody knows.
    fn queued(&self) -> u64 {
        0
    }
}

/// A process's doorbell. Whoever sends rings it by itself, if the process sleeps.
pub trait Bell: Clone {
    /// A raised flag; it falls when dropped.
    type Doze;

    /// Wakes the process if it sleeps.
    fn ring(&self);

    /// Raises the sleeper's flag. Ask [`Rx::ready`] once more before [`Bell::sleep`]: then no frame is missed.
    fn doze(&self) -> Self::Doze;

    /// Sleeps until something arrives or the bell is rung, or for `most`.
    fn sleep(doze: Self::Doze, most: Option<Duration>);
}
