//! The simulation's record of connections and notes: the library's own queues and mapped buffers over the protocol's
//! windows. The check of the results knows only what was deposited.
use clump::driver::windows::{Arrivals, MappedBuffer, MappedEnd, Note, Telling};
use clump_core::{Rank, WindowId};
use clump_fabric::mem::LentBuffer;
use std::collections::BTreeMap;

/// The first window number that connections use.
pub const FIRST: u32 = 1 << 31;

/// The connections of all ranks.
#[derive(Default)]
pub struct Connections {
    pub all: BTreeMap<(Rank, WindowId), Connection>,
    /// The queues, one for each rank that has offered a buffer.
    pub queues: BTreeMap<Rank, Arrivals>,
}

/// The right of one sender to place bytes in a buffer.
pub struct Connection {
    pub from: Rank,
    pub key: u64,
    pub len: u64,
    /// The mapped buffer that a sender on the receiver's machine stores into.
    pub near: Option<MappedEnd>,
    pub is_open: bool,
    pub number: u32,
    pub telling: Telling,
    /// The memory of the buffer.
    pub _memory: LentBuffer,
    pub buffer: MappedBuffer,
    /// The bytes that the buffer must hold once all deposits have arrived. For a closed connection, the bytes that the
    /// buffer held when it was closed.
    pub shadow: Vec<u8>,
    /// Deposits that may not have arrived yet. Each leaves a note, if the connection has notes.
    pub under_way: Vec<Deposit>,
    /// How many deposits have begun.
    pub begun: u64,
    /// How many deposits are known to have arrived.
    pub applied: u64,
}

pub struct Deposit {
    pub offset: u64,
    pub bytes: Vec<u8>,
    /// True if the deposit is long: its note may then come after the notes of later deposits.
    pub is_long: bool,
}

/// The largest number of deposits of one connection that are under way at a time.
const MOST: usize = 40;

impl Connection {
    fn has(&self, deposit: &Deposit) -> bool {
        let there = self.buffer.data().part(deposit.offset as usize, deposit.bytes.len());
        there.is_some_and(|there| there.to_vec() == deposit.bytes)
    }

    /// Returns a random offset at which `len` bytes touch no deposit under way. Returns `None` if the offset that it
    /// tried does, if the buffer is too short, or if `MOST` deposits are under way.
    pub fn place(&self, rng: &mut fastrand::Rng, len: u64) -> Option<u64> {
        let offset = rng.u64(..=self.len.checked_sub(len)?);
        let clash = |d: &Deposit| d.offset < offset + len && offset < d.offset + d.bytes.len() as u64;
        (self.under_way.len() < MOST && !self.under_way.iter().any(clash)).then_some(offset)
    }

    /// Records a deposit that is under way.
    pub fn begin(&mut self, offset: u64, bytes: Vec<u8>, is_long: bool) {
        self.shadow[offset as usize..offset as usize + bytes.len()].copy_from_slice(&bytes);
        self.under_way.push(Deposit { offset, bytes, is_long });
        self.begun += 1;
    }

    /// Checks that all deposits have arrived. The caller knows that the sender has nothing pending any more.
    pub fn applied(&mut self) -> Result<(), String> {
        if let Some(missing) = self.under_way.iter().find(|d| !self.has(d)) {
            return Err(format!("{} bytes at {} are not there", missing.bytes.len(), missing.offset));
        }
        self.applied = self.begun;
        if self.telling != Telling::Note {
            self.under_way.clear();
        }
        Ok(())
    }

    /// Checks a note: the deposit's bytes must be in place, and the note must come in its turn.
    pub fn noted(&mut self, note: Note) -> Result<(), String> {
        if !self.is_open {
            return Err("the connection is closed".to_owned());
        }
        let is_it = |d: &Deposit| (d.offset, d.bytes.len() as u64) == (note.offset, note.len);
        let Some(at) = self.under_way.iter().position(is_it) else {
            return Err("nothing was deposited there, or it was told before".to_owned());
        };
        if !self.has(&self.under_way[at]) {
            return Err("its bytes are not there".to_owned());
        }
        let mut before = self.under_way[..at].iter();
        if !self.under_way[at].is_long && before.any(|d| !d.is_long && !d.bytes.is_empty()) {
            return Err("it comes before that of an earlier deposit".to_owned());
        }
        self.under_way.remove(at);
        Ok(())
    }
}
