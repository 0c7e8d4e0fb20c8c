//! A ring of notes in the receiver's memory (Avalanche, section 4.1). Each note says which connection has deposited how
//! many bytes, and where. Several senders write to the ring and one receiver reads it, without a lock.
//!
//! **Access rule.** Each slot has a state word. The word holds a ticket, which counts notes from 0 and so tells the
//! slot's lap, and whether that note is free, claimed by a connection, or valid. A sender claims the first slot whose
//! ticket is free by an exchange, writes the note, and makes it valid by a release store; no other process writes to
//! the slot meanwhile. The receiver reads only the slot of its own next ticket. Once the note is valid, the receiver
//! takes it and frees the slot for the next lap by a release store. A sender finds its slot by a hint, which may be too
//! low but never too high. So tickets are claimed without a gap. A claimed slot names its connection, so that the
//! receiver can tell when the sender has died before the note was valid.
//!
//! A process that maps the ring and breaks the rule can spoil notes and lose them. It cannot make other processes
//! access other memory or search for a slot without end.
use super::atomic::Word;
use crate::Full;
use crate::mem::Region;
use std::sync::atomic::{AtomicU64, Ordering};

/// A note that a deposit leaves for the receiver. Untrusted until the receiver has checked it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawNote {
    pub connection: u32,
    pub offset: u64,
    pub len: u64,
}

/// The number of bits of a connection's number.
const CONNECTION_BITS: u32 = 22;
/// The most connections that a ring can have in all its life.
pub const MOST_CONNECTIONS: u32 = 1 << CONNECTION_BITS;
const TICKET_BITS: u32 = 40;
/// The mask of a ticket's bits. Tickets wrap around.
const TICKET: u64 = (1 << TICKET_BITS) - 1;
const KIND: u64 = 3 << (TICKET_BITS + CONNECTION_BITS);
const CLAIMED: u64 = 1 << (TICKET_BITS + CONNECTION_BITS);
const VALID: u64 = 2 << (TICKET_BITS + CONNECTION_BITS);

// The offsets below count words of eight bytes.
/// The word index of the hint: the next free ticket, or a lower one. The hint has a line of its own, which only senders
/// access.
const HINT: usize = 0;
/// The word index of the number of deposits that were counted instead of noted.
const COUNT: usize = 8;
const NOTES: usize = 16;
/// The number of words of a note: state, offset, length, and padding to a power of two.
const NOTE: usize = 4;
const OFFSET: usize = 1;
const LEN: usize = 2;
const WORD: usize = 8;

/// The state of the receiver's next slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextNote {
    Nothing,
    Note(RawNote),
    /// The sender of this connection is about to write a note, or has died before it wrote the note.
    Claimed(u32),
}

/// The memory of a deposit queue: a count, and a ring of notes.
#[derive(Clone, Copy)]
pub struct NoteRing {
    memory: Region,
}

impl NoteRing {
    /// Returns the size of a ring of `notes` notes, in bytes. Returns `None` unless `notes` is 0 or a power of two up
    /// to 2^20.
    pub fn bytes(notes: u64) -> Option<usize> {
        let allowed = notes == 0 || notes.is_power_of_two() && notes <= 1 << 20;
        allowed.then(|| (NOTES + notes as usize * NOTE) * WORD)
    }

    /// Returns the ring of `notes` notes in this memory, which must have the size that [`NoteRing::bytes`] returns.
    ///
    /// # Panics
    /// If the memory is shorter or not aligned.
    pub fn at(memory: Region, notes: u64) -> NoteRing {
        let bytes = NoteRing::bytes(notes).expect("a number of notes that is allowed");
        assert!(memory.is_atomic(0, WORD), "a ring of notes at {:?}", memory.as_ptr());
        NoteRing { memory: memory.slice(0, bytes) }
    }

