//! Notification queues (Avalanche, section 4.1): a receive reads the next note in the receiver's own memory.
use super::arrivals::{Arrivals, Note};
use super::receive_buffer::{ReceiveBuffer, Room};
use super::telling::Telling;
use crate::endpoint::{Endpoint, Local};
use crate::error::Error;
use crate::waiting::Patience;
use clump_core::{Rank, planted};
use clump_fabric::clock::Clock;
use clump_fabric::local::LocalPeers;
use clump_fabric::mem::Region;
use clump_fabric::shm::Waiting;
use std::sync::Arc;
use std::time::Duration;

/// Polls of the next note before the network is polled, because a deposit on this machine needs no progress. More
/// polls delay the network.
const LOOKS: u32 = 16;
/// Pauses of a wait between two checks whether a sender is left. More pauses find a lost sender later; a check costs
/// system calls.
const LOOKS_FOR_LIFE: u32 = 256;

/// A queue of notes in this rank's memory, and the receive buffers whose senders write the notes. Only its owner
/// takes notes.
pub struct NoteQueue {
    arrivals: Arrivals,
    /// The buffers by connection number; `None` for a closed connection. No number is used twice.
    buffers: Vec<Option<ReceiveBuffer>>,
    peers: Arc<dyn LocalPeers>,
}

impl NoteQueue {
    /// Creates a queue of `notes` notes (a power of two). With 0, the queue holds no notes and only counts arrivals.
    pub fn new<F: Local>(endpoint: &Endpoint<F>, notes: u32) -> Result<NoteQueue, Error> {
        let arrivals = Arrivals::new(u64::from(notes))?;
        Ok(NoteQueue { arrivals, buffers: Vec::new(), peers: endpoint.peers() })
    }

    /// Offers a receive buffer of `len` bytes, initially zero, to rank `sender`. `telling` says whether its
    /// deposits leave notes here or are counted. Returns the connection's number in this queue. Send the buffer's
    /// [invitation](ReceiveBuffer::invitation) to `sender`.
    pub fn offer<F: Local>(
        &mut self,
        endpoint: &mut Endpoint<F>,
        sender: Rank,
        len: u64,
        telling: Telling,
    ) -> Result<u32, Error> {
        self.offer_room(endpoint, sender, Room::New(len), telling)
    }

    /// Offers a receive buffer in memory of either kind. Returns the connection's number in this queue.
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
        match ReceiveBuffer::offer_as(endpoint, sender, room, how, Some(self.arrivals.note_senders().clone())) {
            Ok(buffer) => self.buffers[number as usize] = Some(buffer),
            Err(why) => {
                self.arrivals.close(number);
                return Err(why);
            }
        }
        Ok(number)
    }

    /// Returns a connection's receive buffer; `None` if it is closed or never existed.
    #[inline]
    pub fn buffer(&self, connection: u32) -> Option<&ReceiveBuffer> {
        self.buffers.get(connection as usize)?.as_ref()
    }

    /// Returns the address of the bytes that a note announces, which is valid until the connection is closed. The
    /// address is dangling if the connection has been closed since the note came.
    #[inline]
    pub fn as_ptr(&self, note: Note) -> *mut u8 {
        self.part(note).as_ptr()
    }

    #[inline]
    fn part(&self, note: Note) -> Region {
        let all = self.buffer(note.connection).map_or(Region::EMPTY, ReceiveBuffer::bytes);
        all.part(note.offset as usize, note.len as usize).unwrap_or(Region::EMPTY)
    }

    /// Returns a copy of the bytes that a note announces.
    pub fn to_vec(&self, note: Note) -> Vec<u8> {
        self.part(note).to_vec()
    }

    /// Returns every `step`th byte that a note announces, from the first on, read in place.
    #[inline]
    pub fn every(&self, note: Note, step: usize) -> impl Iterator<Item = u8> + '_ {
        let part = self.part(note);
        (0..part.len()).step_by(step).map(move |at| part.get(at))
    }

    /// Closes a connection: deposits are refused from now on, and its notes in the queue are dropped. Returns false
    /// if no connection has that number.
    pub fn close<F: Local>(&mut self, endpoint: &mut Endpoint<F>, connection: u32) -> bool {
        self.arrivals.close(connection);
        let buffer = self.buffers.get_mut(connection as usize).and_then(Option::take);
        buffer.map(|buffer| buffer.close(endpoint)).is_some()
    }

    /// Closes all connections, and the queue.
    pub fn close_all<F: Local>(mut self, endpoint: &mut Endpoint<F>) {
        (0..self.buffers.len() as u32).for_each(|connection| _ = self.close(endpoint, connection));
    }

    /// Returns the next note, if there is one: a non-blocking receive. An unsuccessful poll reads one line of memory,
    /// which stays in this processor's cache until a note arrives. Drops at most as many invalid notes as the queue
    /// holds, and then returns `None`, even if further notes have arrived meanwhile. Makes no progress: for deposits
    /// from other machines, the helper thread or [`Endpoint::progress`] places the bytes and writes the notes.
    #[inline]
    pub fn poll(&mut self) -> Option<Note> {
        self.arrivals.poll(|rank| self.peers.has_died(rank))
    }

    /// Returns the number of counted deposits, summed over all connections that count deposits.
    #[inline]
    pub fn counted(&self) -> u64 {
        self.arrivals.counted()
    }

    /// Returns the number of dropped notes: notes of closed connections, notes of bytes outside their buffers, notes
    /// whose senders died while writing them, and notes from other machines for which there was no room.
    pub fn dropped(&self) -> u64 {
        self.arrivals.dropped()
    }

    /// Returns true if [`poll`](Self::poll) is likely to find a note.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.arrivals.is_ready()
    }

    /// Waits for the next note: spins, then sleeps until a sender wakes this rank. Returns `None` after the time
    /// `most`, or if no sender of an open connection is left.
    pub fn wait<F: Local>(&mut self, endpoint: &mut Endpoint<F>, most: Option<Duration>) -> Option<Note> {
        self.wait_for(endpoint, most, NoteQueue::poll)
    }

    /// Waits until the queue has counted `count` deposits in all. Returns false after the time `most`, or if no
    /// sender of an open connection is left.
    pub fn wait_for_count<F: Local>(&mut self, endpoint: &mut Endpoint<F>, count: u64, most: Option<Duration>) -> bool {
        self.wait_for(endpoint, most, |queue| {
            (queue.counted() + u64::from(planted("count_awaited_less_one")) >= count).then_some(())
        })
        .is_some()
    }

    fn wait_for<F: Local, T>(
        &mut self,
        endpoint: &mut Endpoint<F>,
        most: Option<Duration>,
        mut look: impl FnMut(&mut NoteQueue) -> Option<T>,
    ) -> Option<T> {
        let now = endpoint.clock().now();
        let end = most.map(|most| now.saturating_add(u64::try_from(most.as_nanos()).unwrap_or(u64::MAX)));
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
                // Poll a last time before sleeping, with the sleeping flag set: a sender that deposits from now on
                // sees the flag.
                let found = look(self);
                if found.is_some() {
                    break found;
                }
                let late = end.is_some_and(|end| endpoint.clock().now() >= end);
                if late || !self.is_anyone_left(endpoint) {
                    // The last deposit may have arrived just before its sender died.
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

    /// Returns true if some sender of an open connection is running, as far as this rank knows.
    pub fn is_anyone_left<F: Local>(&self, endpoint: &mut Endpoint<F>) -> bool {
        planted("queue_waits_for_the_gone")
            || self.buffers.iter().flatten().any(|b| !endpoint.is_gone(b.invitation().from))
    }
}
