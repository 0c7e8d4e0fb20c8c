//! Encrypted datagrams between the processes of one job on any machines. Datagrams are unreliable and unordered, and at
//! most one packet long.
//!
//! A frame (head, words, body) is encrypted as a whole, which costs far less for each byte than encrypting packets
//! does. Then the frame is cut into a few datagrams. Each datagram has 16 clear bytes in front (docs/WIRE.md). The
//! receiver counts and drops datagrams that do not open, have arrived before, or are malformed. `routes` knows the
//! addresses; `seal` encrypts.
mod aead;
mod aegis;
mod agreement;
mod bell;
mod clear;
mod gather;
mod groups;
mod inbound;
mod interfaces;
mod line_seal;
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
pub use agreement::{KeyAgreement, PUBLIC, SEALED, seal as seal_secret, secret_of_text};
pub use bell::{Bell, Sleeper};
pub use clear::Counters;
pub use interfaces::{Interface, LinkInterface, interfaces};
pub use line_seal::LineSeal;
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

/// The number of clear bytes in front of each datagram.
const CLEAR: usize = 16;
/// The size of the authentication tag at the end of a frame, in bytes.
const TAG: usize = 16;
/// The size of IPv6 and UDP headers, in bytes; the headers of IPv4 are shorter.
const HEADERS: usize = 48;
/// The longest packet that is used, in bytes, even if the link allows longer ones. A loss costs the whole frame, so
/// longer packets lose more bytes.
const MOST_MTU: usize = 9000;
/// The length of a packet that every link carries (IPv6), in bytes.
const LEAST_MTU: usize = 1280;
/// The version of the datagrams. Every change of their format or contents must raise it (docs/WIRE.md, "Between
/// machines").
pub const VERSION: u8 = 10;

/// The target length of an encrypted frame, in bytes. Longer frames encrypt a little faster for each byte, but a loss
/// costs the whole frame. See docs/decisions/0013-ciphers.md.
const FRAME: usize = 8640;
/// The most datagrams of one frame. If one of them is lost, the whole frame is lost.
const PARTS: usize = 8;

/// How a frame is cut into datagrams. All processes of a job use one cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// How many bytes of a frame one datagram holds, behind the clear bytes.
    part: usize,
    parts: usize,
}

impl Cut {
    /// Returns the cut for packets of at most `mtu` bytes.
    fn new(mtu: usize) -> Cut {
        let part = mtu.clamp(LEAST_MTU, MOST_MTU) - HEADERS - CLEAR;
        Cut { part, parts: (FRAME / part).clamp(1, PARTS) }
    }

    /// Returns the number of datagrams for a frame of `len` bytes, clear bytes and tag included.
    fn count(self, len: usize) -> usize {
        (len - CLEAR).div_ceil(self.part).max(1)
    }

    /// Returns the length of the longest frame in bytes, clear bytes and tag included.
    fn most(self) -> usize {
        CLEAR + self.parts * self.part
    }

    /// Returns the length of the longest body of a frame that has the most words, in bytes.
    fn largest(self) -> usize {
        self.most() - CLEAR - 8 - TAG - 8 * PREFIX
    }
}

/// The facts that a process needs to join the network.
pub struct Place {
    pub rank: u32,
    /// How often this rank has joined the job before ([`crate::shm::Segment::begin_life`]).
    pub life: u16,
    pub routes: Arc<Routes>,
    /// The job's secret. `None`: nothing is encrypted, and any host on the network can read and forge datagrams.
    pub secret: Option<Secret>,
    /// The length of the longest packet that all links carry, in bytes.
    pub mtu: usize,
    /// The multicast addresses; `None`: this process cannot join groups.
    pub groups: Option<GroupPlace>,
}

/// One process's endpoint on the network.
pub struct Udp {
    tx: Tx,
    rx: Rx,
}

/// Binds a socket on `port`, or on a free port if that is `None`. The socket takes IPv6 and IPv4 if the machine has
/// IPv6, otherwise IPv4.
pub fn bind(port: Option<u16>) -> io::Result<UdpSocket> {
    let port = port.unwrap_or(0);
    // A port that is taken in one address family counts as taken in the other too.
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
        let who = (place.rank, place.life);
        let tx = Tx::new(socket.clone(), who, place.routes.clone(), secret.clone(), cut, member.clone());
        let rx = Rx::new(socket, who, place.routes, secret, cut, member)?;
        Ok(Udp { tx, rx })
    }
}

impl Udp {
    /// Returns the job's cipher; `None`: nothing is encrypted.
    pub fn cipher(&self) -> Option<Cipher> {
        self.tx.cipher()
    }

    /// Returns the size of the socket's receive buffer in bytes, as the kernel counts them.
    pub fn buffer(&self) -> u64 {
        self.rx.buffer()
    }
}

/// Tries to join a group and to send to it. Fails with the reason if multicast does not work on this machine.
pub fn try_group(place: &GroupPlace) -> io::Result<()> {
    let member = GroupMember::new(Some(place.clone()), u32::MAX);
    member.join(0)?;
    match (member.socket(), member.name(0)) {
        // Receivers ignore an empty datagram.
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
