//! Receiving frames: rows of datagrams in one system call, put together and opened where they lie.
use super::bell::Bell;
use super::clear::{Clear, Counters};
use super::connected::Sockets;
use super::gather::Gather;
use super::groups::{self, GroupMember, GroupReceiver};
use super::replay::Replay;
use super::routes::Routes;
use super::seal::{self, Seal, Secret};
use super::socket::{self, Arrival};
use super::tx::Tx;
use super::{CLEAR, Cut};
use crate::frame::View;
use crate::mem::Region;
use crate::{ByRank, HEAD_BITS, PREFIX, Receiver};
use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::os::fd::AsRawFd;
use std::sync::Arc;

/// Bytes of the longest message of the system: a row of datagrams.
const ROOM: usize = 64 << 10;

/// When a datagram has come from a peer whose address is not known, the system is asked of so many of those that follow
/// where they come from. Asking costs 4 % of a short message; with half as many, a peer among many senders is found
/// later.
const STRANGERS: u32 = 64;

/// While the other sockets bring something at each look, the groups' socket has its turn after so many.
const GROUPS_TURN: u32 = 4;

/// One peer.
struct Link {
    seal: Seal,
    replay: Replay,
    address: Option<IpAddr>,
}

/// Where a whole frame lies.
#[derive(Clone, Copy)]
enum Place {
    /// In the buffer, from that byte on.
    Buffer(usize),
    /// In the gatherer's memory.
    Gathered,
}

pub struct Rx {
    sockets: Sockets,
    rank: u32,
    routes: Arc<Routes>,
    secret: Option<Arc<Secret>>,
    /// The number of what everything is sealed by.
    cipher: u8,
    links: ByRank<Link>,
    cut: Cut,
    buffer: Vec<u8>,
    /// What the buffer holds, and how much of it is handed over.
    arrival: Arrival,
    offset: usize,
    /// Datagrams of which it is still asked where they come from.
    strangers: u32,
    /// Frames whose datagrams come one by one.
    gather: Gather,
    bell: Bell,
    counters: Counters,
    member: Arc<GroupMember>,
    /// What comes to groups, once one was joined.
    groups: Option<Box<GroupReceiver>>,
    /// The last look at them found something.
    lively: bool,
    /// Looks in a row at them alone.
    ahead: u32,
    /// Looks that found something on the other sockets since groups were last looked at.
    passed: u32,
}

impl Rx {
    pub(super) fn new(
        socket: Arc<UdpSocket>,
        rank: u32,
        routes: Arc<Routes>,
        secret: Option<Arc<Secret>>,
        cut: Cut,
        member: Arc<GroupMember>,
    ) -> io::Result<Rx> {
        Ok(Rx {
            bell: Bell::new(&socket, member.clone())?,
            sockets: Sockets::new(socket),
            rank,
            routes,
            cipher: seal::number(secret.as_deref()),
            secret,
            links: ByRank::default(),
            cut,
            buffer: vec![0; ROOM],
            arrival: Arrival { len: 0, segment: 1, from: None, queued: 0 },
            offset: 0,
            strangers: STRANGERS,
            gather: Gather::new(cut),
            counters: Counters::default(),
            member,
            groups: None,
            lively: false,
            ahead: 0,
            passed: 0,
        })
    }

    /// What was dropped so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The socket's receive buffer in bytes, as the kernel counts them.
    pub fn buffer(&self) -> u64 {
        socket::buffer(self.sockets.main()).unwrap_or(64 << 10)
    }

    /// The socket, for [`super::Watcher`].
    pub fn socket(&self) -> Arc<UdpSocket> {
        self.sockets.main().clone()
    }

    /// The socket that frames to groups come by, once one was joined.
    pub fn group_socket(&self) -> Option<&Arc<UdpSocket>> {
        self.member.socket()
    }

    /// What has come to groups, in one go.
    #[cold]
    fn poll_groups(&mut self, to: &mut impl Receiver<Rx>) -> usize {
        self.passed = 0;
        let Rx { member, rank, routes, secret, groups, counters, .. } = self;
        let Some(socket) = member.socket() else { return 0 };
        let new = || GroupReceiver::new(socket.clone(), member.clone(), *rank, routes.len(), secret.clone());
        let handed = groups.get_or_insert_with(|| new().into()).poll(counters, to);
        self.lively = handed > 0;
        handed
    }

    /// Tells whether somebody else sleeps on the main socket while this process does not look. As long as that is so,
    /// everything is to come by that socket.
    pub fn set_watched(&mut self, on: bool) {
        self.sockets.bar(on);
    }

    /// To be called before somebody sleeps on the main socket: from now on everything comes by it. Returns false if
    /// something that came by another socket is still to be received, of which nobody would be told.
    pub fn comes_by_socket(&mut self) -> bool {
        self.offset >= self.arrival.len && self.sockets.let_go()
    }

    /// Fills the buffer; false if nothing is there.
    fn receive(&mut self) -> bool {
        let Some(arrival) = self.sockets.receive(&mut self.buffer, self.strangers > 0) else {
            return false;
        };
        self.strangers = self.strangers.saturating_sub(1);
        (self.arrival, self.offset) = (arrival, 0);
        true
    }

    /// The clear bytes of the datagram at `offset` of the row.
    fn at(&self, offset: usize) -> Option<Clear> {
        let end = self.arrival.len.min(offset + CLEAR);
        Clear::read(&self.buffer[offset..end], self.routes.len(), self.cipher)
    }

