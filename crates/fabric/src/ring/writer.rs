//! The writing end of a ring.
use super::{HEADER_BITS, PAYLOAD, WORDS, Words, mark, slot};
use crate::Full;
use std::sync::atomic::Ordering;

/// How many lines ahead of the line that it begins a writer prefetches. A larger number helps long bursts and evicts
/// other lines. See decision 1.
const AHEAD: u64 = 2;

/// The writer's position: where the next record goes.
#[derive(Debug, Default)]
pub struct Writer {
    line: u64,
    word: usize,
    /// The reader's count of freed lines, as last loaded.
    seen: u64,
}

impl Writer {
    /// Writes a record of `n` payload words. The top two bits of `header` must be clear. Returns `Full` if there is no
    /// room.
    #[inline(always)]
    pub fn put<W: Words>(
        &mut self,
        ring: &W,
        header: u64,
        n: usize,
        payload: impl Fn(usize) -> u64,
    ) -> Result<(), Full> {
        debug_assert!(n <= PAYLOAD && header >> HEADER_BITS == 0);
        let (mut line, mut word) = (self.line, self.word);
        if word + 1 + n > WORDS {
            line += 1;
            word = 0;
        }
        if word == 0 {
            if line - self.seen >= W::LINES as u64 {
                self.look(ring, line)?;
            }
            // The reader's cache holds the line. Prefetching several lines ahead lets their transfers overlap.
            ring.prefetch_for_writing(slot::<W>(line + AHEAD));
        }
        let at = slot::<W>(line);
        for i in 0..n {
            ring.store(at, word + 1 + i, payload(i), Ordering::Relaxed);
        }
        let next = word + 1 + n;
        if next < WORDS {
            ring.store(at, next, 0, Ordering::Relaxed);
        }
        ring.store(at, word, header | mark::<W>(line), Ordering::Release);
        self.line = line;
        self.word = next;
        Ok(())
    }

    /// Prefetches the line of the next record, for a record of one payload word. The reader has been polling that line.
    #[inline(always)]
    pub fn prefetch<W: Words>(&self, ring: &W) {
        let on = u64::from(self.word + 2 > WORDS);
        ring.prefetch_for_writing(slot::<W>(self.line + on));
    }

    /// Reloads the reader's count. Ignores an impossible count of a misbehaving reader.
    #[cold]
    fn look<W: Words>(&mut self, ring: &W, line: u64) -> Result<(), Full> {
        let consumed = ring.consumed();
        if consumed > self.seen && consumed <= line {
            self.seen = consumed;
        }
        if line - self.seen >= W::LINES as u64 { Err(Full) } else { Ok(()) }
    }
}
