//! The actions of core's groups on a fabric, and the memory of broadcasts.
use super::cast_memory::CastMemory;
use super::port::Port;
use clump_core::protocol::{Full, Source};
use clump_core::wire::MOST_WORDS;
use clump_core::{CastId, CastSink, Rank};
use clump_fabric::mem::{Buffer, Region};
use clump_fabric::{Body, Tx};

impl<T: Tx, B: Body> Port<'_, T, B> {
    /// These bytes of a broadcast; `None` if it has not so many.
    pub fn of_cast(&self, cast: CastId, offset: u64, len: u64) -> Option<Region> {
        self.memory.casts.get(&cast)?.region().part(offset as usize, len as usize)
    }
}

impl<T: Tx, B: Body> CastSink for Port<'_, T, B> {
    fn longest_multicast(&self, peer: Rank) -> u64 {
        self.tx.capabilities(peer).multicast.saturating_sub(8 * MOST_WORDS) as u64
    }

    fn receive_window(&self, peer: Rank) -> u64 {
        self.tx.capabilities(peer).receive_window as u64
    }

    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = match body {
            Source::Cast { cast, offset, len } => self.of_cast(cast, offset, len).ok_or(Full)?,
            _ => Region::EMPTY,
        };
        self.tx.multicast(group, head, words, body).map_err(|_| Full)
    }

    fn flush_multicasts(&mut self) {
        self.tx.flush();
    }

    fn keep_cast(&mut self, cast: CastId) {
        self.memory.casts.insert(cast, CastMemory::Program(self.call));
    }

    fn copy_cast(&mut self, cast: CastId) {
        if let Some(memory) = self.memory.casts.get_mut(&cast) {
            let from = memory.region();
            let copy = Buffer::new(from.len());
            copy.region().copy_from(from);
            *memory = CastMemory::Own(copy);
        }
    }

    fn bind_cast(&mut self, cast: CastId, kept: u64) {
        if let Some(memory) = self.memory.casts.get(&cast) {
            let kept = memory.region().slice(0, kept as usize);
            self.call.slice(0, kept.len()).copy_from(kept);
        }
        self.memory.casts.insert(cast, CastMemory::Program(self.call));
    }

    fn stash_cast(&mut self, cast: CastId, room: u64, offset: u64, skip: usize, len: u64) {
        self.memory.casts.entry(cast).or_insert_with(|| CastMemory::Own(Buffer::new(room as usize)));
        self.deliver_cast(cast, offset, skip, len);
    }

    fn deliver_cast(&mut self, cast: CastId, offset: u64, skip: usize, len: u64) {
        if let (Some(body), Some(to)) = (self.body, self.of_cast(cast, offset, len)) {
            let _ = body.copy_to(skip, 0, to);
        }
    }

    fn cast_over(&mut self, cast: CastId) {
        self.memory.casts.remove(&cast);
    }
}
