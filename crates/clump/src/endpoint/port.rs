//! Carries out core's actions on a fabric. Generic, so that the compiler can inline the fabric into core.
use super::memory::{Fetch, Holes, Kept, Memory, Reads};
use crate::copy::{MessageMemory, Native, Wanted};
use crate::lent;
use clump_core::ids::send_word;
use clump_core::protocol::{Full, Path, Source};
use clump_core::wire::Share;
use clump_core::{
    Arrival, Combination, DepositId, Destination, EntryId, Missing, Pulling, Rank, RecvId, SendId, Sink, Stashed,
    StreamId, WindowId,
};
use clump_fabric::mem::{LentBuffer, Region, Scattered, SmallBuffer};
use clump_fabric::shm::Reach;
use clump_fabric::{Body, Registration, RemoteMemory, Tx};
use std::ops::Range;
use std::sync::Arc;

/// What core's actions work on during one call or one arrived frame.
pub struct Port<'a, T, B> {
    pub tx: &'a mut T,
    pub memory: &'a mut Memory,
    pub native: &'a mut Native,
    /// The memory given with the running call.
    pub call: Region,
    /// The non-contiguous memory given with the running call, if any; `call` is empty then.
    pub scattered: Option<&'a Arc<Scattered>>,
    /// The frame that has just arrived.
    pub body: Option<&'a B>,
    /// The error, a sentence, if the system had no memory for a ring.
    pub pending_error: &'a mut Option<std::io::Error>,
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
    /// Allocates what was missing to send a frame. Returns `Full` if nothing was missing.
    #[cold]
    fn prepare(&mut self, to: Rank, len: usize) -> Result<(), Full> {
        match self.tx.prepare(to, len) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Full),
            Err(e) => {
                *self.pending_error = Some(e);
                Err(Full)
            }
        }
    }

    /// Sends a frame whose body is gathered straight into the receiver's queue.
    #[cold]
    fn gather(&mut self, to: Rank, head: u64, words: &[u64], part: MemoryPart<'_>) -> Result<(), Full> {
        let MemoryPart { of, offset, len } = part;
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
    /// Copies body bytes of the arrived frame, from `skip` on, to the memory of a window operation.
    #[cold]
    fn deliver_to_window(&mut self, into: Destination, offset: u64, skip: usize, len: u64) {
        let to = self.memory.windows.place(into).and_then(|all| all.part(offset as usize, len as usize));
        if let (Some(body), Some(to)) = (self.body, to) {
            let _ = body.copy_to(skip, 0, to);
        }
    }

    #[cold]
    fn deliver_stream(&mut self, stream: StreamId, offset: u64, skip: usize, from: u64, len: u64) {
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

    /// Appends body bytes of the arrived frame to the message's unread bytes.
    fn keep_unread(&mut self, stream: StreamId, skip: usize, from: u64, len: u64) {
        if let Some(body) = self.body {
            self.memory.unread.append(stream, len as usize, |to| {
                body.copy_to(skip, from as usize, to);
            });
        }
    }
}

/// Bytes of a message in non-contiguous memory.
struct MemoryPart<'a> {
    of: &'a Scattered,
    offset: u64,
    len: usize,
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
                Some(of) => return self.gather(to, head, words, MemoryPart { of, offset: 0, len: len as usize }),
            },
            Source::Cast { cast, offset, len } => self.of_broadcast(cast, offset, len).ok_or(Full)?,
            Source::Window { window, offset, len } => {
                self.memory.windows.part(window, offset, len).unwrap_or(Region::EMPTY)
            }
            Source::Send { id, offset, len } => match self.memory.sends.get(id) {
                Some(memory) => memory.slice(offset as usize, len as usize),
                None => {
                    let Some(of) = self.memory.scattered_sends.get(id).map(|h| h.memory.clone()) else {
                        return Err(Full);
                    };
                    return self.gather(to, head, words, MemoryPart { of: &of, offset, len: len as usize });
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
                self.memory.mapped = self.tx.register(self.call, Registration::Whole { quiet: self.native.is_quiet() });
                self.memory.sends.insert(send, self.call);
            }
            Some(s) => {
                self.memory.mapped = true;
                let word = self.native.name(self.tx, s);
                self.memory.scattered_sends.insert(send, Holes { memory: s.clone(), word });
            }
        }
    }

    fn is_mapped(&self) -> bool {
        self.memory.mapped
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
                let bytes = lent::zeroed(from.len());
                bytes.region().copy_from(from);
                bytes
            }
            Some(holes) => {
                let bytes = lent::zeroed(holes.memory.len());
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
                let scattered = self.scattered.map(|s| Reads::Scattered(s.clone()));
                self.memory.streams.insert(stream, scattered.unwrap_or(Reads::Contiguous(self.call)));
                return;
            }
            // The window tables keep the memory of these operations.
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
            Destination::Stream(stream) => {
                self.deliver_stream(stream, offset, skip, 0, len);
                return self.native.delivered(into, len);
            }
            Destination::Deposit(_) | Destination::Operation(_) => {
                return self.deliver_to_window(into, offset, skip, len);
            }
        };
        match self.memory.recv(recv).part(offset as usize, len as usize) {
            Some(to) => drop(body.copy_to(skip, 0, to)),
            None => self.scatter(recv, offset, skip, len),
        }
        self.native.delivered(into, len);
    }

    fn stash(&mut self, what: Stashed, room: u64, offset: u64, skip: usize, len: u64) {
        let Some(body) = self.body else { return };
        if room == 0 {
            return;
        }
        let part = match what {
            Stashed::Entry(entry) => self.memory.part_of(entry, room),
            Stashed::Stream(stream) => return self.keep_unread(stream, skip, 0, len),
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

    fn land(&mut self, stream: StreamId, offset: u64, skip: usize, from: u64, len: u64) {
        self.deliver_stream(stream, offset, skip, from, len);
    }

    fn append(&mut self, stream: StreamId, skip: usize, from: u64, len: u64) {
        self.keep_unread(stream, skip, from, len);
    }

    fn read_stashed(&mut self, stream: StreamId, len: u64) {
        self.memory.unread.read(stream, len as usize, |from| match self.scattered {
            None => drop(self.call.part(0, from.len()).map(|to| to.copy_from(from))),
            Some(to) => to.copy_in(0, from),
        });
    }

    fn discard(&mut self, what: Stashed) {
        match what {
            Stashed::Entry(entry) => drop(self.memory.pushed.remove(entry)),
            Stashed::Stream(stream) => self.memory.unread.discard(stream),
        }
    }

    fn pull(&mut self, what: Missing) -> Pulling {
        let (offset, len) = (what.offset(), what.len());
        let Missing { from, send, address, start, range, into, base } = what;
        let (memory, scattered) = match into {
            Destination::Recv(recv) => (self.memory.recv(recv), self.memory.scattered_recvs.get(&recv)),
            Destination::Stream(stream) => match self.memory.streams.get(stream) {
                Some(Reads::Contiguous(memory)) => (*memory, None),
                Some(Reads::Scattered(scattered)) => (Region::EMPTY, Some(scattered)),
                None => return Pulling::No,
            },
            Destination::Deposit(_) | Destination::Operation(_) => match self.memory.windows.place(into) {
                Some(memory) => (memory, None),
                None => return Pulling::No,
            },
        };
        let piece = memory.part(offset as usize, len as usize);
        if let Some(ticket) = piece.and_then(|into| self.tx.fetch(from, send_word(send), range.start, into)) {
            self.memory.fetches.insert(ticket, Fetch { into });
            return Pulling::Later;
        }
        if address == 0 {
            return Pulling::No;
        }
        let offer = |tx: &mut T, ticket| {
            let share = Share { send, ticket };
            // The share is only an offer: if there is no room to send it, this process copies alone.
            let _ = tx.send(from, share.head(), &share.words(), Region::EMPTY);
        };
        let memory = match (piece, scattered) {
            (Some(_), _) => MessageMemory::Contiguous(memory),
            (None, Some(scattered)) => MessageMemory::Scattered(scattered),
            (None, None) => return Pulling::No,
        };
        let wanted = Wanted { from, word: address, start, range, memory, base };
        self.native.pull(self.tx, wanted, into, offer)
    }

    fn piece(&mut self, into: Destination) -> u32 {
        self.native.piece(into)
    }

    fn share(&mut self, to: Rank, send: SendId, start: u64, ticket: u64) {
        let message = match self.memory.scattered_sends.get(send) {
            Some(h) => MessageMemory::Scattered(&h.memory),
            None => MessageMemory::Contiguous(self.memory.send(send)),
        };
        self.native.contribute(self.tx, to, (message, start), ticket);
    }

    fn serve(&mut self, to: Rank, send: SendId, start: u64, range: Range<u64>, asked: (u64, u32)) {
        let (offset, len) = (range.start, (range.end - range.start) as usize);
        if let Some(bytes) = self.memory.send(send).part((offset - start) as usize, len) {
            return self.tx.serve(to, asked, offset, bytes);
        }
        let Some(of) = self.memory.scattered_sends.get(send).map(|h| h.memory.clone()) else { return };
        SmallBuffer::new(len).with(|bytes| {
            of.copy_out(offset - start, bytes);
            self.tx.serve(to, asked, offset, bytes);
        });
    }

    fn deposit(&mut self, window: WindowId, offset: u64, skip: usize, len: u64) {
        if let (Some(body), Some(to)) = (self.body, self.memory.windows.part(window, offset, len)) {
            let _ = body.copy_to(skip, 0, to);
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

    fn combine(&mut self, what: Combination, skip: usize, old: Option<SendId>) -> bool {
        let Some(body) = self.body else { return false };
        let before = old.map(|_| lent::zeroed(what.len as usize));
        let len = if what.swap { 2 * what.len } else { what.len };
        let windows = &self.memory.windows;
        let (mut done, was) = (false, before.as_ref().map(LentBuffer::region));
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
