//! Receiving datagrams: many in one system call, opened where they lie.
use super::bell::Bell;
use super::replay::Replay;
use super::routes::Routes;
use super::seal::{Seal, Secret};
use super::socket::{self, Arrival};
use super::{CLEAR, VERSION};
use crate::frame::View;
use crate::mem::Region;
use crate::{ByRank, HEAD_BITS, PREFIX, Receiver};
use std::io;
use std::net::{IpAddr, UdpSocket};
use std::sync::Arc;

/// Messages received in one system call; each may be a row of datagrams.
const MESSAGES: usize = 8;
/// Bytes of the longest message.
const ROOM: usize = 64 << 10;

/// What was dropped, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Too short, of another version, from no rank of this job.
    pub malformed: u64,
    /// It does not open with that rank's key.
    pub forged: u64,
    /// It has come before, or is too old to tell.
    pub replayed: u64,
}

/// One peer.
struct Link {
    seal: Seal,
    replay: Replay,
    address: Option<IpAddr>,
}

pub struct Rx {
    socket: Arc<UdpSocket>,
    rank: u32,
    routes: Arc<Routes>,
    secret: Option<Arc<Secret>>,
    links: ByRank<Link>,
    buffer: Vec<u8>,
    arrivals: [Arrival; MESSAGES],
    /// Messages in the buffer; the first that is not handed over yet, and how far it is.
    count: usize,
    at: usize,
    offset: usize,
    bell: Bell,
    counters: Counters,
}

impl Rx {
    pub(super) fn new(
        socket: Arc<UdpSocket>,
        rank: u32,
        routes: Arc<Routes>,
        secret: Option<Arc<Secret>>,
    ) -> io::Result<Rx> {
        Ok(Rx {
            bell: Bell::new(&socket)?,
            socket,
            rank,
            routes,
            secret,
            links: ByRank::default(),
            buffer: vec![0; MESSAGES * ROOM],
            arrivals: [Arrival { len: 0, segment: 1, from: None }; MESSAGES],
            count: 0,
            at: 0,
            offset: 0,
            counters: Counters::default(),
        })
    }

    /// What was dropped so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The socket's receive buffer in bytes, as the kernel counts them.
    pub fn buffer(&self) -> u64 {
        socket::buffer(&self.socket).unwrap_or(64 << 10)
    }

    /// The socket, for [`super::Watcher`].
    pub fn socket(&self) -> Arc<UdpSocket> {
        self.socket.clone()
    }

    /// Opens the datagram at `start` of the buffer. Its sender, and where the frame in it lies.
    fn open(&mut self, start: usize, len: usize, address: Option<IpAddr>) -> Option<(u32, usize, usize)> {
        let datagram = &mut self.buffer[start..start + len];
        let Some(&[VERSION, 0, 0, 0, a, b, c, d, ref counter @ ..]) = datagram.get(..CLEAR) else {
            self.counters.malformed += 1;
            return None;
        };
        let from = u32::from_le_bytes([a, b, c, d]);
        let counter = counter.try_into().map(u64::from_le_bytes).unwrap_or(u64::MAX);
        if from as usize >= self.routes.len() {
            self.counters.malformed += 1;
            return None;
        }
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
        let Some(text) = link.seal.open(self.secret.as_deref(), counter, datagram) else {
            self.counters.forged += 1;
            return None;
        };
        let text = text.len();
        link.replay.came(counter);
        if link.address != address {
            link.address = address;
            if let Some(address) = address {
                self.routes.heard(from, address);
            }
        }
        if let Some(new) = new {
            self.links.insert(from, new);
        }
        if text < 8 {
            self.counters.malformed += 1;
            return None;
        }
        Some((from, start + CLEAR, text))
    }
}

impl crate::Rx for Rx {
    type Body<'a> = View<'a>;
    type Bell = Bell;

    /// At most `burst` datagrams in all.
    fn poll(&mut self, burst: usize, mut to: impl Receiver<Rx>) -> usize {
        let (mut handed, mut looked) = (0, false);
        while handed < burst {
            if self.at >= self.count {
                // Less than there was room for: that was all, and another look would cost a system call.
                if looked && self.count < MESSAGES {
                    break;
                }
                looked = true;
                (self.at, self.offset) = (0, 0);
                self.count = socket::receive(&self.socket, &mut self.buffer, &mut self.arrivals);
                if self.count == 0 {
                    break;
                }
            }
            let arrival = self.arrivals[self.at];
            let len = arrival.segment.min(arrival.len - self.offset);
            let start = self.at * ROOM + self.offset;
            self.offset += len;
            if self.offset >= arrival.len {
                (self.at, self.offset) = (self.at + 1, 0);
            }
            let Some((from, start, len)) = self.open(start, len, arrival.from) else { continue };
            let frame = &self.buffer[start..start + len];
            let head = u64::from_le_bytes(frame[..8].try_into().unwrap_or_default());
            let words = (head >> HEAD_BITS) as usize;
            if words > PREFIX || len < 8 + 8 * words {
                self.counters.malformed += 1;
                continue;
            }
            // SAFETY: the bytes lie in this side's own buffer, which nobody touches before the receiver has returned.
            let payload = unsafe { Region::new(frame.as_ptr().add(8), len - 8) };
            to.frame(from, head & ((1 << HEAD_BITS) - 1), &View::new(payload));
            handed += 1;
        }
        handed
    }

    fn ready(&mut self) -> bool {
        self.at < self.count || socket::wait(&self.socket, None, 0)
    }

    fn bell(&self) -> Bell {
        self.bell.clone()
    }
}
