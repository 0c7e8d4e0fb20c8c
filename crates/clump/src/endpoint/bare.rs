//! A rank's network connection without a message protocol above it: for measurements of the network alone.
use crate::bootstrap;
use crate::error::Error;
use crate::net::{Cut, Reliable, RowCut, Rx, Tx};
use clump_core::Rank;
use clump_fabric::clock::Monotonic;
use clump_fabric::mem::Region;
use clump_fabric::udp::{self, Udp};
use clump_fabric::{Cipher, Fabric, RangeRequest, Receiver, RemoteMemory as _, Rx as _, Tx as _, View};

type NetTx = Tx<udp::Tx, Monotonic>;
type NetRx = Rx<udp::Rx, Monotonic>;

/// A rank's network connection without a message protocol above it. A rank that fetches a message names it by a
/// number that the sending rank knows too.
pub struct BareNetwork {
    tx: NetTx,
    rx: NetRx,
    rank: Rank,
    cipher: Option<Cipher>,
}

/// The requests that have arrived since the previous poll, and whether a fetch has become complete.
#[derive(Default)]
pub struct FramesReceived {
    /// Ranges that other ranks want to fetch from this rank.
    pub wanted: Vec<WantedRange>,
    /// True if a fetch of this rank is complete.
    pub fetched: bool,
}

/// A range of a message that another rank wants to fetch from this rank.
pub struct WantedRange {
    /// The rank that asks.
    pub from: Rank,
    /// The message's number, and the range of its bytes.
    pub message: u64,
    /// The first byte that it asks for.
    pub offset: u64,
    /// The number of bytes that it asks for.
    pub len: usize,
    /// Identifies the request; the answer carries it back.
    asked: (u64, u32),
}

/// Collects what arrives during a poll. The network uses the sending side `tx` meanwhile.
struct Collector<'a> {
    tx: &'a mut NetTx,
    came: FramesReceived,
}

impl Receiver<NetRx> for &mut Collector<'_> {
    fn tx(&mut self) -> &mut NetTx {
        self.tx
    }

    fn frame(&mut self, _: u32, _: u64, _: &View<'_>) {}

    fn requested(&mut self, from: u32, request: RangeRequest) {
        let RangeRequest { send, range, asked } = request;
        let len = (range.end - range.start) as usize;
        self.came.wanted.push(WantedRange { from, message: send, offset: range.start, len, asked });
    }

    fn fetched(&mut self, _: u64) {
        self.came.fetched = true;
    }
}

impl BareNetwork {
    /// Joins a job on several hosts. Each message is requested in one piece and answered in one row. Returns `None`
    /// if the job has no network.
    pub fn open() -> Result<Option<BareNetwork>, Error> {
        let job = bootstrap::join()?;
        let Some(network) = job.network else { return Ok(None) };
        let cipher = network.udp.cipher();
        let net: Reliable<Udp, Monotonic> = Reliable::new(network.udp, Monotonic::default(), network.buffer);
        let (mut tx, rx) = net.split();
        tx.set_cut(Cut { ask: crate::cut::ROW as u64, depth: u32::MAX, rows: RowCut::Most });
        Ok(Some(BareNetwork { tx, rx, rank: job.rank, cipher }))
    }

    /// Returns this rank's number.
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// Returns the cipher that seals all traffic between the hosts; `None` if the traffic is not sealed.
    pub fn cipher(&self) -> Option<Cipher> {
        self.cipher
    }

    /// Starts to fetch the first `into.len()` bytes of a message from another rank.
    pub fn fetch(&mut self, from: Rank, message: u64, into: Region) {
        self.tx.fetch(from, message, 0, into);
    }

    /// Polls the network once. Returns the requests that have arrived, and whether a fetch is complete.
    pub fn poll(&mut self) -> FramesReceived {
        let mut collector = Collector { tx: &mut self.tx, came: FramesReceived::default() };
        self.rx.poll(1, &mut collector);
        collector.came
    }

    /// Copies and seals the datagrams that answer a request. The datagrams leave with [`flush`](Self::flush).
    pub fn serve(&mut self, wanted: &WantedRange, bytes: Region) {
        self.tx.serve(wanted.from, wanted.asked, wanted.offset, bytes);
    }

    /// Sends all datagrams that are ready, with one system call.
    pub fn flush(&mut self) {
        self.tx.flush();
    }
}
