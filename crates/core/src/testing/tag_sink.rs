//! A test world's actions for messages with tags.
use super::world::World;
use crate::ids::{EntryId, RecvId};
use crate::protocol::TagSink;

impl TagSink for World {
    fn stash(&mut self, entry: EntryId, room: u64, offset: u64, skip: usize, len: u64) {
        let bytes = self.body(skip, 0, len);
        let kept = self.tags.entries.entry(entry).or_insert_with(|| vec![0xee; room as usize]);
        kept[offset as usize..][..bytes.len()].copy_from_slice(&bytes);
    }
    fn unstash(&mut self, entry: EntryId, recv: RecvId, len: u64) {
        let bytes = self.tags.entries.remove(&entry).expect("pushed bytes are taken once");
        let to = self.tags.receives.get_mut(&recv).expect("a receive whose memory is bound");
        to[..len as usize].copy_from_slice(&bytes[..len as usize]);
    }
    fn discard(&mut self, entry: EntryId) {
        self.tags.entries.remove(&entry).expect("pushed bytes are dropped once");
    }
}
