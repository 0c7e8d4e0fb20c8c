//! Receiving frames through shared memory.
use super::active_senders;
use super::bell::Bell;
use super::layout::{BYTES, BYTES_MAX};
use super::pool::Pool;
use super::ring_memory::{ByteCursor, LOOKED_FOR, RingMemory};
use super::segment::Segment;
use super::tx::{ANEW, ELSEWHERE, SHORT, Tx};
use crate::mem::{Region, SmallBuffer};
use crate::ring::{PAYLOAD, Reader, Record};
use crate::{Frame, HEAD_BITS, PREFIX, Receiver};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The ring from one sender.
struct IncomingRing {
    from: u32,
    ring: RingMemory,
    reader: Reader,
    bytes: ByteCursor,
    published: u64,
    /// The sender's slots, opened when the sender first names one.
    pool: Option<Pool>,
    /// True after the sender has written an invalid record. Then this process reads no more records from the ring.
    broken: bool,
}

/// The receiving side of one process.
pub struct Rx {
    segment: Arc<Segment>,
    rank: u32,
    links: Vec<IncomingRing>,
    /// The bitmap of senders as last read. One word has the bits of 64 ranks.
    known: Vec<u64>,
    /// The bitmap in the segment.
    active_senders: *const AtomicU64,
    next: usize,
    /// The index of the sender that [`Rx::take_if`] last asked for.
    last: usize,
    /// How many invalid records this process has received so far.
    pub malformed: u64,
}

// SAFETY: `active_senders` points into the mapping that `segment` keeps; only atomics are used.
unsafe impl Send for Rx {}

/// Pairs a closure with the sending side of the same endpoint, as a [`Receiver`] of bodies of any lifetime.
pub fn each<F: FnMut(u32, u64, &Body<'_>)>(tx: &mut Tx, f: F) -> (&mut Tx, F) {
    (tx, f)
}

/// The contents of a frame in shared memory. Each value is read once.
pub struct Body<'a> {
    record: Record,
    ring: &'a RingMemory,
    /// The number of body bytes in the record's line; `None` if the body lies elsewhere.
    inline: Option<usize>,
    prefix: usize,
    elsewhere: Region,
}

impl Body<'_> {
    /// Returns the first `K` words, or `None` if the frame has fewer words.
    #[inline(always)]
    pub fn words<const K: usize>(&self) -> Option<[u64; K]> {
        let shift = match self.inline {
            Some(len) if len >= K * 8 => 0,
            None if self.prefix == K => 1,
            _ => return None,
        };
        Some(std::array::from_fn(|i| self.record.load(self.ring, i + shift)))
    }

    /// Returns the number of body bytes after `k` prefix words.
    #[inline(always)]
    pub fn len(&self, k: usize) -> usize {
        match self.inline {
            Some(len) => len.saturating_sub(k * 8),
            None => self.elsewhere.len(),
        }
    }

    /// Copies body bytes from `offset` on (counted after `k` prefix words) into `to`. Returns the number of bytes
    /// copied.
    #[inline(always)]
    pub fn copy_to(&self, k: usize, offset: usize, to: Region) -> usize {
        let n = to.len().min(self.len(k).saturating_sub(offset));
        if self.inline.is_none() {
            return if n == 0 { 0 } else { to.copy_from(self.elsewhere.slice(offset, n)) };
        }
        if offset == 0 && n == 8 {
            to.set::<u64>(0, self.record.load(self.ring, k));
            return 8;
        }
        if n == 0 {
            return 0;
        }
        let mut words = [0u64; PAYLOAD];
        for (i, w) in words.iter_mut().enumerate().take((offset + n).div_ceil(8)) {
            *w = self.record.load(self.ring, k + i);
        }
        to.slice(0, n).copy_from(Region::of_words(&words).slice(offset, n))
    }

    /// Returns a copy of the whole frame.
    pub fn to_frame(&self, head: u64) -> Frame {
        let mut words = [0u64; PREFIX];
        for (i, word) in words.iter_mut().enumerate().take(self.prefix) {
            *word = self.record.load(self.ring, i + 1);
        }
        // SAFETY: the frame is a copy.
        unsafe {
            SmallBuffer::new(self.len(0)).with(|body| {
                self.copy_to(0, 0, body);
                Frame::new(head, &words[..self.prefix], body)
            })
        }
    }

    /// Calls `read` with the first `len` body bytes (after `k` prefix words), or with the whole body if it is shorter.
    /// Passes a body outside the line in place, otherwise a copy.
    pub fn read(&self, k: usize, len: usize, read: impl FnOnce(Region)) {
        let n = len.min(self.len(k));
        if self.inline.is_none() {
            return read(self.elsewhere.slice(0, n));
        }
        // SAFETY: `read` has the bytes only while it runs.
        unsafe {
            SmallBuffer::new(n).with(|copy| {
                self.copy_to(k, 0, copy);
                read(copy);
            })
        };
    }
}

