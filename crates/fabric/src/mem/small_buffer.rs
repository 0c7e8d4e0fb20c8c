//! Bytes kept for a while, without allocation if they are short.

use super::{Buffer, Region};

/// How many words a buffer keeps in place. More words take stack space, fewer need the heap more often.
const WORDS: usize = 8;

/// A buffer of owned bytes: up to 64 bytes lie in place, more on the heap.
#[derive(Debug)]
pub struct SmallBuffer {
    words: [u64; WORDS],
    heap: Option<Buffer>,
    len: usize,
}

impl SmallBuffer {
    /// Creates a buffer of `len` zero bytes.
    pub fn new(len: usize) -> SmallBuffer {
        let heap = (len > WORDS * 8).then(|| Buffer::new(len));
        SmallBuffer { words: [0; WORDS], heap, len }
    }

    /// Calls `f` with all bytes. The region is valid only during the call: the buffer may move afterwards.
    ///
    /// # Safety
    /// `f` keeps no copy of the region.
    #[inline]
    pub unsafe fn with<T>(&mut self, f: impl FnOnce(Region) -> T) -> T {
        match &self.heap {
            // SAFETY: borrowed mutably for the time of the call, and `f` keeps no copy.
            Some(b) => f(unsafe { b.region() }),
            // SAFETY: borrowed mutably for the time of the call; len is at most the words' size.
            None => f(unsafe { Region::new(self.words.as_mut_ptr().cast(), self.len) }),
        }
    }
}
