//! A receive buffer as the ranks of its machine have it mapped, and a sender's deposits into it, apart from endpoints.
//! The simulator runs this code as it is.
use super::arrivals::Telling;
use crate::{Rank, Region};
use clump_core::{Refusal, planted};
use clump_fabric::shm::{NoteRing, RawNote};

/// Why a deposit came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepositError {
    /// It would reach past the end of the buffer, which has so many bytes. Nothing was placed.
    Outside(u64),
    /// The receiver has closed the connection.
    Closed(Rank),
    /// The receiver has not taken as many notes as its queue holds: deposit again later. The bytes may be there.
    QueueFull(Rank),
    /// That rank, which is reached by frames, has refused it or is no more.
    Far(Rank, Refusal),
}

impl std::fmt::Display for DepositError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DepositError::Outside(len) => write!(f, "a deposit reaches past the end of its buffer of {len} bytes"),
            DepositError::Closed(rank) => write!(f, "rank {rank} has closed the connection"),
            DepositError::QueueFull(rank) => {
                write!(f, "the queue of rank {rank} is full: it has to take notes before there can be more")
            }
            DepositError::Far(rank, refusal) => write!(f, "rank {rank} has refused a deposit: {refusal:?}"),
        }
    }
}

impl std::error::Error for DepositError {}

/// Bytes at the end of a buffer's memory: the connection's state.
const CONTROL: usize = 64;
/// What stands there.
const OPEN: u64 = 1;
const CLOSED: u64 = 2;

/// The memory of a receive buffer: its bytes, and whether its connection is open.
#[derive(Clone, Copy)]
pub struct MappedBuffer {
    data: Region,
    control: Region,
}

impl MappedBuffer {
    /// What a buffer of `len` bytes takes in all; `None`: it is more than can be mapped.
    pub fn bytes(len: u64) -> Option<usize> {
        usize::try_from(len).ok()?.checked_next_multiple_of(CONTROL)?.checked_add(CONTROL)
    }

    /// The buffer in that memory of [`MappedBuffer::bytes`], which begins with a word.
    ///
    /// # Panics
    /// If it is shorter.
    pub fn at(memory: Region, len: u64) -> MappedBuffer {
        let end = memory.len() - CONTROL;
        MappedBuffer { data: memory.slice(0, end).slice(0, len as usize), control: memory.from(end) }
    }

    /// Its connection is open, before anybody else knows of it.
    pub fn open(&self) {
        self.control.atomic_store(0, OPEN);
    }

    /// Deposits are refused from now on.
    pub fn close(&self) {
        self.control.atomic_store(0, CLOSED);
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
        let MappedBuffer { data, control } = self.buffer;
        let there = usize::try_from(offset).ok().and_then(|at| data.part(at, from.len()));
        let there = there.ok_or(DepositError::Outside(data.len() as u64))?;
        if control.atomic_load::<u64>(0) == CLOSED && !planted("stored_after_it_is_closed") {
            return Err(DepositError::Closed(self.to));
        }
        match (self.telling, self.ring) {
            (Telling::Note, Some(ring)) => {
                if !ring.has_room() {
                    return Err(DepositError::QueueFull(self.to));
                }
                // Its line is on its way while the bytes are written.
                ring.prepare();
                there.copy_from(from);
                let note = RawNote { connection: self.connection, offset, len: from.len() as u64 };
                ring.push(note).map_err(|_| DepositError::QueueFull(self.to))?;
                Ok(true)
            }
            (Telling::Count, Some(ring)) => {
                there.copy_from(from);
                ring.count();
                Ok(true)
            }
            _ => {
                there.copy_from(from);
                Ok(false)
            }
        }
    }
}
