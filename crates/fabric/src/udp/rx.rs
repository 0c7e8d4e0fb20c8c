//! Receiving frames: rows of datagrams in one system call, reassembled and decrypted in place.
use super::Watcher;
use super::bell::Bell;
use super::clear::{Clear, DroppedDatagrams};
use super::gather::Gather;
use super::groups::{self, GroupMember, GroupReceiver};
use super::inbound::Inbound;
use super::replay::Replay;
use super::routes::Routes;
use super::seal::{self, Seal, Secret};
use super::socket::{self, DatagramArrival};
use super::tx::Tx;
use super::{CLEAR, TEXT};
use crate::frame::View;
use crate::mem::Region;
use crate::{ByRank, HEAD_BITS, PREFIX, Receiver};
use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::os::fd::AsRawFd;
use std::sync::Arc;

/// The length of the longest row of datagrams that one system call returns, in bytes.
const ROOM: usize = 64 << 10;

/// How many receives ask the kernel for the source address after a datagram from a peer whose address is not known, or
/// after a peer has not answered.
/// Asking makes short messages slower; with a smaller number, the receiver finds a peer among many senders later. See
/// decision 10.
const ASK_SOURCES: u32 = 64;

/// After how many polls the groups' socket is polled, while the main socket has datagrams at each poll. A larger
/// number delays multicast frames; a smaller one wastes polls.
const GROUPS_TURN: u32 = 4;

/// The state of one sending peer.
struct PeerReceiver {
    seal: Seal,
    replay: Replay,
    address: Option<IpAddr>,
}

/// The place where a whole frame lies.
#[derive(Clone, Copy)]
enum Place {
    /// The frame lies in the buffer, from this byte on.
    Buffer(usize),
    /// The frame lies in the memory of `gather`.
    Gathered,
}

pub struct Rx {
    inbound: Inbound,
    rank: u32,
    life: u16,
    routes: Arc<Routes>,
    secret: Option<Arc<Secret>>,
    /// The number of the job's cipher.
    cipher: u8,
    links: ByRank<PeerReceiver>,
    buffer: Vec<u8>,
    /// The datagrams that the buffer holds. `offset` is how many of their bytes have been handed over.
    arrival: DatagramArrival,
    offset: usize,
    /// For how many more receives the source address is requested.
    ask_sources: u32,
    /// The incomplete frames, whose datagrams arrive one by one.
    gather: Gather,
    bell: Bell,
    counters: DroppedDatagrams,
    member: Arc<GroupMember>,
    /// The receiver of multicast frames; `None` if no group was joined yet.
    groups: Option<Box<GroupReceiver>>,
    /// True if the last poll of the groups found a frame.
    groups_active: bool,
    /// How many polls in a row went only to the groups.
    ahead: u32,
    /// How many polls have found datagrams on the main socket since the groups were last polled.
    passed: u32,
}

impl Rx {
    pub(super) fn new(
        socket: Arc<UdpSocket>,
        (rank, life): (u32, u16),
        routes: Arc<Routes>,
        secret: Option<Arc<Secret>>,
        member: Arc<GroupMember>,
    ) -> io::Result<Rx> {
        Ok(Rx {
            bell: Bell::new(&socket, member.clone())?,
            inbound: Inbound::new(socket),
            rank,
            life,
            routes,
            cipher: seal::number(secret.as_deref()),
            secret,
            links: ByRank::default(),
            buffer: vec![0; ROOM],
            arrival: DatagramArrival { len: 0, segment: 1, from: None, queued: 0 },
            offset: 0,
            ask_sources: ASK_SOURCES,
            gather: Gather::default(),
            counters: DroppedDatagrams::default(),
            member,
            groups: None,
            groups_active: false,
            ahead: 0,
            passed: 0,
        })
    }

    /// Returns the counts of dropped datagrams.
    pub fn counters(&self) -> DroppedDatagrams {
        self.counters
    }

    /// Returns the size of the socket's receive buffer in bytes, as the kernel counts them.
    pub fn buffer(&self) -> u64 {
        socket::buffer(&self.inbound.socket).unwrap_or(64 << 10)
    }

    /// Hands over the multicast frames of one poll. Returns their number.
    #[cold]
    fn poll_groups(&mut self, to: &mut impl Receiver<Rx>) -> usize {
        self.passed = 0;
        let Rx { member, rank, life, routes, secret, groups, counters, .. } = self;
        let Some(socket) = member.socket() else { return 0 };
        let new = || GroupReceiver::new(socket.clone(), member.clone(), (*rank, *life), routes.len(), secret.clone());
        let handed = groups.get_or_insert_with(|| new().into()).poll(counters, to);
        self.groups_active = handed > 0;
        handed
    }

