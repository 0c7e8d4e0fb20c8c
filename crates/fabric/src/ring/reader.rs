//! The reading end.
use super::{PAYLOAD, WORDS, Words, mark, slot};
use std::sync::atomic::Ordering;

/// Where the next record is expected.
#[derive(Debug, Default)]
pub struct Reader {
    line: u64,
    word: usize,
    published: u64,
}

/// A record found, still in the ring.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The header without the ring's mark. Read once: what it says does not change under the reader.
    pub header: u64,
    /// Words before it in the ring: one number, so that a record fits two registers.
    at: usize,
}

impl Record {
    /// Payload words there is room for in the line behind this header; a header that claims more is broken.
    #[inline(always)]
    pub fn room(&self) -> usize {
        PAYLOAD - self.at % WORDS
    }

    /// Payload word `i`; each call reads shared memory. `i < room()`.
    #[inline(always)]
    pub fn load<W: Words>(&self, ring: &W, i: usize) -> u64 {
        ring.load(self.at / WORDS, self.at % WORDS + 1 + i, Ordering::Relaxed)
    }
}

impl Reader {
    /// The next record, if one is there.
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
        // The writer has gone on; but a record may have come here between the two looks.
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

    /// Steps over a record of `n` payload words (at most its `room`).
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
