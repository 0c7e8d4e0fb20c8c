//! A rank's slots: memory for bodies that are too long for a ring.
//!
//! **Access rule.** The owner takes a free slot, fills it, and names it in a record (release). The receiver copies the
//! body out and stores "free" (release). The state of each slot has a line of its own. A receiver that misbehaves can
//! spoil only bodies in that pool: the owner checks indices, and no address is stored.
use super::atomic::Word;
use super::bell::Bell;
use super::layout::{LINE, POOL, SLOT, SLOTS, page};
use super::segment::Segment;
use crate::mem::Region;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// One rank's slots, as seen by their owner or by a receiver.
pub(super) struct Pool {
    base: *mut u8,
    turn: Turn<SLOTS>,
    /// How many bytes of each slot exist. Used by the owner only.
    made: [u32; SLOTS],
    /// The receiver for which each slot was taken last. Used by the owner only.
    receivers: [u32; SLOTS],
    /// True if the kernel refused memory for more bytes of the slots. Used by the owner only.
    refused: bool,
    /// The owner's bell. The owner may be asleep until a slot is free.
    bell: Bell,
    segment: Arc<Segment>,
    at: usize,
}

/// The state of a slot that must not be taken.
static TAKEN: AtomicU32 = AtomicU32::new(1);

// SAFETY: points into the mapping kept by the Arc; slots are accessed by the rule above.
unsafe impl Send for Pool {}

impl Pool {
    pub(super) fn new(segment: &Arc<Segment>, rank: u32) -> Pool {
        let at = segment.layout().pool(rank);
        let base = segment.at(at, POOL);
        let (turn, bell) = (Turn::default(), Bell::new(segment, rank));
        Pool { base, turn, made: [0; SLOTS], receivers: [0; SLOTS], refused: false, bell, segment: segment.clone(), at }
    }

    /// Opens the owner's pool. Makes the states and the first slot exist, so that there is always a slot to wait for.
    /// The pages of the other slots are made on demand, because making all of them takes as long as a hundred messages.
    pub(super) fn open(segment: &Arc<Segment>, rank: u32) -> io::Result<Pool> {
        let mut pool = Pool::new(segment, rank);
        segment.reserve(pool.at, page(SLOTS * LINE) + SLOT)?;
        pool.made[0] = SLOT as u32;
        Ok(pool)
    }

    /// Returns the index of a free slot, and makes its first `len` bytes exist; `None` if there is none. Owner only.
    #[inline(always)]
    pub(super) fn claim(&mut self, len: usize) -> Option<usize> {
        let slot = self.free()?;
        if self.made[slot] as usize >= len { Some(slot) } else { self.make(slot, len) }
    }

    /// Makes this slot long enough, or finds another slot that is long enough.
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

    /// Returns the index of a free slot. Takes slots in turn, and skips slots that a receiver still holds. Owner only.
    pub(super) fn free(&self) -> Option<usize> {
        self.turn.free(|slot| self.state(slot))
    }

    /// Restarts with the first slot if all slots but the last one taken are free. Two slots then serve a program whose
    /// messages wait for each other, and the pages of the other slots need not exist. Owner only.
    pub(super) fn rewind(&mut self) {
        let mut turn = self.turn;
        turn.rewind(|slot| self.state(slot));
        self.turn = turn;
    }

    /// Frees the slots that a receiver holds that has died: its process reads them no more, and never returns them.
    /// Owner only.
    pub(super) fn lose(&mut self, receiver: u32) {
        for slot in (0..SLOTS).filter(|&slot| self.receivers[slot] == receiver) {
            give_back(self.state(slot));
        }
    }

    /// Marks the slot that `free` returned as taken, for a body to `receiver`. Owner only.
    pub(super) fn take(&mut self, slot: usize, receiver: u32) {
        self.receivers[slot] = receiver;
        let mut turn = self.turn;
        turn.take(slot, self.state(slot));
        self.turn = turn;
    }

    /// Undoes `take` of a slot that no record has named yet. Owner only.
    pub(super) fn untake(&mut self, slot: usize) {
        let mut turn = self.turn;
        turn.untake(slot, self.state(slot));
        self.turn = turn;
    }

    /// Returns a slot to its owner, and wakes up the owner. Receiver only.
    pub(super) fn give_back(&self, slot: usize) {
        give_back(self.state(slot));
        self.bell.ring();
    }

    /// Returns the first `len` bytes of a slot, or `None` if the slot does not exist or is shorter.
    pub(super) fn bytes(&self, slot: usize, len: usize) -> Option<Region> {
        if slot >= SLOTS || len > SLOT {
            return None;
        }
        // SAFETY: inside the pool; the rule above says which process may access it now.
        Some(unsafe { Region::new(self.base.add(page(SLOTS * LINE) + slot * SLOT), len) })
    }
}

/// The owner's side of the access rule: which of the `N` slots is next, and the steps on their state words.
#[derive(Clone, Copy, Default)]
pub(super) struct Turn<const N: usize> {
    next: usize,
}

impl<const N: usize> Turn<N> {
    pub(super) fn free<'a, W: Word<Value = u32> + 'a>(&self, state: impl Fn(usize) -> &'a W) -> Option<usize> {
        (self.next..N).chain(0..self.next).find(|&slot| is_free(state(slot)))
    }
    /// Restarts with the first slot if the slot before the last one taken is free. Usually all slots before that one
    /// are then free too.
    pub(super) fn rewind<'a, W: Word<Value = u32> + 'a>(&mut self, state: impl Fn(usize) -> &'a W) {
        if self.next > 1 && is_free(state(self.next - 2)) {
            self.next = 0;
        }
    }
    /// Marks the slot as taken. The store is relaxed: the record that names the slot publishes the store, and the
    /// reader can free the slot only after it has seen that record.
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

/// Frees the slot after the receiver's reads from it (release).
pub(super) fn give_back(state: &impl Word<Value = u32>) {
    state.store(0, Ordering::Release);
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn two_slots_serve_alternating_messages_and_held_slots_are_skipped() {
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
        // The receiver returns no slot any more. Only now are the other slots used.
        assert_eq!((send(&mut turn), send(&mut turn)), (0, 1));
        assert_eq!((send(&mut turn), send(&mut turn)), (2, 3));
        assert_eq!(turn.free(|i| &states[i]), None);
        give_back(&states[2]);
        assert_eq!(send(&mut turn), 2);
    }
}
