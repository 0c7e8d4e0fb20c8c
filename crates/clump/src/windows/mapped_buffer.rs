//! A receive buffer as the ranks of its machine map it, with a sender's deposits into it. This code needs no
//! endpoint, and the simulator runs it unchanged.
use super::connection_state::{self, ConnectionState};
use super::deposit_error::DepositError;
use super::telling::Telling;
use clump_core::{Rank, planted};
use clump_fabric::mem::Region;
use clump_fabric::shm::{NoteRing, RawNote};

/// The memory of a receive buffer: its bytes and the connection's state. If the program lent the bytes, this memory
/// has only the state.
#[derive(Clone, Copy)]
pub struct MappedBuffer {
    data: Region,
    pub(super) state: ConnectionState,
}

impl MappedBuffer {
    /// Returns how much memory a buffer of `len` bytes occupies, in bytes; `None` if that is more than can be mapped.
    pub fn bytes(len: u64) -> Option<usize> {
        let line = connection_state::BYTES;
        usize::try_from(len).ok()?.checked_next_multiple_of(line)?.checked_add(line)
    }

    /// Returns the buffer in memory of [`MappedBuffer::bytes`] bytes, which begins at a word boundary.
    ///
    /// # Panics
    /// If the memory is shorter.
    pub fn at(memory: Region, len: u64) -> MappedBuffer {
        let end = memory.len() - connection_state::BYTES;
        MappedBuffer { data: memory.slice(0, end).slice(0, len as usize), state: ConnectionState::at_end(memory) }
    }

    /// Marks the connection as open, before any other rank knows the buffer.
    pub fn open(&self) {
        self.state.open();
    }

    /// Marks the connection as closed: deposits are refused from now on.
    pub fn close(&self) {
        self.state.mark_closed();
    }

    /// Returns the buffer's bytes.
    pub fn data(&self) -> Region {
        self.data
    }
}

/// The sender's end on the receiver's machine.
#[derive(Clone, Copy)]
pub struct MappedEnd {
    /// The mapped buffer.
    pub buffer: MappedBuffer,
    /// The receiver.
    pub to: Rank,
    /// The connection's number in the receiver's queue.
    pub connection: u32,
    /// What the receiver wants to know of deposits.
    pub telling: Telling,
    /// The receiver's notes, if it wants any.
    pub ring: Option<NoteRing>,
}

impl MappedEnd {
    /// Stores bytes in the buffer and leaves a note. Returns true if the receiver may sleep and must be woken.
    #[inline(always)]
    pub fn store(&self, offset: u64, from: Region) -> Result<bool, DepositError> {
        let MappedBuffer { data, state } = self.buffer;
        let there = usize::try_from(offset).ok().and_then(|at| data.part(at, from.len()));
        let there = there.ok_or(DepositError::Outside(data.len() as u64))?;
        if state.is_closed() && !planted("stored_after_it_is_closed") {
            return Err(DepositError::Closed(self.to));
        }
        self.place(offset, from.len(), || {
            there.copy_from(from);
            Ok(())
        })
    }

    /// Writes into memory of the receiver's program with `put`, and leaves a note. The receiver cannot close the
    /// buffer before `put` has returned. Returns true if the receiver must be woken.
    pub(super) fn write(
        &self,
        offset: u64,
        len: usize,
        put: impl FnOnce() -> Result<(), DepositError>,
    ) -> Result<bool, DepositError> {
        let state = self.buffer.state;
        if !state.begin_writing() {
            return Err(DepositError::Closed(self.to));
        }
        let placed = self.place(offset, len, put);
        state.end_writing();
        placed
    }

    /// Places the bytes with `put`, and leaves a note.
    #[inline(always)]
    fn place(
        &self,
        offset: u64,
        len: usize,
        put: impl FnOnce() -> Result<(), DepositError>,
    ) -> Result<bool, DepositError> {
        match (self.telling, self.ring) {
            (Telling::Note, Some(ring)) => {
                if !ring.has_room() {
                    return Err(DepositError::QueueFull(self.to));
                }
                // Prefetch the note's cache line while the bytes are written.
                ring.prepare();
                put()?;
                let note = RawNote { connection: self.connection, offset, len: len as u64 };
                ring.push(note).map_err(|_| DepositError::QueueFull(self.to))?;
                Ok(true)
            }
            (Telling::Count, Some(ring)) => {
                put()?;
                ring.count();
                Ok(true)
            }
            _ => put().map(|()| false),
        }
    }
}