impl Rx {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Rx {
        assert!(rank < segment.ranks());
        let known = vec![0; (segment.ranks() as usize).div_ceil(64)];
        let active_senders = segment.at(segment.layout().active_senders(rank), known.len() * 8).cast();
        Rx { segment: segment.clone(), rank, links: Vec::new(), known, active_senders, next: 0, last: 0, malformed: 0 }
    }

    /// Returns the bell that this process itself sleeps on.
    pub fn bell(&self) -> Bell {
        Bell::own(&self.segment, self.rank)
    }

    /// Hands over arrived frames, at most `burst` from each sender. Starts with another sender in each poll. Returns
    /// the number of frames.
    #[inline(always)]
    pub fn poll(&mut self, burst: usize, mut to: impl Receiver<Rx>) -> usize {
        self.find_new_senders();
        let n = self.links.len();
        let mut count = 0;
        for k in 0..n {
            let i = if self.next + k < n { self.next + k } else { self.next + k - n };
            let link = &mut self.links[i];
            for _ in 0..burst {
                let Some(record) = link.reader.peek(&link.ring) else {
                    break;
                };
                count += 1;
                if !link.take(record, &self.segment, &mut to) {
                    // An invalid record counts as no arrival, so that the waiting rank may sleep.
                    count -= 1;
                    self.malformed += 1;
                    break;
                }
            }
        }
        self.next = if self.next + 1 < n { self.next + 1 } else { 0 };
        count
    }

    /// Takes the next frame of `from` if it has no words and `wanted` accepts its head and length. Copies as many bytes
    /// to `into` as fit. Polls for the frame up to `looks` times, at least once.
    #[inline(always)]
    pub fn take_if(
        &mut self,
        from: u32,
        looks: u32,
        into: Region,
        wanted: impl FnOnce(u64, usize) -> bool,
    ) -> Option<(u64, usize)> {
        let known = self.links.get(self.last).is_some_and(|l| l.from == from);
        let i = if known { self.last } else { self.find_sender(from)? };
        let link = &mut self.links[i];
        let mut left = looks;
        let record = loop {
            match link.reader.peek(&link.ring) {
                Some(record) => break record,
                None if left <= 1 => return None,
                None => left -= 1,
            }
            std::hint::spin_loop();
        };
        let (head, len) = (record.header & ((1 << HEAD_BITS) - 1), (record.header >> HEAD_BITS) as usize);
        let words = len.div_ceil(8);
        if words > record.room() || link.broken {
            return link.take_elsewhere_if(record, head, &self.segment, into, wanted);
        }
        if !wanted(head, len) {
            return None;
        }
        let (inline, elsewhere) = (Some(len), Region::EMPTY);
        Body { record, ring: &link.ring, inline, prefix: 0, elsewhere }.copy_to(0, 0, into);
        link.reader.advance(words);
        Some((head, len))
    }

    fn find_sender(&mut self, from: u32) -> Option<usize> {
        self.last = self.links.iter().position(|l| l.from == from)?;
        Some(self.last)
    }

    /// Returns true if `poll` would hand over a frame. Hands over no frame itself.
    pub fn ready(&mut self) -> bool {
        self.find_new_senders();
        self.links.iter_mut().any(|l| !l.broken && l.reader.peek(&l.ring).is_some())
    }

    #[inline(always)]
    fn find_new_senders(&mut self) {
        for w in 0..self.known.len() {
            // SAFETY: `active_senders` points to as many words as `known` has, in the mapping that `segment` keeps.
            let word = unsafe { &*self.active_senders.add(w) };
            if let Some(bits) = active_senders::news(word, self.known[w]) {
                self.add_senders(w, bits);
            }
        }
    }

    #[cold]
    fn add_senders(&mut self, word: usize, bits: u64) {
        for from in active_senders::newcomers(word, bits, &mut self.known[word]) {
            if from < self.segment.ranks() {
                self.links.push(IncomingRing {
                    from,
                    ring: RingMemory::new(&self.segment, from, self.rank),
                    reader: Reader::default(),
                    bytes: ByteCursor::default(),
                    published: 0,
                    pool: None,
                    broken: false,
                });
            }
        }
    }
}

