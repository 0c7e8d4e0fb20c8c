//! Shared memory as a [`Fabric`].
use super::tx::SHORT;
use super::zero::CopySource;
use super::{Bell, Body, CAPABILITIES, Reach, Rx, Segment, Sleeper, Tx};
use crate::mem::Region;
use crate::{Capabilities, Fabric, Frame, Full, Receiver, Refused, Registration, RemoteMemory, Span};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// One process's endpoint in a segment.
pub struct Shm {
    tx: Tx,
    rx: Rx,
}

impl Shm {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Shm {
        Shm { tx: Tx::new(segment, rank), rx: Rx::new(segment, rank) }
    }

    /// Returns an endpoint for a process that shares its heap in another segment: peers of this segment exchange frames
    /// with the process, and map none of its memory.
    pub fn unmapped(segment: &Arc<Segment>, rank: u32) -> Shm {
        Shm { tx: Tx::unmapped(segment, rank), rx: Rx::new(segment, rank) }
    }
}

impl Fabric for Shm {
    type Tx = Tx;
    type Rx = Rx;
    fn split(self) -> (Tx, Rx) {
        (self.tx, self.rx)
    }
}

impl crate::Tx for Tx {
    #[inline(always)]
    fn capabilities(&self, _: u32) -> Capabilities {
        CAPABILITIES
    }

    #[inline(always)]
    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        Tx::send(self, to, head, words, body)
    }

    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        Tx::send(self, to, head, words, Region::EMPTY)
    }

    #[inline(always)]
    fn expect(&self, to: u32) {
        Tx::expect(self, to);
    }

    fn send_filled(
        &mut self,
        to: u32,
        head: u64,
        words: &[u64],
        len: usize,
        fill: impl FnOnce(Region),
    ) -> Result<(), Full> {
        Tx::send_filled(self, to, head, words, len, fill)
    }

    #[inline(always)]
    fn flush(&mut self) {}

    fn cork(&mut self, _: u32, _: bool) {}

    fn join(&mut self, _: u16) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "shared memory has no multicast"))
    }

    fn leave(&mut self, _: u16) {}

    fn multicast(&mut self, _: u16, _: u64, _: &[u64], _: Region) -> Result<(), Full> {
        Ok(())
    }

    /// Creates the ring to `to`, and for a long body this rank's slots.
    #[cold]
    fn prepare(&mut self, to: u32, len: usize) -> io::Result<bool> {
        let pool = len > SHORT;
        if self.bell(to).is_some() && (!pool || self.has_pool()) {
            return Ok(false);
        }
        self.open(to)?;
        if pool {
            self.open_pool()?;
        }
        Ok(true)
    }

    fn left(&mut self, _: u32) -> bool {
        false
    }

    fn lose(&mut self, peer: u32) {
        Tx::lose(self, peer);
    }

    fn drained(&mut self) -> bool {
        true
    }

    fn announce_departure(&mut self) {}
}

impl RemoteMemory for Tx {
    type Reach = Reach;

    fn can_pull(&mut self, peer: u32) -> bool {
        self.source(peer).is_ok()
    }

    fn reach(&mut self, peer: u32, address: u64, len: u64) -> Option<Reach> {
        let source = self.source(peer).ok();
        Some(self.views.reach(&self.segment, peer, address, len, source))
    }

    fn reach_spans(&mut self, peer: u32, spans: &[Span]) -> Option<Reach> {
        let source = self.source(peer).ok();
        Some(self.views.reach_spans(&self.segment, peer, spans, source))
    }

    fn pull(&mut self, from: u32, address: u64, into: Region) -> Result<(), Refused> {
        let (segment, sources) = (&self.segment, &mut self.sources);
        self.views.pull(segment, from, address, into, |at, part| {
            source(segment, sources, from)?.pull(&[Span { address: at, len: part.len() as u64 }], part)
        })
    }

    fn push(&mut self, to: u32, address: u64, from: Region) -> Result<(), Refused> {
        let (segment, sources) = (&self.segment, &mut self.sources);
        self.views.push(segment, to, address, from, |at, part| source(segment, sources, to)?.push(part, at))
    }

    #[inline(always)]
    fn register(&mut self, memory: Region, how: Registration) -> bool {
        self.heap.register(memory, how)
    }

    fn hold_still(&mut self, on: bool) {
        self.heap.hold_still(on);
    }

    fn fetch(&mut self, _: u32, _: u64, _: u64, _: Region) -> Option<u64> {
        None
    }

    fn serve(&mut self, _: u32, _: (u64, u32), _: u64, _: Region) {}

    fn died(&mut self, peer: u32) -> bool {
        super::zero::died(&self.segment, peer)
    }

    fn reached(&mut self, peer: u32, address: u64, len: u64) -> u64 {
        self.views.reached(&self.segment, peer, address, len)
    }
}

impl Tx {
    /// Returns the process behind `rank`, which is looked up once.
    fn source(&mut self, rank: u32) -> Result<CopySource, Refused> {
        source(&self.segment, &mut self.sources, rank)
    }
}

type Sources = HashMap<u32, Result<CopySource, Refused>>;

fn source(segment: &Arc<Segment>, sources: &mut Sources, rank: u32) -> Result<CopySource, Refused> {
    *sources.entry(rank).or_insert_with(|| CopySource::find(segment, rank))
}

impl crate::Rx for Rx {
    type Tx = Tx;
    type Body<'a> = Body<'a>;
    type Bell = Bell;

    #[inline(always)]
    fn poll(&mut self, burst: usize, to: impl Receiver<Rx>) -> usize {
        Rx::poll(self, burst, to)
    }

    #[inline(always)]
    fn take_if(
        &mut self,
        from: u32,
        looks: u32,
        into: Region,
        wanted: impl FnOnce(u64, usize) -> bool,
    ) -> Option<(u64, usize)> {
        Rx::take_if(self, from, looks, into, wanted)
    }

    fn ready(&mut self, _: &mut Tx) -> bool {
        Rx::ready(self)
    }

    fn bell(&self) -> Bell {
        Rx::bell(self)
    }
}

impl crate::Body for Body<'_> {
    #[inline(always)]
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        Body::words(self)
    }

    #[inline(always)]
    fn len(&self, k: usize) -> usize {
        Body::len(self, k)
    }

    #[inline(always)]
    fn copy_to(&self, k: usize, offset: usize, to: Region) -> usize {
        Body::copy_to(self, k, offset, to)
    }

    fn read(&self, k: usize, len: usize, read: impl FnOnce(Region)) {
        Body::read(self, k, len, read)
    }

    fn to_frame(&self, head: u64) -> Frame {
        Body::to_frame(self, head)
    }
}

impl crate::Bell for Bell {
    type Sleeper = Sleeper;

    #[inline(always)]
    fn ring(&self) {
        Bell::ring(self)
    }

    fn sleeper(&self) -> Sleeper {
        Bell::sleeper(self)
    }

    fn sleep(sleeper: Sleeper, most: Option<Duration>) {
        sleeper.sleep(most)
    }
}
