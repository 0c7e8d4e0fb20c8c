//! Sending datagrams: those in a row to one peer leave in one system call.
use super::routes::Routes;
use super::seal::{Seal, Secret};
use super::socket::{self, Name};
use super::{CLEAR, TAG, VERSION, capabilities};
use crate::mem::Region;
use crate::shm::{Lend, Reach};
use crate::{ByRank, Capabilities, Full, HEAD_BITS, PREFIX, Refused};
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

/// Datagrams that leave in one go, and bytes of them.
const ROW: usize = 60;
const BYTES: usize = 60 << 10;

/// One peer.
struct Link {
    seal: Seal,
    counter: u64,
    /// Where it is; known to be right, or candidates.
    names: Vec<Name>,
    sure: bool,
}

pub struct Tx {
    socket: Arc<UdpSocket>,
    rank: u32,
    routes: Arc<Routes>,
    secret: Option<Arc<Secret>>,
    frame: usize,
    links: ByRank<Link>,
    /// Datagrams to `to` that have not left: all of `segment` bytes but the last.
    row: Vec<u8>,
    count: usize,
    segment: usize,
    to: u32,
    /// The system can cut a row into datagrams.
    rows: bool,
    addresses: Vec<SocketAddr>,
    /// Datagrams that the system did not take: too long, no route.
    pub refused: u64,
}

impl Tx {
    pub(super) fn new(
        socket: Arc<UdpSocket>,
        rank: u32,
        routes: Arc<Routes>,
        secret: Option<Arc<Secret>>,
        frame: usize,
    ) -> Tx {
        Tx {
            socket,
            rank,
            routes,
            secret,
            frame,
            links: ByRank::default(),
            row: Vec::with_capacity(BYTES + frame + 256),
            count: 0,
            segment: 0,
            to: 0,
            rows: true,
            addresses: Vec::new(),
            refused: 0,
        }
    }

    /// True if the datagrams that wait have left.
    fn leave(&mut self) -> bool {
        if self.count == 0 {
            return true;
        }
        let Some(link) = self.links.get_mut(&self.to) else { return true };
        if !link.sure {
            link.sure = self.routes.to(self.to, &mut self.addresses);
            link.names = self.addresses.iter().filter_map(|a| Name::new(&self.socket, *a)).collect();
        }
        for name in &link.names {
            let mut result = Ok(());
            if self.count > 1 && self.rows {
                result = socket::send(&self.socket, name, &self.row, Some(self.segment as u16));
                if result
                    .as_ref()
                    .is_err_and(|e| matches!(e.raw_os_error(), Some(libc::EINVAL | libc::EIO | libc::EOPNOTSUPP)))
                {
                    self.rows = false;
                }
            }
            if self.count == 1 || !self.rows {
                for datagram in self.row.chunks(self.segment) {
                    result = socket::send(&self.socket, name, datagram, None);
                }
            }
            match result {
                Ok(()) => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock && link.sure => return false,
                Err(_) => self.refused += 1,
            }
        }
        self.row.clear();
        self.count = 0;
        true
    }
}

impl crate::Tx for Tx {
    fn capabilities(&self) -> Capabilities {
        capabilities(self.frame)
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        let len = CLEAR + 8 + 8 * words.len() + body.len() + TAG;
        assert!(words.len() <= PREFIX && body.len() <= self.frame && head >> HEAD_BITS == 0);
        if to as usize >= self.routes.len() {
            return Ok(());
        }
        let fits = self.to == to
            && self.count < ROW
            && self.row.len() + len <= BYTES
            && len <= self.segment
            && self.row.len() == self.count * self.segment;
        if self.count > 0 && !fits && !self.leave() {
            return Err(Full);
        }
        if self.count == 0 {
            self.segment = len;
            self.to = to;
        }
        let link = self.links.entry(to).or_insert_with(|| Link {
            seal: Seal::new(self.secret.as_deref(), self.rank, to),
            counter: 0,
            names: Vec::new(),
            sure: false,
        });
        let counter = link.counter;
        link.counter += 1;
        let start = self.row.len();
        self.row.extend_from_slice(&[VERSION, 0, 0, 0]);
        self.row.extend_from_slice(&self.rank.to_le_bytes());
        self.row.extend_from_slice(&counter.to_le_bytes());
        self.row.extend_from_slice(&(head | (words.len() as u64) << HEAD_BITS).to_le_bytes());
        for word in words {
            self.row.extend_from_slice(&word.to_le_bytes());
        }
        let at = self.row.len();
        self.row.resize(start + len, 0);
        body.read(&mut self.row[at..start + len - TAG]);
        if link.seal.seal(self.secret.as_deref(), counter, &mut self.row[start..]).is_none() {
            self.row.truncate(start);
            self.refused += 1;
            return Ok(());
        }
        self.count += 1;
        Ok(())
    }

    fn flush(&mut self) {
        self.leave();
    }

    fn prepare(&mut self, _: u32, _: usize) -> io::Result<bool> {
        Ok(false)
    }

    fn left(&mut self, _: u32) -> bool {
        false
    }

    fn drained(&mut self) -> bool {
        true
    }

    fn farewell(&mut self) {}

    fn can_pull(&mut self, _: u32) -> bool {
        false
    }

    fn pull(&mut self, _: u32, _: u64, _: Region) -> Result<(), Refused> {
        Err(Refused)
    }

    fn pull_by_system(&mut self, from: u32, address: u64, into: Region) -> Result<(), Refused> {
        self.pull(from, address, into)
    }

    fn reach(&mut self, _: u32, _: u64, _: u64) -> Option<Reach> {
        None
    }

    fn lend(&mut self, _: Region, _: Lend) -> bool {
        false
    }

    fn reached(&mut self, _: u32, _: u64, _: u64) -> u64 {
        0
    }

    fn died(&mut self, _: u32) -> bool {
        false
    }

    fn push(&mut self, _: u32, _: u64, _: Region) -> Result<(), Refused> {
        Err(Refused)
    }
}