/// A body that does not lie in its record's line.
struct Elsewhere {
    region: Region,
    prefix: usize,
    /// The sender's slot that holds the body. `None`: the body lies in the byte area, whose next body begins at
    /// `after`.
    slot: Option<usize>,
    after: ByteCursor,
}

impl IncomingRing {
    /// Hands over one record and advances past it. Returns false if the record was invalid. From then on the sender is
    /// ignored.
    #[inline(always)]
    fn take(&mut self, record: Record, segment: &Arc<Segment>, to: &mut impl Receiver<Rx>) -> bool {
        let code = (record.header >> HEAD_BITS) as usize;
        let head = record.header & ((1 << HEAD_BITS) - 1);
        let words = code.div_ceil(8);
        if words > record.room() || self.broken {
            return self.take_elsewhere(record, head, segment, to);
        }
        // Two separate paths, so that the compiler keeps the inline body's values in registers.
        let (inline, elsewhere) = (Some(code), Region::EMPTY);
        to.frame(self.from, head, &Body { record, ring: &self.ring, inline, prefix: 0, elsewhere });
        self.reader.advance(words);
        true
    }

    #[inline(never)]
    fn take_elsewhere(
        &mut self,
        record: Record,
        head: u64,
        segment: &Arc<Segment>,
        to: &mut impl Receiver<Rx>,
    ) -> bool {
        let Some(found) = self.locate(record, segment) else { return false };
        let (prefix, elsewhere) = (found.prefix, found.region);
        to.frame(self.from, head, &Body { record, ring: &self.ring, inline: None, prefix, elsewhere });
        self.free(found);
        true
    }

    /// Takes a body outside the line, as [`Rx::take_if`] does for any frame. Leaves an invalid record to [`Rx::poll`],
    /// which counts it.
    #[inline(never)]
    fn take_elsewhere_if(
        &mut self,
        record: Record,
        head: u64,
        segment: &Arc<Segment>,
        into: Region,
        wanted: impl FnOnce(u64, usize) -> bool,
    ) -> Option<(u64, usize)> {
        let found = self.locate(record, segment)?;
        let len = found.region.len();
        if found.prefix > 0 || !wanted(head, len) {
            return None;
        }
        into.copy_from(found.region.slice(0, len.min(into.len())));
        self.free(found);
        Some((head, len))
    }

    /// Finds a body outside the line. Checks everything that the record says about the body; returns `None` if it is
    /// invalid.
    #[inline(never)]
    fn locate(&mut self, record: Record, segment: &Arc<Segment>) -> Option<Elsewhere> {
        let good = !self.broken && record.header >> HEAD_BITS == ELSEWHERE && record.room() >= 1;
        let desc = if good { record.load(&self.ring, 0) } else { u64::MAX };
        let (prefix, len) = ((desc >> 56 & 127) as usize, (desc & 0xff_ffff_ffff) as usize);
        let slot = (desc >> 63 == 1).then_some((desc >> 40 & 0xffff) as usize);
        self.broken = true;
        if !good || prefix > PREFIX || prefix + 1 > record.room() {
            return None;
        }
        let (region, after) = match slot {
            Some(slot) => {
                let pool = self.pool.get_or_insert_with(|| Pool::new(segment, self.from));
                (pool.bytes(slot, len)?, self.bytes)
            }
            None if len > BYTES_MAX => return None,
            None => {
                let anew = (desc >> 40 & 0xffff) as usize == ANEW;
                let start = if anew { self.bytes.anew() } else { self.bytes };
                let (offset, after) = start.place(len);
                (self.ring.bytes(offset, len), after)
            }
        };
        self.broken = false;
        if len <= SHORT {
            // Prefetches a short body at once, while the caller examines the frame. The copy of a longer body
            // prefetches for itself.
            region.prefetch_for_reading();
        }
        Some(Elsewhere { region, prefix, slot, after })
    }

    /// Advances past a record whose body lay elsewhere, and frees the body's memory.
    #[inline(never)]
    fn free(&mut self, found: Elsewhere) {
        self.reader.advance(1 + found.prefix);
        if let (Some(slot), Some(pool)) = (found.slot, &self.pool) {
            pool.give_back(slot);
        }
        self.bytes = found.after;
        let many = self.bytes.at - self.published >= (BYTES / 4) as u64;
        if many || found.slot.is_none() && found.region.len() > LOOKED_FOR {
            self.published = self.bytes.at;
            self.ring.publish_freed(self.bytes.at);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
