//! Where core and fabric meet: core's actions on a fabric. Generic, so that nothing stands between the two when it
//! runs.
use super::memory::{Fetch, Holes, Kept, Memory, part_of};
use crate::copy::{MessageMemory, Native, Wanted};
use clump_core::ids::send_word;
use clump_core::protocol::{Full, Path, Source};
use clump_core::wire::Share;
use clump_core::{
    Arrival, Combination, DepositId, Destination, EntryId, Missing, Pulling, Rank, RecvId, SendId, Sink, Stashed,
    StreamId, WindowId,
};
use clump_fabric::mem::{Buffer, Region, Scattered, SmallBuffer};
use clump_fabric::shm::{Reach, RemoteBlocks};
use clump_fabric::{Body, Lend, RemoteMemory, Tx};
use std::ops::Range;
use std::sync::Arc;

/// What core's actions work on for the time of one call or one arrived frame.
pub struct Port<'a, T, B> {
    pub tx: &'a mut T,
    pub memory: &'a mut Memory,
    pub native: &'a mut Native,
    /// The memory given with the call that is running.
    pub call: Region,
    /// The same if it has holes; `call` is empty then.
    pub scattered: Option<&'a Arc<Scattered>>,
    /// The frame that has just arrived.
    pub body: Option<&'a B>,
    /// Set when memory for a ring could not be had: a sentence.
    pub trouble: &'a mut Option<std::io::Error>,
}

/// An arrived frame as core sees it.
pub struct Arrived<'a, B>(pub &'a B);

impl<B: Body> Arrival for Arrived<'_, B> {
    #[inline(always)]
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        self.0.words()
    }
    #[inline(always)]
    fn len(&self, k: usize) -> usize {
        self.0.len(k)
    }
}

impl<T: Tx, B: Body> Port<'_, T, B> {
    /// Makes what a frame found missing; `Full` if that was not it.
    #[cold]
    fn prepare(&mut self, to: Rank, len: usize) -> Result<(), Full> {
        match self.tx.prepare(to, len) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Full),
            Err(e) => {
                *self.trouble = Some(e);
                Err(Full)
            }
        }
    }

    /// Sends a frame whose body is gathered straight to where it waits for its receiver.
    #[cold]
    fn gather(&mut self, to: Rank, head: u64, words: &[u64], part: Part<'_>) -> Result<(), Full> {
        let Part { of, offset, len } = part;
        let fill = |to| of.copy_out(offset, to);
        if self.tx.send_filled(to, head, words, len, fill).is_ok() {
            return Ok(());
        }
        self.prepare(to, len)?;
        self.tx.send_filled(to, head, words, len, fill).map_err(|_| Full)
    }

    /// Scatters body bytes of the arrived frame straight into the receive's memory.
    #[cold]
    fn scatter(&mut self, recv: RecvId, offset: u64, skip: usize, len: u64) {
        if let (Some(body), Some(to)) = (self.body, self.memory.scattered_recvs.get(&recv)) {
            body.read(skip, len as usize, |from| to.copy_in(offset, from));
        }
    }
}

// Messages that run handlers, and operations on windows.
impl<T: Tx, B: Body> Port<'_, T, B> {
    #[cold]
    fn deliver_elsewhere(&mut self, into: Destination, offset: u64, skip: usize, len: u64) {
        if let (Some(body), Some(to)) = (self.body, self.memory.place(into, offset, len)) {
            let _ = body.copy_to(skip, 0, to);
        }
    }
}

/// Bytes of a message in memory with holes.
struct Part<'a> {
    of: &'a Scattered,
    offset: u64,
    len: usize,
}

impl<T: Tx + RemoteMemory<Reach = Reach>, B: Body> Port<'_, T, B> {
    /// Pulls a part of a message for a handler that reads it, for a window or out of one: fetched between machines,
    /// copied at once within one.
    fn pull_elsewhere(&mut self, what: Missing) -> Pulling {
        let Some(into) = self.memory.place(what.into, what.offset(), what.len()) else { return Pulling::No };
        if let Some(ticket) = self.tx.fetch(what.from, send_word(what.send), what.range.start, into) {
            self.memory.fetches.insert(ticket, Fetch { into: what.into });
            return Pulling::Later;
        }
        if what.address == 0 || RemoteBlocks::is_shaped(what.address) {
            return Pulling::No;
        }
        let address = what.address.wrapping_add(what.range.start - what.start);
        self.native.pull_piece(self.tx, what.from, address, into)
    }
}