    #[inline(always)]
    fn notes(&self) -> Notes<'_, AtomicU64> {
        // SAFETY: whole words of memory that is valid by the region's contract, aligned by the check in `at`. All
        // processes access it by atomics alone.
        Notes(unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.memory.len() / WORD) })
    }

    /// Makes the ring empty. The caller must do this before another process can access the ring.
    pub fn clear(&self) {
        self.notes().clear();
    }

    /// Prefetches the line of the slot that this process will probably write next.
    #[inline(always)]
    pub fn prepare(&self) {
        let notes = self.notes();
        self.memory.slice(notes.slot(notes.hint()) * WORD, NOTE * WORD).prefetch_for_writing();
    }

    /// Returns true if there is room for a note now. Another sender may take that room.
    #[inline(always)]
    pub fn has_room(&self) -> bool {
        self.notes().has_room()
    }

    /// Leaves a note. The receiver that takes the note sees everything that this thread wrote before (release). Fails
    /// if there is no room.
    #[inline(always)]
    pub fn push(&self, note: RawNote) -> Result<(), Full> {
        self.notes().push(note)
    }

    /// Claims a slot for a note of this connection: the first half of [`push`](Self::push). Returns the slot's ticket.
    /// The receiver waits at this slot until [`fill`](Self::fill), or until it learns that the sender has died.
    pub fn claim(&self, connection: u32) -> Result<u64, Full> {
        self.notes().claim(connection)
    }

    /// Writes the note of a claimed ticket and makes the note valid: the second half of [`push`](Self::push).
    pub fn fill(&self, ticket: u64, note: RawNote) {
        self.notes().fill(ticket, note);
    }

    /// Takes the note with this ticket if it is valid; otherwise returns the state of the note's slot. Reads one line.
    /// Only the receiver may call this.
    #[inline(always)]
    pub fn take(&self, ticket: u64) -> NextNote {
        self.notes().take(ticket)
    }

    /// Returns true if the note with this ticket is valid or claimed.
    #[inline(always)]
    pub fn is_there(&self, ticket: u64) -> bool {
        self.notes().claimed(ticket).is_some()
    }

    /// Frees the slot of this ticket for the next lap. The receiver calls this if the slot's sender has died and will
    /// not write the note.
    pub fn free(&self, ticket: u64) {
        self.notes().free(ticket);
    }

    /// Counts a deposit instead of noting it.
    #[inline(always)]
    pub fn count(&self) {
        self.notes().count();
    }

    /// Returns the number of deposits counted so far.
    #[inline(always)]
    pub fn counted(&self) -> u64 {
        self.notes().counted()
    }
}

/// The words of the ring, and the steps of the access rule on them. The words are a slice, so that no value that a
/// misbehaving process stores can lead to other memory.
pub(super) struct Notes<'a, W>(pub(super) &'a [W]);

/// Returns the number of words of a ring of `notes` notes.
#[cfg(all(test, loom))]
pub(super) const fn words(notes: usize) -> usize {
    NOTES + notes * NOTE
}

