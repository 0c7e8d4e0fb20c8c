//! Two processes copy one message together. They claim the chunks of a native pull from one counter, the receiver from
//! the front and the sender from the back (Push-Pull Messaging, 2.1: parallelism exploitation).
//!
//! **Access rule.** The line belongs to the receiver, which runs one shared pull at a time. The receiver writes the
//! descriptor, then publishes the counter with a new generation (release). A process claims a chunk by exchanging the
//! whole counter, generation included, so a claim on an older pull fails. The claimer copies the chunk, exactly once.
//! The sender increments `done` after each chunk (release), or records the chunk whose copy was refused and stops. The
//! receiver waits until all chunks that the sender claimed are accounted for, so no later write reaches its memory.
use super::atomic::Word;
use super::layout::LINE;
use super::segment::Segment;
use crate::local::SharedPull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The byte offset of the descriptor in a control block.
const LINE_AT: usize = 3 * LINE;
/// The number of bits of a chunk index. The other 32 bits of the counter hold the generation, so that a late ticket
/// never names a later pull.
const BITS: u32 = 16;
const MASK: u64 = (1 << BITS) - 1;

/// The receiver's descriptor of a shared pull.
pub struct ShareLine {
    line: *const [AtomicU64; LINE / 8],
    segment: Arc<Segment>,
}

// SAFETY: points into the mapping kept by the Arc; only atomics are used.
unsafe impl Send for ShareLine {}

/// Packs generation, front and back into the counter's word.
fn pack(generation: u64, front: u64, back: u64) -> u64 {
    generation << (2 * BITS) | front << BITS | back
}
fn unpack(word: u64) -> (u64, u64, u64) {
    (word >> (2 * BITS), word >> BITS & MASK, word & MASK)
}

impl ShareLine {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> ShareLine {
        let line = segment.at(segment.layout().control(rank) + LINE_AT, LINE).cast();
        ShareLine { line, segment: segment.clone() }
    }

    /// Returns the segment that holds the line.
    pub fn segment(&self) -> &Segment {
        &self.segment
    }

    fn claims(&self) -> Claims<'_, AtomicU64> {
        // SAFETY: eight words, aligned, of the mapping kept by the Arc.
        Claims(unsafe { &*self.line })
    }

    /// Opens a shared pull. Returns its ticket, or `None` if the pull has too many chunks. Receiver only.
    pub fn open(&self, s: SharedPull) -> Option<u64> {
        self.claims().open(s)
    }

    /// Claims the next chunk from the front. Receiver only.
    pub fn claim_front(&self) -> Option<u64> {
        self.claims().claim_front()
    }

    /// Returns how many chunks, of `chunks` in all, the sender has claimed and not finished. Receiver only, once no
    /// chunk is left to claim.
    pub fn outstanding(&self, chunks: u64) -> u64 {
        self.claims().outstanding(chunks)
    }

    /// Returns the index of the first chunk that the sender has claimed. Receiver only, once no chunk is left to claim.
    pub fn claimed_from(&self) -> u64 {
        self.claims().claimed_from()
    }

    /// Returns the chunk that the kernel refused to copy for the sender, if any. The receiver must copy it.
    pub fn refused(&self) -> Option<u64> {
        self.claims().refused()
    }

    /// Returns the pull with this ticket, or `None` if it has ended or the descriptor is invalid.
    pub fn peek(&self, ticket: u64) -> Option<SharedPull> {
        self.claims().peek(ticket)
    }

    /// Claims a chunk of this ticket's pull from the back, if a chunk is left, and calls `copy` with the pull and the
    /// chunk's offset and length. `copy` must check the descriptor, which the receiver wrote; it returns false if it
    /// could not copy. Returns true if the chunk was copied and more chunks may be left. Sender only.
    pub fn help_once(&self, ticket: u64, copy: impl FnOnce(&SharedPull, u64, u64) -> bool) -> bool {
        self.claims().help_once(ticket, copy)
    }
}

/// The words of the line, and the steps of the access rule on them: the counter; address, length, offset and chunk size
/// of the [`SharedPull`]; the number of chunks that the sender has finished; the chunk whose copy was refused to the
/// sender.
pub(super) struct Claims<'a, W>(pub(super) &'a [W; LINE / 8]);

