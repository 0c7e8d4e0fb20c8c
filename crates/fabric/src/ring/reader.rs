//! The reading end of a ring.
use super::{PAYLOAD, WORDS, Words, mark, slot};
use std::sync::atomic::Ordering;

/// The reader's position: where the next record is expected.
#[derive(Debug, Default)]
pub struct Reader {
    line: u64,
    word: usize,
    published: u64,
}

/// A record that the reader has found. It still lies in the ring.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The header without the ring's mark. The reader has loaded it once, so the writer cannot change this copy any
    /// more.
    pub header: u64,
    /// The record's word index in the ring: one number, so that a record fits two registers.
    at: usize,
}

impl Record {
    /// Returns how many payload words the line has room for behind this header. A header that claims more is invalid.
    #[inline(always)]
    pub fn room(&self) -> usize {
        PAYLOAD - self.at % WORDS
    }

    /// Loads payload word `i`, which must be less than `room()`. Each call reads shared memory.
    #[inline(always)]
    pub fn load<W: Words>(&self, ring: &W, i: usize) -> u64 {
        ring.load(self.at / WORDS, self.at % WORDS + 1 + i, Ordering::Relaxed)
    }
}

impl Reader {
    /// Returns the next record; `None` if none has arrived.
    #[inline(always)]
    pub fn peek<W: Words>(&mut self, ring: &W) -> Option<Record> {
        if self.word >= WORDS {
            self.next_line(ring);
        }
        if let Some(r) = self.look(ring) {
            return Some(r);
        }
        if self.word == 0 {
            return None;
        }
        let next = self.line + 1;
        if (ring.load(slot::<W>(next), 0, Ordering::Acquire) ^ mark::<W>(next)) >> 62 != 0 {
            return None;
        }
        // The writer has gone on to the next line, but a record may have arrived in this line between the two loads.
        if let Some(r) = self.look(ring) {
            return Some(r);
        }
        self.next_line(ring);
        self.look(ring)
    }

    #[inline(always)]
    fn look<W: Words>(&self, ring: &W) -> Option<Record> {
        let at = slot::<W>(self.line);
        let h = ring.load(at, self.word, Ordering::Acquire) ^ mark::<W>(self.line);
        (h >> 62 == 0).then_some(Record { header: h, at: at * WORDS + self.word })
    }

    /// Advances past a record of `n` payload words (at most its `room`).
    #[inline(always)]
    pub fn advance(&mut self, n: usize) {
        self.word = (self.word + 1 + n).min(WORDS);
    }

    #[inline(always)]
    fn next_line<W: Words>(&mut self, ring: &W) {
        self.line += 1;
        self.word = 0;
        ring.prefetch(slot::<W>(self.line + 1));
        if self.line - self.published >= (W::LINES / 4).max(1) as u64 {
            self.published = self.line;
            ring.publish_consumed(self.line);
        }
    }
}
