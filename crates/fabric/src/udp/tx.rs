//! Sending frames. Each frame is encrypted as a whole and cut into as few datagrams as possible. Successive frames to
//! one peer leave in one system call.
use super::clear::Clear;
use super::groups::{self, GroupMember, GroupSender};
use super::routes::Routes;
use super::row::{self, Row};
use super::seal::{self, Seal, Secret, first_counter};
use super::socket;
use super::{CLEAR, Cut, HEADERS, LONGEST, PARTS, TAG, capabilities};
use crate::mem::{Region, SmallBuffer};
use crate::{ByRank, Capabilities, Cipher, Datagrams, Full, HEAD_BITS, PREFIX};
use socket2::SockAddr;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

/// The most peers that get a connected socket of their own, which makes sending to them cheaper. Each such socket takes
/// a descriptor, of which a process has 1024 by default. See decision 10.
const OWN: u32 = 64;

/// The state of one receiving peer.
struct PeerSender {
    seal: Seal,
    counter: u64,
    /// The number of the length of its datagrams.
    length: u8,
    /// The peer's addresses: either the one that is known to work, or all candidates.
    names: Vec<SockAddr>,
    sure: bool,
    /// A socket that is connected to the peer; `None` if the peer has none.
    own: Option<UdpSocket>,
}

pub struct Tx {
    socket: Arc<UdpSocket>,
    rank: u32,
    life: u16,
    routes: Arc<Routes>,
    secret: Option<Arc<Secret>>,
    /// The number of the job's cipher.
    cipher: u8,
    /// The length of the longest packet that all links carry, in bytes.
    mtu: usize,
    links: ByRank<PeerSender>,
    row: Row,
    /// Memory in which frames of several datagrams are encrypted.
    frame: Vec<u8>,
    /// True if the kernel can cut a row into datagrams.
    rows: bool,
    addresses: Vec<SocketAddr>,
    /// How many peers have a socket of their own.
    own: u32,
    /// How many datagrams the kernel has refused: too long, or no route.
    pub refused: u64,
    member: Arc<GroupMember>,
    /// The sender of multicast frames; `None` if no group was joined yet.
    groups: Option<Box<GroupSender>>,
}

impl Tx {
    pub(super) fn new(
        socket: Arc<UdpSocket>,
        (rank, life): (u32, u16),
        routes: Arc<Routes>,
        secret: Option<Arc<Secret>>,
        mtu: usize,
        member: Arc<GroupMember>,
    ) -> Tx {
        let (links, row) = (ByRank::default(), Row::new());
        let (frame, addresses) = (vec![0; LONGEST], Vec::new());
        let cipher = seal::number(secret.as_deref());
        let (rows, own, refused, groups) = (true, 0, 0, None);
        Tx {
            socket,
            rank,
            life,
            routes,
            secret,
            cipher,
            mtu,
            links,
            row,
            frame,
            rows,
            addresses,
            own,
            refused,
            member,
            groups,
        }
    }

    pub(super) fn cipher(&self) -> Option<Cipher> {
        self.secret.as_deref().map(Secret::cipher)
    }

    /// Sends the gathered datagrams. Returns true if they have left.
    fn send_row(&mut self) -> bool {
        if self.row.ends.is_empty() {
            return true;
        }
        match self.try_row() {
            RowOutcome::Sent => self.row.clear(),
            RowOutcome::Full => return false,
            RowOutcome::TooLong => self.send_shorter(),
        }
        true
    }

    /// Returns the length of the longest packets to `to`, in bytes, with headers of IPv6.
    pub fn packet_length(&self, to: u32) -> usize {
        HEADERS + CLEAR + Cut::of(self.length(to)).part
    }

    /// Gives the row to the kernel once.
    fn try_row(&mut self) -> RowOutcome {
        let Some(link) = self.links.get_mut(&self.row.to) else { return RowOutcome::Sent };
        if !link.sure {
            link.sure = self.routes.to(self.row.to, &mut self.addresses);
            link.names = self.addresses.iter().filter_map(|a| socket::name(&self.socket, *a)).collect();
            if let (true, &[address]) = (link.sure && self.own < OWN, &self.addresses[..]) {
                link.own = socket::connected(address);
                self.own += u32::from(link.own.is_some());
            }
        }
        if let Some(own) = &link.own {
            let sent = row::send(own, None, &self.row, &mut self.rows);
            match &sent {
                Ok(()) => return RowOutcome::Sent,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return RowOutcome::Full,
                // An ICMP packet, which a stranger may have sent, leaves this error on a connected socket. Only a
                // refusal by the main socket, which is not connected, is the interface's own.
                Err(_) if row::is_too_long(&sent) => {}
                Err(_) => {
                    self.refused += 1;
                    return RowOutcome::Sent;
                }
            }
        }
        let mut outcome = RowOutcome::Sent;
        for name in &link.names {
            let sent = row::send(&self.socket, Some(name), &self.row, &mut self.rows);
            match &sent {
                Ok(()) => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock && link.sure => return RowOutcome::Full,
                Err(_) if row::is_too_long(&sent) => outcome = RowOutcome::TooLong,
                Err(_) => self.refused += 1,
            }
        }
        outcome
    }

