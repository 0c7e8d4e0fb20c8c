//! A rank's slots: where bodies too long for a ring wait for their receiver.
//!
//! **Access rule.** The owner takes a free slot, fills it, and names it in a record (release); the receiver copies it out
//! and stores "free" (release). Each slot's state has a line of its own. A receiver that lies about a slot spoils only
//! bodies in that pool, never an address: indices are checked.
use super::layout::{LINE, POOL, SLOT, SLOTS, page};
use super::segment::Segment;
use crate::mem::Region;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// One rank's slots, as its owner or as a receiver sees them.
pub(super) struct Pool {
    base: *mut u8,
    next: usize,
    _segment: Arc<Segment>,
}

// SAFETY: points into the mapping kept by the Arc; slots are touched by the rule above.
unsafe impl Send for Pool {}

impl Pool {
    pub(super) fn new(segment: &Arc<Segment>, rank: u32) -> Pool {
        let base = segment.at(segment.layout().pool(rank), POOL);
        Pool { base, next: 0, _segment: segment.clone() }
    }

    /// The owner makes the pool's pages exist, before its first use.
    pub(super) fn reserve(segment: &Segment, rank: u32) -> io::Result<()> {
        segment.reserve(segment.layout().pool(rank), POOL)
    }

    fn state(&self, slot: usize) -> &AtomicU32 {
        assert!(slot < SLOTS);
        // SAFETY: the slot's own line at the start of the pool.
        unsafe { &*self.base.add(slot * LINE).cast::<AtomicU32>() }
    }

    /// The owner's next slot, if it is free again: slots are taken in turn.
    pub(super) fn free(&self) -> Option<usize> {
        (self.state(self.next).load(Ordering::Acquire) == 0).then_some(self.next)
    }

    /// The owner marks the slot that `free` named as taken.
    pub(super) fn take(&mut self, slot: usize) {
        self.state(slot).store(1, Ordering::Relaxed);
        self.next = (slot + 1) % SLOTS;
    }

    /// The owner takes `take` back: nobody has heard of the slot.
    pub(super) fn untake(&mut self, slot: usize) {
        self.state(slot).store(0, Ordering::Relaxed);
        self.next = slot;
    }

    /// The receiver gives a slot back.
    pub(super) fn give_back(&self, slot: usize) {
        self.state(slot).store(0, Ordering::Release);
    }

    /// The first `len` bytes of a slot; `None` if there is no such slot or it is not that long.
    pub(super) fn bytes(&self, slot: usize, len: usize) -> Option<Region> {
        if slot >= SLOTS || len > SLOT {
            return None;
        }
        // SAFETY: inside the pool; who may touch it now is the rule above.
        Some(unsafe { Region::new(self.base.add(page(SLOTS * LINE) + slot * SLOT), len) })
    }
}
