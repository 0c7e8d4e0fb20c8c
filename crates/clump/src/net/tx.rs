//! The sending side of the reliable fabric. It owns the shared state ([`Driver`]); the receiving side borrows it
//! while it polls.
use super::driver::{Driver, Guarantees};
use crate::cut::Cut;
use clump_fabric::clock::Clock;
use clump_fabric::mem::Region;
use clump_fabric::{Capabilities, Datagrams, Full, RemoteMemory};
use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// The sending side of a reliable fabric over `T`.
pub struct Tx<T, C> {
    pub(super) driver: Driver<T, C>,
    capabilities: Capabilities,
    /// True if frames wait until they are flushed together.
    corked: bool,
}

impl<T, C> Tx<T, C> {
    pub(super) fn new(driver: Driver<T, C>, capabilities: Capabilities) -> Tx<T, C> {
        Tx { driver, capabilities, corked: false }
    }

    /// Returns the number of packets that contradicted themselves or this rank's own packets.
    pub fn malformed(&self) -> u64 {
        self.driver.malformed
    }

    /// Returns the fabric below.
    pub fn inner(&self) -> &T {
        &self.driver.tx
    }

    /// Returns the number of chunks that were retransmitted.
    pub fn resent(&self) -> u64 {
        self.driver.resent
    }

    /// Starts or stops recording to which ranks chunks are retransmitted.
    pub fn log_resent(&mut self, on: bool) {
        match (on, &self.driver.resent_to) {
            (true, None) => self.driver.resent_to = Some(Vec::new()),
            (false, _) => self.driver.resent_to = None,
            _ => {}
        }
    }

    /// Returns, for each retransmission since the last call, the rank that the chunk was retransmitted to.
    pub fn take_resent(&mut self) -> Vec<u32> {
        self.driver.resent_to.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Returns the number of chunks that found the pushed buffer full and were dropped.
    pub fn overrun(&self) -> u64 {
        self.driver.overrun
    }
}

impl<T: Datagrams, C: Clock> Tx<T, C> {
    /// Sets how many peers may send to one receiver at once.
    pub(super) fn set_peers(&mut self, peers: usize) {
        self.driver.peers = peers as u64;
    }

    /// Sets how long messages are divided in both directions. Returns the bytes of one request: a number of whole
    /// pieces that the socket's receive buffer allows.
    pub fn set_cut(&mut self, cut: Cut) -> u64 {
        self.driver.set_cut(cut)
    }

    /// Makes this rank take chunks in order only, and drop chunks that arrive while `pushed` bytes and the chunk
    /// exceed `buffer`. For the papers' figures.
    pub fn set_go_back_n(&mut self, pushed: Arc<AtomicU64>, buffer: u64) {
        self.driver.set_go_back_n(pushed, buffer);
    }

    /// Sets what the network does beside moving bytes. For the papers' figures.
    pub fn set_guarantees(&mut self, guarantees: Guarantees) {
        self.driver.guarantees = guarantees;
    }

    /// Makes this rank find out itself whether silent peers that it waits for are still there: they are lost after
    /// `patience` of silence.
    pub fn watch_peers(&mut self, patience: Duration) {
        self.driver.patience = Some(patience.as_nanos() as u64);
    }

    /// Prepares to sleep: sends all pending acknowledgements. Returns how long the sleep may last, if it is limited.
    pub fn settle(&mut self) -> Option<Duration> {
        self.driver.settle().map(Duration::from_nanos)
    }

    /// Returns how long until a timer must be served even if nothing arrives.
    pub fn due(&self) -> Option<Duration> {
        self.driver.due().map(Duration::from_nanos)
    }

    /// Opens the channel to a rank with which this rank has exchanged nothing, so that the other rank hears when this
    /// rank leaves.
    pub fn meet(&mut self, rank: u32) {
        self.driver.channel(rank);
    }

    fn put(&mut self, to: u32, head: u64, words: &[u64], body: Region, delayable: bool) -> Result<(), Full> {
        let sent = self.driver.send(to, head, words, body, delayable);
        if !self.corked {
            self.driver.tx.flush();
        }
        sent
    }
}

impl<T: Datagrams, C: Clock> clump_fabric::Tx for Tx<T, C> {
    fn capabilities(&self, peer: u32) -> Capabilities {
        // The network below may lose multicast at any time, so ask it again.
        let Capabilities { multicast, receive_window, .. } = self.driver.tx.capabilities(peer);
        Capabilities { multicast, receive_window, ..self.capabilities }
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.put(to, head, words, body, false)
    }

    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        self.put(to, head, words, Region::EMPTY, true)
    }

    fn flush(&mut self) {
        self.driver.tx.flush();
    }

    fn cork(&mut self, _: u32, on: bool) {
        self.corked = on;
        if !on {
            self.driver.tx.flush();
        }
    }

    fn join(&mut self, group: u16) -> io::Result<()> {
        self.driver.tx.join(group)
    }

    fn leave(&mut self, group: u16) {
        self.driver.tx.leave(group);
    }

    /// Sends a frame in a datagram of its own, outside all chunks. The caller handles its loss, and flushes after the
    /// last of several datagrams.
    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.driver.tx.multicast(group, head, words, body)
    }

    fn prepare(&mut self, to: u32, len: usize) -> io::Result<bool> {
        self.driver.tx.prepare(to, len)
    }

    fn left(&mut self, peer: u32) -> bool {
        self.driver.left(peer)
    }

    fn lose(&mut self, peer: u32) {
        self.driver.lose(peer);
    }

    fn drained(&mut self) -> bool {
        self.driver.drained()
    }

    fn announce_departure(&mut self) {
        self.driver.announce_departure();
    }
}

/// Long messages are fetched, because the memory of other machines cannot be mapped.
impl<T: Datagrams, C: Clock> RemoteMemory for Tx<T, C> {
    type Reach = Infallible;

    fn fetch(&mut self, from: u32, send: u64, offset: u64, into: Region) -> Option<u64> {
        let ticket = self.driver.fetch(from, send, offset, into);
        self.driver.tx.flush();
        ticket
    }

    fn stop_fetch(&mut self, ticket: u64) {
        self.driver.stop_fetch(ticket);
        self.driver.tx.flush();
    }

    fn serve(&mut self, to: u32, asked: (u64, u32), offset: u64, bytes: Region) {
        // The last row leaves after the poll, so that it travels in one system call with this side's own requests.
        self.driver.serve(to, asked, offset, bytes);
    }
}
