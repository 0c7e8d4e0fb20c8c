//! Where core and fabric meet: core's actions on a fabric. Generic, so that nothing stands between the two when it runs.
use crate::memory::Memory;
use crate::native::{Native, Pulled};
use clump_core::protocol::{Full, Source};
use clump_core::wire::Share;
use clump_core::{Arrival, EntryId, Rank, RecvId, SendId, Sink};
use clump_fabric::mem::{Region, SmallBuffer};
use clump_fabric::{Body, Tx};

/// What core's actions work on for the time of one call or one arrived frame.
pub struct Port<'a, T, B> {
    pub tx: &'a mut T,
    pub memory: &'a mut Memory,
    pub native: &'a mut Native,
    /// The memory given with the call that is running.
    pub call: Region,
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
}

impl<T: Tx, B: Body> Sink for Port<'_, T, B> {
    #[inline(always)]
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = match body {
            Source::None => Region::EMPTY,
            Source::Call { len } => self.call.slice(0, len as usize),
            Source::Send { id, offset, len } => self.memory.send(id).slice(offset as usize, len as usize),
        };
        if self.tx.send(to, head, words, body).is_ok() {
            return Ok(());
        }
        self.prepare(to, body.len())?;
        self.tx.send(to, head, words, body).map_err(|_| Full)
    }

    fn keep(&mut self, send: SendId) {
        self.memory.sends.insert(send, self.call);
    }

    fn sent(&mut self, send: SendId) {
        self.memory.sends.remove(send);
    }

    fn address(&self, send: SendId) -> u64 {
        self.memory.send(send).as_ptr() as u64
    }

    #[inline(always)]
    fn bind(&mut self, recv: RecvId) {
        self.memory.bind(recv, self.call);
    }

    #[inline(always)]
    fn deliver(&mut self, recv: RecvId, offset: u64, skip: usize, len: u64) {
        let Some(body) = self.body else { return };
        let to = self.memory.recv(recv);
        body.copy_to(skip, 0, to.slice(offset as usize, len as usize));
        self.native.delivered(recv, len);
    }

    fn stash(&mut self, entry: EntryId, room: u64, offset: u64, skip: usize, len: u64) {
        let Some(body) = self.body else { return };
        if room == 0 {
            return;
        }
        if !self.memory.pushed.contains_key(entry) {
            self.memory.pushed.insert(entry, SmallBuffer::new(room as usize));
        }
        self.memory.pushed[entry].with(|to| body.copy_to(skip, 0, to.slice(offset as usize, len as usize)));
    }

    fn unstash(&mut self, entry: EntryId, recv: RecvId, len: u64) {
        if let Some(mut from) = self.memory.pushed.remove(entry) {
            let to = self.memory.recv(recv);
            from.with(|from| to.slice(0, len as usize).copy_from(from));
        }
    }

    fn pull(&mut self, from: Rank, send: SendId, address: u64, recv: RecvId, offset: u64, len: u64) -> bool {
        let into = self.memory.recv(recv).slice(offset as usize, len as usize);
        let what = Pulled { from, address: address.wrapping_add(offset), offset, into };
        self.native.pull(self.tx, what, recv, |tx, ticket| {
            let share = Share { send, ticket };
            // Only an offer: without room for it, or a ring to put it in, this process does it alone.
            let _ = tx.send(from, share.head(), &share.words(), Region::EMPTY);
        })
    }

    fn piece(&mut self, recv: RecvId) -> u32 {
        self.native.piece(recv)
    }

    fn share(&mut self, to: Rank, send: SendId, ticket: u64) {
        self.native.help(self.tx, to, self.memory.send(send), ticket);
    }
}
