//! The side that receives. What is known of peers belongs to the sending side ([`Tx`]), which it borrows while it
//! polls.
use super::clock::Clock;
use super::driver::Arrived;
use super::record::Assembly;
use super::tx::Tx;
use clump_core::reliability::{AskHead, Packet, PieceHead};
use clump_fabric::mem::Region;
use clump_fabric::{Body, ByRank, Receiver, View};
use std::marker::PhantomData;

pub struct Rx<R, C> {
    inner: R,
    assemblies: ByRank<Assembly>,
    /// Packets taken in one go.
    burst: usize,
    /// The kind of clock that the sending side has.
    clock: PhantomData<C>,
}

impl<R: clump_fabric::Rx<Tx: clump_fabric::Tx>, C: Clock> Rx<R, C> {
    pub(super) fn new(inner: R, burst: usize) -> Rx<R, C> {
        Rx { inner, assemblies: ByRank::default(), burst, clock: PhantomData }
    }

    pub fn inner(&self) -> &R {
        &self.inner
    }

    pub fn inner_mut(&mut self) -> &mut R {
        &mut self.inner
    }
}

/// Takes packets, and hands on the frames in them. Whoever takes a frame answers it: while a frame is handed on, the
/// sending side is the receiver's alone.
struct Packets<'a, C, P> {
    assemblies: &'a mut ByRank<Assembly>,
    frames: &'a mut usize,
    to: &'a mut P,
    clock: PhantomData<C>,
}

impl<R, C, P> Receiver<R> for Packets<'_, C, P>
where
    R: clump_fabric::Rx<Tx: clump_fabric::Tx>,
    C: Clock,
    P: Receiver<Rx<R, C>>,
{
    fn tx(&mut self) -> &mut R::Tx {
        &mut self.to.tx().driver.tx
    }

    fn frame(&mut self, from: u32, head: u64, body: &R::Body<'_>) {
        let Packets { assemblies, frames, to, .. } = self;
        if head >> 48 != 0 {
            // These come past the chunks: pieces that were asked for, and asks of peers.
            if PieceHead::is(head) {
                let Some(words) = body.words() else { return to.tx().driver.malformed += 1 };
                body.read(PieceHead::WORDS, body.len(PieceHead::WORDS), |bytes| {
                    // Each is progress: whoever waits for a long message has not waited in vain, and was not preempted.
                    **frames += 1;
                    let whole = to.tx().driver.piece(from, head, words, bytes, body.queued());
                    if let Some(ticket) = whole {
                        to.fetched(ticket);
                    }
                });
            } else if AskHead::is(head) {
                let Some(words) = body.words() else { return to.tx().driver.malformed += 1 };
                if let Some(request) = to.tx().driver.requested(head, words, body.queued()) {
                    **frames += 1;
                    to.requested(from, request);
                }
            } else {
                to.tx().driver.malformed += 1;
            }
            return;
        }
        let Some(words) = body.words::<{ Packet::WORDS }>() else {
            to.tx().driver.malformed += 1;
            return;
        };
        body.read(Packet::WORDS, body.len(Packet::WORDS), |payload| {
            let (arrived, start) = to.tx().driver.arrived(from, head, &words, payload, body.queued());
            if !matches!(arrived, Arrived::Deliver) {
                return;
            }
            let assembly = assemblies.entry(from).or_default();
            let mut hand_on = |chunk: Region, to: &mut P| {
                assembly.chunk(chunk, &mut |head: u64, body: &View<'_>| {
                    **frames += 1;
                    to.frame(from, head, body);
                })
            };
            let mut good = hand_on(payload.from(start), to);
            while let Some(chunk) = to.tx().driver.early(from) {
                good &= hand_on(chunk.bytes(), to);
                to.tx().driver.pool.give(chunk);
            }
            if !good {
                to.tx().driver.malformed += 1;
            }
        });
    }

    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &R::Body<'_>) {
        *self.frames += 1;
        body.read(0, body.len(0), |bytes| {
            self.to.multicast(from, group, head, &View::queued_for(bytes, body.queued()))
        });
    }
}

impl<R: clump_fabric::Rx<Tx: clump_fabric::Tx>, C: Clock> clump_fabric::Rx for Rx<R, C> {
    type Tx = Tx<R::Tx, C>;
    type Body<'a> = View<'a>;
    type Bell = R::Bell;

    /// Hands over what has come in one go of the network below. A datagram may hold several frames, so `burst` is not
    /// kept.
    fn poll(&mut self, _: usize, mut to: impl Receiver<Self>) -> usize {
        let Rx { inner, assemblies, burst, clock } = self;
        let mut frames = 0;
        inner.poll(*burst, Packets { assemblies, frames: &mut frames, to: &mut to, clock: *clock });
        if frames > 0 {
            to.handed_over();
        }
        to.tx().driver.look_after();
        frames
    }

    fn ready(&mut self, tx: &mut Self::Tx) -> bool {
        tx.settle();
        self.inner.ready(&mut tx.driver.tx)
    }

    fn bell(&self) -> R::Bell {
        self.inner.bell()
    }
}