impl<W: Word<Value = u64>> Claims<'_, W> {
    pub(super) fn open(&self, s: SharedPull) -> Option<u64> {
        let chunks = s.chunks();
        if chunks > MASK {
            return None;
        }
        let (generation, ..) = unpack(self.0[0].load(Ordering::Relaxed));
        let generation = (generation + 1) & (u64::MAX >> (2 * BITS));
        for (i, value) in [s.address, s.len, s.offset, s.chunk, 0, u64::MAX].into_iter().enumerate() {
            self.0[i + 1].store(value, Ordering::Relaxed);
        }
        self.0[0].store(pack(generation, 0, chunks), Ordering::Release);
        Some(generation)
    }

    pub(super) fn claim_front(&self) -> Option<u64> {
        let mut now = self.0[0].load(Ordering::Acquire);
        loop {
            let (generation, front, back) = unpack(now);
            if front >= back {
                return None;
            }
            match self.0[0].exchange(now, pack(generation, front + 1, back), Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(front),
                Err(other) => now = other,
            }
        }
    }

    pub(super) fn outstanding(&self, chunks: u64) -> u64 {
        let (_, front, _) = unpack(self.0[0].load(Ordering::Acquire));
        (chunks - front.min(chunks)).saturating_sub(self.0[5].load(Ordering::Acquire))
    }

    pub(super) fn claimed_from(&self) -> u64 {
        unpack(self.0[0].load(Ordering::Acquire)).1
    }

    pub(super) fn refused(&self) -> Option<u64> {
        Some(self.0[6].load(Ordering::Acquire)).filter(|&c| c != u64::MAX)
    }

    /// Returns the counter and the pull while chunks of this ticket are left to claim. If the receiver opens another
    /// pull meanwhile, an exchange of the returned counter fails.
    fn open_under(&self, ticket: u64) -> Option<(u64, SharedPull)> {
        let now = self.0[0].load(Ordering::Acquire);
        let (generation, front, back) = unpack(now);
        let [address, len, offset, chunk] = std::array::from_fn(|i| self.0[i + 1].load(Ordering::Relaxed));
        let shared = SharedPull { address, len, offset, chunk };
        let sound = generation == ticket && front < back && chunk > 0 && back <= shared.chunks();
        sound.then_some((now, shared))
    }

    pub(super) fn peek(&self, ticket: u64) -> Option<SharedPull> {
        self.open_under(ticket).map(|(_, shared)| shared)
    }

    pub(super) fn help_once(&self, ticket: u64, copy: impl FnOnce(&SharedPull, u64, u64) -> bool) -> bool {
        loop {
            let Some((now, shared)) = self.open_under(ticket) else { return false };
            let (generation, front, back) = unpack(now);
            let next = pack(generation, front, back - 1);
            if self.0[0].exchange(now, next, Ordering::AcqRel, Ordering::Acquire).is_err() {
                continue;
            }
            let (at, n) = shared.span(back - 1);
            let copied = copy(&shared, at, n);
            if !copied {
                self.0[6].store(back - 1, Ordering::Relaxed);
            }
            self.0[5].fetch_add(1, Ordering::Release);
            return copied;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::thread;

    /// Two sides claim chunks. Each chunk is copied exactly once, and none after the receiver has finished.
    #[test]
    fn both_sides_copy_every_chunk_exactly_once() {
        let segment = Arc::new(Segment::create(2).unwrap());
        let (mine, theirs) = (ShareLine::new(&segment, 1), ShareLine::new(&segment, 1));
        let tickets = Arc::new(AtomicU64::new(0));
        let copied = Arc::new(Mutex::new(Vec::new()));
        let (t, c) = (tickets.clone(), copied.clone());
        let helper = thread::spawn(move || {
            let mut last = 0;
            while last < 500 {
                let now = t.load(Ordering::Acquire);
                if now != last {
                    last = now;
                    let copy = |s: &SharedPull, at, n| {
                        assert_eq!((s.len, s.offset), (1000 + now, 7));
                        c.lock().unwrap().push((at, n));
                        now % 3 != 0 || at < 500
                    };
                    while theirs.help_once(now, copy) {}
                }
                thread::yield_now();
            }
        });
        for round in 1..=500 {
            let shared = SharedPull { address: 1, len: 1000 + round, offset: 7, chunk: 64 };
            assert_eq!(mine.open(shared), Some(round));
            tickets.store(round, Ordering::Release);
            while let Some(i) = mine.claim_front() {
                copied.lock().unwrap().push(shared.span(i));
                thread::yield_now();
            }
            while mine.outstanding(shared.chunks()) > 0 {
                thread::yield_now();
            }
            let mut all = std::mem::take(&mut *copied.lock().unwrap());
            if let Some(i) = mine.refused() {
                assert!(all.contains(&shared.span(i)), "it was tried");
            }
            all.sort_unstable();
            let expected: Vec<_> = (0..shared.chunks()).map(|i| shared.span(i)).collect();
            assert_eq!(all, expected);
        }
        helper.join().unwrap();
    }
}
