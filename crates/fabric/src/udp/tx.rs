//! Sending frames: each is sealed as one and cut into as few datagrams as hold it; those in a row to one peer leave in
//! one system call.
use super::clear::Clear;
use super::routes::Routes;
use super::seal::{self, Seal, Secret};
use super::socket;
use super::{CLEAR, Cut, TAG, capabilities};
use crate::mem::Region;
use crate::{ByRank, Capabilities, Full, HEAD_BITS, PREFIX};
use socket2::SockAddr;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

/// Datagrams that leave in one go, and bytes of them.
const ROW: usize = 60;
const BYTES: usize = 62 << 10;
/// So many peers, those that were found first, get a socket of their own to be sent to by, which takes 0.5 us less for
/// each datagram. Each costs a descriptor, of which a process has 1024 by default.
const OWN: u32 = 64;

/// One peer.
struct Link {
    seal: Seal,
    counter: u64,
    /// Where it is: the one address that is known to be right, or all candidates.
    names: Vec<SockAddr>,
    sure: bool,
    /// A socket that is connected to it.
    own: Option<UdpSocket>,
}

/// Datagrams to one peer that have not left: all of `segment` bytes but the last. They lie one behind the other:
/// sending them from where the bodies lie, in a hundred pieces of memory, costs the system more than a copy costs us.
struct Row {
    to: u32,
    bytes: Vec<u8>,
    /// Where among the bytes each datagram ends.
    ends: Vec<usize>,
    segment: usize,
    /// Bytes of the last datagram.
    last: usize,
}

impl Row {
    /// True if a frame of so many bytes (clear ones and tag included) can go behind what is there.
    fn fits(&self, to: u32, cut: Cut, len: usize) -> bool {
        let count = cut.count(len);
        let first = if count == 1 { len } else { CLEAR + cut.part };
        self.to == to
            && self.last == self.segment
            && self.ends.len() + count <= ROW
            && self.bytes.len() + len + count * CLEAR <= BYTES
            && (first == self.segment || count == 1 && len < self.segment)
    }

    /// The bytes from `start` on are a datagram.
    fn end(&mut self, start: usize) {
        self.last = self.bytes.len() - start;
        if self.ends.is_empty() {
            self.segment = self.last;
        }
        self.ends.push(self.bytes.len());
    }

    /// Adds a frame, clear bytes and tag included, cut into datagrams.
    fn add(&mut self, frame: &[u8], cut: Cut) {
        let (clear, text) = frame.split_at(CLEAR);
        for (i, part) in text.chunks(cut.part).enumerate() {
            let start = self.bytes.len();
            self.bytes.extend_from_slice(clear);
            self.bytes[start + 1] = i as u8;
            self.bytes.extend_from_slice(part);
            self.end(start);
        }
    }

    /// The same for a frame that is not sealed, of which `front` are the bytes in front of its body.
    fn add_open(&mut self, front: &[u8], body: Region, cut: Cut) {
        let (clear, front) = front.split_at(CLEAR);
        let (head, end) = (front.len(), front.len() + body.len());
        let mut at = 0;
        for i in 0..cut.count(CLEAR + end + TAG) {
            let start = self.bytes.len();
            self.bytes.extend_from_slice(clear);
            self.bytes[start + 1] = i as u8;
            let to = (at + cut.part).min(end + TAG);
            // Bytes of the front, then of the body, then zeros in place of the tag.
            self.bytes.extend_from_slice(&front[at.min(head)..to.min(head)]);
            let (from, until) = (at.clamp(head, end) - head, to.clamp(head, end) - head);
            body.slice(from, until - from).append_to(&mut self.bytes);
            self.bytes.extend_from_slice(&[0; TAG][..to.max(end) - at.max(end)]);
            self.end(start);
            at = to;
        }
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

pub struct Tx {
    socket: Arc<UdpSocket>,
    rank: u32,
    routes: Arc<Routes>,
    secret: Option<Arc<Secret>>,
    /// The number of what everything is sealed by.
    cipher: u8,
    cut: Cut,
    links: ByRank<Link>,
    row: Row,
    /// Memory in which frames of several datagrams are sealed.
    frame: Vec<u8>,
    /// True if the system can cut a row into datagrams.
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
            bytes: Vec::with_capacity(BYTES + cut.most()),
            ends: Vec::with_capacity(ROW),
            segment: 0,
            last: 0,
        };
        let (links, frame, addresses) = (ByRank::default(), vec![0; cut.most()], Vec::new());
        let cipher = seal::number(secret.as_deref());
        Tx { socket, rank, routes, secret, cipher, cut, links, row, frame, rows: true, addresses, own: 0, refused: 0 }
    }

