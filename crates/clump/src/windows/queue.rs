//! Notification queues (Avalanche, section 4.1): a receive is a look at the next note in the receiver's own memory.
use super::SharedMemory;
use super::notes::{MOST_CONNECTIONS, Next, RawNote, Ring};
use super::receive_buffer::{Late, ReceiveBuffer, Room, Telling, Tellings};
use crate::endpoint::Local;
use crate::waiting::Patience;
use crate::{Endpoint, Error, Rank, Region, Segment, Waiting};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Looks at the next note before the network is looked at: what is near needs no progress.
const LOOKS: u32 = 16;
/// Looks at a slot that a sender has claimed before it is asked whether that sender has died.
const PATIENCE: u32 = 1 << 16;
/// Pauses of a wait between two questions whether anybody is left who could end it. Asking costs system calls.
const LOOKS_FOR_LIFE: u32 = 256;

/// Bytes that have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The connection that they came by, as [`NoteQueue::offer`] has numbered it.
    pub connection: u32,
    /// Where in that connection's buffer they are. `offset + len` lies inside.
    pub offset: u64,
    pub len: u64,
}

/// A queue of notes in this rank's memory, and the receive buffers whose senders write it. Only its owner takes notes.
pub struct NoteQueue {
    told: Tellings,
    notes: u64,
    /// The ticket of the next note.
    next: u64,
    /// Looks at a slot that is claimed.
    looks: u32,
    /// By their numbers. Those that are closed are gone, and no number is used twice.
    buffers: Vec<Option<ReceiveBuffer>>,
    dropped: u64,
    segment: Arc<Segment>,
}

impl NoteQueue {
    /// A queue of so many notes (a power of two), or, with 0, a mere count of arrivals.
    pub fn new<F: Local>(endpoint: &Endpoint<F>, notes: u32) -> Result<NoteQueue, Error> {
        let notes = u64::from(notes);
        let bytes = Ring::bytes(notes);
        let why = || Error(format!("a queue has 0 notes or a power of two up to 2^20, not {notes}"));
        let memory = Arc::new(SharedMemory::create(bytes.ok_or_else(why)?)?);
        let ring = Ring::at(memory.region(), notes);
        ring.clear();
        let told = Tellings { ring, late: Arc::new(Late::default()), memory };
        let segment = endpoint.segment.clone();
        Ok(NoteQueue { told, notes, next: 0, looks: 0, buffers: Vec::new(), dropped: 0, segment })
    }

    /// Offers a receive buffer of `len` bytes, zero at first, to rank `sender`: the connection's number in this queue.
    /// `telling`: whether its deposits leave notes here or are counted. Send its [invitation](Self::invitation) there.
    pub fn offer<F: Local>(
        &mut self,
        endpoint: &mut Endpoint<F>,
        sender: Rank,
        len: u64,
        telling: Telling,
    ) -> Result<u32, Error> {
        self.offer_room(endpoint, sender, Room::New(len), telling)
    }

    /// The same with memory of either kind.
    pub fn offer_room<F: Local>(
        &mut self,
        endpoint: &mut Endpoint<F>,
        sender: Rank,
        room: Room,
        telling: Telling,
    ) -> Result<u32, Error> {
        if telling == Telling::Note && !self.told.ring.has_notes() {
            return Err(Error("a queue that only counts cannot take notes".into()));
        }
        let number = self.buffers.len() as u32;
        if number >= MOST_CONNECTIONS {
            return Err(Error(format!("a queue has had {MOST_CONNECTIONS} connections, and can have no more")));
        }
        let how = (telling, number, self.notes);
        let buffer = ReceiveBuffer::offer_as(endpoint, sender, room, how, Some(self.told.clone()))?;
        self.buffers.push(Some(buffer));
        Ok(number)
    }

    /// A connection's receive buffer; `None` if it is closed or was never.
    #[inline]
    pub fn buffer(&self, connection: u32) -> Option<&ReceiveBuffer> {
        self.buffers.get(connection as usize)?.as_ref()
    }

    /// The bytes that a note speaks of; none if its connection has been closed since.
    #[inline]
    pub fn bytes(&self, note: Note) -> Region {
        let all = self.buffer(note.connection).map_or(Region::EMPTY, ReceiveBuffer::memory);
        all.part(note.offset as usize, note.len as usize).unwrap_or(Region::EMPTY)
    }

    /// Ends a connection: deposits are refused from now on, and notes of it that are in the queue are dropped. False:
    /// there is none of that number.
    pub fn close<F: Local>(&mut self, endpoint: &mut Endpoint<F>, connection: u32) -> bool {
        let buffer = self.buffers.get_mut(connection as usize).and_then(Option::take);
        buffer.map(|buffer| buffer.close(endpoint)).is_some()
    }

    /// Ends all connections, and the queue.
    pub fn close_all<F: Local>(mut self, endpoint: &mut Endpoint<F>) {
        (0..self.buffers.len() as u32).for_each(|connection| _ = self.close(endpoint, connection));
    }