    /// Fills the buffer with arrived datagrams. Returns false if none has arrived.
    fn receive(&mut self) -> bool {
        let Some(arrival) = self.inbound.receive(&mut self.buffer, self.ask_sources > 0) else {
            return false;
        };
        self.ask_sources = self.ask_sources.saturating_sub(1);
        if self.ask_sources == 0 && self.routes.take_doubt() {
            self.ask_sources = ASK_SOURCES;
        }
        (self.arrival, self.offset) = (arrival, 0);
        true
    }

    /// Returns the clear bytes of the datagram at `offset` of the row; `None` if it is refused.
    fn at(&self, offset: usize) -> Option<Clear> {
        let end = self.arrival.len.min(offset + CLEAR);
        Clear::read(&self.buffer[offset..end], self.routes.len(), self.cipher)
    }

    /// Takes the next frame out of the arrived datagrams. Returns its sender, its place and its length, or `None` if
    /// the frame is incomplete or not genuine.
    fn take(&mut self) -> Option<(u32, Place, usize)> {
        let DatagramArrival { len: end, segment, from: address, .. } = self.arrival;
        let offset = self.offset;
        let len = segment.min(end - offset);
        self.offset += len;
        let Some(clear) = self.at(offset) else {
            self.counters.refuse(&self.buffer[offset..offset + len], self.routes.len());
            return None;
        };
        let start = offset + CLEAR;
        let text = len - CLEAR;
        if text > TEXT || text == 0 && clear.last > 0 {
            self.counters.malformed += 1;
            return None;
        }
        if clear.last == 0 {
            return self.open(clear, Place::Buffer(start), text, address);
        }
        // Usually all datagrams of a frame are contiguous, so the frame is reassembled in place.
        let (last, part) = (usize::from(clear.last), text);
        if clear.part == 0 && segment == len && offset + last * segment + CLEAR < end && last * part < TEXT {
            let follows = |i: usize| self.at(offset + i * segment) == Some(Clear { part: i as u8, ..clear });
            if (1..=last).all(follows) {
                let text = |i: usize| segment.min(end - offset - i * segment) - CLEAR;
                for i in 1..=last {
                    let from = start + i * segment;
                    self.buffer.copy_within(from..from + text(i), start + i * part);
                }
                self.offset = end.min(offset + (last + 1) * segment);
                let whole = last * part + text(last);
                if whole > TEXT {
                    self.counters.malformed += 1;
                    return None;
                }
                return self.open(clear, Place::Buffer(start), whole, address);
            }
        }
        let came = |link: &PeerReceiver| !link.replay.may_come(clear.counter);
        if self.links.get(&clear.from).is_some_and(came) {
            self.counters.replayed += 1;
            return None;
        }
        let len = self.gather.add(clear, &self.buffer[start..start + text])?;
        self.open(clear, Place::Gathered, len, address)
    }

    /// Decrypts the complete frame of `len` bytes at `place`. Returns `None` if the frame is not genuine.
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
        let clear = clear.of_frame(self.cipher);
        let known = self.links.get_mut(&from);
        let mut new = None;
        // This process stores no state for a peer before the peer has sent a genuine frame.
        let link = match known {
            Some(link) => link,
            None => new.insert(PeerReceiver {
                seal: Seal::new(self.secret.as_deref(), self.life, from, self.rank),
                replay: Replay::new(self.life),
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
        let newest = link.replay.came(counter);
        match address.map(|address| address.ip()) {
            Some(address) if link.address != Some(address) && newest => {
                link.address = Some(address);
                self.routes.heard(from, address);
            }
            None if link.address.is_none() => self.ask_sources = ASK_SOURCES,
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

impl crate::NetworkRx for Rx {
    type Watcher = Watcher;

    fn start_watcher(&self, ring: impl Fn() + Send + 'static) -> Option<Watcher> {
        Watcher::start(self.inbound.socket.clone(), ring).ok()
    }

    fn watch_groups(&self, watcher: &Watcher) -> bool {
        self.member.socket().is_some_and(|groups| watcher.add(groups))
    }
}

impl crate::Rx for Rx {
    type Tx = Tx;
    type Body<'a> = View<'a>;
    type Bell = Bell;

    /// Hands over the frames of one receive, which returns at most a row of datagrams, and the multicast frames of one
    /// poll.
    fn poll(&mut self, _: usize, mut to: impl Receiver<Rx>) -> usize {
        if self.member.socket().is_none() {
            return self.poll_main(&mut to);
        }
        // While multicast frames arrive, they are polled first: a later frame that refers to them must not overtake
        // them.
        let looked = self.groups_active;
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
        self.offset < self.arrival.len || socket::wait(&self.inbound.socket, [groups, None], 0)
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
            // SAFETY: the bytes lie in this side's own buffer, which no code touches before the receiver has returned.
            let payload = unsafe { Region::new(frame.as_ptr().add(8), len - 8) };
            // SAFETY: the frame stays in place during the call.
            let view = unsafe { View::new(payload, self.arrival.queued) };
            to.frame(from, head & ((1 << HEAD_BITS) - 1), &view);
            handed += 1;
        }
        handed
    }
}
