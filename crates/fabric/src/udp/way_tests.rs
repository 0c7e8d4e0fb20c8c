//! Tests that datagrams follow a peer to another address.
use super::clear::Clear;
use super::seal::{Seal, Secret};
use super::{CLEAR, PeerPort, Place, Routes, TAG, Udp};
use crate::mem::Region;
use crate::{Cipher, Datagrams, Fabric, Rx as _, Tx as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::{Duration, Instant};

const BYTES: [u8; 32] = [4; 32];

fn secret() -> Secret {
    Secret::new(Cipher::ChaCha20Poly1305, &BYTES)
}

/// A peer, rank 1, that sends from one of its addresses at a time, to rank 0.
struct Mover {
    to: SocketAddr,
    counter: u64,
}

impl Mover {
    /// Returns a frame with this counter.
    fn frame(counter: u64) -> Vec<u8> {
        let clear = Clear { part: 0, last: 0, from: 1, counter }.bytes(Cipher::ChaCha20Poly1305.number());
        let mut datagram = [&clear[..], &7u64.to_le_bytes(), &[0; TAG]].concat();
        let secret = secret();
        Seal::new(Some(&secret), 0, 1, 0).seal(Some(&secret), counter, &mut datagram).expect("sealed");
        assert_eq!(datagram.len(), CLEAR + 8 + TAG);
        datagram
    }

    fn send(&mut self, from: &UdpSocket) {
        from.send_to(&Mover::frame(self.counter), self.to).expect("sent");
        self.counter += 1;
    }
}

/// Polls until `count` frames have arrived.
fn take((tx, rx): &mut (super::Tx, super::Rx), count: usize) {
    let (mut came, begin) = (0, Instant::now());
    while came < count {
        came += rx.poll(64, (&mut *tx, |_: u32, _: u64, _: &crate::View<'_>| ()));
        assert!(begin.elapsed() < Duration::from_secs(20), "{came} of {count} frames");
    }
}

#[test]
fn the_newest_genuine_datagram_of_a_peer_that_does_not_answer_says_where_it_is() {
    let [old, new, third] = [2, 3, 4].map(|n| Ipv4Addr::new(127, 0, 0, n));
    let at_old = UdpSocket::bind((old, 0)).expect("a socket");
    let port = at_old.local_addr().expect("bound").port();
    // Another process may have the port at the other addresses.
    let (Ok(at_new), Ok(stranger)) = (UdpSocket::bind((new, port)), UdpSocket::bind((third, port))) else { return };
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a socket");
    let own = PeerPort { host: 0, port: socket.local_addr().expect("bound").port() };
    let hosts = vec![vec![IpAddr::V4(Ipv4Addr::LOCALHOST)], vec![IpAddr::V4(old)]];
    let routes = Arc::new(Routes::new(hosts, vec![own, PeerPort { host: 1, port }]));
    let place = Place { rank: 0, life: 0, routes, secret: Some(secret()), mtu: 1500, groups: None };
    let mut ends = Udp::new(socket, place).expect("a place").split();
    let mut mover = Mover { to: SocketAddr::new(Ipv4Addr::LOCALHOST.into(), own.port), counter: 0 };
    let arrives_at = |ends: &mut (super::Tx, super::Rx), socket: &UdpSocket| {
        ends.0.send(1, 5, &[], Region::EMPTY).expect("room");
        ends.0.flush();
        socket.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
        socket.recv(&mut [0; 100]).expect("it arrives here");
    };
    for _ in 0..200 {
        mover.send(&at_old);
        take(&mut ends, 1);
    }
    arrives_at(&mut ends, &at_old);
    // The peer moves. Rank 0 does not look where datagrams come from until the peer does not answer.
    mover.send(&at_new);
    take(&mut ends, 1);
    arrives_at(&mut ends, &at_old);
    ends.0.find_way(1);
    for _ in 0..2 {
        mover.send(&at_new);
        take(&mut ends, 1);
    }
    // A late datagram from the old address, a replayed one, and a forged one change nothing.
    let late = mover.counter;
    mover.counter += 1;
    mover.send(&at_new);
    take(&mut ends, 1);
    at_old.send_to(&Mover::frame(late), mover.to).expect("sent");
    take(&mut ends, 1);
    stranger.send_to(&Mover::frame(3), mover.to).expect("sent");
    let mut forged = Mover::frame(mover.counter + 9);
    forged[CLEAR] ^= 1;
    stranger.send_to(&forged, mover.to).expect("sent");
    mover.send(&at_new);
    take(&mut ends, 1);
    ends.0.find_way(1);
    arrives_at(&mut ends, &at_new);
}