    /// Sends the frames of a row whose datagrams the kernel has refused as too long: in datagrams of the longest length
    /// that the kernel takes, which later frames have, too.
    #[cold]
    fn send_shorter(&mut self) {
        let frames = self.row.frames();
        for frame in frames {
            loop {
                let Some(link) = self.links.get_mut(&self.row.to) else { return };
                self.row.clear();
                self.row.cut = Cut::of(link.length);
                self.row.add(&frame);
                if !matches!(self.try_row(), RowOutcome::TooLong) {
                    break;
                }
                let Some(link) = self.links.get_mut(&self.row.to) else { return };
                if usize::from(link.length) + 1 == PARTS.len() {
                    self.refused += 1;
                    break;
                }
                link.length += 1;
            }
        }
        self.row.clear();
    }
}

/// What the kernel did with a row.
enum RowOutcome {
    /// The row has left, or is lost.
    Sent,
    /// There is no room now.
    Full,
    TooLong,
}

impl Tx {
    /// Adds a frame to the row. A new row is cut by `cut`, or as it suits the peer.
    fn put(&mut self, to: u32, head: u64, words: &[u64], body: Region, cut: Option<Cut>) -> Result<(), Full> {
        let len = CLEAR + 8 + 8 * words.len() + body.len() + TAG;
        assert!(words.len() <= PREFIX && len <= LONGEST && head >> HEAD_BITS == 0);
        if to as usize >= self.routes.len() {
            return Ok(());
        }
        if !self.row.ends.is_empty() && !self.row.fits(to, len) && !self.send_row() {
            return Err(Full);
        }
        self.row.to = to;
        let link = self.links.entry(to).or_insert_with(|| PeerSender {
            seal: Seal::new(self.secret.as_deref(), self.life, self.rank, to),
            counter: first_counter(self.life),
            length: Cut::length_for(self.mtu),
            names: Vec::new(),
            sure: false,
            own: None,
        });
        let counter = link.counter;
        link.counter += 1;
        if self.row.ends.is_empty() {
            self.row.cut = cut.unwrap_or(Cut::of(link.length));
        }
        let mut front = [0; CLEAR + 8 + 8 * PREFIX];
        let count = self.row.cut.count(len);
        let clear = Clear { part: 0, last: 0, from: self.rank, counter };
        front[..CLEAR].copy_from_slice(&clear.bytes(self.cipher));
        front[16..24].copy_from_slice(&(head | (words.len() as u64) << HEAD_BITS).to_le_bytes());
        for (to, word) in front[24..].chunks_exact_mut(8).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        let front = &front[..24 + 8 * words.len()];
        let Some(secret) = self.secret.as_deref() else {
            self.row.add_open(front, body);
            return Ok(());
        };
        // A frame of one datagram is encrypted in place in the row. A longer frame cannot be, because the clear bytes
        // of its datagrams come in between.
        let sealed = if count > 1 {
            let frame = &mut self.frame[..len];
            frame[..front.len()].copy_from_slice(front);
            let sealed = link.seal.seal_with(secret, counter, frame, front.len(), body);
            sealed.map(|()| self.row.add(frame))
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
        let multicast = if self.member.is_possible() { groups::longest(self.mtu) } else { 0 };
        capabilities(multicast, self.member.receive_window())
    }

    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        self.put(to, head, words, body, None)
    }

    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        self.send(to, head, words, Region::EMPTY)
    }

    fn flush(&mut self) {
        self.send_row();
        if let Some(groups) = &mut self.groups {
            groups.leave();
        }
    }

    /// Does nothing, because frames always wait for `flush` here.
    fn cork(&mut self, _: u32, _: bool) {}

    fn join(&mut self, group: u16) -> io::Result<()> {
        self.member.join(group)?;
        let Tx { member, rank, life, secret, mtu, .. } = self;
        let new = || GroupSender::new(member.clone(), (*rank, *life), secret.clone(), *mtu);
        self.groups.get_or_insert_with(|| new().into());
        Ok(())
    }

    fn leave(&mut self, group: u16) {
        self.member.leave(group);
    }

    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        match &mut self.groups {
            Some(groups) => groups.put(group, head, words, body),
            None => Ok(()),
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

    fn announce_departure(&mut self) {}
}

impl Datagrams for Tx {
    fn lengths(&self) -> u8 {
        PARTS.len() as u8
    }

    fn length(&self, to: u32) -> u8 {
        self.links.get(&to).map_or(Cut::length_for(self.mtu), |link| link.length)
    }

    fn set_length(&mut self, to: u32, length: u8) {
        if let Some(link) = self.links.get_mut(&to) {
            link.length = length.min(PARTS.len() as u8 - 1);
        }
    }

    fn probe(&mut self, to: u32, length: u8, head: u64) {
        if !self.send_row() {
            return;
        }
        let cut = Cut::of(length);
        // SAFETY: the bytes are copied to the row.
        let sent =
            unsafe { SmallBuffer::new(cut.part - 8 - TAG).with(|zeros| self.put(to, head, &[], zeros, Some(cut))) };
        if sent.is_ok() && !self.row.ends.is_empty() {
            // What the kernel refuses is lost, as by any other part of the path.
            let _ = self.try_row();
            self.row.clear();
        }
    }

    fn find_way(&mut self, to: u32) {
        self.routes.doubt();
        if let Some(link) = self.links.get_mut(&to) {
            link.sure = false;
            self.own -= u32::from(link.own.take().is_some());
        }
    }
}
