//! Carries out core's actions on a fabric. The code is generic, so that the compiler can inline the fabric into core.
use super::memory::{Fetch, Holes, Kept, Memory, Reads};
use crate::copy::{MessageMemory, Native, Wanted};
use crate::lent;
use clump_core::ids::send_word;
use clump_core::protocol::{Full, Path, Source};
use clump_core::wire::Share;
use clump_core::{Arrival, Destination, Missing, Pulling, Rank, RecvId, SendId, TransferSink, planted};
use clump_fabric::local::LocalTx;
use clump_fabric::mem::{Region, Scattered, SmallBuffer};
use clump_fabric::{Body, Registration};
use std::ops::Range;
use std::sync::Arc;

/// The memory and the fabric that core's actions use during one call or one arrived frame.
pub struct Port<'a, T: LocalTx, B> {
    pub tx: &'a mut T,
    pub memory: &'a mut Memory,
    pub native: &'a mut Native<T::Job>,
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

impl<T: LocalTx, B: Body> Port<'_, T, B> {
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
        let offset = if planted("gathered_from_the_start") { 0 } else { offset };
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
        let offset = if planted("scattered_from_the_start") { 0 } else { offset };
        if let (Some(body), Some(to)) = (self.body, self.memory.scattered_recvs.get(&recv)) {
            body.read(skip, len as usize, |from| to.copy_in(offset, from));
        }
    }
}

/// Bytes of a message in non-contiguous memory.
struct MemoryPart<'a> {
    of: &'a Scattered,
    offset: u64,
    len: usize,
}

impl<T: LocalTx, B: Body> TransferSink for Port<'_, T, B> {
    fn path(&self, peer: Rank) -> Path {
        let capabilities = self.tx.capabilities(peer);
        Path { native_pull: capabilities.native_pull, piece: capabilities.piece as u64 }
    }

    fn ranks_of_other_job(&self, peer: Rank) -> Option<u32> {
        self.tx.ranks_of_other_job(peer)
    }

    #[inline(always)]
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = match body {
            Source::None => Region::EMPTY,
            Source::Call { len } => match self.scattered {
                None => self.call.slice(0, len as usize),
                Some(of) => return self.gather(to, head, words, MemoryPart { of, offset: 0, len: len as usize }),
            },
            Source::Broadcast { broadcast, offset, len } => self.of_broadcast(broadcast, offset, len).ok_or(Full)?,
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

    fn keep(&mut self, send: SendId) -> bool {
        match self.scattered {
            None => {
                self.memory.sends.insert(send, self.call);
                self.tx.register(self.call, Registration::Whole { quiet: self.native.is_quiet() })
            }
            Some(s) => {
                let word = self.native.name(self.tx, s);
                self.memory.scattered_sends.insert(send, Holes { memory: s.clone(), word });
                true
            }
        }
    }

    fn sent(&mut self, send: SendId) {
        if !self.memory.kept.is_empty()
            && let Some(kept) = self.memory.kept.remove(&send)
        {
            self.native.kept_is_over(kept.word, kept.named);
        }
        if self.memory.sends.remove(send).is_some() {
            return;
        }
        let holes = self.memory.scattered_sends.remove(send);
        debug_assert!(holes.is_some(), "core ends a send once");
        if let Some(holes) = holes {
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
        self.native.keep(named && !planted("withdrawn_unsaid"));
        self.memory.kept.insert(send, kept);
    }

    fn address(&self, send: SendId, offset: u64) -> u64 {
        match self.memory.sends.get(send) {
            Some(memory) => memory.as_ptr() as u64 + offset,
            // The word stands for the whole memory: the receiver counts its bytes from the first.
            None if offset > 0 && !planted("gathered_rest_from_start") => 0,
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
                return self.deliver_stream(stream, offset, skip, 0, len);
            }
            Destination::Deposit(_) | Destination::Operation(_) => {
                return self.deliver_to_window(into, offset, skip, len);
            }
        };
        match self.memory.recv(recv).part(offset as usize, len as usize) {
            Some(to) => drop(body.copy_to(skip, 0, to)),
            None => self.scatter(recv, offset, skip, len),
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

    fn piece(&mut self) -> u32 {
        self.native.piece()
    }

    fn share(&mut self, to: Rank, send: SendId, start: u64, ticket: u64) {
        let message = match self.memory.scattered_sends.get(send) {
            Some(h) => MessageMemory::Scattered(&h.memory),
            None => {
                debug_assert!(self.memory.sends.contains_key(send), "core passes on shares of live sends only");
                MessageMemory::Contiguous(self.memory.send(send))
            }
        };
        self.native.contribute(self.tx, to, (message, start), ticket);
    }

    fn serve(&mut self, to: Rank, send: SendId, start: u64, range: Range<u64>, asked: (u64, u32)) {
        let (offset, len) = (range.start, (range.end - range.start) as usize);
        let skipped = if planted("served_from_the_start") { 0 } else { offset - start };
        if let Some(bytes) = self.memory.send(send).part(skipped as usize, len) {
            return self.tx.serve(to, asked, offset, bytes);
        }
        let Some(of) = self.memory.scattered_sends.get(send).map(|h| h.memory.clone()) else { return };
        lent::with_small(&mut SmallBuffer::new(len), |bytes| {
            of.copy_out(offset - start, bytes);
            self.tx.serve(to, asked, offset, bytes);
        });
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
