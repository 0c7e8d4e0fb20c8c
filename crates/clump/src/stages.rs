//! The stages of a pull, timed one by one, for `clump tune`: two ranks on two hosts with nothing above the network, of
//! which one fetches and the other serves. Each message is one row, so that no two stages work at the same time.
use crate::bootstrap;
use crate::net::{Clock, Cut, Monotonic, Reliable, RowCut, Rx, Tx};
use crate::{Error, Rank, Region};
use clump_fabric::udp::{self, Udp};
use clump_fabric::{Fabric, RangeRequest, Receiver, RemoteMemory as _, Rx as _, Tx as _, View};

/// Nothing has come for so long: the other is not there, in ns.
const SILENCE: u64 = 10_000_000_000;
/// Whoever has served the last stays so long, for an answer that got lost, in ns.
const LINGER: u64 = 50_000_000;
/// Both ranks call the message so.
const NAME: u64 = 1 << 32 | 1;

type NetTx = Tx<udp::Tx, Monotonic>;
type NetRx = Rx<udp::Rx, Monotonic>;

/// One fetch, in ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// From before the ask to the last byte's place.
    pub whole: u64,
    /// Of these, what the receiver's side took: receiving, opening, copying.
    pub receive: u64,
}

/// One answer, in ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    pub len: usize,
    /// Copying and sealing.
    pub copy: u64,
    /// The system call.
    pub send: u64,
}

/// A rank's place on the network, and nothing else.
pub struct Stages {
    tx: NetTx,
    rx: NetRx,
    rank: Rank,
    clock: Monotonic,
}

/// What has come.
#[derive(Default)]
struct Came {
    requests: Vec<(Rank, RangeRequest)>,
    fetched: bool,
}

/// Notes what comes; the network needs its sending side meanwhile.
struct Noted<'a> {
    tx: &'a mut NetTx,
    came: &'a mut Came,
}

impl Receiver<NetRx> for Noted<'_> {
    fn tx(&mut self) -> &mut NetTx {
        self.tx
    }

    fn frame(&mut self, _: u32, _: u64, _: &View<'_>) {}

    fn requested(&mut self, from: u32, request: RangeRequest) {
        self.came.requests.push((from, request));
    }

    fn fetched(&mut self, _: u64) {
        self.came.fetched = true;
    }
}

impl Stages {
    /// Joins a job of two ranks on two hosts.
    pub fn open() -> Result<Stages, Error> {
        let job = bootstrap::join()?;
        let none =
            || Error("the stages of a pull are timed by two ranks on two hosts, which `clump tune` starts".into());
        let network = job.network.filter(|_| job.segment.ranks() == 2).ok_or_else(none)?;
        let clock = Monotonic::default();
        let net: Reliable<Udp, Monotonic> = Reliable::new(network.udp, clock, network.buffer);
        let (mut tx, rx) = net.split();
        tx.set_cut(Cut { ask: super::cut::ROW as u64, depth: u32::MAX, rows: RowCut::Most });
        Ok(Stages { tx, rx, rank: job.rank, clock })
    }

    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// Fetches `into.len()` bytes from the other rank. One byte: the last fetch of all.
    pub fn fetch(&mut self, into: Region) -> Result<Fetched, Error> {
        let start = self.clock.now();
        self.tx.fetch(1 - self.rank, NAME, 0, into);
        loop {
            let (mut came, before) = (Came::default(), self.clock.now());
            self.rx.poll(1, Noted { tx: &mut self.tx, came: &mut came });
            let now = self.clock.now();
            if came.fetched {
                return Ok(Fetched { whole: now - start, receive: now - before });
            }
            if now - start > SILENCE {
                return Err(Error("the other rank does not answer; was it ended?".into()));
            }
        }
    }

    /// Serves parts of `bytes` until the other rank has fetched its last.
    pub fn serve(&mut self, bytes: Region) -> Result<Vec<Served>, Error> {
        let (mut served, mut heard, mut last) = (Vec::new(), self.clock.now(), false);
        loop {
            let mut came = Came::default();
            self.rx.poll(1, Noted { tx: &mut self.tx, came: &mut came });
            let now = self.clock.now();
            if now - heard > if last { LINGER } else { SILENCE } {
                return if last {
                    Ok(served)
                } else {
                    Err(Error("the other rank asks for nothing; was it ended?".into()))
                };
            }
            for (from, RangeRequest { send, range, asked }) in came.requests {
                let start = usize::try_from(range.start).unwrap_or(usize::MAX);
                let len = (range.end - range.start) as usize;
                let Some(part) = bytes.part(start, len).filter(|_| send == NAME) else { continue };
                heard = self.clock.now();
                last |= len == 1;
                self.tx.serve(from, asked, range.start, part);
                let copied = self.clock.now();
                self.tx.flush();
                let sent = self.clock.now();
                served.push(Served { len: part.len(), copy: copied - heard, send: sent - copied });
            }
        }
    }
}
