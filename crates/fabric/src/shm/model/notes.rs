//! Models in which two connections leave notes in one ring, which is sometimes full. Meanwhile one connection is
//! closed, or its sender dies while it holds a claim. A further model wakes up a sleeping receiver.
use super::bell::{BARRIER, Bell};
use super::*;
use crate::shm::notes::{NextNote, Notes, RawNote, words};
use loom::cell::UnsafeCell;

/// The most bytes that each sender deposits, one at a time.
const MOST: usize = 2;

/// The shared state: a ring, the buffers of the two connections, whether the first connection is closed, and how many
/// senders have ended.
struct Queue<const HOW: u8> {
    ring: Vec<Weak<AtomicU64, HOW>>,
    /// The deposited bytes of each connection. loom reports two accesses to a cell that nothing orders.
    bytes: [[UnsafeCell<u64>; MOST]; 2],
    closed: AtomicU32,
    ended: AtomicU32,
}

impl<const HOW: u8> Queue<HOW> {
    fn new(notes: usize) -> Self {
        let queue = Queue {
            ring: (0..words(notes)).map(|_| Weak::<AtomicU64, HOW>::new(0)).collect(),
            bytes: std::array::from_fn(|_| std::array::from_fn(|_| UnsafeCell::new(0))),
            closed: AtomicU32::new(0),
            ended: AtomicU32::new(0),
        };
        queue.notes().clear();
        queue
    }

    fn notes(&self) -> Notes<'_, Weak<AtomicU64, HOW>> {
        Notes(&self.ring)
    }

    fn note(me: u32, i: usize) -> RawNote {
        RawNote { connection: me, offset: i as u64, len: 10 * u64::from(me) + i as u64 }
    }

    /// Tries `tries` times to deposit the next byte of a connection and to leave a note of it. Returns how many notes
    /// it left. A sender that waited for room in a loop would keep loom from running the other sender.
    fn deposit(&self, me: u32, tries: usize) -> usize {
        let mut told = 0;
        for _ in 0..tries {
            if me == 0 && self.closed.load(Ordering::Acquire) == 1 {
                break;
            }
            // SAFETY: loom checks that no other thread accesses the cell.
            self.bytes[me as usize][told].with_mut(|b| unsafe { *b = 100 + told as u64 });
            told += usize::from(self.notes().push(Self::note(me, told)).is_ok());
        }
        told
    }

    /// Checks that a note of an open connection is the `next` one, and that its byte has arrived.
    fn check(&self, note: RawNote, next: &mut [usize; 2]) {
        let next = &mut next[note.connection as usize];
        assert_eq!(note, Self::note(note.connection, *next), "each note comes once, whole, in its sender's order");
        // SAFETY: loom checks that no other thread writes to the cell.
        let found = self.bytes[note.connection as usize][*next].with(|b| unsafe { *b });
        assert_eq!(found, 100 + *next as u64, "the byte is there before its note");
        *next += 1;
    }
}

/// How the first connection ends.
#[derive(Clone, Copy, PartialEq)]
enum First {
    Stays,
    /// The receiver closes the connection at its first empty poll.
    IsClosed,
    /// The connection's sender dies while it holds a claim.
    Dies,
}
use First::{Dies, IsClosed, Stays};

/// Two senders try to leave notes, perhaps more than fit the ring, and the receiver takes the notes that arrive. `hint`
/// is the initial hint.
fn model<const HOW: u8>(notes: usize, tries: [usize; 2], hint: u64, first: First) {
    check(2, move || {
        let queue = Arc::new(Queue::<HOW>::new(notes));
        Word::store(&queue.ring[0], hint, Ordering::Release);
        let senders = [0, 1].map(|me| {
            let queue = queue.clone();
            loom::thread::spawn(move || {
                let told = queue.deposit(me, tries[me as usize]);
                if me == 0 && first == Dies {
                    let _ = queue.notes().claim(me);
                }
                queue.ended.fetch_add(1, Ordering::AcqRel);
                told
            })
        });
        let (mut next, mut ticket, mut skipped, mut is_open) = ([0; 2], 0, 0, true);
        loop {
            let over = queue.ended.load(Ordering::Acquire) == 2;
            match queue.notes().take(ticket) {
                NextNote::Note(note) if note.connection == 0 && !is_open => skipped += 1,
                NextNote::Note(note) => queue.check(note, &mut next),
                // All senders have ended, so the claim's sender is dead.
                NextNote::Claimed(0) if first == Dies && over => {
                    queue.notes().free(ticket);
                    skipped += 1;
                }
                found if over => {
                    assert_eq!(found, NextNote::Nothing);
                    break;
                }
                _ => {
                    if first == IsClosed && is_open {
                        is_open = false;
                        queue.closed.store(1, Ordering::Release);
                    }
                    loom::thread::yield_now();
                    continue;
                }
            }
            ticket += 1;
        }
        let told = senders.map(|t| t.join().unwrap());
        let mut found = next;
        match first {
            Stays => {}
            IsClosed => found[0] += skipped,
            Dies => assert!(skipped <= 1, "one slot at most is passed over"),
        }
        assert!(found == told, "none is lost: {found:?} of {told:?}");
        assert!(told[0] + told[1] >= notes.min(tries[0] + tries[1]) || first != Stays, "full is full");
    });
}

#[test]
fn loom_all_notes_of_two_connections_arrive() {
    model::<SOUND>(4, [2, 1], 0, Stays);
}
#[test]
fn loom_a_full_ring_of_notes_has_room_again() {
    model::<SOUND>(1, [1, 1], 0, Stays);
    model::<SOUND>(1, [2, 1], 0, Stays);
}
#[test]
fn loom_notes_of_a_closed_connection_do_not_block_the_other() {
    model::<SOUND>(2, [2, 1], 0, IsClosed);
}
#[test]
fn loom_a_claim_of_a_dead_sender_is_skipped() {
    model::<SOUND>(2, [0, 2], 0, Dies);
}
#[test]
fn loom_a_note_wakes_a_sleeping_receiver() {
    check(3, || {
        let (queue, bell) = (Arc::new(Queue::<SOUND>::new(2)), Arc::new(Bell::<SOUND>::new()));
        let (theirs, rung) = (queue.clone(), bell.clone());
        let sender = loom::thread::spawn(move || {
            assert_eq!(theirs.deposit(0, 1), 1);
            rung.line::<BARRIER>().ring(false);
        });
        let mut next = [0; 2];
        bell.wait::<BARRIER>(false, || {
            if let NextNote::Note(note) = queue.notes().take(0) {
                queue.check(note, &mut next);
            }
            next[0] == 1
        });
        sender.join().unwrap();
    });
}
#[test]
#[should_panic(expected = "Causality violation")]
fn loom_notes_fail_where_loads_acquire_nothing() {
    model::<LOADS>(4, [2, 1], 0, Stays);
}
#[test]
#[should_panic(expected = "Causality violation")]
fn loom_notes_fail_where_stores_release_nothing() {
    model::<STORES>(4, [2, 1], 0, Stays);
}
/// Two senders claim one slot, so that one note is lost: the model must find that.
#[test]
#[should_panic(expected = "none is lost")]
fn loom_notes_fail_where_claims_are_torn() {
    model::<TORN>(4, [1, 1], 0, Stays);
}
/// A slot stays free that no sender will ever write, and the receiver waits for it: the model must find that.
#[test]
#[should_panic(expected = "none is lost")]
fn loom_notes_fail_where_the_hint_is_too_high() {
    model::<SOUND>(4, [1, 1], 1, Stays);
}
