//! Sending frames through shared memory.
use super::bell::Bell;
use super::heap::{Own, Views};
use super::layout::{BYTES, BYTES_MAX, SLOT};
use super::pool::Pool;
use super::ring_memory::{ByteCursor, RingMemory};
use super::segment::Segment;
use super::talkers;
use super::zero::Source;
use crate::mem::{Region, SmallBuffer};
use crate::ring::{PAYLOAD, Writer};
use crate::{Full, HEAD_BITS, PREFIX, Refused};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

/// Length code of a record whose body lies elsewhere; shorter codes are the bytes in the line.
pub(super) const ELSEWHERE: u64 = 63;

/// Bodies in slots whose next one's lines are fetched back ahead. Twice as many lines are more than the processor
/// fetches at a time before it waits.
const FETCHED_BACK: usize = 8 << 10;

/// Where a body lies, how many prefix words the record has, which slot, how long: the word behind the header.
pub(super) fn describe(in_slot: bool, prefix: usize, slot: usize, len: usize) -> u64 {
    u64::from(in_slot) << 63 | (prefix as u64) << 56 | (slot as u64) << 40 | len as u64
}

/// The ring to one receiver.
struct Link {
    to: u32,
    ring: RingMemory,
    writer: Writer,
    bytes: ByteCursor,
    freed: u64,
    bell: Bell,
}

/// The sending side of one process.
pub struct Tx {
    pub(super) segment: Arc<Segment>,
    rank: u32,
    links: Vec<Link>,
    index: HashMap<u32, u32>,
    last: usize,
    /// This process's slots; made at the first body that needs one.
    pool: Option<Pool>,
    /// Processes whose memory was asked for.
    pub(super) sources: HashMap<u32, Result<Source, Refused>>,
    /// This process's memory that others may map, and theirs that this one maps.
    pub(super) heap: Own,
    pub(super) views: Views,
}

/// Bodies up to this length lie in the ring whether slots are free or not. Of a stream of messages, GB/s, all in the
/// ring and all in slots: 1 KiB 4.7 and 4.7; 2 KiB 6.2 and 7.6; 4 KiB 6.6 and 9.9.
pub(super) const SHORT: usize = 1 << 10;

impl Tx {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Tx {
        assert!(rank < segment.ranks());
        Tx {
            segment: segment.clone(),
            rank,
            links: Vec::new(),
            index: HashMap::new(),
            last: 0,
            pool: None,
            sources: HashMap::new(),
            heap: Own::attach(segment, rank),
            views: Views::default(),
        }
    }

    /// Makes the ring to `to` if it does not exist yet. The error is a sentence about memory.
    pub fn open(&mut self, to: u32) -> io::Result<()> {
        if self.index.contains_key(&to) {
            return Ok(());
        }
        assert!(to < self.segment.ranks());
        let layout = self.segment.layout();
        self.segment.reserve(layout.ring(self.rank, to), super::layout::RING)?;
        let bell = Bell::new(&self.segment, to);
        self.index.insert(to, self.links.len() as u32);
        self.links.push(Link {
            to,
            ring: RingMemory::new(&self.segment, self.rank, to),
            writer: Writer::default(),
            bytes: ByteCursor::default(),
            freed: 0,
            bell: bell.clone(),
        });
        talkers::announce(|w| self.segment.word(layout.talkers(to) + w * 8), self.rank);
        bell.ring();
        Ok(())
    }

    /// Makes this process's slots exist, before the first body longer than [`BYTES_MAX`].
    pub fn open_pool(&mut self) -> io::Result<()> {
        if self.pool.is_none() {
            self.pool = Some(Pool::open(&self.segment, self.rank)?);
        }
        Ok(())
    }

    /// True once the slots exist.
    pub fn has_pool(&self) -> bool {
        self.pool.is_some()
    }

