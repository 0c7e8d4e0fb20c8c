//! An owned frame: its head, and its words and body as one string of bytes, as on the wire.
use crate::Body;
use crate::mem::{Buffer, Region};
use std::marker::PhantomData;

#[derive(Debug)]
pub struct Frame {
    pub head: u64,
    /// The words (little-endian), and right behind them the body.
    payload: Buffer,
}

impl Frame {
    pub fn new(head: u64, words: &[u64], body: Region) -> Frame {
        let (mut payload, start) = (Buffer::new(words.len() * 8 + body.len()), words.len() * 8);
        for (to, word) in payload.chunks_exact_mut(8).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        body.read(&mut payload[start..]);
        Frame { head, payload }
    }

    /// Returns words and body as they are on the wire.
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Returns words and body to change them.
    pub fn payload_mut(&mut self) -> &mut [u8] {
        &mut self.payload
    }

    /// Returns word `i`, or `None` if the frame is shorter.
    pub fn word(&self, i: usize) -> Option<u64> {
        Some(u64::from_le_bytes(*self.payload.as_chunks().0.get(i)?))
    }

    /// Returns the bytes after `k` words.
    pub fn body(&self, k: usize) -> &[u8] {
        &self.payload[(k * 8).min(self.payload.len())..]
    }
}

impl Clone for Frame {
    fn clone(&self) -> Frame {
        Frame { head: self.head, payload: Buffer::copy_of(&self.payload) }
    }
}

impl PartialEq for Frame {
    fn eq(&self, other: &Frame) -> bool {
        self.head == other.head && self.payload() == other.payload()
    }
}

impl Body for Frame {
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        let mut words = [0; K];
        for (i, word) in words.iter_mut().enumerate() {
            *word = self.word(i)?;
        }
        Some(words)
    }

    fn len(&self, k: usize) -> usize {
        self.body(k).len()
    }

    fn copy_to(&self, k: usize, offset: usize, to: Region) -> usize {
        let body = self.body(k);
        to.write(&body[offset.min(body.len())..])
    }

    fn to_frame(&self, head: u64) -> Frame {
        Frame { head, ..self.clone() }
    }
}

/// The contents of a frame in place: words (little-endian), and right behind them the body. A view is valid only while
/// the frame stays in place.
pub struct View<'a> {
    payload: Region,
    queued: u64,
    while_there: PhantomData<&'a ()>,
}

impl View<'_> {
    /// Creates a view of a frame that was queued in this process for `queued` ns.
    ///
    /// # Safety
    /// The memory stays valid and unwritten while the view lives.
    pub unsafe fn new(payload: Region, queued: u64) -> View<'static> {
        View { payload, queued, while_there: PhantomData }
    }

    /// Returns the bytes after `k` words.
    pub fn body(&self, k: usize) -> Region {
        self.payload.from((k * 8).min(self.payload.len()))
    }
}

impl Body for View<'_> {
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        (self.payload.len() >= 8 * K).then(|| std::array::from_fn(|i| u64::from_le(self.payload.get(i))))
    }

    fn len(&self, k: usize) -> usize {
        self.body(k).len()
    }

    fn copy_to(&self, k: usize, offset: usize, to: Region) -> usize {
        let body = self.body(k);
        to.copy_from(body.from(offset.min(body.len())))
    }

    fn read(&self, k: usize, len: usize, read: impl FnOnce(Region)) {
        let body = self.body(k);
        read(body.slice(0, len.min(body.len())));
    }

    fn to_frame(&self, head: u64) -> Frame {
        Frame::new(head, &[], self.payload)
    }

    fn queued(&self) -> u64 {
        self.queued
    }
}
