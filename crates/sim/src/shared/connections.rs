//! The ranks' shared record of connections: offered buffers, and the deposits into them.
use super::Shared;
use crate::connections::{Connection, FIRST};
use clump::driver::windows::{Arrivals, DepositError, MappedBuffer, MappedEnd, Telling};
use clump_core::{Rank, WindowId};
use clump_fabric::mem::Region;
use clump_fabric::shm::RawNote;
use clump_fabric::sim::{lent, lent_copy};

impl Shared {
    /// Offers a buffer of rank `to` to rank `from`. Returns the window and the key that the engine of `to` needs.
    pub fn connect(&mut self, to: Rank, from: Rank, len: u64) -> (WindowId, u64) {
        let window = WindowId(FIRST + self.connections.all.len() as u32);
        let notes = 1 << self.rng.u32(..5);
        let arrivals = self.connections.queues.entry(to).or_insert_with(|| Arrivals::new(notes).expect("memory"));
        let telling = [Telling::Nothing, Telling::Count, Telling::Note, Telling::Note][self.rng.usize(..4)];
        let number = arrivals.open(from, len, telling).expect("a number");
        let memory = lent(MappedBuffer::bytes(len).expect("a small buffer"));
        let buffer = MappedBuffer::at(memory.region(), len);
        buffer.open();
        let ring = Some(arrivals.note_senders().ring());
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

    /// Handles the protocol's report that a deposit is in its place.
    pub fn tell(&mut self, rank: Rank, window: WindowId, offset: u64, len: u64) {
        if let Some(c) = self.connections.all.get(&(rank, window)) {
            let raw = RawNote { connection: c.number, offset, len };
            self.connections.queues[&rank].note_senders().tell(c.telling, raw);
        }
    }

    /// Returns the bytes of an open connection.
    pub fn in_connection(&self, rank: Rank, window: WindowId) -> Option<Region> {
        self.connections.all.get(&(rank, window)).filter(|c| c.is_open).map(|c| c.buffer.data())
    }

    /// Stores a deposit whose sender is on the receiver's machine.
    pub fn store(&mut self, to: Rank, window: WindowId, offset: u64, bytes: Vec<u8>) {
        let Some(c) = self.connections.all.get_mut(&(to, window)) else { return };
        let Some(end) = c.near else { return };
        let came = end.store(offset, lent_copy(&bytes).region());
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

    /// Takes at most `most` notes for the receiver.
    pub fn take_notes(&mut self, rank: Rank, most: usize) {
        for _ in 0..most {
            let Some(queue) = self.connections.queues.get_mut(&rank) else { return };
            let Some(note) = queue.poll(|_| false) else {
                // The queue may have dropped many notes at once, with more notes behind them.
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

    /// Closes a connection, for the receiver.
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

    /// Checks that every deposit was reported once, in the chosen way. To be called once nothing moves and all notes
    /// are taken.
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