    /// Takes the next frame out of what has arrived. Returns its sender, where it lies, and its length; `None` if it is
    /// not whole, or not genuine.
    fn take(&mut self) -> Option<(u32, Place, usize)> {
        let Arrival { len: end, segment, from: address, .. } = self.arrival;
        let offset = self.offset;
        let len = segment.min(end - offset);
        self.offset += len;
        let Some(clear) = self.at(offset) else {
            self.counters.refuse(&self.buffer[offset..offset + len], self.routes.len());
            return None;
        };
        let start = offset + CLEAR;
        let (text, part) = (len - CLEAR, self.cut.part);
        if clear.last == 0 && text <= part {
            return self.open(clear, Place::Buffer(start), text, address);
        }
        if clear.last as usize >= self.cut.parts || text > part || clear.part < clear.last && text != part {
            self.counters.malformed += 1;
            return None;
        }
        // Mostly all of a frame's datagrams lie one behind the other, and are put together where they are.
        let last = usize::from(clear.last);
        if clear.part == 0 && segment == len && offset + last * segment + CLEAR <= end {
            let follows = |i: usize| self.at(offset + i * segment) == Some(Clear { part: i as u8, ..clear });
            if (1..=last).all(follows) {
                let text = |i: usize| segment.min(end - offset - i * segment) - CLEAR;
                for i in 1..=last {
                    let from = start + i * segment;
                    self.buffer.copy_within(from..from + text(i), start + i * part);
                }
                self.offset = end.min(offset + (last + 1) * segment);
                return self.open(clear, Place::Buffer(start), last * part + text(last), address);
            }
        }
        let came = |link: &Link| !link.replay.may_come(clear.counter);
        if self.links.get(&clear.from).is_some_and(came) {
            self.counters.replayed += 1;
            return None;
        }
        let len = self.gather.add(clear, &self.buffer[start..start + text])?;
        self.open(Clear { part: 0, ..clear }, Place::Gathered, len, address)
    }

    /// Opens the frame of `len` bytes there, which has all its datagrams.
    fn open(
        &mut self,
        clear: Clear,
        place: Place,
        len: usize,
        address: Option<SocketAddr>,
    ) -> Option<(u32, Place, usize)> {
        let Clear { from, counter, .. } = clear;
        let frame = match place {
            Place::Buffer(start) => &mut self.buffer[start..start + len],
            Place::Gathered => &mut self.gather.whole()[..len],
        };
        let clear = clear.bytes(self.cipher);
        let known = self.links.get_mut(&from);
        let mut new = None;
        // Nothing is kept of a peer before it has said something genuine.
        let link = match known {
            Some(link) => link,
            None => new.insert(Link {
                seal: Seal::new(self.secret.as_deref(), from, self.rank),
                replay: Replay::default(),
                address: None,
            }),
        };
        if !link.replay.may_come(counter) {
            self.counters.replayed += 1;
            return None;
        }
        let Some(text) = link.seal.open(self.secret.as_deref(), counter, &clear, frame) else {
            self.counters.forged += 1;
            return None;
        };
        let text = text.len();
        link.replay.came(counter);
        self.sockets.came(from, address);
        match address.map(|address| address.ip()) {
            Some(address) if link.address != Some(address) => {
                link.address = Some(address);
                self.routes.heard(from, address);
            }
            None if link.address.is_none() => self.strangers = STRANGERS,
            _ => {}
        }
        if let Some(new) = new {
            self.links.insert(from, new);
        }
        if text < 8 {
            self.counters.malformed += 1;
            return None;
        }
        Some((from, place, text))
    }
}

impl crate::Rx for Rx {
    type Tx = Tx;
    type Body<'a> = View<'a>;
    type Bell = Bell;

    /// Hands over what came in one go, which is at most a row of datagrams, and one more to groups.
    fn poll(&mut self, _: usize, mut to: impl Receiver<Rx>) -> usize {
        if self.member.socket().is_none() {
            return self.poll_main(&mut to);
        }
        // What comes to groups is looked at first while something comes, so that what was sent later, and tells of it,
        // does not overtake it.
        let looked = self.lively;
        let first = if looked { self.poll_groups(&mut to) } else { 0 };
        if first >= groups::MOST && self.ahead < GROUPS_TURN {
            self.ahead += 1;
            return first;
        }
        self.ahead = 0;
        let handed = first + self.poll_main(&mut to);
        self.passed += 1;
        if looked || handed > 0 && self.passed < GROUPS_TURN { handed } else { handed + self.poll_groups(&mut to) }
    }

    fn ready(&mut self, _: &mut Tx) -> bool {
        let groups = self.member.socket().map(|socket| socket.as_raw_fd());
        !self.comes_by_socket() || socket::wait(self.sockets.main(), [groups, None], 0)
    }

    fn bell(&self) -> Bell {
        self.bell.clone()
    }
}

impl Rx {
    fn poll_main(&mut self, to: &mut impl Receiver<Rx>) -> usize {
        if self.offset >= self.arrival.len && !self.receive() {
            return 0;
        }
        let mut handed = 0;
        while self.offset < self.arrival.len {
            let Some((from, place, len)) = self.take() else { continue };
            let frame = match place {
                Place::Buffer(start) => &self.buffer[start..start + len],
                Place::Gathered => &self.gather.whole()[..len],
            };
            let head = u64::from_le_bytes(frame[..8].try_into().unwrap_or_default());
            let words = (head >> HEAD_BITS) as usize;
            if words > PREFIX || len < 8 + 8 * words {
                self.counters.malformed += 1;
                continue;
            }
            // SAFETY: the bytes lie in this side's own buffer, which nobody touches before the receiver has returned.
            let payload = unsafe { Region::new(frame.as_ptr().add(8), len - 8) };
            to.frame(from, head & ((1 << HEAD_BITS) - 1), &View::queued_for(payload, self.arrival.queued));
            handed += 1;
        }
        handed
    }
}
