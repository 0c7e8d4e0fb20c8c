//! Sending frames through shared memory.
use super::active_senders;
use super::bell::Bell;
use super::heap::{Own, Views};
use super::layout::{BYTES_MAX, SLOT};
use super::pool::Pool;
use super::ring_memory::{ByteWriter, LOOKED_FOR, RingMemory};
use super::segment::Segment;
use super::zero::CopySource;
use crate::mem::{Region, SmallBuffer};
use crate::ring::{PAYLOAD, Writer};
use crate::{Full, HEAD_BITS, PREFIX, Refused};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

/// The length code of a record whose body lies elsewhere. A smaller code is the number of body bytes in the line.
pub(super) const ELSEWHERE: u64 = 63;

/// The longest body in a slot, in bytes, after which the sender prefetches the lines of the next slot. More lines would
/// exceed the number that the processor prefetches before it stalls.
const FETCHED_BACK: usize = 8 << 10;

/// In place of a slot's index: the byte area begins anew with this body.
pub(super) const ANEW: usize = 1;

/// Returns the word that follows the header of a record whose body lies elsewhere. The word holds whether the body is
/// in a slot, how many prefix words the record has, the slot's index (in the byte area: 0 or [`ANEW`]), and the length
/// in bytes.
pub(super) fn describe(in_slot: bool, prefix: usize, slot: usize, len: usize) -> u64 {
    u64::from(in_slot) << 63 | (prefix as u64) << 56 | (slot as u64) << 40 | len as u64
}

/// In [`Tx::index`]: there is no ring to that receiver.
const NO_RING: u32 = u32::MAX;

/// The ring to one receiver.
struct OutgoingRing {
    to: u32,
    ring: RingMemory,
    writer: Writer,
    bytes: ByteWriter,
    bell: Bell,
    /// True if the receiver has died: bodies that would wait for it are dropped.
    lost: bool,
}

impl OutgoingRing {
    /// Sends a body at the start of the byte area. Apart from the other ways, so that the shortest bodies pass no more
    /// code.
    #[inline(never)]
    fn send_anew(&mut self, header: u64, prefix: &[u64], len: usize, fill: impl FnOnce(Region)) -> Result<(), Full> {
        fill(self.ring.bytes(0, len));
        let desc = describe(false, prefix.len(), ANEW, len);
        let word = |w: usize| if w == 0 { desc } else { prefix[w - 1] };
        self.writer.put(&self.ring, header, 1 + prefix.len(), word)?;
        self.bytes.take_anew(len);
        self.bell.ring();
        Ok(())
    }
}

/// The sending side of one process.
pub struct Tx {
    pub(super) segment: Arc<Segment>,
    rank: u32,
    links: Vec<OutgoingRing>,
    /// For each receiver the number of its ring in `links`, or [`NO_RING`]; as long as the highest receiver needs.
    index: Vec<u32>,
    last: usize,
    /// This process's slots, created at the first body that needs one.
    pool: Option<Pool>,
    /// The processes whose memory this process has asked to read.
    pub(super) sources: HashMap<u32, Result<CopySource, Refused>>,
    /// The part of this process's memory that peers may map. `views` is the memory of peers that this process maps.
    pub(super) heap: Own,
    pub(super) views: Views,
}

/// The longest body, in bytes, that lies in the ring while others are in flight and slots are free: 1 KiB and the head
/// of a layer above. Longer bodies stream faster through slots. See decisions 1 and 14.
pub(super) const SHORT: usize = (1 << 10) + 64;

impl Tx {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Tx {
        Tx::with_heap(segment, rank, Own::attach(segment, rank))
    }

    /// Returns the sending side of a process whose memory peers of this segment do not map.
    pub fn unmapped(segment: &Arc<Segment>, rank: u32) -> Tx {
        Tx::with_heap(segment, rank, Own::unshared(segment, rank))
    }

    fn with_heap(segment: &Arc<Segment>, rank: u32, heap: Own) -> Tx {
        assert!(rank < segment.ranks());
        Tx {
            segment: segment.clone(),
            rank,
            links: Vec::new(),
            index: Vec::new(),
            last: 0,
            pool: None,
            sources: HashMap::new(),
            heap,
            views: Views::default(),
        }
    }

    /// Creates the ring to `to` unless it exists. Fails with a sentence about memory.
    pub fn open(&mut self, to: u32) -> io::Result<()> {
        if self.ring_to(to).is_some() {
            return Ok(());
        }
        assert!(to < self.segment.ranks());
        let layout = self.segment.layout();
        self.segment.reserve(layout.ring(self.rank, to), super::layout::RING)?;
        let bell = Bell::new(&self.segment, to);
        let at = to as usize;
        self.index.resize(self.index.len().max(at + 1), NO_RING);
        self.index[at] = self.links.len() as u32;
        self.links.push(OutgoingRing {
            to,
            ring: RingMemory::new(&self.segment, self.rank, to),
            writer: Writer::default(),
            bytes: ByteWriter::default(),
            bell: bell.clone(),
            lost: false,
        });
        active_senders::announce(|w| self.segment.word(layout.active_senders(to) + w * 8), self.rank);
        bell.ring();
        Ok(())
    }

    /// Creates this process's slots, before the first body longer than [`BYTES_MAX`].
    pub fn open_pool(&mut self) -> io::Result<()> {
        if self.pool.is_none() {
            self.pool = Some(Pool::open(&self.segment, self.rank)?);
        }
        Ok(())
    }

    /// Returns true once the slots exist.
    pub fn has_pool(&self) -> bool {
        self.pool.is_some()
    }

