//! A ring of notes in the receiver's memory (Avalanche, section 4.1): which connection has placed how many bytes where.
//! Several senders write it and one receiver reads it, without a lock.
//!
//! **Access rule.** Each slot has a state word: whose turn it is (a ticket, which counts notes from 0 and says in which
//! lap the slot is), and whether that note is still free, claimed by a connection, or valid. A sender claims the first
//! slot whose ticket is free by an exchange, writes the note, and makes it valid with a release store; nobody else
//! writes the slot meanwhile. The receiver reads the slot of its own next ticket only: once it is valid it takes the
//! note, and frees the slot for the next lap with a release store. A sender finds its slot by a hint which may be too
//! low but never too high. Tickets are so claimed without a gap, and a claimed slot names its connection, so that the
//! receiver can tell when the sender has died before the note was valid.
use crate::Region;

/// What a deposit leaves for the receiver. It is the sender's word until the queue has checked it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RawNote {
    pub connection: u32,
    pub offset: u64,
    pub len: u64,
}

/// A connection's number has so many bits.
const CONNECTION_BITS: u32 = 22;
/// Connections that a queue can have in all its life.
pub(super) const MOST_CONNECTIONS: u32 = 1 << CONNECTION_BITS;
const TICKET_BITS: u32 = 40;
/// A ticket's bits; it wraps round.
const TICKET: u64 = (1 << TICKET_BITS) - 1;
const KIND: u64 = 3 << (TICKET_BITS + CONNECTION_BITS);
const CLAIMED: u64 = 1 << (TICKET_BITS + CONNECTION_BITS);
const VALID: u64 = 2 << (TICKET_BITS + CONNECTION_BITS);

/// The next ticket to be had, or a lower one. A line of its own, which senders alone look at.
const HINT: usize = 0;
/// How many deposits were counted instead of noted.
const COUNT: usize = 64;
const NOTES: usize = 128;
/// State, offset, length, and what makes it a power of two.
const NOTE: usize = 32;
const OFFSET: usize = 1;
const LEN: usize = 2;

/// What the receiver finds in its next slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Nothing,
    Note(RawNote),
    /// This connection's sender is about to write a note, or has died over it.
    Claimed(u32),
}

/// The queue is full: the receiver has not taken as many notes as it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// The memory of a queue: a count, and a ring of notes.
#[derive(Clone, Copy)]
pub(super) struct Ring {
    memory: Region,
    /// Notes, a power of two; 0 for a mere count.
    notes: u64,
}

impl Ring {
    /// Bytes of a ring of so many notes; `None`: that is neither 0 nor a power of two of at most 2^20.
    pub fn bytes(notes: u64) -> Option<usize> {
        let allowed = notes == 0 || notes.is_power_of_two() && notes <= 1 << 20;
        allowed.then(|| NOTES + notes as usize * NOTE)
    }

    /// The ring in that memory of [`Ring::bytes`].
    ///
    /// # Panics
    /// If it is shorter.
    pub fn at(memory: Region, notes: u64) -> Ring {
        let bytes = Ring::bytes(notes).expect("a number of notes that is allowed");
        Ring { memory: memory.slice(0, bytes), notes }
    }

    /// Makes it empty, before anybody else knows of it.
    pub fn clear(&self) {
        (0..self.notes).for_each(|ticket| self.memory.atomic_release(self.slot(ticket), ticket));
    }

    /// True if it holds notes, and is no mere count.
    pub fn has_notes(&self) -> bool {
        self.notes > 0
    }

    #[inline(always)]
    fn slot(&self, ticket: u64) -> usize {
        NOTES + (ticket & (self.notes - 1)) as usize * NOTE
    }

    /// A state's ticket lies so far ahead of another one; negative: behind.
    #[inline(always)]
    fn ahead(state: u64, ticket: u64) -> i64 {
        let shift = 64 - TICKET_BITS;
        ((state.wrapping_sub(ticket) << shift) as i64) >> shift
    }

    /// Has the processor fetch the line of the slot that will probably be written next.
    #[inline(always)]
    pub fn prepare(&self) {
        let ticket = self.memory.atomic_load::<u64>(HINT);
        self.memory.slice(self.slot(ticket), NOTE).prefetch_for_writing();
    }

    /// True if there is room for a note now; another sender may take it.
    #[inline(always)]
    pub fn has_room(&self) -> bool {
        let ticket = self.memory.atomic_load::<u64>(HINT) & TICKET;
        Ring::ahead(self.memory.atomic_load::<u64>(self.slot(ticket)), ticket) >= 0
    }

