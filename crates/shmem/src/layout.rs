//! The layout of a PE's part of the window: words for meeting, static variables, symmetric heap.

/// Bytes of a page.
pub const PAGE: usize = 4096;
/// Alignment in bytes of each part and of the heap in it, and so the largest that `shmem_align` can give.
pub const ALIGNMENT: usize = 16 << 20;
/// Offset of the word that counts the threads of the PE that sleep, or are about to, until another PE writes. PEs that
/// write read it, so it has a cache line that changes rarely.
pub const WAITING: usize = 0;

/// The number of teams that a PE can be in at once.
pub const SLOTS: usize = 64;
const SLOTS_AT: usize = PAGE;
/// Bytes of a team's slot.
const SLOT: usize = 512;
/// Offset in a slot of the words that PEs of other machines write, one for each round of a barrier.
const ROUNDS_AT: usize = 64;
/// Offset in a slot of a word that its PE writes for one collective call; 0 otherwise.
const NUMBER_AT: usize = 192;
/// Offset in a slot of the count of meetings that its PE has announced to the other PEs of its machine.
const ANNOUNCED_AT: usize = 200;
/// Offset in a slot of two buffers for the short data of collectives, used by turns.
const SHORT_AT: usize = 256;
/// Bytes of each of the two buffers.
pub const SHORT: usize = 128;
/// Offset of the static variables.
pub const STATICS_AT: usize = SLOTS_AT + SLOTS * SLOT;

/// Returns the offset of the slot's count of meetings, which its PE alone writes.
pub const fn meetings(slot: usize) -> usize {
    SLOTS_AT + slot * SLOT
}

/// Returns the offset of the word for a round of the slot's barrier.
pub const fn round(slot: usize, round: usize) -> usize {
    meetings(slot) + ROUNDS_AT + 8 * round
}

/// Returns the offset of the number that the PE tells the others in a collective call.
pub const fn number(slot: usize) -> usize {
    meetings(slot) + NUMBER_AT
}

/// Returns the offset of the count of the slot's meetings that the PE has announced to the other PEs of its machine.
pub const fn announced(slot: usize) -> usize {
    meetings(slot) + ANNOUNCED_AT
}

/// Returns the offset of the slot's buffer for short data, for the meeting of that number.
pub const fn short(slot: usize, meeting: u64) -> usize {
    meetings(slot) + SHORT_AT + (meeting % 2) as usize * SHORT
}

/// Rounds of a barrier: two to the power of this is more than the largest number of PEs.
pub const ROUNDS: usize = (NUMBER_AT - ROUNDS_AT) / 8;

/// The parts of a job whose PEs have equal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartLayout {
    /// Bytes of static variables.
    pub statics: usize,
    /// Bytes of the symmetric heap.
    pub heap: usize,
}

impl PartLayout {
    /// Returns the offset of the heap.
    pub fn heap_at(&self) -> usize {
        (STATICS_AT + self.statics).next_multiple_of(ALIGNMENT)
    }

    /// Returns the bytes of the whole part.
    pub fn total(&self) -> usize {
        self.heap_at().saturating_add(self.heap)
    }
}

const _: () = assert!(STATICS_AT.is_multiple_of(PAGE) && ROUNDS == 16);
const _: () = assert!(NUMBER_AT + 8 <= ANNOUNCED_AT && ANNOUNCED_AT + 8 <= SHORT_AT && SHORT_AT + 2 * SHORT <= SLOT);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_of_a_part_are_disjoint() {
        let part = PartLayout { statics: 3 * PAGE, heap: 100 };
        assert!(WAITING + 8 <= meetings(0) && round(5, ROUNDS) <= number(5) && number(5) + 8 <= announced(5));
        assert!(announced(5) + 8 <= short(5, 0) && short(5, 1) + SHORT <= meetings(6));
        assert!(number(SLOTS - 1) + 8 <= STATICS_AT && STATICS_AT + part.statics <= part.heap_at());
        assert_eq!(part.total(), part.heap_at() + 100);
    }
}
