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
#[cfg(test)]
mod way_tests;

pub use aead::sealing_time;
pub use agreement::{KeyAgreement, PUBLIC, SEALED, seal as seal_secret, secret_of_text};
pub use bell::{Bell, Sleeper};
pub use clear::DroppedDatagrams;
pub use interfaces::{Interface, LinkInterface, interfaces, mtu_to};
pub use line_seal::LineSeal;
pub use post::{Letter, Post};
pub use returned::Returned;
pub use routes::{PeerPort, Routes};
pub use rx::Rx;
pub use seal::Secret;
pub use tx::Tx;
pub use watcher::Watcher;

use crate::clock::Monotonic;
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
/// The version of the datagrams. Every change of their format or contents must raise it (docs/WIRE.md, "Between
/// machines").
pub const VERSION: u8 = 10;

/// The length of the longest frame behind its clear bytes, tag included, in bytes. Longer frames encrypt a little
/// faster for each byte, but a loss costs the whole frame. Every number in [`PARTS`] divides it, so that all datagrams
/// of the longest frame have one length and leave in one row. See decisions 13 and 38.
const TEXT: usize = 8400;
/// Into how many datagrams the longest frame may be cut: these are the lengths of datagrams, the longest first. Six
/// suit packets of 1,464 to 1,500 bytes, seven those from 1,264 bytes on (IPv6 promises 1,280), and 16 those of 576
/// bytes, IPv4's least.
const PARTS: [u8; 13] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 15, 16];
/// The most datagrams of one frame. If one of them is lost, the whole frame is lost.
const MOST_PARTS: usize = PARTS[PARTS.len() - 1] as usize;
/// The length of the longest frame in bytes, clear bytes and tag included.
const LONGEST: usize = CLEAR + TEXT;

/// How the frames to a peer are cut into datagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    /// How many bytes of a frame one datagram holds, behind the clear bytes.
    part: usize,
}

impl Cut {
    /// Returns the cut into datagrams of length number `length`; numbers beyond the last stand for the last.
    fn of(length: u8) -> Cut {
        let parts = PARTS.get(usize::from(length)).map_or(MOST_PARTS, |parts| usize::from(*parts));
        Cut { part: TEXT / parts }
    }

    /// Returns the number of the longest length whose packets have at most `mtu` bytes.
    fn length_for(mtu: usize) -> u8 {
        let fits = |length: &u8| HEADERS + CLEAR + Cut::of(*length).part <= mtu;
        (0..PARTS.len() as u8 - 1).find(fits).unwrap_or(PARTS.len() as u8 - 1)
    }

    /// Returns the number of datagrams for a frame of `len` bytes, clear bytes and tag included.
    fn count(self, len: usize) -> usize {
        (len - CLEAR).div_ceil(self.part).max(1)
    }
}

const _: () = {
    let mut at = 0;
    while at < PARTS.len() {
        assert!(TEXT.is_multiple_of(PARTS[at] as usize));
        at += 1;
    }
};

/// The facts that a process needs to join the network.
pub struct Place {
    pub rank: u32,
    /// How often this rank has joined the job before ([`crate::shm::Segment::begin_life`]).
    pub life: u16,
    pub routes: Arc<Routes>,
    /// The job's secret. `None`: nothing is encrypted, and any host on the network can read and forge datagrams.
    pub secret: Option<Secret>,
    /// The length of the longest packet that all links carry, in bytes. Multicast frames are at most that long; for
    /// other frames it is where the search for each path's length begins.
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
        let secret = place.secret.map(Arc::new);
        let member = Arc::new(GroupMember::new(place.groups, place.rank));
        let who = (place.rank, place.life);
        let tx = Tx::new(socket.clone(), who, place.routes.clone(), secret.clone(), place.mtu, member.clone());
        let rx = Rx::new(socket, who, place.routes, secret, member)?;
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

impl crate::Network for Udp {
    type Clock = Monotonic;
    fn clock(&self) -> Monotonic {
        Monotonic::default()
    }
}

impl Fabric for Udp {
    type Tx = Tx;
    type Rx = Rx;
    fn split(self) -> (Tx, Rx) {
        (self.tx, self.rx)
    }
}

fn capabilities(multicast: usize, receive_window: usize) -> Capabilities {
    // A frame that has the most words still fits.
    let frame = TEXT - 8 - TAG - 8 * PREFIX;
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
