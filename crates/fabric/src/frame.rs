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
        let payload = Buffer::new(words.len() * 8 + body.len());
        let into = payload.region();
        for (i, word) in words.iter().enumerate() {
            into.set(i, word.to_le());
        }
        into.from(words.len() * 8).copy_from(body);
        Frame { head, payload }
    }

    /// Returns words and body as they are on the wire.
    pub fn payload(&self) -> Region {
        self.payload.region()
    }

    /// Returns word `i`, or `None` if the frame is shorter.
    pub fn word(&self, i: usize) -> Option<u64> {
        let payload = self.payload.region();
        (payload.len() / 8 > i).then(|| u64::from_le(payload.get(i)))
    }

    /// Returns the bytes after `k` words. The region is valid while the frame lives.
    pub fn body(&self, k: usize) -> Region {
        let payload = self.payload.region();
        payload.from((k * 8).min(payload.len()))
    }
}

impl Clone for Frame {
    fn clone(&self) -> Frame {
        Frame::new(self.head, &[], self.payload())
    }
}

impl PartialEq for Frame {
    fn eq(&self, other: &Frame) -> bool {
        self.head == other.head && self.payload().to_vec() == other.payload().to_vec()
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
        to.copy_from(body.from(offset.min(body.len())))
    }

    fn to_frame(&self, head: u64) -> Frame {
        Frame::new(head, &[], self.payload())
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
    /// Creates a view. The caller must keep the memory alive while the view lives.
    pub fn new(payload: Region) -> View<'static> {
        View::queued_for(payload, 0)
    }

    /// Creates a view of a frame that was queued in this process for `queued` ns. The caller must keep the memory alive
    /// while the view lives.
    pub fn queued_for(payload: Region, queued: u64) -> View<'static> {
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
