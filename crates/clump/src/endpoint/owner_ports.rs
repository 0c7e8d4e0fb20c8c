//! Carries out the actions of core's owners of messages (tags, handlers, windows), each in its own part.
use super::memory::{Kept, Reads};
use super::port::Port;
use crate::lent;
use clump_core::{
    Combination, DepositId, Destination, EntryId, HandlerSink, RecvId, Rows, SendId, StreamId, TagSink, WindowId,
    WindowSink, planted,
};
use clump_fabric::Body;
use clump_fabric::local::LocalTx;
use clump_fabric::mem::{LentBuffer, Region};

// Messages with tags.
impl<T: LocalTx, B: Body> TagSink for Port<'_, T, B> {
    fn stash(&mut self, entry: EntryId, room: u64, offset: u64, skip: usize, len: u64) {
        let Some(body) = self.body else { return };
        if room > 0 {
            let part = self.memory.part_of(entry, room);
            let offset = if planted("stashed_from_the_start") { 0 } else { offset };
            lent::with_small(part, |to| body.copy_to(skip, 0, to.slice(offset as usize, len as usize)));
            self.memory.count_pushed(entry, len);
        }
    }

    fn unstash(&mut self, entry: EntryId, recv: RecvId, len: u64) {
        if let Some(mut from) = self.memory.take_part(entry) {
            let to = self.memory.recv(recv).part(0, len as usize);
            lent::with_small(&mut from, |from| match (to, self.memory.scattered_recvs.get(&recv)) {
                (Some(to), _) => drop(to.copy_from(from)),
                (None, Some(_)) if planted("unstashed_bytes_lost") => {}
                (None, Some(to)) => to.copy_in(0, from.slice(0, len as usize)),
                (None, None) => {}
            });
        }
    }

    fn discard(&mut self, entry: EntryId) {
        self.memory.take_part(entry);
    }
}

// Messages that run handlers.
impl<T: LocalTx, B: Body> HandlerSink for Port<'_, T, B> {
    fn land(&mut self, stream: StreamId, offset: u64, skip: usize, from: u64, len: u64) {
        self.deliver_stream(stream, offset, skip, from, len);
    }

    /// Appends body bytes of the arrived frame to the message's unread bytes.
    fn append_unread(&mut self, stream: StreamId, skip: usize, from: u64, len: u64) {
        if let Some(body) = self.body {
            let from = if planted("unread_from_the_start") { 0 } else { from };
            self.memory.unread.append(stream, len as usize, |to| {
                body.copy_to(skip, from as usize, to);
            });
        }
    }

    fn read_unread(&mut self, stream: StreamId, len: u64) {
        self.memory.unread.read(stream, len as usize, |from| match self.scattered {
            None => drop(self.call.part(0, from.len()).map(|to| to.copy_from(from))),
            Some(to) => to.copy_in(0, from),
        });
    }

    fn discard_unread(&mut self, stream: StreamId) {
        self.memory.unread.discard(stream);
    }
}

impl<T: LocalTx, B: Body> Port<'_, T, B> {
    #[cold]
    pub(super) fn deliver_stream(&mut self, stream: StreamId, offset: u64, skip: usize, from: u64, len: u64) {
        let Some(body) = self.body else { return };
        match self.memory.streams.get(stream) {
            Some(Reads::Contiguous(to)) => {
                let to = to.part(offset as usize, len as usize);
                to.map(|to| body.copy_to(skip, from as usize, to));
            }
            Some(to) => body.read(skip, (from + len) as usize, |bytes| to.write(offset, bytes.from(from as usize))),
            None => {}
        }
    }
}

// Operations on windows.
impl<T: LocalTx, B: Body> WindowSink for Port<'_, T, B> {
    fn deposit(&mut self, window: WindowId, offset: u64, skip: usize, from: u64, len: u64) {
        if let (Some(body), Some(to)) = (self.body, self.memory.windows.part(window, offset, len)) {
            // A thread that finds these bytes by polling finds those of earlier deposits, too.
            std::sync::atomic::fence(std::sync::atomic::Ordering::Release);
            let _ = body.copy_to(skip, from as usize, to);
        }
    }

    fn deposited(&mut self, window: WindowId, offset: u64, len: u64) {
        self.memory.windows.deposited(window, offset, len);
    }

    fn place_deposit(&mut self, deposit: DepositId, window: WindowId, offset: u64, len: u64) {
        self.memory.windows.place_deposit(deposit, window, offset, len);
    }

    fn register(&mut self, send: SendId, window: WindowId, offset: u64, len: u64) {
        let part = self.memory.windows.part(window, offset, len).unwrap_or(Region::EMPTY);
        self.memory.sends.insert(send, part);
    }

    fn gather(&mut self, send: SendId, window: WindowId, offset: u64, rows: Rows, len: u64) {
        let bytes = lent::zeroed(len as usize);
        for (at, body) in rows.each(offset, len) {
            if let Some(row) = self.memory.windows.part(window, at, rows.row()) {
                let start = if planted("rows_gathered_at_one_place") { 0 } else { body.start as usize };
                bytes.region().slice(start, row.len()).copy_from(row);
            }
        }
        self.memory.sends.insert(send, bytes.region());
        self.memory.kept.insert(send, Kept { bytes, word: 0, named: false });
    }

    fn combine(&mut self, what: Combination, skip: usize, from: u64, old: Option<SendId>) -> bool {
        let Some(body) = self.body else { return false };
        let before = old.map(|_| lent::zeroed(what.len as usize));
        let len = if what.swap { 2 * what.len } else { what.len };
        let windows = &self.memory.windows;
        let (mut done, was) = (false, before.as_ref().map(LentBuffer::region).filter(|_| !planted("old_value_lost")));
        body.read(skip, (from + len) as usize, |bytes| {
            done = windows.combine(what, bytes.slice(from as usize, len as usize), was);
        });
        if let (true, Some(send), Some(bytes)) = (done, old, before) {
            self.memory.sends.insert(send, bytes.region());
            self.memory.kept.insert(send, Kept { bytes, word: 0, named: false });
        }
        done
    }
}

impl<T: LocalTx, B: Body> Port<'_, T, B> {
    /// Copies body bytes of the arrived frame, from `skip` on, to the memory of a window operation.
    #[cold]
    pub(super) fn deliver_to_window(&mut self, into: Destination, offset: u64, skip: usize, len: u64) {
        let offset = if planted("answer_from_the_start") { 0 } else { offset };
        let to = self.memory.windows.place(into).and_then(|all| all.part(offset as usize, len as usize));
        if let (Some(body), Some(to)) = (self.body, to) {
            let _ = body.copy_to(skip, 0, to);
        }
    }
}
