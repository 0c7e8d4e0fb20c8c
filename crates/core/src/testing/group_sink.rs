//! A test world's actions for broadcasts. A broadcast's memory belongs to the program or to the engine.
use super::world::World;
use crate::ids::{BroadcastId, Rank};
use crate::protocol::{Full, GroupSink, ParityBlock, Source};
use std::ops::Range;

/// Adds parts of `bytes` without carry (XOR) to `sum`.
fn xor(bytes: &[u8], parts: impl Iterator<Item = Range<u64>>, mut sum: Vec<u8>) -> Vec<u8> {
    for part in parts {
        sum.iter_mut().zip(&bytes[part.start as usize..part.end as usize]).for_each(|(s, b)| *s ^= b);
    }
    sum
}

impl World {
    fn send_to_group(&mut self, head: u64, words: &[u64], body: Vec<u8>) -> Result<(), Full> {
        assert!(body.len() as u64 <= self.groups.longest, "a multicast of {} bytes", body.len());
        self.send_frame(None, head, words, body)?;
        self.groups.gathered += 1;
        Ok(())
    }
}

impl GroupSink for World {
    fn longest_multicast(&self, _: Rank) -> u64 {
        self.groups.longest
    }
    fn receive_window(&self, _: Rank) -> u64 {
        self.groups.receive_window
    }
    fn multicast(&mut self, _: u16, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = self.source(body);
        self.send_to_group(head, words, body)
    }
    fn multicast_parity(&mut self, _: u16, head: u64, words: &[u64], of: ParityBlock) -> Result<(), Full> {
        let body = xor(&self.groups.broadcasts[&of.broadcast].0, of.parts(), vec![0; of.part as usize]);
        self.send_to_group(head, words, body)
    }
    fn restore_broadcast(&mut self, of: ParityBlock, lost: Range<u64>, skip: usize) {
        let parity = self.body(skip, 0, of.part);
        let (memory, _) = self.groups.broadcasts.get_mut(&of.broadcast).expect("a broadcast");
        let part = xor(memory, of.parts().filter(|p| *p != lost), parity);
        memory[lost.start as usize..lost.end as usize].copy_from_slice(&part[..(lost.end - lost.start) as usize]);
    }
    fn flush_multicasts(&mut self) {
        self.groups.gathered = 0;
    }
    fn keep_broadcast(&mut self, broadcast: BroadcastId) {
        assert!(self.groups.broadcasts.insert(broadcast, (self.call.clone(), true)).is_none(), "kept once");
    }
    fn copy_broadcast(&mut self, broadcast: BroadcastId) {
        let (bytes, own) = self.groups.broadcasts.get_mut(&broadcast).expect("a broadcast");
        assert!(std::mem::replace(own, false), "copied once, from {} bytes of the program's", bytes.len());
    }
    fn bind_broadcast(&mut self, broadcast: BroadcastId, kept: u64) {
        let mut memory = self.call.clone();
        if let Some((before, own)) = self.groups.broadcasts.remove(&broadcast) {
            assert!(!own, "bound once");
            memory[..kept as usize].copy_from_slice(&before[..kept as usize]);
        }
        self.groups.broadcasts.insert(broadcast, (memory, true));
    }
    fn stash_broadcast(&mut self, broadcast: BroadcastId, room: u64, offset: u64, skip: usize, len: u64) {
        let bytes = self.body(skip, 0, len);
        let groups = &mut self.groups;
        let (kept, own) = groups.broadcasts.entry(broadcast).or_insert_with(|| (vec![0xee; room as usize], false));
        assert!(!*own, "no destination is named");
        kept[offset as usize..][..len as usize].copy_from_slice(&bytes);
        let all = groups.broadcasts.values().filter(|c| !c.1).map(|c| c.0.len()).sum();
        groups.most_kept = groups.most_kept.max(all);
    }
    fn deliver_broadcast(&mut self, broadcast: BroadcastId, offset: u64, skip: usize, len: u64) {
        let bytes = self.body(skip, 0, len);
        let (memory, own) = self.groups.broadcasts.get_mut(&broadcast).expect("a destination");
        assert!(*own, "a destination is named");
        memory[offset as usize..][..len as usize].copy_from_slice(&bytes);
    }
    fn broadcast_over(&mut self, broadcast: BroadcastId) {
        if let Some((memory, own)) = self.groups.broadcasts.remove(&broadcast)
            && own
        {
            self.groups.got.insert(broadcast, memory);
        }
    }
}
