//! Notification queues (Avalanche, section 4.1): a receive is a look at the next note in the receiver's own memory.
use super::arrivals::{Arrivals, Note};
use super::receive_buffer::{ReceiveBuffer, Room};
use super::telling::Telling;
use crate::endpoint::Local;
use crate::waiting::Patience;
use crate::{Endpoint, Error, Rank, Region, Segment, Waiting};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Looks at the next note before the network is looked at: what is near needs no progress.
const LOOKS: u32 = 16;
/// Pauses of a wait between two questions whether anybody is left who could end it. Asking costs system calls.
const LOOKS_FOR_LIFE: u32 = 256;

/// A queue of notes in this rank's memory, and the receive buffers whose senders write it. Only its owner takes notes.
pub struct NoteQueue {
    arrivals: Arrivals,
    /// By their numbers. Those that are closed are gone, and no number is used twice.
    buffers: Vec<Option<ReceiveBuffer>>,
    segment: Arc<Segment>,
}

impl NoteQueue {
    /// A queue of so many notes (a power of two), or, with 0, a mere count of arrivals.
    pub fn new<F: Local>(endpoint: &Endpoint<F>, notes: u32) -> Result<NoteQueue, Error> {
        let arrivals = Arrivals::new(u64::from(notes))?;
        Ok(NoteQueue { arrivals, buffers: Vec::new(), segment: endpoint.segment.clone() })
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
        let number = self.arrivals.open(sender, room.len(), telling)?;
        self.buffers.push(None);
        let how = (telling, number, self.arrivals.notes());
        match ReceiveBuffer::offer_as(endpoint, sender, room, how, Some(self.arrivals.tellings().clone())) {
            Ok(buffer) => self.buffers[number as usize] = Some(buffer),
            Err(why) => {
                self.arrivals.close(number);
                return Err(why);
            }
        }
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
        self.arrivals.close(connection);
        let buffer = self.buffers.get_mut(connection as usize).and_then(Option::take);
        buffer.map(|buffer| buffer.close(endpoint)).is_some()
    }

    /// Ends all connections, and the queue.
    pub fn close_all<F: Local>(mut self, endpoint: &mut Endpoint<F>) {
        (0..self.buffers.len() as u32).for_each(|connection| _ = self.close(endpoint, connection));
    }

    /// The next note, if there is one: a non-blocking receive. Without one it looks at one line of memory, which stays
    /// in this processor's cache until a note comes. Drops as many notes as the queue holds at most, and then finds
    /// none, though others may have come meanwhile. Makes no progress: bytes from other machines are placed, and their
    /// notes written, by whoever makes it (the process's helping thread, or [`Endpoint::progress`]).
    #[inline]
    pub fn poll(&mut self) -> Option<Note> {
        self.arrivals.poll(|rank| self.segment.has_died(rank))
    }

    /// Deposits that were counted, by all connections that count.
    #[inline]
    pub fn counted(&self) -> u64 {
        self.arrivals.counted()
    }

    /// Notes that were dropped: of connections that are closed, of bytes outside their buffers, of senders that died
    /// over them, and of more deposits from other machines than anybody has taken notice of.
    pub fn dropped(&self) -> u64 {
        self.arrivals.dropped()
    }

    /// True if [`poll`](Self::poll) would find something, or nearly.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.arrivals.is_ready()
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
        let mut patience = Patience::default();
        let found = loop {
            let looks = if endpoint.gives_way() { 1 } else { LOOKS };
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

    /// True if some sender of an open connection runs, as far as is known.
    pub fn is_anyone_left<F: Local>(&self, endpoint: &mut Endpoint<F>) -> bool {
        self.buffers.iter().flatten().any(|b| !endpoint.is_gone(b.invitation().from))
    }
}
