//! The receiving side of the reliable fabric. The sending side ([`Tx`]) owns the state of the peers; the receiving
//! side borrows it while it polls.
use super::driver::Arrived;
use super::record::Assembly;
use super::tx::Tx;
use crate::lent;
use clump_core::reliability::{AskHead, Packet, PieceHead, ProbeHead};
use clump_fabric::clock::Clock;
use clump_fabric::mem::Region;
use clump_fabric::{Body, ByRank, Datagrams, Receiver, View};
use std::marker::PhantomData;

/// The receiving side of a reliable fabric over `R`.
pub struct Rx<R, C> {
    inner: R,
    assemblies: ByRank<Assembly>,
    /// The most packets taken in one poll.
    burst: usize,
    /// The type of the sending side's clock.
    clock: PhantomData<C>,
}

impl<R: clump_fabric::Rx<Tx: Datagrams>, C: Clock> Rx<R, C> {
    pub(super) fn new(inner: R, burst: usize) -> Rx<R, C> {
        Rx { inner, assemblies: ByRank::default(), burst, clock: PhantomData }
    }

    /// Returns the fabric below.
    pub fn inner(&self) -> &R {
        &self.inner
    }

    /// Returns the fabric below, to change it.
    pub fn inner_mut(&mut self) -> &mut R {
        &mut self.inner
    }
}

/// Takes packets, and delivers the frames in them. The receiver of a frame may answer it: while a frame is
/// delivered, the sending side belongs to the receiver alone.
struct Packets<'a, C, P> {
    assemblies: &'a mut ByRank<Assembly>,
    frames: &'a mut usize,
    to: &'a mut P,
    clock: PhantomData<C>,
}

impl<R, C, P> Receiver<R> for Packets<'_, C, P>
where
    R: clump_fabric::Rx<Tx: Datagrams>,
    C: Clock,
    P: Receiver<Rx<R, C>>,
{
    fn tx(&mut self) -> &mut R::Tx {
        &mut self.to.tx().driver.tx
    }

    fn frame(&mut self, from: u32, head: u64, body: &R::Body<'_>) {
        let Packets { assemblies, frames, to, .. } = self;
        if head >> 48 != 0 {
            // Pieces, and requests of peers, travel outside the chunks.
            if PieceHead::is(head) {
                let Some(words) = body.words() else { return to.tx().driver.malformed += 1 };
                body.read(PieceHead::WORDS, body.len(PieceHead::WORDS), |bytes| {
                    // Each piece is progress: a thread that waits for a long message resets its patience, and does
                    // not take the time for a preemption.
                    **frames += 1;
                    let whole = to.tx().driver.piece(from, head, words, bytes, body.queued());
                    if let Some(ticket) = whole {
                        to.fetched(ticket);
                    }
                });
            } else if AskHead::is(head) {
                let Some(words) = body.words() else { return to.tx().driver.malformed += 1 };
                if let Some(request) = to.tx().driver.requested(from, head, words, body.queued()) {
                    **frames += 1;
                    to.requested(from, request);
                }
            } else if ProbeHead::is(head) {
                to.tx().driver.probed(from, ProbeHead::parse(head));
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
        body.read(0, body.len(0), |bytes| self.to.multicast(from, group, head, &lent::view(bytes, body.queued())));
    }
}

impl<R: clump_fabric::Rx<Tx: Datagrams>, C: Clock> clump_fabric::Rx for Rx<R, C> {
    type Tx = Tx<R::Tx, C>;
    type Body<'a> = View<'a>;
    type Bell = R::Bell;

    /// Delivers what one poll of the network below has received. A datagram may hold several frames, so that
    /// `burst` does not bound their number.
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