    /// The next note, if there is one: a non-blocking receive. Without one it looks at one line of memory, which stays
    /// in this processor's cache until a note comes. Makes no progress: bytes from other machines are placed, and their
    /// notes written, by whoever makes it (the process's helping thread, or [`Endpoint::progress`]).
    #[inline]
    pub fn poll(&mut self) -> Option<Note> {
        if !self.told.ring.has_notes() {
            return None;
        }
        loop {
            match self.told.ring.take(self.next) {
                Next::Note(note) => {
                    self.next += 1;
                    if self.told.late.some.load(Ordering::Acquire) > 0 {
                        self.told.catch_up();
                    }
                    if let Some(note) = self.check(note) {
                        return Some(note);
                    }
                }
                Next::Nothing if self.told.late.some.load(Ordering::Acquire) > 0 => self.told.catch_up(),
                Next::Nothing => return None,
                Next::Claimed(connection) => {
                    if !self.is_abandoned(connection) {
                        return None;
                    }
                }
            }
        }
    }

    /// A note, if its connection is alive and it speaks of bytes inside the buffer; others are counted.
    #[inline(always)]
    fn check(&mut self, RawNote { connection, offset, len }: RawNote) -> Option<Note> {
        let room = self.buffers.get(connection as usize).and_then(|b| b.as_ref()).map(|b| b.invitation().len);
        if room.is_some_and(|room| offset <= room && len <= room - offset) {
            return Some(Note { connection, offset, len });
        }
        self.dropped += 1;
        None
    }

    /// True if the sender that has claimed the next slot has died before its note was written: the slot is skipped.
    #[cold]
    fn is_abandoned(&mut self, connection: u32) -> bool {
        self.looks += 1;
        if !self.looks.is_multiple_of(PATIENCE) {
            return false;
        }
        // One that is closed may have lived on; then its note comes.
        let sender = self.buffer(connection).map(|b| b.invitation().from);
        let dead = sender.is_some_and(|rank| self.segment.has_died(rank));
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

    /// Notes that were dropped: of connections that are closed, of bytes outside their buffers, of senders that died
    /// over them, and of more deposits from other machines than anybody has taken notice of.
    pub fn dropped(&self) -> u64 {
        self.dropped + self.told.late.lost.load(Ordering::Relaxed)
    }

    /// True if [`poll`](Self::poll) would find something, or nearly.
    #[inline]
    pub fn is_ready(&self) -> bool {
        let late = self.told.late.some.load(Ordering::Acquire) > 0;
        late || self.told.ring.has_notes() && self.told.ring.is_there(self.next)
    }

    /// Waits for the next note: spins, then sleeps until a sender, which sees that this rank sleeps, wakes it. `None`:
    /// it took longer than `most`, or no sender of an open connection is left who could leave one.
    pub fn wait<F: Local>(&mut self, endpoint: &mut Endpoint<F>, most: Option<Duration>) -> Option<Note> {
        self.wait_for(endpoint, most, NoteQueue::poll)
    }

    /// Waits until so many deposits have been counted in all. False as for [`wait`](Self::wait).
    pub fn wait_for_count<F: Local>(&mut self, endpoint: &mut Endpoint<F>, count: u64, most: Option<Duration>) -> bool {
        self.wait_for(endpoint, most, |queue| (queue.counted() >= count).then_some(())).is_some()
    }

    fn wait_for<F: Local, T>(
        &mut self,
        endpoint: &mut Endpoint<F>,
        most: Option<Duration>,
        mut look: impl FnMut(&mut NoteQueue) -> Option<T>,
    ) -> Option<T> {
        let end = most.map(|most| Instant::now() + most);
        let looks = if endpoint.is_crowded() { 1 } else { LOOKS };
        let mut patience = Patience::default();
        let found = loop {
            let found = (0..looks).find_map(|_| {
                std::hint::spin_loop();
                look(self)
            });
            if found.is_some() {
                break found;
            }
            if endpoint.progress() {
                patience.moved();
                continue;
            }
            let pause = endpoint.pause(&mut patience, Waiting::NOTHING);
            let ends = pause.is_sleep() || patience.looks().is_multiple_of(LOOKS_FOR_LIFE);
            if ends {
                // The last look before sleeping, with the flag up: who deposits from now on sees it.
                let found = look(self);
                if found.is_some() {
                    break found;
                }
                let late = end.is_some_and(|end| Instant::now() >= end);
                if late || !self.is_anyone_left(endpoint) {
                    // Its last deposit may have come just before it died.
                    endpoint.progress();
                    break look(self);
                }
            }
            match end {
                Some(_) => pause.rest_briefly(),
                None => pause.rest(),
            }
        };
        endpoint.stop_waiting(&patience);
        found
    }

    /// True if some sender of an open connection runs, as far as is known: deposits may come. Costs system calls.
    pub fn is_anyone_left<F: Local>(&self, endpoint: &mut Endpoint<F>) -> bool {
        self.buffers.iter().flatten().any(|b| !endpoint.is_gone(b.invitation().from))
    }
}
