//! The protocol's actions on broadcasts in the simulator. Every access is checked.
use super::memory::{BLANK, GroupMemory};
use super::port::{Call, Port};
use clump_core::protocol::{Full, Source};
use clump_core::wire::MOST_WORDS;
use clump_core::{BroadcastId, GroupSink, ParityBlock, Rank};
use clump_fabric::Tx;
use clump_fabric::mem::{Buffer, Region};
use std::ops::Range;

impl Port<'_> {
    /// Returns `len` bytes at `offset` of a broadcast's memory. If the memory does not have them, the run fails.
    pub fn of_broadcast(&mut self, cast: BroadcastId, offset: u64, len: u64) -> Option<Region> {
        let part = self.memory.casts.get(cast).and_then(|m| m.region().part(offset as usize, len as usize));
        if part.is_none() {
            let rank = self.rank;
            self.shared.fail(|| format!("rank {rank} touches {len} bytes at {offset} of {cast:?}, which has them not"));
        }
        part
    }
}

impl GroupSink for Port<'_> {
    fn longest_multicast(&self, peer: Rank) -> u64 {
        self.tx.capabilities(peer).multicast.saturating_sub(8 * MOST_WORDS) as u64
    }

    fn receive_window(&self, peer: Rank) -> u64 {
        self.tx.capabilities(peer).receive_window as u64
    }

    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = match body {
            Source::Cast { cast, offset, len } => self.of_broadcast(cast, offset, len).ok_or(Full)?,
            _ => Region::EMPTY,
        };
        self.send_to_group(group, head, words, body)
    }

    fn multicast_parity(&mut self, group: u16, head: u64, words: &[u64], of: ParityBlock) -> Result<(), Full> {
        let parity = Buffer::new(of.part as usize);
        for part in of.parts() {
            let bytes = self.of_broadcast(of.cast, part.start, part.end - part.start).ok_or(Full)?;
            parity.region().combine::<u8>(bytes, |a, b| a ^ b);
        }
        self.send_to_group(group, head, words, parity.region())
    }

    fn restore_broadcast(&mut self, of: ParityBlock, lost: Range<u64>, skip: usize) {
        let Some(parity) = self.arrived(skip, of.part).map(|bytes| Buffer::copy_of(&bytes)) else { return };
        for part in of.parts().filter(|part| *part != lost) {
            if let Some(bytes) = self.of_broadcast(of.cast, part.start, part.end - part.start) {
                parity.region().combine::<u8>(bytes, |a, b| a ^ b);
            }
        }
        if let Some(to) = self.of_broadcast(of.cast, lost.start, lost.end - lost.start) {
            to.copy_from(parity.region());
        }
    }

    fn flush_multicasts(&mut self) {
        self.tx.flush();
    }

    fn keep_broadcast(&mut self, cast: BroadcastId) {
        let Call::Cast(group, number) = self.call else {
            return self.shared.fail(|| format!("{cast:?} is kept outside a call"));
        };
        let bytes = Buffer::copy_of(&self.shared.casts[group].schedule[number].bytes);
        self.memory.casts.insert(cast, GroupMemory::Program(bytes));
    }

    fn copy_broadcast(&mut self, cast: BroadcastId) {
        match self.memory.casts.remove(cast) {
            Some(GroupMemory::Program(bytes)) => drop(self.memory.casts.insert(cast, GroupMemory::Copy(bytes))),
            _ => self.shared.fail(|| format!("{cast:?} is copied, which no program has (any more)")),
        }
    }

    fn bind_broadcast(&mut self, cast: BroadcastId, kept: u64) {
        let Call::Post(len) = self.call else {
            return self.shared.fail(|| format!("{cast:?} is bound outside a call"));
        };
        let to = Buffer::copy_of(&vec![BLANK; len as usize]);
        match self.memory.casts.remove(cast) {
            Some(GroupMemory::Kept(from)) => {
                to.region().copy_from(from.region().slice(0, kept as usize));
            }
            None if kept == 0 => {}
            _ => self.shared.fail(|| format!("{cast:?} is bound twice, or {kept} bytes are not there")),
        }
        self.memory.casts.insert(cast, GroupMemory::Destination(to));
    }

    fn stash_broadcast(&mut self, cast: BroadcastId, room: u64, offset: u64, skip: usize, len: u64) {
        if !self.memory.casts.contains_key(cast) {
            let kept = Buffer::copy_of(&vec![BLANK; room as usize]);
            self.memory.casts.insert(cast, GroupMemory::Kept(kept));
        }
        let all = self.memory.casts.values().filter(|m| matches!(m, GroupMemory::Kept(_)));
        let all: u64 = all.map(|m| m.region().len() as u64).sum();
        let (rank, bound) = (self.rank, self.broadcast_bound);
        if all > bound {
            self.shared.fail(|| format!("rank {rank} keeps {all} bytes of broadcasts; {bound} are the most"));
        }
        self.put_broadcast(cast, offset, skip, len);
    }

    fn deliver_broadcast(&mut self, cast: BroadcastId, offset: u64, skip: usize, len: u64) {
        if !matches!(self.memory.casts.get(cast), Some(GroupMemory::Destination(_))) {
            return self.shared.fail(|| format!("{cast:?} has no destination (any more)"));
        }
        self.put_broadcast(cast, offset, skip, len);
    }

    fn broadcast_over(&mut self, cast: BroadcastId) {
        if let Some(GroupMemory::Destination(bytes)) = self.memory.casts.remove(cast) {
            self.memory.broadcast_ends.insert(cast, bytes.region().to_vec());
        }
    }
}

impl Port<'_> {
    fn send_to_group(&mut self, group: u16, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        let sent = self.tx.multicast(group, head, words, body);
        let rank = self.rank;
        self.shared.note(|| format!("rank {rank} to group {group}: {head:x} words {words:x?} body {}", body.len()));
        match sent {
            Ok(()) => self.shared.coverage.frame(head),
            Err(_) => self.shared.coverage.full += 1,
        }
        sent.map_err(|_| Full)
    }

    fn put_broadcast(&mut self, cast: BroadcastId, offset: u64, skip: usize, len: u64) {
        let Some(bytes) = self.arrived(skip, len) else { return };
        if let Some(to) = self.of_broadcast(cast, offset, len) {
            to.write(&bytes);
        }
    }
}