    /// Sends the datagrams that wait. True if they have left.
    fn leave(&mut self) -> bool {
        if self.row.ends.is_empty() {
            return true;
        }
        let Some(link) = self.links.get_mut(&self.row.to) else { return true };
        if !link.sure {
            link.sure = self.routes.to(self.row.to, &mut self.addresses);
            link.names = self.addresses.iter().filter_map(|a| socket::name(&self.socket, *a)).collect();
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
fn send(socket: &UdpSocket, name: Option<&SockAddr>, row: &Row, rows: &mut bool) -> io::Result<()> {
    if let [_] = row.ends[..] {
        return socket::send(socket, name, &row.bytes, None);
    }
    if *rows {
        let sent = socket::send(socket, name, &row.bytes, Some(row.segment as u16));
        match sent.as_ref().err().and_then(io::Error::raw_os_error) {
            Some(libc::EINVAL | libc::EIO | libc::EOPNOTSUPP) => *rows = false,
            _ => return sent,
        }
    }
    // What the system refuses of them counts as lost on the way.
    let mut sent = Ok(());
    let mut start = 0;
    for &end in &row.ends {
        sent = socket::send(socket, name, &row.bytes[start..end], None);
        start = end;
    }
    sent
}

impl Tx {
    fn put(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
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
        let mut front = [0; CLEAR + 8 + 8 * PREFIX];
        let count = self.cut.count(len);
        let clear = Clear { part: 0, last: count as u8 - 1, from: self.rank, counter };
        front[..CLEAR].copy_from_slice(&clear.bytes(self.cipher));
        front[16..24].copy_from_slice(&(head | (words.len() as u64) << HEAD_BITS).to_le_bytes());
        for (to, word) in front[24..].chunks_exact_mut(8).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        let front = &front[..24 + 8 * words.len()];
        let Some(secret) = self.secret.as_deref() else {
            self.row.add_open(front, body, self.cut);
            return Ok(());
        };
        // What is one datagram is sealed where it lies in the row; what is several cannot be, since clear bytes come
        // between.
        let sealed = if count > 1 {
            let frame = &mut self.frame[..len];
            frame[..front.len()].copy_from_slice(front);
            let sealed = link.seal.seal_with(secret, counter, frame, front.len(), body);
            sealed.map(|()| self.row.add(frame, self.cut))
        } else {
            let start = self.row.bytes.len();
            self.row.bytes.extend_from_slice(front);
            body.append_to(&mut self.row.bytes);
            self.row.bytes.extend_from_slice(&[0; TAG]);
            let sealed = link.seal.seal(Some(secret), counter, &mut self.row.bytes[start..]);
            match sealed {
                Some(()) => self.row.end(start),
                None => self.row.bytes.truncate(start),
            }
            sealed
        };
        self.refused += u64::from(sealed.is_none());
        Ok(())
    }
}

impl crate::Tx for Tx {
    fn capabilities(&self, _: u32) -> Capabilities {
        capabilities(self.cut.largest())
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.put(to, head, words, body)
    }

    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        self.send(to, head, words, Region::EMPTY)
    }

    fn flush(&mut self) {
        self.leave();
    }

    /// Nothing is to be done, because frames always wait for `flush` here.
    fn cork(&mut self, _: u32, _: bool) {}

    fn join(&mut self, _: u16) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "not yet"))
    }

    fn leave(&mut self, _: u16) {}

    fn multicast(&mut self, _: u16, _: u64, _: &[u64], _: Region) -> Result<(), Full> {
        Ok(())
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::Buffer;

    #[test]
    fn what_is_not_sealed_is_cut_as_what_is() {
        let cut = Cut::new(1500);
        let row = || Row { to: 0, bytes: Vec::new(), ends: Vec::new(), segment: 0, last: 0 };
        let front: Vec<u8> = (0..40).collect();
        let edges = [1, 2, 3].map(|n| n * cut.part - 24).into_iter().flat_map(|at| at - 20..at + 20);
        for len in edges.chain([0, 1, cut.largest()]) {
            let body: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            let (mut whole, mut open) = (row(), row());
            whole.add(&[&front[..], &body, &[0; TAG]].concat(), cut);
            open.add_open(&front, Buffer::copy_of(&body).region(), cut);
            assert!(whole.bytes == open.bytes && whole.ends == open.ends, "{len} bytes");
            assert_eq!((whole.segment, whole.last), (open.segment, open.last));
            assert_eq!(whole.ends.len(), cut.count(40 + len + TAG));
        }
    }
}