    /// Sends one frame: `head` (its top eight bits clear), up to four words, and `body`. On `Full` nothing was sent and
    /// nothing changed. The caller must have called [`Tx::open`], and [`Tx::open_pool`] for a body longer than
    /// [`BYTES_MAX`].
    #[inline(always)]
    pub fn send(&mut self, to: u32, head: u64, prefix: &[u64], body: Region) -> Result<(), Full> {
        debug_assert!(head >> HEAD_BITS == 0 && prefix.len() <= PREFIX && body.len() <= SLOT);
        let i = self.find(to)?;
        let link = &mut self.links[i];
        let len = prefix.len() * 8 + body.len();
        if len <= PAYLOAD * 8 {
            let header = (len as u64) << HEAD_BITS | head;
            if prefix.is_empty() && body.len() == 8 {
                // The most frequent frame, as straight-line code.
                let word = body.get::<u64>(0);
                link.writer.put(&link.ring, header, 1, |_| word)?;
            } else {
                let mut words = [0u64; PAYLOAD];
                words[..prefix.len()].copy_from_slice(prefix);
                body.read_words(&mut words[prefix.len()..]);
                link.writer.put(&link.ring, header, len.div_ceil(8), |w| words[w])?;
            }
            link.bell.ring();
            return Ok(());
        }
        self.send_elsewhere(i, head, prefix, body.len(), |to| {
            to.copy_from(body);
        })
    }

    /// Sends a frame as [`Tx::send`] does, with a body of `len` bytes that `fill` writes in place.
    pub fn send_filled(
        &mut self,
        to: u32,
        head: u64,
        prefix: &[u64],
        len: usize,
        fill: impl FnOnce(Region),
    ) -> Result<(), Full> {
        if prefix.len() * 8 + len <= PAYLOAD * 8 {
            // SAFETY: sending ends with the call, and `fill` writes only while it runs.
            return unsafe {
                SmallBuffer::new(len).with(|body| {
                    fill(body);
                    self.send(to, head, prefix, body)
                })
            };
        }
        let i = self.find(to)?;
        self.send_elsewhere(i, head, prefix, len, fill)
    }

    /// Hints that a short frame to `to` is likely to follow soon. Has an effect only for the last receiver.
    #[inline(always)]
    pub fn expect(&self, to: u32) {
        if let Some(link) = self.links.get(self.last).filter(|l| l.to == to) {
            link.writer.prefetch(&link.ring);
        }
    }

    /// Returns the number of a receiver's ring, if there is one.
    #[inline]
    fn ring_to(&self, to: u32) -> Option<usize> {
        self.index.get(to as usize).filter(|&&ring| ring != NO_RING).map(|&ring| ring as usize)
    }

    #[inline(always)]
    fn find(&mut self, to: u32) -> Result<usize, Full> {
        match self.links.get(self.last) {
            Some(l) if l.to == to => Ok(self.last),
            _ => {
                self.last = self.ring_to(to).ok_or(Full)?;
                Ok(self.last)
            }
        }
    }

    fn send_elsewhere(
        &mut self,
        i: usize,
        head: u64,
        prefix: &[u64],
        len: usize,
        fill: impl FnOnce(Region),
    ) -> Result<(), Full> {
        let link = &mut self.links[i];
        if link.lost {
            return Ok(());
        }
        let header = ELSEWHERE << HEAD_BITS | head;
        let words = |desc: u64| move |w: usize| if w == 0 { desc } else { prefix[w - 1] };
        if len > LOOKED_FOR && link.bytes.may_begin_anew(&link.ring, len) {
            return link.send_anew(header, prefix, len, fill);
        }
        // While bodies are in flight, longer ones do better in slots, because more of them can be.
        let slot = if len > SHORT { self.pool.as_mut().and_then(|pool| pool.claim(len)) } else { None };
        if slot.is_none() && len <= BYTES_MAX {
            let (offset, after) = link.bytes.behind(&link.ring, len).ok_or(Full)?;
            fill(link.ring.bytes(offset, len));
            let desc = describe(false, prefix.len(), 0, len);
            link.writer.put(&link.ring, header, 1 + prefix.len(), words(desc))?;
            link.bytes.take(after);
            link.bell.ring();
            // The reader's cache holds the lines of the next body. Prefetch them now, while no rank waits for that
            // body.
            link.ring.bytes(after.place(len).0, len).prefetch_for_writing();
            return Ok(());
        }
        let (pool, slot) = (self.pool.as_mut().ok_or(Full)?, slot.ok_or(Full)?);
        fill(pool.bytes(slot, len).ok_or(Full)?);
        let desc = describe(true, prefix.len(), slot, len);
        // Take the slot before the record names it: the receiver may return it at once.
        pool.take(slot, link.to);
        if let Err(full) = link.writer.put(&link.ring, header, 1 + prefix.len(), words(desc)) {
            pool.untake(slot);
            return Err(full);
        }
        link.bell.ring();
        pool.rewind();
        // Prefetch the lines of the next slot, which the reader's cache holds.
        if len <= FETCHED_BACK
            && let Some(next) = pool.free().and_then(|slot| pool.bytes(slot, len))
        {
            next.prefetch_for_writing();
        }
        Ok(())
    }

    /// Frees the slots that hold bodies for a process that has died, and drops later frames to it that do not fit a
    /// line of its ring.
    pub fn lose(&mut self, to: u32) {
        if let Some(i) = self.ring_to(to) {
            self.links[i].lost = true;
        }
        if let Some(pool) = &mut self.pool {
            pool.lose(to);
        }
    }

    /// Returns the bell of a process to which this process has a ring.
    pub fn bell(&self, to: u32) -> Option<&Bell> {
        self.ring_to(to).map(|i| &self.links[i].bell)
    }
}