impl<T: Tx + RemoteMemory<Reach = Reach>, B: Body> Sink for Port<'_, T, B> {
    fn path(&self, peer: Rank) -> Path {
        let capabilities = self.tx.capabilities(peer);
        Path { native_pull: capabilities.native_pull, piece: capabilities.piece as u64 }
    }

    #[inline(always)]
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = match body {
            Source::None => Region::EMPTY,
            Source::Call { len } => match self.scattered {
                None => self.call.slice(0, len as usize),
                Some(of) => return self.gather(to, head, words, Part { of, offset: 0, len: len as usize }),
            },
            Source::Window { window, offset, len } => {
                self.memory.windows.part(window, offset, len).unwrap_or(Region::EMPTY)
            }
            Source::Send { id, offset, len } => match self.memory.sends.get(id) {
                Some(memory) => memory.slice(offset as usize, len as usize),
                None => {
                    let Some(of) = self.memory.scattered_sends.get(id).map(|h| h.memory.clone()) else {
                        return Err(Full);
                    };
                    return self.gather(to, head, words, Part { of: &of, offset, len: len as usize });
                }
            },
        };
        if self.tx.send(to, head, words, body).is_ok() {
            return Ok(());
        }
        self.prepare(to, body.len())?;
        self.tx.send(to, head, words, body).map_err(|_| Full)
    }

    fn delayable(&mut self, to: Rank, head: u64, words: &[u64]) -> Result<(), Full> {
        if self.tx.send_delayable(to, head, words).is_ok() {
            return Ok(());
        }
        self.prepare(to, 0)?;
        self.tx.send_delayable(to, head, words).map_err(|_| Full)
    }

    fn cork(&mut self, to: Rank, on: bool) {
        self.tx.cork(to, on);
    }

    fn keep(&mut self, send: SendId) {
        match self.scattered {
            None => {
                self.tx.lend(self.call, Lend::Whole);
                self.memory.sends.insert(send, self.call);
            }
            Some(s) => {
                let word = self.native.name_strided(self.tx, s);
                self.memory.scattered_sends.insert(send, Holes { memory: s.clone(), word });
            }
        }
    }

    fn sent(&mut self, send: SendId) {
        if !self.memory.kept.is_empty()
            && let Some(kept) = self.memory.kept.remove(&send)
        {
            self.native.kept_is_over(kept.word, kept.named);
        }
        if self.memory.sends.remove(send).is_none()
            && let Some(holes) = self.memory.scattered_sends.remove(send)
        {
            self.native.give_back(holes.word);
        }
    }

    #[cold]
    fn copy_away(&mut self, send: SendId, named: bool) {
        let holes = self.memory.scattered_sends.remove(send);
        let bytes = match &holes {
            None => {
                let from = self.memory.send(send);
                let bytes = Buffer::new(from.len());
                bytes.region().copy_from(from);
                bytes
            }
            Some(holes) => {
                let bytes = Buffer::new(holes.memory.len());
                holes.memory.copy_out(0, bytes.region());
                bytes
            }
        };
        let kept = Kept { bytes, word: holes.map_or(0, |h| h.word), named };
        self.memory.sends.insert(send, kept.bytes.region());
        self.native.keep(named);
        self.memory.kept.insert(send, kept);
    }

    fn address(&self, send: SendId) -> u64 {
        match self.memory.sends.get(send) {
            Some(memory) => memory.as_ptr() as u64,
            None => self.memory.scattered_sends.get(send).map_or(0, |h| h.word),
        }
    }

    #[inline(always)]
    fn bind(&mut self, into: Destination) {
        let recv = match into {
            Destination::Recv(recv) => recv,
            Destination::Stream(stream) => {
                self.memory.streams.insert(stream, self.call);
                return;
            }
            // Their memory is named elsewhere.
            Destination::Deposit(_) | Destination::Operation(_) => return,
        };
        self.memory.bind(recv, self.call);
        if let Some(s) = self.scattered {
            self.memory.bind_scattered(recv, s);
        }
    }

    #[inline(always)]
    fn deliver(&mut self, into: Destination, offset: u64, skip: usize, len: u64) {
        let Some(body) = self.body else { return };
        let recv = match into {
            Destination::Recv(recv) => recv,
            other => return self.deliver_elsewhere(other, offset, skip, len),
        };
        match self.memory.recv(recv).part(offset as usize, len as usize) {
            Some(to) => drop(body.copy_to(skip, 0, to)),
            None => self.scatter(recv, offset, skip, len),
        }
        self.native.delivered(recv, len);
    }

    fn stash(&mut self, what: Stashed, room: u64, offset: u64, skip: usize, len: u64) {
        let Some(body) = self.body else { return };
        if room == 0 {
            return;
        }
        let part = match what {
            Stashed::Entry(entry) => part_of(&mut self.memory.pushed, entry, room),
            Stashed::Stream(stream) => part_of(&mut self.memory.unread, stream, room),
        };
        part.with(|to| body.copy_to(skip, 0, to.slice(offset as usize, len as usize)));
    }

    fn unstash(&mut self, entry: EntryId, recv: RecvId, len: u64) {
        if let Some(mut from) = self.memory.pushed.remove(entry) {
            let to = self.memory.recv(recv).part(0, len as usize);
            from.with(|from| match (to, self.memory.scattered_recvs.get(&recv)) {
                (Some(to), _) => drop(to.copy_from(from)),
                (None, Some(to)) => to.copy_in(0, from.slice(0, len as usize)),
                (None, None) => {}
            });
        }
    }

    fn read_stashed(&mut self, stream: StreamId, offset: u64, len: u64) {
        let Some(to) = self.memory.place(Destination::Stream(stream), 0, len) else { return };
        if let Some(from) = self.memory.unread.get_mut(stream) {
            from.with(|from| to.copy_from(from.slice(offset as usize, len as usize)));
        }
    }

    fn discard(&mut self, what: Stashed) {
        match what {
            Stashed::Entry(entry) => drop(self.memory.pushed.remove(entry)),
            Stashed::Stream(stream) => drop(self.memory.unread.remove(stream)),
        }
    }

    fn pull(&mut self, what: Missing) -> Pulling {
        let Destination::Recv(recv) = what.into else { return self.pull_elsewhere(what) };
        let (from, send, address, offset, len) = (what.from, what.send, what.address, what.offset(), what.len());
        let memory = self.memory.recv(recv);
        let piece = memory.part(offset as usize, len as usize);
        if let Some(ticket) = piece.and_then(|into| self.tx.fetch(from, send_word(send), offset, into)) {
            self.memory.fetches.insert(ticket, Fetch { into: what.into });
            return Pulling::Later;
        }
        if address == 0 {
            return Pulling::No;
        }
        let offer = |tx: &mut T, ticket| {
            let share = Share { send, ticket };
            // Only an offer: without room for it, or a ring to put it in, this process does it alone.
            let _ = tx.send(from, share.head(), &share.words(), Region::EMPTY);
        };
        let into = match (piece, self.memory.scattered_recvs.get(&recv)) {
            (Some(_), _) => MessageMemory::Contiguous(memory),
            (None, Some(scattered)) => MessageMemory::Scattered(scattered),
            (None, None) => return Pulling::No,
        };
        let wanted = Wanted { from, word: address, range: offset..offset + len, into };
        self.native.pull(self.tx, wanted, recv, offer)
    }

    fn piece(&mut self, into: Destination) -> u32 {
        match into {
            Destination::Recv(recv) => self.native.piece(recv),
            _ => 0,
        }
    }

    fn share(&mut self, to: Rank, send: SendId, ticket: u64) {
        let message = match self.memory.scattered_sends.get(send) {
            Some(h) => MessageMemory::Scattered(&h.memory),
            None => MessageMemory::Contiguous(self.memory.send(send)),
        };
        self.native.contribute(self.tx, to, message, ticket);
    }

    fn serve(&mut self, to: Rank, send: SendId, start: u64, range: Range<u64>, asked: (u64, u32)) {
        let (offset, len) = (range.start, (range.end - range.start) as usize);
        if let Some(bytes) = self.memory.send(send).part((offset - start) as usize, len) {
            return self.tx.serve(to, asked, offset, bytes);
        }
        let Some(of) = self.memory.scattered_sends.get(send).map(|h| h.memory.clone()) else { return };
        SmallBuffer::new(len).with(|bytes| {
            of.copy_out(offset, bytes);
            self.tx.serve(to, asked, offset, bytes);
        });
    }

    fn deposit(&mut self, window: WindowId, offset: u64, skip: usize, len: u64) {
        if let (Some(body), Some(to)) = (self.body, self.memory.windows.part(window, offset, len)) {
            let _ = body.copy_to(skip, 0, to);
        }
    }

    fn place_deposit(&mut self, deposit: DepositId, window: WindowId, offset: u64, len: u64) {
        self.memory.windows.place_deposit(deposit, window, offset, len);
    }

    fn lend(&mut self, send: SendId, window: WindowId, offset: u64, len: u64) {
        let part = self.memory.windows.part(window, offset, len).unwrap_or(Region::EMPTY);
        self.memory.sends.insert(send, part);
    }

    fn combine(&mut self, what: Combination, skip: usize, old: Option<SendId>) -> bool {
        let Some(body) = self.body else { return false };
        let before = old.map(|_| Buffer::new(what.len as usize));
        let len = if what.swap { 2 * what.len } else { what.len };
        let windows = &self.memory.windows;
        let (mut done, was) = (false, before.as_ref().map(Buffer::region));
        body.read(skip, len as usize, |operand| done = windows.combine(what, operand, was));
        if let (true, Some(send), Some(bytes)) = (done, old, before) {
            self.memory.sends.insert(send, bytes.region());
            self.memory.kept.insert(send, Kept { bytes, word: 0, named: false });
        }
        done
    }

    #[cold]
    fn close_destination(&mut self, into: Destination) {
        let (tx, windows) = (&mut *self.tx, &mut self.memory.windows);
        self.memory.fetches.retain(|&ticket, fetch| {
            let goes_on = fetch.into != into;
            if !goes_on {
                tx.stop_fetch(ticket);
            }
            goes_on
        });
        windows.close(into);
    }
}
