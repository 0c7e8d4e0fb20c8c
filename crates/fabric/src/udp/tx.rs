//! Sending frames: each is sealed as one and cut into as few datagrams as hold it; those in a row to one peer leave in one
//! system call.
use super::routes::Routes;
use super::seal::{Seal, Secret};
use super::socket::{self, Name};
use super::{CLEAR, Cut, TAG, VERSION, capabilities};
use crate::mem::Region;
use crate::shm::{Lend, Reach};
use crate::{ByRank, Capabilities, Full, HEAD_BITS, PREFIX, Refused};
use std::io::{self, IoSlice};
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

/// Datagrams that leave in one go, and bytes of them.
const ROW: usize = 60;
const BYTES: usize = 62 << 10;
/// Clear bytes, the row's own, and what is lent, for each.
const MOST_SLICES: usize = 3 * ROW;
/// Bodies of so many bytes are sealed on their way into the row.
const LONG: usize = 1 << 10;
/// So many peers, those that were found first, get a socket of their own to be sent to by: 0.5 us less for each datagram.
const OWN: u32 = 64;

/// One peer.
struct Link {
    seal: Seal,
    counter: u64,
    /// Where it is; known to be right, or candidates.
    names: Vec<Name>,
    sure: bool,
    /// Connected to it.
    own: Option<UdpSocket>,
}

/// A part of a datagram.
enum Slice {
    /// Bytes of the row's own, from there on.
    Own(usize, usize),
    /// The clear bytes of a frame's later datagrams.
    Clear([u8; CLEAR]),
    /// Somebody's memory, until the row has left or is given up.
    Lent(Region),
}

/// Datagrams to one peer that have not left: all of `segment` bytes but the last.
struct Row {
    to: u32,
    /// Frames, each behind its clear bytes, but for what is lent.
    bytes: Vec<u8>,
    slices: Vec<Slice>,
    /// Where among the slices each datagram ends.
    ends: Vec<usize>,
    segment: usize,
    /// Bytes of all datagrams, and of the last.
    total: usize,
    last: usize,
    lent: bool,
}

impl Row {
    /// True if a frame of so many bytes (clear ones and tag included) can go behind what is there.
    fn fits(&self, to: u32, cut: Cut, len: usize) -> bool {
        let count = cut.count(len);
        let first = if count == 1 { len } else { CLEAR + cut.part };
        self.to == to
            && self.last == self.segment
            && self.ends.len() + count <= ROW
            && self.total + len + count * CLEAR <= BYTES
            && (first == self.segment || count == 1 && len < self.segment)
    }

    /// The frame from `start` on, with `lent` in it before its byte `middle`, is one of the row.
    fn add(&mut self, start: usize, middle: usize, lent: Region, cut: Cut) {
        let len = self.bytes.len() - start + lent.len();
        let clear: [u8; CLEAR] = std::array::from_fn(|i| self.bytes[start + i]);
        self.lent |= !lent.is_empty();
        for i in 0..cut.count(len) {
            let (from, to) = (i * cut.part + if i == 0 { 0 } else { CLEAR }, len.min(CLEAR + (i + 1) * cut.part));
            self.last = to - from;
            if i > 0 {
                let mut clear = clear;
                clear[1] = i as u8;
                self.slices.push(Slice::Clear(clear));
                self.last += CLEAR;
            }
            let end = middle + lent.len();
            if from < middle {
                self.slices.push(Slice::Own(start + from, to.min(middle) - from));
            }
            if from.max(middle) < to.min(end) {
                self.slices.push(Slice::Lent(lent.slice(from.max(middle) - middle, to.min(end) - from.max(middle))));
            }
            if to > end && from.max(end) < to && end > middle {
                self.slices.push(Slice::Own(start + from.max(end) - lent.len(), to - from.max(end)));
            }
            self.ends.push(self.slices.len());
            if self.ends.len() == 1 {
                self.segment = self.last;
            }
            self.total += self.last;
        }
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.slices.clear();
        self.ends.clear();
        self.total = 0;
        self.lent = false;
    }

    /// The slice as the system wants it.
    fn slice<'a>(&'a self, slice: &'a Slice) -> IoSlice<'a> {
        match slice {
            Slice::Own(start, len) => IoSlice::new(&self.bytes[*start..start + len]),
            Slice::Clear(clear) => IoSlice::new(clear),
            // SAFETY: lent until the row has left or is given up, and nobody writes to it meanwhile (`send_lent`).
            Slice::Lent(lent) => IoSlice::new(unsafe { std::slice::from_raw_parts(lent.as_ptr(), lent.len()) }),
        }
    }
}

pub struct Tx {
    socket: Arc<UdpSocket>,
    rank: u32,
    routes: Arc<Routes>,
    secret: Option<Arc<Secret>>,
    cut: Cut,
    links: ByRank<Link>,
    row: Row,
    /// The system can cut a row into datagrams.
    rows: bool,
    addresses: Vec<SocketAddr>,
    /// Peers with a socket of their own.
    own: u32,
    /// Datagrams that the system did not take: too long, no route.
    pub refused: u64,
}

impl Tx {
    pub(super) fn new(
        socket: Arc<UdpSocket>,
        rank: u32,
        routes: Arc<Routes>,
        secret: Option<Arc<Secret>>,
        cut: Cut,
    ) -> Tx {
        let row = Row {
            to: 0,
            bytes: Vec::with_capacity(BYTES + cut.largest() + 256),
            slices: Vec::with_capacity(MOST_SLICES),
            ends: Vec::with_capacity(ROW),
            segment: 0,
            total: 0,
            last: 0,
            lent: false,
        };
        let links = ByRank::default();
        Tx { socket, rank, routes, secret, cut, links, row, rows: true, addresses: Vec::new(), own: 0, refused: 0 }
    }

