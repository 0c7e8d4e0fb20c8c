//! A test world's actions for messages that run handlers.
use super::world::World;
use crate::ids::StreamId;
use crate::protocol::HandlerSink;

impl HandlerSink for World {
    fn land(&mut self, stream: StreamId, offset: u64, skip: usize, from: u64, len: u64) {
        let bytes = self.body(skip, from, len);
        let to = self.handlers.reads.get_mut(&stream).expect("memory that is read into");
        to[offset as usize..][..bytes.len()].copy_from_slice(&bytes);
    }
    fn append_unread(&mut self, stream: StreamId, skip: usize, from: u64, len: u64) {
        let bytes = self.body(skip, from, len);
        self.handlers.unread.entry(stream).or_default().extend(bytes);
    }
    fn read_unread(&mut self, stream: StreamId, len: u64) {
        let unread = self.handlers.unread.get_mut(&stream).expect("unread bytes");
        let bytes: Vec<u8> = unread.drain(..len as usize).collect();
        if bytes.len() == self.call.len() {
            // The read ends within its call, so its memory was not bound.
            self.handlers.reads.insert(stream, bytes);
            return;
        }
        self.handlers.reads.get_mut(&stream).expect("bound memory")[..bytes.len()].copy_from_slice(&bytes);
    }
    fn discard_unread(&mut self, stream: StreamId) {
        self.handlers.unread.remove(&stream).expect("unread bytes are dropped once");
    }
}
