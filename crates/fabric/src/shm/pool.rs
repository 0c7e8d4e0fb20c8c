//! A rank's slots: where bodies too long for a ring wait for their receiver.
//!
//! **Access rule.** The owner takes a free slot, fills it, and names it in a record (release); the receiver copies it
//! out and stores "free" (release). Each slot's state has a line of its own. A receiver that lies about a slot spoils
//! only bodies in that pool, never an address: indices are checked.
use super::atomic::Word;
use super::bell::Bell;
use super::layout::{LINE, POOL, SLOT, SLOTS, page};
use super::segment::Segment;
use crate::mem::Region;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// One rank's slots, as its owner or as a receiver sees them.
pub(super) struct Pool {
    base: *mut u8,
    turn: Turn<SLOTS>,
    /// The owner's: bytes of each slot that exist.
    made: [u32; SLOTS],
    /// The owner's: there is no memory for more of them.
    refused: bool,
    /// The owner's: it may sleep until a slot is free.
    bell: Bell,
    segment: Arc<Segment>,
    at: usize,
}

/// The state of slots that must not be taken.
static TAKEN: AtomicU32 = AtomicU32::new(1);

// SAFETY: points into the mapping kept by the Arc; slots are touched by the rule above.
unsafe impl Send for Pool {}

impl Pool {
    pub(super) fn new(segment: &Arc<Segment>, rank: u32) -> Pool {
        let at = segment.layout().pool(rank);
        let base = segment.at(at, POOL);
        let (turn, bell) = (Turn::default(), Bell::new(segment, rank));
        Pool { base, turn, made: [0; SLOTS], refused: false, bell, segment: segment.clone(), at }
    }

    /// The owner's: the states and the first slot exist, so that there is always one to wait for. The other slots'
    /// pages are made when they are wanted: all of them take as long as a hundred messages.
    pub(super) fn open(segment: &Arc<Segment>, rank: u32) -> io::Result<Pool> {
        let mut pool = Pool::new(segment, rank);
        segment.reserve(pool.at, page(SLOTS * LINE) + SLOT)?;
        pool.made[0] = SLOT as u32;
        Ok(pool)
    }

    /// A free slot of the owner's for `len` bytes, which exist then.
    #[inline(always)]
    pub(super) fn claim(&mut self, len: usize) -> Option<usize> {
        let slot = self.free()?;
        if self.made[slot] as usize >= len { Some(slot) } else { self.make(slot, len) }
    }

    /// Makes that slot long enough, or finds another one that is.
    #[cold]
    fn make(&mut self, slot: usize, len: usize) -> Option<usize> {
        if len > SLOT {
            return None;
        }
        if !self.refused {
            let old = self.made[slot] as usize;
            let at = self.at + page(SLOTS * LINE) + slot * SLOT + old;
            self.refused = self.segment.reserve(at, page(len) - old).is_err();
            if !self.refused {
                self.made[slot] = page(len) as u32;
                return Some(slot);
            }
        }
        self.turn.free(|slot| if self.made[slot] as usize >= len { self.state(slot) } else { &TAKEN })
    }

    fn state(&self, slot: usize) -> &AtomicU32 {
        assert!(slot < SLOTS);
        // SAFETY: the slot's own line at the start of the pool.
        unsafe { &*self.base.add(slot * LINE).cast::<AtomicU32>() }
    }

    /// A slot of the owner's that is free: slots are taken in turn, but for those that a receiver has still.
    pub(super) fn free(&self) -> Option<usize> {
        self.turn.free(|slot| self.state(slot))
    }

    /// The owner begins with the first slot again if all but the last one it took have come back: then two slots serve
    /// a program whose messages wait for each other, and the others' pages need not exist.
    pub(super) fn rewind(&mut self) {
        let mut turn = self.turn;
        turn.rewind(|slot| self.state(slot));
        self.turn = turn;
    }

    /// The owner marks the slot that `free` named as taken.
    pub(super) fn take(&mut self, slot: usize) {
        let mut turn = self.turn;
        turn.take(slot, self.state(slot));
        self.turn = turn;
    }

    /// The owner takes `take` back: nobody has heard of the slot.
    pub(super) fn untake(&mut self, slot: usize) {
        let mut turn = self.turn;
        turn.untake(slot, self.state(slot));
        self.turn = turn;
    }

    /// The receiver gives a slot back.
    pub(super) fn give_back(&self, slot: usize) {
        give_back(self.state(slot));
        self.bell.ring();
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

/// The owner's side of the rule: whose turn it is among `N` slots, and what becomes of their state words.
#[derive(Clone, Copy, Default)]
pub(super) struct Turn<const N: usize> {
    next: usize,
}

impl<const N: usize> Turn<N> {
    pub(super) fn free<'a, W: Word<Value = u32> + 'a>(&self, state: impl Fn(usize) -> &'a W) -> Option<usize> {
        (self.next..N).chain(0..self.next).find(|&slot| is_free(state(slot)))
    }
    /// The one before the last gone through is free: as a rule all before it are, too.
    pub(super) fn rewind<'a, W: Word<Value = u32> + 'a>(&mut self, state: impl Fn(usize) -> &'a W) {
        if self.next > 1 && is_free(state(self.next - 2)) {
            self.next = 0;
        }
    }
    /// Relaxed: the record that names the slot publishes it, and "free" can only follow that.
    pub(super) fn take(&mut self, slot: usize, state: &impl Word<Value = u32>) {
        state.store(1, Ordering::Relaxed);
        self.next = (slot + 1) % N;
    }
    pub(super) fn untake(&mut self, slot: usize, state: &impl Word<Value = u32>) {
        state.store(0, Ordering::Relaxed);
        self.next = slot;
    }
}

fn is_free(state: &impl Word<Value = u32>) -> bool {
    state.load(Ordering::Acquire) == 0
}

/// The receiver's side: what it read from the slot stays before this.
pub(super) fn give_back(state: &impl Word<Value = u32>) {
    state.store(0, Ordering::Release);
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn two_slots_serve_who_waits_and_a_slot_that_is_kept_is_passed_over() {
        let states: [AtomicU32; 4] = std::array::from_fn(|_| AtomicU32::new(0));
        let mut turn = Turn::<4>::default();
        let send = |turn: &mut Turn<4>| {
            let slot = turn.free(|i| &states[i]).expect("a free slot");
            turn.take(slot, &states[slot]);
            turn.rewind(|i| &states[i]);
            slot
        };
        for _ in 0..3 {
            assert_eq!(send(&mut turn), 0);
            give_back(&states[0]);
            assert_eq!(send(&mut turn), 1);
            give_back(&states[1]);
        }
        // Nothing comes back any more: only now are others used.
        assert_eq!((send(&mut turn), send(&mut turn)), (0, 1));
        assert_eq!((send(&mut turn), send(&mut turn)), (2, 3));
        assert_eq!(turn.free(|i| &states[i]), None);
        give_back(&states[2]);
        assert_eq!(send(&mut turn), 2);
    }
}
