//! The side that receives.
use super::clock::Clock;
use super::record::Assembly;
use super::shared::{Arrived, Shared};
use super::tx::lock;
use clump_core::reliability::{AskHead, Packet, PieceHead};
use clump_fabric::{Body, ByRank, Receiver, View};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub struct Rx<R, T, C> {
    inner: R,
    shared: Arc<Mutex<Shared<T, C>>>,
    assemblies: ByRank<Assembly>,
    /// Packets taken in one go.
    burst: usize,
}

impl<R: clump_fabric::Rx, T: clump_fabric::Tx, C: Clock> Rx<R, T, C> {
    pub(super) fn new(inner: R, shared: Arc<Mutex<Shared<T, C>>>, burst: usize) -> Rx<R, T, C> {
        Rx { inner, shared, assemblies: ByRank::default(), burst }
    }

    /// Before a sleep: what is owed leaves. How long the sleep may last, if there is a limit.
    pub fn settle(&mut self) -> Option<Duration> {
        lock(&self.shared).settle().map(Duration::from_nanos)
    }

    /// How long until something is to be done although nothing comes.
    pub fn due(&self) -> Option<Duration> {
        lock(&self.shared).due().map(Duration::from_nanos)
    }

    pub fn inner(&self) -> &R {
        &self.inner
    }

    pub fn inner_mut(&mut self) -> &mut R {
        &mut self.inner
    }
}

/// Takes packets, and hands on the frames in them. While it does nothing is locked: whoever takes a frame answers it.
struct Packets<'a, T, C, P> {
    shared: &'a Mutex<Shared<T, C>>,
    assemblies: &'a mut ByRank<Assembly>,
    frames: &'a mut usize,
    to: P,
}

impl<R, T, C, P> Receiver<R> for Packets<'_, T, C, P>
where
    R: clump_fabric::Rx,
    T: clump_fabric::Tx,
    C: Clock,
    P: Receiver<Rx<R, T, C>>,
{
    fn frame(&mut self, from: u32, head: u64, body: &R::Body<'_>) {
        let Packets { shared, assemblies, frames, to } = self;
        if head >> 48 != 0 {
            // Past the chunks: what was asked for, and who asks.
            if PieceHead::is(head) {
                let Some(words) = body.words() else { return lock(shared).malformed += 1 };
                body.read(PieceHead::WORDS, body.len(PieceHead::WORDS), |bytes| {
                    // Each is progress: whoever waits for a long message has not waited in vain, and has not been
                    // preempted.
                    **frames += 1;
                    let whole = lock(shared).piece(from, head, words, bytes, body.queued());
                    if let Some(ticket) = whole {
                        to.fetched(ticket);
                    }
                });
            } else if AskHead::is(head) {
                let Some(words) = body.words() else { return lock(shared).malformed += 1 };
                let request = lock(shared).requested(head, words, body.queued());
                if let Some(request) = request {
                    **frames += 1;
                    to.requested(from, request);
                }
            } else {
                lock(shared).malformed += 1;
            }
            return;
        }
        let Some(words) = body.words::<{ Packet::WORDS }>() else {
            lock(shared).malformed += 1;
            return;
        };
        body.read(Packet::WORDS, body.len(Packet::WORDS), |payload| {
            let (arrived, start) = lock(shared).arrived(from, head, &words, payload, body.queued());
            if !matches!(arrived, Arrived::Deliver) {
                return;
            }
            let assembly = assemblies.entry(from).or_default();
            let mut hand = |head: u64, body: &View<'_>| {
                **frames += 1;
                to.frame(from, head, body);
            };
            let mut good = assembly.chunk(payload.from(start), &mut hand);
            loop {
                let Some(chunk) = lock(shared).early(from) else { break };
                good &= assembly.chunk(chunk.bytes(), &mut hand);
                lock(shared).pool.give(chunk);
            }
            if !good {
                lock(shared).malformed += 1;
            }
        });
    }
}

impl<R: clump_fabric::Rx, T: clump_fabric::Tx, C: Clock> clump_fabric::Rx for Rx<R, T, C> {
    type Body<'a> = View<'a>;
    type Bell = R::Bell;

    /// What has come in one go of the network below: a datagram may hold several frames, so `burst` is not kept.
    fn poll(&mut self, _: usize, to: impl Receiver<Self>) -> usize {
        let Rx { inner, shared, assemblies, burst } = self;
        let mut frames = 0;
        inner.poll(*burst, Packets { shared, assemblies, frames: &mut frames, to });
        lock(shared).look_after();
        frames
    }

    fn ready(&mut self) -> bool {
        self.settle();
        self.inner.ready()
    }

    fn bell(&self) -> R::Bell {
        self.inner.bell()
    }
}
