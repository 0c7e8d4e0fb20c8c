//! Keeps what has arrived in a rank's receive buffers, without an endpoint: notes in the ring, notes for which the
//! ring had no room, and the check whether a note is valid. The simulator runs this code unchanged.
use super::SharedMemory;
use super::telling::Telling;
use crate::error::{Error, ErrorKind};
use crate::lent;
use clump_core::{Rank, planted};
use clump_fabric::shm::{MOST_CONNECTIONS, NextNote, NoteRing, RawNote};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most notes of deposits from other machines that find the queue full and wait in the receiver's process. More
/// would let a sender use more of the receiver's memory.
const MOST_LATE: usize = 1 << 16;
/// Polls of a slot that a sender has claimed before the receiver checks whether that sender has died. More polls find
/// a dead sender later; a check costs system calls.
const PATIENCE: u32 = 1 << 16;

/// A note that bytes have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The connection, as [`NoteQueue::offer`](super::NoteQueue::offer) has numbered it.
    pub connection: u32,
    /// The bytes' offset in that connection's buffer; `offset + len` lies inside.
    pub offset: u64,
    /// The number of bytes.
    pub len: u64,
}

/// Records, in the receiver's own process, deposits that arrive in frames.
#[derive(Clone)]
pub struct NoteSenders {
    ring: NoteRing,
    late: Arc<Late>,
    /// The memory that the ring is in.
    memory: Arc<SharedMemory>,
}

/// Notes for which the queue had no room.
#[derive(Default)]
struct Late {
    /// Number of notes in `list`. It changes only while the list is locked, and may be read without the lock.
    some: AtomicU64,
    list: Mutex<VecDeque<RawNote>>,
    /// Number of notes that were dropped because the list was full.
    lost: AtomicU64,
}

impl NoteSenders {
    /// Returns the ring, into which senders of this machine write directly.
    pub fn ring(&self) -> NoteRing {
        self.ring
    }

    /// Returns the memory that the ring is in.
    pub(super) fn memory(&self) -> &SharedMemory {
        &self.memory
    }

    /// Leaves a note of a deposit whose bytes have arrived, or counts the deposit, as `telling` says.
    pub fn tell(&self, telling: Telling, note: RawNote) {
        match telling {
            Telling::Nothing => {}
            Telling::Count => self.ring.count(),
            Telling::Note => self.note(note),
        }
    }

    fn note(&self, note: RawNote) {
        let mut list = self.late.list.lock().unwrap_or_else(PoisonError::into_inner);
        if list.is_empty() && self.ring.push(note).is_ok() {
            return;
        }
        if list.len() == MOST_LATE {
            self.late.lost.fetch_add(1, Ordering::Relaxed);
            return;
        }
        match planted("late_note_overtakes") {
            false => list.push_back(note),
            true => list.push_front(note),
        }
        self.late.some.store(list.len() as u64, Ordering::Release);
    }

    /// Returns true if some notes wait for room in the queue.
    #[inline(always)]
    fn is_late(&self) -> bool {
        self.late.some.load(Ordering::Acquire) > 0
    }

    /// Moves as many waiting notes as fit into the queue. Only the receiver may call it.
    fn catch_up(&self) {
        let mut list = self.late.list.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(note) = list.front()
            && (self.ring.push(*note).is_ok() || planted("late_note_lost"))
        {
            list.pop_front();
        }
        self.late.some.store(list.len() as u64, Ordering::Release);
    }
}

/// The facts about an open connection by which its notes are checked.
struct Open {
    from: Rank,
    len: u64,
}

/// The receiver's end of a queue.
pub struct Arrivals {
    told: NoteSenders,
    notes: u64,
    /// The ticket of the next note.
    next: u64,
    /// Polls of a slot that is claimed but not written.
    looks: u32,
    /// Connections by number; `None` for a closed connection. No number is used twice.
    open: Vec<Option<Open>>,
    dropped: u64,
}

impl Arrivals {
    /// Creates a queue of that many notes (a power of two). With 0, the queue holds no notes and only counts deposits.
    pub fn new(notes: u64) -> Result<Arrivals, Error> {
        let bytes = NoteRing::bytes(notes);
        let why = || {
            Error::new(ErrorKind::Argument, format!("a queue has 0 notes or a power of two up to 2^20, not {notes}"))
        };
        let memory = Arc::new(lent::create_shared(bytes.ok_or_else(why)?)?);
        let ring = NoteRing::at(memory.region(), notes);
        ring.clear();
        let told = NoteSenders { ring, late: Arc::new(Late::default()), memory };
        Ok(Arrivals { told, notes, next: 0, looks: 0, open: Vec::new(), dropped: 0 })
    }

