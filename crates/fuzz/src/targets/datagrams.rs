//! Datagrams to a real socket. The socket hands over only datagrams whose seal is valid, and each of them once.
use super::{by, outcome};
use crate::reader::{Reader, Writer};
use clump::driver::Region;
use clump_fabric::sim::{lent, lent_copy};
use clump_fabric::udp::{self, PeerPort, Place, Routes, Secret, Udp};
use clump_fabric::{Body, Cipher, Fabric, PREFIX, Rx as _, Tx as _};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::sync::Arc;

const SECRET: [u8; 32] = [7; 32];
/// The MTU of a link, in bytes: long frames take several datagrams.
const MTU: usize = 1500;

fn place(socket: UdpSocket, rank: u32, port: u16, cipher: Option<Cipher>) -> Udp {
    let peers = vec![PeerPort { host: 0, port }; 3];
    let routes = Arc::new(Routes::new(vec![vec![IpAddr::V4(Ipv4Addr::LOCALHOST)]], peers));
    let secret = cipher.map(|cipher| Secret::new(cipher, &SECRET));
    Udp::new(socket, Place { rank, life: 0, routes, secret, mtu: MTU, groups: None }).expect("a place on the network")
}

fn socket() -> UdpSocket {
    UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket")
}

fn port(socket: &UdpSocket) -> u16 {
    socket.local_addr().expect("bound").port()
}

/// Runs an input. The first byte selects the cipher ([`by`]); datagrams follow.
pub fn run(input: &[u8]) -> u64 {
    let mut input = Reader(input);
    let cipher = by(input.u8());
    let (ours, theirs) = (socket(), socket());
    let to = (Ipv4Addr::LOCALHOST, port(&ours));
    let (mut tx, mut rx) = place(ours, 0, port(&theirs), cipher).split();
    let (mut sent, mut frames, mut bytes) = (0u64, 0u64, 0u64);
    while !input.is_empty() && sent < 64 {
        theirs.send_to(input.block(), to).expect("sent");
        sent += 1;
        let take = |from: u32, head: u64, body: &<udp::Rx as clump_fabric::Rx>::Body<'_>| {
            assert!(from < 3 && head >> 56 == 0, "no frame is like that");
            let all = lent(body.len(0));
            assert!(body.copy_to(0, 0, all.region()) == body.len(0) && body.len(0) <= 6 * MTU);
            let _ = (body.words::<PREFIX>(), body.words::<1>());
            frames += 1;
            bytes += body.len(0) as u64;
        };
        rx.poll(64, (&mut tx, take));
    }
    let c = rx.counters();
    let dropped = [c.malformed, c.forged, c.replayed, c.foreign, c.other_cipher];
    assert!(frames + dropped.iter().sum::<u64>() <= sent, "something was counted twice");
    let cipher = u64::from(cipher.map_or(0, Cipher::number));
    outcome(&[&[cipher, frames, bytes], &dropped[..]].concat())
}

/// Returns the datagrams that a rank sends.
fn real(cipher: Option<Cipher>, bodies: &[usize]) -> Vec<Vec<u8>> {
    let catcher = socket();
    catcher.set_nonblocking(true).expect("a socket");
    let (mut tx, _rx) = place(socket(), 1, port(&catcher), cipher).split();
    let mut datagrams = Vec::new();
    for (i, len) in bodies.iter().enumerate() {
        let words = [i as u64, 5, 6];
        tx.send(0, 3, &words[..i % 4], lent_copy(&vec![i as u8; *len]).region()).expect("room");
        tx.send(0, 4, &[], Region::EMPTY).expect("room");
        tx.flush();
        let mut buffer = [0; 2048];
        while let Ok(len) = catcher.recv(&mut buffer) {
            datagrams.push(buffer[..len].to_vec());
        }
    }
    datagrams
}

pub fn corpus() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for first in 0..super::BY {
        for bodies in [&[0, 10, 200][..], &[3000, 40], &[8000]] {
            let datagrams = real(by(first), bodies);
            let input =
                |d: &mut dyn Iterator<Item = &Vec<u8>>| d.fold(Writer::default().u8(first), |w, d| w.block(d)).0;
            all.push(input(&mut datagrams.iter()));
            // The datagrams arrive out of order, and each of them twice.
            all.push(input(&mut datagrams.iter().rev().chain(&datagrams)));
        }
    }
    all
}
