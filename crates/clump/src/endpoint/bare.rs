//! A rank's place on the network with no protocol above it: for measurements of the network alone.
use crate::bootstrap;
use crate::net::{Cut, Monotonic, Reliable, RowCut, Rx, Tx};
use crate::{Error, Rank, Region};
use clump_fabric::udp::{self, Udp};
use clump_fabric::{Cipher, Fabric, RangeRequest, Receiver, RemoteMemory as _, Rx as _, Tx as _, View};

type NetTx = Tx<udp::Tx, Monotonic>;
type NetRx = Rx<udp::Rx, Monotonic>;

/// A rank's place on the network, and nothing above it. Messages have no owner: whoever fetches names one by a number
/// that the other side knows, too.
pub struct BareNetwork {
    tx: NetTx,
    rx: NetRx,
    rank: Rank,
    cipher: Option<Cipher>,
}

/// What has come since it was last asked.
#[derive(Default)]
pub struct Came {
    /// Ranges that others want to fetch from here.
    pub wanted: Vec<WantedRange>,
    /// A fetch of this side is complete.
    pub fetched: bool,
}

/// A range of a message that another rank asks for.
pub struct WantedRange {
    pub from: Rank,
    /// The message's number, and which of its bytes.
    pub message: u64,
    pub offset: u64,
    pub len: usize,
    /// Goes back with the answer.
    asked: (u64, u32),
}

/// Notes what comes; the network needs its sending side meanwhile.
struct Noted<'a> {
    tx: &'a mut NetTx,
    came: Came,
}

impl Receiver<NetRx> for &mut Noted<'_> {
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
    /// Joins a job on several hosts, in which a message is asked for as one row. `None`: the job has no network.
    pub fn open() -> Result<Option<BareNetwork>, Error> {
        let job = bootstrap::join()?;
        let Some(network) = job.network else { return Ok(None) };
        let cipher = network.udp.cipher();
        let net: Reliable<Udp, Monotonic> = Reliable::new(network.udp, Monotonic::default(), network.buffer);
        let (mut tx, rx) = net.split();
        tx.set_cut(Cut { ask: crate::cut::ROW as u64, depth: u32::MAX, rows: RowCut::Most });
        Ok(Some(BareNetwork { tx, rx, rank: job.rank, cipher }))
    }

    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// What seals everything between the hosts; `None`: nothing does.
    pub fn cipher(&self) -> Option<Cipher> {
        self.cipher
    }

    /// Begins to fetch the first `into.len()` bytes of a message from another rank.
    pub fn fetch(&mut self, from: Rank, message: u64, into: Region) {
        self.tx.fetch(from, message, 0, into);
    }

    /// One look at what has come.
    pub fn poll(&mut self) -> Came {
        let mut noted = Noted { tx: &mut self.tx, came: Came::default() };
        self.rx.poll(1, &mut noted);
        noted.came
    }

    /// Makes the datagrams that answer a request: copies and seals them. They leave with `flush`.
    pub fn serve(&mut self, wanted: &WantedRange, bytes: Region) {
        self.tx.serve(wanted.from, wanted.asked, wanted.offset, bytes);
    }

    /// The system call.
    pub fn flush(&mut self) {
        self.tx.flush();
    }
}
