//! Carries out the actions of core's broadcast groups on a fabric, and keeps the memory of broadcasts.
use super::broadcast_memory::BroadcastMemory;
use super::port::Port;
use crate::lent;
use clump_core::protocol::{Full, Source};
use clump_core::wire::MOST_WORDS;
use clump_core::{BroadcastId, GroupSink, ParityBlock, Rank};
use clump_fabric::Body;
use clump_fabric::local::LocalTx;
use clump_fabric::mem::{LentBuffer, Region};
use std::ops::Range;

impl<T: LocalTx, B: Body> Port<'_, T, B> {
    /// Returns `len` bytes of a broadcast at `offset`; `None` if the broadcast is shorter.
    pub fn of_broadcast(&self, broadcast: BroadcastId, offset: u64, len: u64) -> Option<Region> {
        self.memory.broadcasts.get(&broadcast)?.region().part(offset as usize, len as usize)
    }

    /// Combines these parts of a broadcast into `sum` by XOR. Returns `None` if the broadcast is shorter than a
    /// part's end.
    fn xor(&self, broadcast: BroadcastId, parts: impl Iterator<Item = Range<u64>>, sum: &LentBuffer) -> Option<()> {
        for part in parts {
            sum.region().combine::<u8>(self.of_broadcast(broadcast, part.start, part.end - part.start)?, |a, b| a ^ b);
        }
        Some(())
    }
}

impl<T: LocalTx, B: Body> GroupSink for Port<'_, T, B> {
    fn longest_multicast(&self, peer: Rank) -> u64 {
        self.tx.capabilities(peer).multicast.saturating_sub(8 * MOST_WORDS) as u64
    }

    fn receive_window(&self, peer: Rank) -> u64 {
        self.tx.capabilities(peer).receive_window as u64
    }

    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = match body {
            Source::Broadcast { broadcast, offset, len } => self.of_broadcast(broadcast, offset, len).ok_or(Full)?,
            _ => Region::EMPTY,
        };
        self.tx.multicast(group, head, words, body).map_err(|_| Full)
    }

    fn multicast_parity(&mut self, group: u16, head: u64, words: &[u64], of: ParityBlock) -> Result<(), Full> {
        let parity = lent::zeroed(of.part as usize);
        self.xor(of.broadcast, of.parts(), &parity).ok_or(Full)?;
        // The fabric has copied the parity by the time the call returns.
        self.tx.multicast(group, head, words, parity.region()).map_err(|_| Full)
    }

    fn restore_broadcast(&mut self, of: ParityBlock, lost: Range<u64>, skip: usize) {
        let (Some(body), Some(to)) = (self.body, self.of_broadcast(of.broadcast, lost.start, lost.end - lost.start))
        else {
            return;
        };
        let sum = lent::zeroed(of.part as usize);
        let _ = body.copy_to(skip, 0, sum.region());
        let others = of.parts().filter(|part| *part != lost);
        if self.xor(of.broadcast, others, &sum).is_some() {
            to.copy_from(sum.region());
        }
    }

    fn flush_multicasts(&mut self) {
        self.tx.flush();
    }

    fn keep_broadcast(&mut self, broadcast: BroadcastId) {
        self.memory.broadcasts.insert(broadcast, BroadcastMemory::Program(self.call));
    }

    fn copy_broadcast(&mut self, broadcast: BroadcastId) {
        if let Some(memory) = self.memory.broadcasts.get_mut(&broadcast) {
            let from = memory.region();
            let copy = lent::zeroed(from.len());
            copy.region().copy_from(from);
            *memory = BroadcastMemory::Own(copy);
        }
    }

    fn bind_broadcast(&mut self, broadcast: BroadcastId, kept: u64) {
        if let Some(memory) = self.memory.broadcasts.get(&broadcast) {
            let kept = memory.region().slice(0, kept as usize);
            self.call.slice(0, kept.len()).copy_from(kept);
        }
        self.memory.broadcasts.insert(broadcast, BroadcastMemory::Program(self.call));
    }

    fn stash_broadcast(&mut self, broadcast: BroadcastId, room: u64, offset: u64, skip: usize, len: u64) {
        self.memory.broadcasts.entry(broadcast).or_insert_with(|| BroadcastMemory::Own(lent::zeroed(room as usize)));
        self.deliver_broadcast(broadcast, offset, skip, len);
    }

    fn deliver_broadcast(&mut self, broadcast: BroadcastId, offset: u64, skip: usize, len: u64) {
        if let (Some(body), Some(to)) = (self.body, self.of_broadcast(broadcast, offset, len)) {
            let _ = body.copy_to(skip, 0, to);
        }
    }

    fn broadcast_over(&mut self, broadcast: BroadcastId) {
        self.memory.broadcasts.remove(&broadcast);
    }
}
