//! Sealed datagrams between processes of one job on any machines: unreliable, unordered, at most a link's frame long.
//!
//! A frame (head, words, body) is sealed as one, which costs far less for each byte than one packet's worth would, and
//! cut into a few datagrams; each has 16 clear bytes in front (docs/WIRE.md).
//! What does not open, has come before, or makes no sense is counted and dropped. Addresses: `routes`; sealing: `seal`.
mod aead;
mod aegis;
mod bell;
mod clear;
mod connected;
mod gather;
mod groups;
mod inbound;
mod interfaces;
mod post;
mod replay;
mod returned;
mod routes;
mod row;
mod rx;
mod seal;
mod socket;
mod tx;
mod watcher;

pub use aead::Library;
pub use bell::{Bell, Doze};
pub use clear::Counters;
pub use interfaces::{Interface, LinkInterface, interfaces};
pub use post::{Letter, Post};
pub use returned::Returned;
pub use routes::{Peer, Routes};
pub use rx::Rx;
pub use seal::Secret;
pub use socket::mtu_to;
pub use tx::Tx;
pub use watcher::Watcher;

use crate::{Capabilities, Cipher, Fabric, GroupPlace, PREFIX};
use groups::GroupMember;
use std::io;
use std::net::UdpSocket;
use std::sync::Arc;

/// Clear bytes in front of each datagram.
const CLEAR: usize = 16;
/// Bytes of the seal at the end of a frame.
const TAG: usize = 16;
/// Bytes of IPv6 and UDP headers; those of IPv4 are shorter.
const HEADERS: usize = 48;
/// Frames are no longer than this many bytes, however long packets may be: what is lost is lost whole.
const MOST_MTU: usize = 9000;
/// Bytes of a packet that every link carries (IPv6).
const LEAST_MTU: usize = 1280;
/// The version of the datagrams, which is raised with every change of their form or of what is in them (docs/WIRE.md,
/// "Between machines").
pub const VERSION: u8 = 9;

/// Bytes of a sealed frame worth aiming at: longer ones are lost whole, and a byte of them is sealed in 0.017 ns in
/// place of 0.020 (docs/decisions/0013-ciphers.md).
const FRAME: usize = 8640;
/// A frame is cut into at most so many datagrams.
const PARTS: usize = 8;

/// How frames are cut into datagrams, the same for all processes of a job.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// Bytes of a frame in a datagram, behind the clear ones.
    part: usize,
    parts: usize,
}

impl Cut {
    /// The cut for packets of at most `mtu` bytes.
    fn new(mtu: usize) -> Cut {
        let part = mtu.clamp(LEAST_MTU, MOST_MTU) - HEADERS - CLEAR;
        Cut { part, parts: (FRAME / part).clamp(1, PARTS) }
    }

    /// Datagrams for a frame of `len` bytes, clear ones and tag included.
    fn count(self, len: usize) -> usize {
        (len - CLEAR).div_ceil(self.part).max(1)
    }

    /// The longest frame in bytes, clear ones and tag included.
    fn most(self) -> usize {
        CLEAR + self.parts * self.part
    }

    /// The longest body of a frame with all words.
    fn largest(self) -> usize {
        self.most() - CLEAR - 8 - TAG - 8 * PREFIX
    }
}

/// What a process needs to know to take its place.
pub struct Place {
    pub rank: u32,
    pub routes: Arc<Routes>,
    /// If it is `None`, nothing is sealed, and anybody on the network can read and forge.
    pub secret: Option<Secret>,
    /// Bytes of the longest packet that all links carry.
    pub mtu: usize,
    /// Where frames to groups go; `None`: no group can be joined.
    pub groups: Option<GroupPlace>,
}

/// One process's place on the network.
pub struct Udp {
    tx: Tx,
    rx: Rx,
}

/// Binds a socket on that port, or on a free one: for IPv6 and IPv4 alike, where there is IPv6.
pub fn bind(port: Option<u16>) -> io::Result<UdpSocket> {
    let port = port.unwrap_or(0);
    // A port that is taken for the one family is not free for the other.
    match UdpSocket::bind(("::", port)) {
        Err(e) if e.kind() != io::ErrorKind::AddrInUse => UdpSocket::bind(("0.0.0.0", port)),
        bound => bound,
    }
}

impl Udp {
    pub fn new(socket: UdpSocket, place: Place) -> io::Result<Udp> {
        socket::prepare(&socket)?;
        let socket = Arc::new(socket);
        let cut = Cut::new(place.mtu);
        let secret = place.secret.map(Arc::new);
        let member = Arc::new(GroupMember::new(place.groups, place.rank));
        let tx = Tx::new(socket.clone(), place.rank, place.routes.clone(), secret.clone(), cut, member.clone());
        let rx = Rx::new(socket, place.rank, place.routes, secret, cut, member)?;
        Ok(Udp { tx, rx })
    }
}

impl Udp {
    /// What seals everything; `None`: nothing does.
    pub fn cipher(&self) -> Option<Cipher> {
        self.tx.cipher()
    }

    /// The socket's receive buffer in bytes, as the kernel counts them.
    pub fn buffer(&self) -> u64 {
        self.rx.buffer()
    }
}

/// Tries to join a group there and to send to it. Error: why that does not go.
pub fn try_group(place: &GroupPlace) -> io::Result<()> {
    let member = GroupMember::new(Some(place.clone()), u32::MAX);
    member.join(0)?;
    match (member.socket(), member.name(0)) {
        // An empty datagram means nothing to anybody.
        (Some(socket), Some(name)) => socket.send_to(&[], name).map(drop),
        _ => Ok(()),
    }
}

impl Fabric for Udp {
    type Tx = Tx;
    type Rx = Rx;
    fn split(self) -> (Tx, Rx) {
        (self.tx, self.rx)
    }
}

fn capabilities(frame: usize, multicast: usize, receive_window: usize) -> Capabilities {
    Capabilities {
        reliable: false,
        ordered: false,
        native_pull: false,
        multicast,
        receive_window,
        largest_frame: frame,
        piece: frame,
        burst: 64,
    }
}