    /// Sends one frame: `head` (its top eight bits clear), up to four words, and `body`. `Full` changes nothing.
    /// The ring must have been opened, and for a body longer than [`BYTES_MAX`] the pool.
    #[inline(always)]
    pub fn send(&mut self, to: u32, head: u64, prefix: &[u64], body: Region) -> Result<(), Full> {
        debug_assert!(head >> HEAD_BITS == 0 && prefix.len() <= PREFIX && body.len() <= SLOT);
        let i = self.find(to)?;
        let link = &mut self.links[i];
        let len = prefix.len() * 8 + body.len();
        if len <= PAYLOAD * 8 {
            let header = (len as u64) << HEAD_BITS | head;
            if prefix.is_empty() && body.len() == 8 {
                // The commonest message of all, as straight-line code.
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

    /// The same with a body of `len` bytes that `fill` writes straight where it waits for its receiver.
    pub fn send_filled(
        &mut self,
        to: u32,
        head: u64,
        prefix: &[u64],
        len: usize,
        fill: impl FnOnce(Region),
    ) -> Result<(), Full> {
        if prefix.len() * 8 + len <= PAYLOAD * 8 {
            return SmallBuffer::new(len).with(|body| {
                fill(body);
                self.send(to, head, prefix, body)
            });
        }
        let i = self.find(to)?;
        self.send_elsewhere(i, head, prefix, len, fill)
    }

    /// A short frame to `to` is likely to follow soon: a hint. Heeded for the receiver that was last sent to.
    #[inline(always)]
    pub fn expect(&self, to: u32) {
        if let Some(link) = self.links.get(self.last).filter(|l| l.to == to) {
            link.writer.prefetch(&link.ring);
        }
    }

    #[inline(always)]
    fn find(&mut self, to: u32) -> Result<usize, Full> {
        match self.links.get(self.last) {
            Some(l) if l.to == to => Ok(self.last),
            _ => {
                self.last = *self.index.get(&to).ok_or(Full)? as usize;
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
        let header = ELSEWHERE << HEAD_BITS | head;
        let words = |desc: u64| move |w: usize| if w == 0 { desc } else { prefix[w - 1] };
        // Bodies of some length are better off in slots, of which more are under way at a time; the ring has room for
        // four of the longest that go there.
        let slot = if len > SHORT { self.pool.as_mut().and_then(|pool| pool.claim(len)) } else { None };
        if slot.is_none() && len <= BYTES_MAX {
            let (offset, after) = link.bytes.place(len);
            if after.at - link.freed > BYTES as u64 {
                let freed = link.ring.freed();
                // A count that cannot be (a broken reader) counts as no news.
                if freed > link.freed && freed <= link.bytes.at {
                    link.freed = freed;
                }
                if after.at - link.freed > BYTES as u64 {
                    return Err(Full);
                }
            }
            fill(link.ring.bytes(offset, len));
            let desc = describe(false, prefix.len(), 0, len);
            link.writer.put(&link.ring, header, 1 + prefix.len(), words(desc))?;
            link.bytes = after;
            link.bell.ring();
            // The next body's lines are the reader's now; fetch them back while nobody waits for it.
            link.ring.bytes(after.place(len).0, len).prefetch_for_writing();
            return Ok(());
        } else {
            let (pool, slot) = (self.pool.as_mut().ok_or(Full)?, slot.ok_or(Full)?);
            fill(pool.bytes(slot, len).ok_or(Full)?);
            let desc = describe(true, prefix.len(), slot, len);
            // Taken before it is named: the receiver may give it back at once.
            pool.take(slot);
            if let Err(full) = link.writer.put(&link.ring, header, 1 + prefix.len(), words(desc)) {
                pool.untake(slot);
                return Err(full);
            }
            link.bell.ring();
            pool.rewind();
            // The same of the next slot's lines.
            if len <= FETCHED_BACK
                && let Some(next) = pool.free().and_then(|slot| pool.bytes(slot, len))
            {
                next.prefetch_for_writing();
            }
        }
        Ok(())
    }

    /// The bell of a process this one has a ring to.
    pub fn bell(&self, to: u32) -> Option<&Bell> {
        self.index.get(&to).map(|&i| &self.links[i as usize].bell)
    }
}
