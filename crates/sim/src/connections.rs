//! Connections and their notes, as the simulation sees them: the library's own queues and mapped buffers over the
//! protocol's windows, and the check of what comes of it, which knows nothing of either but what was deposited.
use crate::shared::Shared;
use clump::windows::{Arrivals, DepositError, MappedBuffer, MappedEnd, Note, Telling};
use clump_core::{Rank, WindowId};
use clump_fabric::mem::{Buffer, Region};
use clump_fabric::shm::RawNote;
use std::collections::BTreeMap;

/// Numbers of windows that connections use begin here.
const FIRST: u32 = 1 << 31;

/// Everybody's.
#[derive(Default)]
pub struct Connections {
    pub all: BTreeMap<(Rank, WindowId), Connection>,
    /// Of each rank that has offered a buffer.
    queues: BTreeMap<Rank, Arrivals>,
}

/// One sender's right to place bytes in a buffer.
pub struct Connection {
    pub from: Rank,
    pub key: u64,
    pub len: u64,
    /// Whose sender stores into the mapped buffer.
    pub near: Option<MappedEnd>,
    pub is_open: bool,
    number: u32,
    telling: Telling,
    /// What the buffer is in.
    _memory: Buffer,
    buffer: MappedBuffer,
    /// What the buffer must hold once everything is there; of a closed one, what it held then.
    shadow: Vec<u8>,
    /// Deposits that are not known to be there; a note is to come of each, if the connection has notes.
    under_way: Vec<Deposit>,
    /// Deposits, and how many of them are known to be there.
    begun: u64,
    applied: u64,
}

struct Deposit {
    offset: u64,
    bytes: Vec<u8>,
    /// It may be told after later ones.
    is_long: bool,
}

/// So many deposits of a connection are under way at most.
const MOST: usize = 40;

impl Connection {
    fn has(&self, deposit: &Deposit) -> bool {
        let there = self.buffer.data().part(deposit.offset as usize, deposit.bytes.len());
        there.is_some_and(|there| there.to_vec() == deposit.bytes)
    }

    /// A place for so many bytes that nothing is under way to.
    pub fn place(&self, rng: &mut fastrand::Rng, len: u64) -> Option<u64> {
        let offset = rng.u64(..=self.len.checked_sub(len)?);
        let clash = |d: &Deposit| d.offset < offset + len && offset < d.offset + d.bytes.len() as u64;
        (self.under_way.len() < MOST && !self.under_way.iter().any(clash)).then_some(offset)
    }

    /// These bytes are on their way.
    pub fn begin(&mut self, offset: u64, bytes: Vec<u8>, is_long: bool) {
        self.shadow[offset as usize..offset as usize + bytes.len()].copy_from_slice(&bytes);
        self.under_way.push(Deposit { offset, bytes, is_long });
        self.begun += 1;
    }

    /// The sender has nothing pending any more.
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