    /// True if the datagrams that wait have left.
    fn leave(&mut self) -> bool {
        if self.row.ends.is_empty() {
            return true;
        }
        let Some(link) = self.links.get_mut(&self.row.to) else { return true };
        if !link.sure {
            link.sure = self.routes.to(self.row.to, &mut self.addresses);
            link.names = self.addresses.iter().filter_map(|a| Name::new(&self.socket, *a)).collect();
            if let (true, &[address]) = (link.sure && self.own < OWN, &self.addresses[..]) {
                link.own = socket::connected(address);
                self.own += u32::from(link.own.is_some());
            }
        }
        if let Some(own) = &link.own {
            match send(own, None, &self.row, &mut self.rows) {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return false,
                sent => self.refused += u64::from(sent.is_err()),
            }
            self.row.clear();
            return true;
        }
        for name in &link.names {
            match send(&self.socket, Some(name), &self.row, &mut self.rows) {
                Ok(()) => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock && link.sure => return false,
                Err(_) => self.refused += 1,
            }
        }
        self.row.clear();
        true
    }
}

/// Sends a row: in one system call, if it is one datagram or the system can cut it (`rows`).
fn send(socket: &UdpSocket, name: Option<&Name>, row: &Row, rows: &mut bool) -> io::Result<()> {
    if let [only] = &row.slices[..] {
        return socket::send(socket, name, &[row.slice(only)], None);
    }
    let mut slices = [IoSlice::new(&[]); MOST_SLICES];
    for (to, from) in slices.iter_mut().zip(&row.slices) {
        *to = row.slice(from);
    }
    if *rows && row.ends.len() > 1 {
        let sent = socket::send(socket, name, &slices[..row.slices.len()], Some(row.segment as u16));
        match sent.as_ref().err().and_then(io::Error::raw_os_error) {
            Some(libc::EINVAL | libc::EIO | libc::EOPNOTSUPP) => *rows = false,
            _ => return sent,
        }
    }
    // What the system refuses of them counts as lost on the way.
    let mut sent = Ok(());
    let mut start = 0;
    for &end in &row.ends {
        sent = socket::send(socket, name, &slices[start..end], None);
        start = end;
    }
    sent
}

impl Tx {
    fn put(&mut self, to: u32, head: u64, words: &[u64], body: Region, lent: bool) -> Result<(), Full> {
        let len = CLEAR + 8 + 8 * words.len() + body.len() + TAG;
        assert!(words.len() <= PREFIX && len <= self.cut.most() && head >> HEAD_BITS == 0);
        if to as usize >= self.routes.len() {
            return Ok(());
        }
        if !self.row.ends.is_empty() && !self.row.fits(to, self.cut, len) && !self.leave() {
            return Err(Full);
        }
        self.row.to = to;
        let link = self.links.entry(to).or_insert_with(|| Link {
            seal: Seal::new(self.secret.as_deref(), self.rank, to),
            counter: 0,
            names: Vec::new(),
            sure: false,
            own: None,
        });
        let counter = link.counter;
        link.counter += 1;
        let row = &mut self.row.bytes;
        let start = row.len();
        let mut front = [0; CLEAR + 8 + 8 * PREFIX];
        front[..4].copy_from_slice(&[VERSION, 0, self.cut.count(len) as u8 - 1, 0]);
        front[4..8].copy_from_slice(&self.rank.to_le_bytes());
        front[8..16].copy_from_slice(&counter.to_le_bytes());
        front[16..24].copy_from_slice(&(head | (words.len() as u64) << HEAD_BITS).to_le_bytes());
        for (to, word) in front[24..].chunks_exact_mut(8).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        row.extend_from_slice(&front[..24 + 8 * words.len()]);
        let middle = row.len() - start;
        let mut apart = Region::EMPTY;
        let sealed = match self.secret.as_deref() {
            None if lent && body.len() >= LONG => {
                row.extend_from_slice(&[0; TAG]);
                apart = body;
                Some(())
            }
            Some(secret) if body.len() >= LONG => link.seal.seal_with(secret, counter, row, start, body),
            secret => {
                body.append_to(row);
                row.extend_from_slice(&[0; TAG]);
                link.seal.seal(secret, counter, &mut row[start..])
            }
        };
        if sealed.is_none() {
            row.truncate(start);
            self.refused += 1;
            return Ok(());
        }
        let middle = if apart.is_empty() { row.len() - start } else { middle };
        self.row.add(start, middle, apart, self.cut);
        Ok(())
    }
}

impl crate::Tx for Tx {
    fn capabilities(&self) -> Capabilities {
        capabilities(self.cut.largest())
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.put(to, head, words, body, false)
    }

    fn send_lent(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.put(to, head, words, body, true)
    }

    fn flush(&mut self) {
        if !self.leave() && self.row.lent {
            // The memory is its owner's again: what the system has no room for counts as lost on the way.
            self.refused += self.row.ends.len() as u64;
            self.row.clear();
        }
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

    fn fetch(&mut self, _: u32, _: u64, _: u64, _: Region) -> Option<u64> {
        None
    }

    fn serve(&mut self, _: u32, _: (u64, u32), _: u64, _: Region) {}

    fn died(&mut self, _: u32) -> bool {
        false
    }

    fn push(&mut self, _: u32, _: u64, _: Region) -> Result<(), Refused> {
        Err(Refused)
    }
}
