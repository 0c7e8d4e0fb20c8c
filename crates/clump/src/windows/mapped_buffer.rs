//! A receive buffer as the ranks of its machine have it mapped, and a sender's deposits into it, apart from endpoints.
//! The simulator runs this code as it is.
use super::connection_state::{self, ConnectionState};
use super::deposit_error::DepositError;
use super::telling::Telling;
use crate::{Rank, Region};
use clump_core::planted;
use clump_fabric::shm::{NoteRing, RawNote};

/// The memory of a receive buffer: its bytes, and whether its connection is open. Of one in the program's own memory it
/// has no bytes, only that.
#[derive(Clone, Copy)]
pub struct MappedBuffer {
    data: Region,
    pub(super) state: ConnectionState,
}

impl MappedBuffer {
    /// What a buffer of `len` bytes takes in all; `None`: it is more than can be mapped.
    pub fn bytes(len: u64) -> Option<usize> {
        let line = connection_state::BYTES;
        usize::try_from(len).ok()?.checked_next_multiple_of(line)?.checked_add(line)
    }

    /// The buffer in that memory of [`MappedBuffer::bytes`], which begins with a word.
    ///
    /// # Panics
    /// If it is shorter.
    pub fn at(memory: Region, len: u64) -> MappedBuffer {
        let end = memory.len() - connection_state::BYTES;
        MappedBuffer { data: memory.slice(0, end).slice(0, len as usize), state: ConnectionState::at_end(memory) }
    }

    /// Its connection is open, before anybody else knows of it.
    pub fn open(&self) {
        self.state.open();
    }

    /// Deposits are refused from now on.
    pub fn close(&self) {
        self.state.mark_closed();
    }

    pub fn data(&self) -> Region {
        self.data
    }
}

/// The sender's end on the receiver's machine.
#[derive(Clone, Copy)]
pub struct MappedEnd {
    pub buffer: MappedBuffer,
    /// The receiver.
    pub to: Rank,
    /// The connection's number in its queue.
    pub connection: u32,
    pub telling: Telling,
    pub ring: Option<NoteRing>,
}

impl MappedEnd {
    /// Places bytes in the buffer and leaves word of them. True: the receiver may sleep, and must hear of it.
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

    /// The same where `put` writes into memory of the receiver's program, which it waits for before it closes.
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

    /// Has `put` place the bytes, and leaves word of them.
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
                // Its line is on its way while the bytes are written.
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