    /// Returns what senders on this machine and the port need to leave notes.
    pub fn note_senders(&self) -> &NoteSenders {
        &self.told
    }

    /// Returns the number of notes that the queue holds.
    pub fn notes(&self) -> u64 {
        self.notes
    }

    /// Opens a connection from rank `from` to a buffer of `len` bytes. Returns the connection's number.
    pub fn open(&mut self, from: Rank, len: u64, telling: Telling) -> Result<u32, Error> {
        if telling == Telling::Note && self.notes == 0 {
            return Err(Error::new(ErrorKind::Argument, "a queue that only counts cannot take notes"));
        }
        let number = self.open.len() as u32;
        if number >= MOST_CONNECTIONS {
            return Err(Error::new(
                ErrorKind::Argument,
                format!("a queue has had {MOST_CONNECTIONS} connections, and can have no more"),
            ));
        }
        self.open.push(Some(Open { from, len }));
        Ok(number)
    }

    /// Closes a connection: its notes are dropped from now on. Returns false if no open connection has that number.
    pub fn close(&mut self, connection: u32) -> bool {
        match self.open.get_mut(connection as usize) {
            Some(open) if planted("told_after_it_is_closed") => open.is_some(),
            open => open.and_then(Option::take).is_some(),
        }
    }

    fn get(&self, connection: u32) -> Option<&Open> {
        self.open.get(connection as usize)?.as_ref()
    }

    /// Returns the next valid note among those that are in the queue now. `has_died` says whether a rank will never
    /// finish the note that it has begun.
    #[inline]
    pub fn poll(&mut self, has_died: impl Fn(Rank) -> bool) -> Option<Note> {
        if self.notes == 0 {
            return None;
        }
        // One lap passes all notes that were in the queue at the start: a sender that writes invalid notes as fast
        // as they are dropped cannot keep this loop running.
        for _ in 0..=self.notes {
            match self.told.ring.take(self.next) {
                NextNote::Note(note) => {
                    self.next += 1;
                    if self.told.is_late() {
                        self.told.catch_up();
                    }
                    if let Some(note) = self.check(note) {
                        return Some(note);
                    }
                }
                NextNote::Nothing if self.told.is_late() => self.told.catch_up(),
                NextNote::Nothing => return None,
                NextNote::Claimed(connection) => {
                    if !self.is_abandoned(connection, &has_died) {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// Returns a note if its connection is open and its bytes lie inside the buffer. Counts an invalid note as
    /// dropped.
    #[inline(always)]
    fn check(&mut self, RawNote { connection, offset, len }: RawNote) -> Option<Note> {
        if self.get(connection).is_some_and(|open| offset <= open.len && len <= open.len - offset) {
            return Some(Note { connection, offset, len });
        }
        self.dropped += 1;
        None
    }

    /// Skips the next slot, and returns true, if the sender that claimed it died before it wrote the note.
    #[cold]
    fn is_abandoned(&mut self, connection: u32, has_died: impl Fn(Rank) -> bool) -> bool {
        self.looks += 1;
        if !self.looks.is_multiple_of(PATIENCE) {
            return false;
        }
        // The connection may be closed while its sender lives: then the sender will still write the note.
        let dead = self.get(connection).is_some_and(|open| has_died(open.from));
        if dead {
            self.told.ring.free(self.next);
            self.next += 1;
            self.dropped += 1;
        }
        dead
    }

    /// Returns the number of counted deposits, summed over all connections that count deposits.
    #[inline]
    pub fn counted(&self) -> u64 {
        self.told.ring.counted()
    }

    /// Returns the number of notes that were invalid or for which there was no room.
    pub fn dropped(&self) -> u64 {
        self.dropped + self.told.late.lost.load(Ordering::Relaxed)
    }

    /// Returns true if [`poll`](Self::poll) is likely to find a note.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.told.is_late() || self.notes > 0 && self.told.ring.is_there(self.next)
    }
}
