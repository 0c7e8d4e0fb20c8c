//! The side that sends.
use super::clock::Clock;
use super::shared::Shared;
use clump_fabric::mem::Region;
use clump_fabric::{Capabilities, Full, RemoteMemory};
use std::convert::Infallible;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

pub struct Tx<T, C> {
    pub(super) shared: Arc<Mutex<Shared<T, C>>>,
    capabilities: Capabilities,
    /// Frames wait for each other.
    corked: bool,
}

impl<T, C> Tx<T, C> {
    pub(super) fn new(shared: Arc<Mutex<Shared<T, C>>>, capabilities: Capabilities) -> Tx<T, C> {
        Tx { shared, capabilities, corked: false }
    }

    /// Packets that contradicted themselves or what was sent.
    pub fn malformed(&self) -> u64 {
        self.shared().malformed
    }

    /// Chunks that were sent more than once.
    pub fn resent(&self) -> u64 {
        self.shared().resent
    }

    fn shared(&self) -> MutexGuard<'_, Shared<T, C>> {
        lock(&self.shared)
    }
}

impl<T: clump_fabric::Tx, C: Clock> Tx<T, C> {
    fn put(&mut self, to: u32, head: u64, words: &[u64], body: Region, delayable: bool) -> Result<(), Full> {
        let corked = self.corked;
        let mut shared = self.shared();
        let sent = shared.send(to, head, words, body, delayable);
        if !corked {
            shared.tx.flush();
        }
        sent
    }
}

/// Both sides belong to one thread at a time: nobody is ever waited for.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

impl<T: clump_fabric::Tx, C: Clock> clump_fabric::Tx for Tx<T, C> {
    fn capabilities(&self, _: u32) -> Capabilities {
        self.capabilities
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.put(to, head, words, body, false)
    }

    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        self.put(to, head, words, Region::EMPTY, true)
    }

    fn flush(&mut self) {
        self.shared().tx.flush();
    }

    fn cork(&mut self, _: u32, on: bool) {
        self.corked = on;
        if !on {
            self.shared().tx.flush();
        }
    }

    fn prepare(&mut self, to: u32, len: usize) -> io::Result<bool> {
        self.shared().tx.prepare(to, len)
    }

    fn left(&mut self, peer: u32) -> bool {
        self.shared().left(peer)
    }

    fn drained(&mut self) -> bool {
        self.shared().drained()
    }

    fn farewell(&mut self) {
        self.shared().farewell();
    }
}

/// Long messages are fetched; the memory of other machines is out of reach.
impl<T: clump_fabric::Tx, C: Clock> RemoteMemory for Tx<T, C> {
    type Reach = Infallible;

    fn fetch(&mut self, from: u32, send: u64, offset: u64, into: Region) -> Option<u64> {
        let mut shared = self.shared();
        let ticket = shared.fetch(from, send, offset, into);
        shared.tx.flush();
        ticket
    }

    fn serve(&mut self, to: u32, asked: (u64, u32), offset: u64, bytes: Region) {
        // The last row takes along what this side asks for in its turn: it leaves after the look at what has come.
        self.shared().serve(to, asked, offset, bytes);
    }
}
