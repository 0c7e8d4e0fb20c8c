//! What has arrived at a rank's receive buffers, apart from its endpoint: notes in the ring, those that found it full,
//! and which of them are believed. The simulator runs this code as it is.
use super::SharedMemory;
use super::telling::Telling;
use crate::{Error, Rank};
use clump_core::planted;
use clump_fabric::shm::{MOST_CONNECTIONS, NextNote, NoteRing, RawNote};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Notes of deposits from other machines that found the queue full and wait in the receiver's process, at most.
const MOST_LATE: usize = 1 << 16;
/// Looks at a slot that a sender has claimed before it is asked whether that sender has died.
const PATIENCE: u32 = 1 << 16;

/// Bytes that have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The connection that they came by, as [`NoteQueue::offer`](super::NoteQueue::offer) has numbered it.
    pub connection: u32,
    /// Where in that connection's buffer they are. `offset + len` lies inside.
    pub offset: u64,
    pub len: u64,
}

/// Where the receiver itself tells of what came by frames.
#[derive(Clone)]
pub struct Tellings {
    ring: NoteRing,
    late: Arc<Late>,
    /// What the ring is in.
    memory: Arc<SharedMemory>,
}

/// Notes that found the queue full.
#[derive(Default)]
struct Late {
    /// How many there are. It changes with the list locked, and may be looked at without.
    some: AtomicU64,
    list: Mutex<VecDeque<RawNote>>,
    /// How many more there were than are kept.
    lost: AtomicU64,
}

impl Tellings {
    /// What senders of this machine write themselves.
    pub fn ring(&self) -> NoteRing {
        self.ring
    }

    /// What that is in.
    pub(super) fn memory(&self) -> &SharedMemory {
        &self.memory
    }

    /// Bytes are there: tells of them as the connection wants it.
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

    /// True if some wait for room in the queue.
    #[inline(always)]
    fn is_late(&self) -> bool {
        self.late.some.load(Ordering::Acquire) > 0
    }

    /// Moves what waits into the queue, as much as goes. Only the receiver.
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

/// An open connection, as far as its notes are checked by it.
struct Open {
    from: Rank,
    len: u64,
}

/// The receiver's end of a queue.
pub struct Arrivals {
    told: Tellings,
    notes: u64,
    /// The ticket of the next note.
    next: u64,
    /// Looks at a slot that is claimed.
    looks: u32,
    /// Connections by their numbers. Those that are closed are gone, and no number is used twice.
    open: Vec<Option<Open>>,
    dropped: u64,
}

impl Arrivals {
    /// Of a queue of so many notes (a power of two), or, with 0, of a mere count.
    pub fn new(notes: u64) -> Result<Arrivals, Error> {
        let bytes = NoteRing::bytes(notes);
        let why = || Error(format!("a queue has 0 notes or a power of two up to 2^20, not {notes}"));
        let memory = Arc::new(SharedMemory::create(bytes.ok_or_else(why)?)?);
        let ring = NoteRing::at(memory.region(), notes);
        ring.clear();
        let told = Tellings { ring, late: Arc::new(Late::default()), memory };
        Ok(Arrivals { told, notes, next: 0, looks: 0, open: Vec::new(), dropped: 0 })
    }

    pub fn tellings(&self) -> &Tellings {
        &self.told
    }

    /// Notes that the queue holds.
    pub fn notes(&self) -> u64 {
        self.notes
    }

    /// A connection from rank `from` to a buffer of `len` bytes; its number.
    pub fn open(&mut self, from: Rank, len: u64, telling: Telling) -> Result<u32, Error> {
        if telling == Telling::Note && self.notes == 0 {
            return Err(Error("a queue that only counts cannot take notes".into()));
        }
        let number = self.open.len() as u32;
        if number >= MOST_CONNECTIONS {
            return Err(Error(format!("a queue has had {MOST_CONNECTIONS} connections, and can have no more")));
        }
        self.open.push(Some(Open { from, len }));
        Ok(number)
    }

    /// No note of it is believed any more. False: there is none of that number.
    pub fn close(&mut self, connection: u32) -> bool {
        match self.open.get_mut(connection as usize) {
            Some(open) if planted("told_after_it_is_closed") => open.is_some(),
            open => open.and_then(Option::take).is_some(),
        }
    }

    fn get(&self, connection: u32) -> Option<&Open> {
        self.open.get(connection as usize)?.as_ref()
    }

    /// The next note that is believed, if there is one among those that are there now. `has_died`: whether that rank
    /// will never end what it has begun.
    #[inline]
    pub fn poll(&mut self, has_died: impl Fn(Rank) -> bool) -> Option<Note> {
        if self.notes == 0 {
            return None;
        }
        // After a lap all that was there has had its turn: who writes nonsense as fast as it is dropped stops nobody.
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

    /// A note, if its connection is open and it speaks of bytes inside the buffer; others are counted.
    #[inline(always)]
    fn check(&mut self, RawNote { connection, offset, len }: RawNote) -> Option<Note> {
        if self.get(connection).is_some_and(|open| offset <= open.len && len <= open.len - offset) {
            return Some(Note { connection, offset, len });
        }
        self.dropped += 1;
        None
    }

    /// True if the sender that has claimed the next slot has died before its note was written: the slot is skipped.
    #[cold]
    fn is_abandoned(&mut self, connection: u32, has_died: impl Fn(Rank) -> bool) -> bool {
        self.looks += 1;
        if !self.looks.is_multiple_of(PATIENCE) {
            return false;
        }
        // One that is closed may have lived on; then its note comes.
        let dead = self.get(connection).is_some_and(|open| has_died(open.from));
        if dead {
            self.told.ring.free(self.next);
            self.next += 1;
            self.dropped += 1;
        }
        dead
    }

    /// Deposits that were counted, by all connections that count.
    #[inline]
    pub fn counted(&self) -> u64 {
        self.told.ring.counted()
    }

    /// Notes that were not believed, or not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped + self.told.late.lost.load(Ordering::Relaxed)
    }

    /// True if [`poll`](Self::poll) would find something, or nearly.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.told.is_late() || self.notes > 0 && self.told.ring.is_there(self.next)
    }
}