    /// A note has come: of a deposit whose bytes are there, and which is told in its turn.
    fn noted(&mut self, note: Note) -> Result<(), String> {
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

impl Shared {
    /// Rank `to` offers a buffer; what its engine has to know.
    pub fn connect(&mut self, to: Rank, from: Rank, len: u64) -> (WindowId, u64) {
        let window = WindowId(FIRST + self.connections.all.len() as u32);
        let notes = 1 << self.rng.u32(..5);
        let arrivals = self.connections.queues.entry(to).or_insert_with(|| Arrivals::new(notes).expect("memory"));
        let telling = [Telling::Nothing, Telling::Count, Telling::Note, Telling::Note][self.rng.usize(..4)];
        let number = arrivals.open(from, len, telling).expect("a number");
        let memory = Buffer::new(MappedBuffer::bytes(len).expect("a small buffer"));
        let buffer = MappedBuffer::at(memory.region(), len);
        buffer.open();
        let ring = Some(arrivals.tellings().ring());
        let near = self.rng.bool().then_some(MappedEnd { buffer, to, connection: number, telling, ring });
        let (key, shadow) = (self.rng.u64(..), vec![0; len as usize]);
        let is_near = near.is_some();
        let connection = Connection {
            from,
            key,
            len,
            near,
            is_open: true,
            number,
            telling,
            _memory: memory,
            buffer,
            shadow,
            under_way: Vec::new(),
            begun: 0,
            applied: 0,
        };
        self.connections.all.insert((to, window), connection);
        self.note(|| format!("rank {to} offers {window:?} to rank {from}: {len} bytes, {telling:?}, near: {is_near}"));
        (window, key)
    }

    /// The protocol says that a deposit is in its place.
    pub fn tell(&mut self, rank: Rank, window: WindowId, offset: u64, len: u64) {
        if let Some(c) = self.connections.all.get(&(rank, window)) {
            let raw = RawNote { connection: c.number, offset, len };
            self.connections.queues[&rank].tellings().tell(c.telling, raw);
        }
    }

    /// The bytes of a connection that is open.
    pub fn in_connection(&self, rank: Rank, window: WindowId) -> Option<Region> {
        self.connections.all.get(&(rank, window)).filter(|c| c.is_open).map(|c| c.buffer.data())
    }

    /// A sender on the receiver's machine deposits something.
    pub fn store(&mut self, to: Rank, window: WindowId, offset: u64, bytes: Vec<u8>) {
        let Some(c) = self.connections.all.get_mut(&(to, window)) else { return };
        let Some(end) = c.near else { return };
        let came = end.store(offset, Buffer::copy_of(&bytes).region());
        let is_inside = offset <= c.len && bytes.len() as u64 <= c.len - offset;
        let (is_open, len) = (c.is_open, bytes.len());
        self.note(|| format!("{len} bytes are stored at {offset} of {window:?} of rank {to}: {came:?}"));
        let c = self.connections.all.get_mut(&(to, window)).expect("it is there");
        match came {
            Ok(_) if is_open && is_inside => {
                c.begin(offset, bytes, false);
                let end = c.applied();
                self.coverage.stored += 1;
                if let Err(why) = end {
                    self.fail(|| format!("{window:?} of rank {to}: {why}"));
                }
            }
            Err(DepositError::Outside(_)) if !is_inside => self.coverage.refused += 1,
            Err(DepositError::Closed(_)) if !is_open => self.coverage.refused += 1,
            Err(DepositError::QueueFull(_)) => self.coverage.full_queues += 1,
            _ => self.fail(|| {
                format!("{len} bytes at {offset} of {window:?} of rank {to}, open: {is_open}, come to {came:?}")
            }),
        }
    }

    /// The receiver takes notes, so many at most.
    pub fn take_notes(&mut self, rank: Rank, most: usize) {
        for _ in 0..most {
            let Some(queue) = self.connections.queues.get_mut(&rank) else { return };
            let Some(note) = queue.poll(|_| false) else {
                // It may have dropped a lap of notes, with more behind them.
                if queue.is_ready() {
                    continue;
                }
                return;
            };
            self.note(|| format!("rank {rank} takes {note:?}"));
            self.coverage.notes += 1;
            let mut own = self.connections.all.iter_mut().filter(|((to, _), _)| *to == rank);
            let told = own.find(|(_, c)| c.number == note.connection).map(|(_, c)| c.noted(note));
            if let Err(why) = told.unwrap_or_else(|| Err("there is no such connection".to_owned())) {
                return self.fail(|| format!("rank {rank} takes {note:?}, and {why}"));
            }
        }
    }

    /// The receiver closes a connection.
    pub fn close_connection(&mut self, rank: Rank, window: WindowId) {
        let c = self.connections.all.get_mut(&(rank, window)).expect("a connection");
        self.coverage.closed_amid += u64::from(!c.under_way.is_empty());
        c.buffer.close();
        c.is_open = false;
        c.under_way.clear();
        c.shadow = c.buffer.data().to_vec();
        let number = c.number;
        self.note(|| format!("rank {rank} closes {window:?}"));
        if !self.connections.queues.get_mut(&rank).is_some_and(|q| q.close(number)) {
            self.fail(|| format!("rank {rank} closes {window:?}, and its queue does not know it"));
        }
    }

    /// Nothing moves any more, and all notes are taken: all deposits were told, once, in the way that was asked for.
    pub fn check_connections(&mut self) {
        let mut wrong = None;
        for ((rank, window), c) in &self.connections.all {
            let is = c.buffer.data().to_vec();
            let byte = is.iter().zip(&c.shadow).position(|(is, shall)| is != shall);
            if let Some(byte) = byte {
                wrong = Some(format!("byte {byte} of {window:?} of rank {rank}, open: {}, is wrong", c.is_open));
            }
            if let Some(lost) = c.under_way.first() {
                let len = lost.bytes.len();
                wrong = Some(format!("rank {rank} is never told of {len} bytes at {} of {window:?}", lost.offset));
            }
        }
        for (rank, queue) in &self.connections.queues {
            let counting = self.connections.all.iter().filter(|((to, _), c)| to == rank && c.telling == Telling::Count);
            let (least, most) = counting.fold((0, 0), |(l, m), (_, c)| (l + c.applied, m + c.begun));
            let is = queue.counted();
            if is < least || is > most {
                wrong = Some(format!("rank {rank} has counted {is} deposits, and there were {least} to {most}"));
            }
        }
        if let Some(why) = wrong {
            self.fail(|| why);
        }
    }
}