    /// Leaves a note. Everything that this thread has written before is seen by who takes it.
    #[inline(always)]
    pub fn push(&self, note: RawNote) -> Result<(), Full> {
        let who = u64::from(note.connection) << TICKET_BITS;
        let mut ticket = self.memory.atomic_load::<u64>(HINT) & TICKET;
        let at = loop {
            let at = self.slot(ticket);
            let state = self.memory.atomic_load::<u64>(at);
            if state == ticket {
                if self.memory.atomic_exchange(at, ticket, CLAIMED | who | ticket).is_ok() {
                    break at;
                }
            } else if Ring::ahead(state & TICKET, ticket) < 0 {
                return Err(Full);
            } else {
                ticket = (ticket + 1) & TICKET;
            }
        };
        self.memory.atomic_release(HINT, (ticket + 1) & TICKET);
        let slot = self.memory.slice(at, NOTE);
        slot.set(OFFSET, note.offset);
        slot.set(LEN, note.len);
        self.memory.atomic_release(at, VALID | who | ticket);
        Ok(())
    }

    /// What has become of the note with this ticket, which the receiver takes. Looks at one line.
    #[inline(always)]
    pub fn take(&self, ticket: u64) -> Next {
        let at = self.slot(ticket);
        let state = self.memory.atomic_load::<u64>(at);
        if state & TICKET != ticket & TICKET || state & KIND == 0 {
            return Next::Nothing;
        }
        let connection = ((state & !KIND) >> TICKET_BITS) as u32;
        if state & KIND != VALID {
            return Next::Claimed(connection);
        }
        let slot = self.memory.slice(at, NOTE);
        let note = RawNote { connection, offset: slot.get(OFFSET), len: slot.get(LEN) };
        self.free(ticket);
        Next::Note(note)
    }

    /// True if the note with this ticket is there, or about to be.
    #[inline(always)]
    pub fn is_there(&self, ticket: u64) -> bool {
        let state = self.memory.atomic_load::<u64>(self.slot(ticket));
        state & TICKET == ticket & TICKET && state & KIND != 0
    }

    /// Nobody will write the note with this ticket: the slot is for the next lap.
    pub fn free(&self, ticket: u64) {
        self.memory.atomic_release(self.slot(ticket), (ticket + self.notes) & TICKET);
    }

    /// One more deposit that is counted and not noted.
    #[inline(always)]
    pub fn count(&self) {
        self.memory.atomic_add::<u64>(COUNT, 1);
    }

    /// How many there were so far.
    #[inline(always)]
    pub fn counted(&self) -> u64 {
        self.memory.atomic_load(COUNT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Buffer;

    fn ring(notes: u64) -> (Buffer, Ring) {
        let b = Buffer::new(Ring::bytes(notes).expect("allowed") + 64);
        let at = b.region().as_ptr() as usize;
        let r = Ring::at(b.region().from(at.next_multiple_of(64) - at), notes);
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
            assert_eq!(ring.take(taken), Next::Nothing);
            for i in 0..4 {
                assert!(ring.has_room());
                ring.push(note(7, 4 * lap + i)).expect("room");
            }
            assert_eq!((ring.push(note(7, 99)), ring.has_room()), (Err(Full), false));
            for i in 0..4 {
                assert!(ring.is_there(taken));
                assert_eq!(ring.take(taken), Next::Note(note(7, 4 * lap + i)));
                taken += 1;
            }
        }
        assert_eq!((Ring::bytes(3), Ring::bytes(1 << 21)), (None, None));
    }

    #[test]
    fn a_claim_that_is_never_made_good_names_its_connection_and_is_skipped() {
        let (_memory, ring) = ring(2);
        let at = ring.slot(0);
        ring.memory.atomic_exchange(at, 0u64, CLAIMED | 5 << TICKET_BITS).expect("free");
        ring.push(note(6, 1)).expect("the next one");
        assert_eq!(ring.take(0), Next::Claimed(5));
        ring.free(0);
        assert_eq!((ring.take(1), ring.take(2)), (Next::Note(note(6, 1)), Next::Nothing));
        ring.push(note(6, 2)).expect("room");
        assert_eq!(ring.take(2), Next::Note(note(6, 2)));
    }

    #[test]
    fn tickets_wrap_round() {
        let (_memory, ring) = ring(4);
        let start = TICKET - 5;
        (0..4).for_each(|i| ring.memory.atomic_store(ring.slot(start + i), start + i));
        ring.memory.atomic_store(HINT, start);
        for i in 0..12 {
            let ticket = start.wrapping_add(i);
            ring.push(note(1, i)).expect("room");
            assert_eq!(ring.take(ticket), Next::Note(note(1, i)), "note {i}");
        }
    }

    /// Three senders and a receiver on threads: nothing is lost, doubled or out of its sender's order.
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
                    Next::Note(n) => {
                        let expected = &mut next[n.connection as usize];
                        assert_eq!((n.offset, n.len), (*expected, !*expected));
                        *expected += 1;
                        ticket += 1;
                    }
                    _ => std::thread::yield_now(),
                }
            }
            assert_eq!(ring.take(ticket), Next::Nothing);
        });
    }
}
