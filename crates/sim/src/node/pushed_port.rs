//! The protocol's actions on pushed bytes in the simulator: unexpected messages, and messages that handlers read. Every
//! access is checked.
use super::memory::{BLANK, PushedFor};
use super::port::{Call, Port};
use clump_core::wire::Kind;
use clump_core::{Destination, EntryId, HandlerSink, RecvId, StreamId, TagSink, TransferSink};

impl TagSink for Port<'_> {
    fn stash(&mut self, entry: EntryId, room: u64, offset: u64, skip: usize, len: u64) {
        let Some(bytes) = self.arrived(skip, len) else {
            return;
        };
        let rank = self.rank;
        let memory = &mut *self.memory;
        let total = &mut memory.pushed_bytes;
        let buffer = memory.pushed.entry(PushedFor::Entry(entry)).or_insert_with(|| {
            *total += room;
            vec![BLANK; room as usize]
        });
        let (total, bound) = (*total, self.bound);
        if total > bound {
            self.shared.fail(|| format!("rank {rank} buffers {total} bytes; its pushed buffer has {bound}"));
        }
        match buffer.get_mut(offset as usize..(offset + len) as usize) {
            Some(to) => to.copy_from_slice(&bytes),
            None => {
                self.shared.fail(|| format!("rank {rank} stashes {len} bytes at {offset} of an entry that has {room}"))
            }
        }
    }

    fn unstash(&mut self, entry: EntryId, recv: RecvId, len: u64) {
        let rank = self.rank;
        let Some(from) = self.memory.pushed.remove(&PushedFor::Entry(entry)) else {
            return self
                .shared
                .fail(|| format!("rank {rank} takes {entry:?} out of the pushed buffer, which has it not"));
        };
        self.memory.pushed_bytes -= from.len() as u64;
        let Some(from) = from.get(..len as usize) else {
            return self.shared.fail(|| format!("rank {rank} takes {len} bytes of a shorter entry"));
        };
        if let Some(to) = self.destination(Destination::Recv(recv), 0, len) {
            to.copy_from_slice(from);
        }
    }

    fn discard(&mut self, entry: EntryId) {
        self.drop_pushed(PushedFor::Entry(entry));
    }
}

impl HandlerSink for Port<'_> {
    fn land(&mut self, stream: StreamId, offset: u64, skip: usize, from: u64, len: u64) {
        let Some(bytes) = self.arrived(skip, from + len) else { return };
        self.shared.coverage.landed += 1;
        if let Some(to) = self.destination(Destination::Stream(stream), offset, len) {
            to.copy_from_slice(&bytes[from as usize..]);
        }
    }

    fn append_unread(&mut self, stream: StreamId, skip: usize, from: u64, len: u64) {
        let Some(bytes) = self.arrived(skip, from + len) else { return };
        if self.arrived.is_some_and(|f| f.head >> 48 == Kind::More as u64) {
            self.shared.coverage.appended += 1;
        }
        self.memory.pushed.entry(PushedFor::Stream(stream)).or_default().extend(&bytes[from as usize..]);
        self.memory.pushed_bytes += len;
        let (rank, total, bound) = (self.rank, self.memory.pushed_bytes, self.bound);
        if total > bound {
            self.shared.fail(|| format!("rank {rank} buffers {total} bytes; its pushed buffer has {bound}"));
        }
    }

    fn read_unread(&mut self, stream: StreamId, len: u64) {
        let kept = self.memory.pushed.get_mut(&PushedFor::Stream(stream)).filter(|m| m.len() as u64 >= len);
        let Some(from) = kept.map(|m| m.drain(..len as usize).collect::<Vec<u8>>()) else {
            let rank = self.rank;
            return self.shared.fail(|| format!("rank {rank} reads {len} pushed bytes that are not there"));
        };
        self.memory.pushed_bytes -= len;
        if matches!(self.call, Call::Read(all) if all == len) {
            self.bind(Destination::Stream(stream));
        }
        if let Some(to) = self.destination(Destination::Stream(stream), 0, len) {
            to.copy_from_slice(&from);
        }
    }

    fn discard_unread(&mut self, stream: StreamId) {
        self.drop_pushed(PushedFor::Stream(stream));
    }
}

impl Port<'_> {
    fn drop_pushed(&mut self, what: PushedFor) {
        self.memory.pushed_bytes -= self.memory.pushed.remove(&what).map_or(0, |bytes| bytes.len() as u64);
    }
}