impl<W: Word<Value = u64>> Notes<'_, W> {
    /// Returns the capacity in notes: a power of two, or 0 for a mere count.
    #[inline(always)]
    fn room(&self) -> u64 {
        ((self.0.len() - NOTES) / NOTE) as u64
    }

    pub(super) fn clear(&self) {
        (0..self.room()).for_each(|ticket| self.0[self.slot(ticket)].store(ticket, Ordering::Release));
    }

    /// Returns the index of the first word of a ticket's slot.
    #[inline(always)]
    fn slot(&self, ticket: u64) -> usize {
        NOTES + (ticket & self.room().wrapping_sub(1)) as usize * NOTE
    }

    /// Returns how far a state's ticket is ahead of `ticket`; negative if it is behind.
    #[inline(always)]
    fn ahead(state: u64, ticket: u64) -> i64 {
        let shift = 64 - TICKET_BITS;
        ((state.wrapping_sub(ticket) << shift) as i64) >> shift
    }

    #[inline(always)]
    fn hint(&self) -> u64 {
        self.0[HINT].load(Ordering::Acquire) & TICKET
    }

    #[inline(always)]
    fn state(&self, ticket: u64) -> u64 {
        self.0[self.slot(ticket)].load(Ordering::Acquire)
    }

    #[inline(always)]
    fn has_room(&self) -> bool {
        let ticket = self.hint();
        Self::ahead(self.state(ticket), ticket) >= 0
    }

    #[inline(always)]
    pub(super) fn push(&self, note: RawNote) -> Result<(), Full> {
        let ticket = self.claim(note.connection)?;
        self.fill(ticket, note);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn claim(&self, connection: u32) -> Result<u64, Full> {
        let claimed = CLAIMED | u64::from(connection) << TICKET_BITS & !KIND;
        let (mut ticket, room) = (self.hint(), self.room());
        // If all processes keep the rule, a free slot is found within a lap, or none is free. Further attempts serve
        // senders that lose races.
        for _ in 0..4 * room {
            let state = self.state(ticket);
            if state == ticket {
                // The load of the state was an acquire, and no ticket comes twice, so the word still holds that state.
                let word = &self.0[self.slot(ticket)];
                if word.exchange(ticket, claimed | ticket, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                    self.0[HINT].store((ticket + 1) & TICKET, Ordering::Release);
                    return Ok(ticket);
                }
                continue;
            }
            ticket = match Self::ahead(state, ticket) {
                ..0 => return Err(Full),
                // The receiver has passed this slot, so all tickets up to one lap before the state's ticket are taken.
                ahead => ticket.wrapping_add((ahead + 1).saturating_sub_unsigned(room).max(1) as u64) & TICKET,
            };
        }
        Err(Full)
    }

    #[inline(always)]
    pub(super) fn fill(&self, ticket: u64, RawNote { connection, offset, len }: RawNote) {
        let at = self.slot(ticket);
        self.0[at + OFFSET].store(offset, Ordering::Relaxed);
        self.0[at + LEN].store(len, Ordering::Relaxed);
        let who = u64::from(connection) << TICKET_BITS & !KIND;
        self.0[at].store(VALID | who | ticket, Ordering::Release);
    }

    /// Returns the state of the slot with this ticket if it is claimed or valid.
    #[inline(always)]
    fn claimed(&self, ticket: u64) -> Option<u64> {
        let state = self.state(ticket);
        (state & TICKET == ticket & TICKET && state & KIND != 0).then_some(state)
    }

    #[inline(always)]
    pub(super) fn take(&self, ticket: u64) -> NextNote {
        let Some(state) = self.claimed(ticket) else { return NextNote::Nothing };
        let connection = ((state & !KIND) >> TICKET_BITS) as u32;
        if state & KIND != VALID {
            return NextNote::Claimed(connection);
        }
        let word = |i: usize| self.0[self.slot(ticket) + i].load(Ordering::Relaxed);
        let note = RawNote { connection, offset: word(OFFSET), len: word(LEN) };
        self.free(ticket);
        NextNote::Note(note)
    }

    #[inline(always)]
    pub(super) fn free(&self, ticket: u64) {
        self.0[self.slot(ticket)].store(ticket.wrapping_add(self.room()) & TICKET, Ordering::Release);
    }

    #[inline(always)]
    pub(super) fn count(&self) {
        self.0[COUNT].fetch_add(1, Ordering::AcqRel);
    }

    #[inline(always)]
    pub(super) fn counted(&self) -> u64 {
        self.0[COUNT].load(Ordering::Acquire)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mem::Leaked;

    fn ring(notes: u64) -> (Leaked, NoteRing) {
        let b = Leaked::new(NoteRing::bytes(notes).expect("allowed") + 64);
        let at = b.region().as_ptr() as usize;
        let r = NoteRing::at(b.region().from(at.next_multiple_of(64) - at), notes);
        r.clear();
        (b, r)
    }

    fn note(connection: u32, n: u64) -> RawNote {
        RawNote { connection, offset: n, len: !n }
    }

    #[test]
    fn notes_come_in_order_and_never_more_than_fit() {
        let (_memory, ring) = ring(4);
        let mut taken = 0;
        for lap in 0..5 {
            assert_eq!(ring.take(taken), NextNote::Nothing);
            for i in 0..4 {
                assert!(ring.has_room());
                ring.push(note(7, 4 * lap + i)).expect("room");
            }
            assert_eq!((ring.push(note(7, 99)), ring.has_room()), (Err(Full), false));
            for i in 0..4 {
                assert!(ring.is_there(taken));
                assert_eq!(ring.take(taken), NextNote::Note(note(7, 4 * lap + i)));
                taken += 1;
            }
        }
        assert_eq!((NoteRing::bytes(3), NoteRing::bytes(1 << 21)), (None, None));
    }

    #[test]
    fn the_receiver_skips_a_claim_of_a_dead_sender() {
        let (_memory, ring) = ring(2);
        assert_eq!(ring.claim(5), Ok(0));
        ring.push(note(6, 1)).expect("the next one");
        assert_eq!(ring.take(0), NextNote::Claimed(5));
        ring.free(0);
        assert_eq!((ring.take(1), ring.take(2)), (NextNote::Note(note(6, 1)), NextNote::Nothing));
        ring.push(note(6, 2)).expect("room");
        assert_eq!(ring.take(2), NextNote::Note(note(6, 2)));
    }

    #[test]
    fn tickets_wrap_around() {
        let (_memory, ring) = ring(4);
        let start = TICKET - 5;
        (0..4).for_each(|i| ring.free((start + i).wrapping_sub(4)));
        ring.memory.atomic_store(HINT, start);
        for i in 0..12 {
            let ticket = start.wrapping_add(i);
            ring.push(note(1, i)).expect("room");
            assert_eq!(ring.take(ticket), NextNote::Note(note(1, i)), "note {i}");
        }
    }

    /// A sender with a hint that is many laps old finds its slot after a few attempts.
    #[test]
    fn a_sender_with_an_old_hint_finds_its_slot() {
        let (_memory, ring) = ring(4);
        for i in 0..1000 {
            ring.push(note(1, i)).expect("room");
            assert_eq!(ring.take(i), NextNote::Note(note(1, i)));
        }
        ring.memory.atomic_store::<u64>(HINT, 3);
        assert!(ring.has_room());
        ring.push(note(2, 5)).expect("room");
        assert_eq!(ring.take(1000), NextNote::Note(note(2, 5)));
    }

    /// A misbehaving process may store any words, but calls of other processes must return.
    #[test]
    fn invalid_words_in_the_ring_end_as_full_or_as_a_note() {
        let (memory, ring) = ring(8);
        let mut word = 1u64;
        for _ in 0..20_000 {
            for at in 0..memory.region().len() / 8 {
                word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ word >> 29;
                // Often all words belong to one lap, far ahead.
                let near = word & 7 | (word >> 32 & 1) << 39 | word & KIND;
                memory.region().set(at, if word >> 40 & 1 == 0 { word } else { near });
            }
            let _ = ring.push(note(MOST_CONNECTIONS - 1, word));
            let _ = (ring.take(word), ring.is_there(word), ring.has_room(), ring.counted());
            ring.prepare();
            ring.free(word);
        }
    }

    /// Three senders and a receiver run at once: no note is lost, doubled or out of its sender's order.
    #[test]
    fn several_senders_at_once() {
        const EACH: u64 = 20_000;
        let (_memory, ring) = ring(8);
        std::thread::scope(|scope| {
            for me in 0..3 {
                scope.spawn(move || {
                    for i in 0..EACH {
                        while ring.push(note(me, i)).is_err() {
                            std::thread::yield_now();
                        }
                    }
                });
            }
            let (mut next, mut ticket) = ([0; 3], 0);
            while next != [EACH; 3] {
                match ring.take(ticket) {
                    NextNote::Note(n) => {
                        let expected = &mut next[n.connection as usize];
                        assert_eq!((n.offset, n.len), (*expected, !*expected));
                        *expected += 1;
                        ticket += 1;
                    }
                    _ => std::thread::yield_now(),
                }
            }
            assert_eq!(ring.take(ticket), NextNote::Nothing);
        });
    }
}
