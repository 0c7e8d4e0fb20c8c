//! Datagrams to a group, at a real socket, and the group's engine behind it. Only genuine datagrams are handed over,
//! and each of them once. The engine answers valid and invalid claims of members within bounds.
use super::engine::broadcasts::{self, BroadcastInputs, GROUP};
use super::engine::world::{Frame, World};
use super::{by, outcome};
use crate::reader::{Reader, Writer};
use clump::driver::Region;
use clump_core::wire::Kind;
use clump_core::{Engine, Limits};
use clump_fabric::sim::{lent, lent_copy};
use clump_fabric::udp::{self, PeerPort, Place, Routes, Secret, Udp};
use clump_fabric::{Body, Cipher, Fabric, GroupPlace, Receiver, Rx as _, Tx as _};
use rustix::net::{AddressFamily, SocketType, bind, socket, sockopt};
use std::net::{IpAddr, Ipv4Addr, SocketAddrV4, UdpSocket};
use std::sync::Arc;

const SECRET: [u8; 32] = [9; 32];
const MTU: usize = 1500;
/// The number of ranks of the job. All ranks are members of the group; the last rank is attacked.
const RANKS: u32 = 4;
/// The operations below this number bring a datagram; the others are calls of the program, and time.
const DATAGRAMS: u8 = 192;

fn place(rank: u32, groups: &GroupPlace, cipher: Option<Cipher>) -> Udp {
    let own = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
    let peers = vec![PeerPort { host: 0, port: 9 }; RANKS as usize];
    let routes = Arc::new(Routes::new(vec![vec![IpAddr::V4(Ipv4Addr::LOCALHOST)]], peers));
    let secret = cipher.map(|cipher| Secret::new(cipher, &SECRET));
    Udp::new(own, Place { rank, life: 0, routes, secret, mtu: MTU, groups: Some(groups.clone()) }).expect("a place")
}

fn groups() -> GroupPlace {
    GroupPlace::drawn(&std::array::from_fn(|_| fastrand::u8(..)), false, None, "lo".into())
}

/// Hands frames to the engine.
struct Member<'a> {
    tx: &'a mut udp::Tx,
    engine: &'a mut Engine,
    world: &'a mut World,
    frames: &'a mut u64,
}

impl Receiver<udp::Rx> for Member<'_> {
    fn tx(&mut self) -> &mut udp::Tx {
        self.tx
    }
    fn frame(&mut self, from: u32, _: u64, _: &<udp::Rx as clump_fabric::Rx>::Body<'_>) {
        panic!("rank {from} has sent a frame to one rank alone");
    }
    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &<udp::Rx as clump_fabric::Rx>::Body<'_>) {
        assert!(from < RANKS - 1 && group == GROUP && head >> 56 == 0, "no frame is like that");
        let all = lent(body.len(0));
        assert!(body.copy_to(0, 0, all.region()) == body.len(0) && body.len(0) <= 64 << 10);
        let bytes = all.region().to_vec();
        let words: Vec<u64> =
            bytes.chunks_exact(8).take(4).map(|w| w.try_into().map_or(0, u64::from_le_bytes)).collect();
        let frame = Frame { body: bytes.len() - 8 * words.len(), words };
        self.world.arrived = bytes.len() as u64;
        self.engine.groups().on_multicast(self.world, from, group, head, &frame);
        *self.frames += 1;
    }
}

/// Runs an input. The first byte selects the cipher; datagrams follow, among the program's own calls.
pub fn run(input: &[u8]) -> u64 {
    let mut input = Reader(input);
    let cipher = by(input.u8());
    let groups = groups();
    let (mut tx, mut rx) = place(RANKS - 1, &groups, cipher).split();
    tx.join(GROUP).expect("a group on the loopback");
    let attacker = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
    let mut engine = Engine::new(Limits { broadcasts: broadcasts::LIMITS, ..Limits::of_job(RANKS, 8 << 10) });
    let (mut world, mut broadcasts) = (World::default(), BroadcastInputs::default());
    BroadcastInputs::open(&mut engine, &mut world);
    let (mut sent, mut frames, mut steps) = (0u64, 0u64, 0);
    while !input.is_empty() && steps < 200 {
        steps += 1;
        if input.u8() < DATAGRAMS {
            // The group's port receives on every local address.
            sent += u64::from(attacker.send_to(input.block(), (Ipv4Addr::LOCALHOST, groups.port)).is_ok());
            let (engine, world) = (&mut engine, &mut world);
            rx.poll(64, Member { tx: &mut tx, engine, world, frames: &mut frames });
        } else {
            broadcasts.step(&mut engine, &mut world, &mut input);
        }
        broadcasts.wake(&mut engine, &world);
        engine.flush(&mut world);
    }
    let c = rx.counters();
    let dropped = [c.malformed, c.forged, c.replayed, c.foreign, c.other_cipher];
    assert!(frames + dropped.iter().sum::<u64>() <= sent, "something was counted twice");
    let broadcast = engine.broadcasts().broadcast_counters();
    let known = engine.broadcasts().broadcasts_known();
    let cipher = u64::from(cipher.map_or(0, Cipher::number));
    let known = [broadcast.restored, known.0 as u64, known.1 as u64];
    let happened = [cipher, frames, broadcasts.ended, broadcast.asks, broadcast.repairs, broadcast.doubles];
    outcome(&[&happened[..], &known, &dropped, &[engine.counters().malformed]].concat())
}

/// Returns the datagrams that ranks 0 and 1 send to the group: a broadcast in two parts, one with a missing part,
/// one whose missing part its parity restores, and a poll.
fn real(cipher: Option<Cipher>) -> Vec<Vec<u8>> {
    let groups = groups();
    let IpAddr::V4(address) = groups.address_of(GROUP) else { panic!("IPv4 was asked for") };
    let catcher = socket(AddressFamily::INET, SocketType::DGRAM, None).expect("a socket");
    sockopt::set_socket_reuseaddr(&catcher, true).expect("an option");
    bind(&catcher, &SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, groups.port)).expect("the groups' port");
    sockopt::set_ip_add_membership(&catcher, &address, &Ipv4Addr::LOCALHOST).expect("a group on the loopback");
    let catcher = UdpSocket::from(catcher);
    catcher.set_nonblocking(true).expect("an option");
    let mut datagrams = Vec::new();
    // Members 0 and 2 of the group.
    for (rank, member) in [(0, 0u64), (1, 2)] {
        let (mut tx, _rx) = place(rank, &groups, cipher).split();
        tx.join(GROUP).expect("a group on the loopback");
        let mut say = |kind: Kind, number: u64, words: &[u64], len: usize| {
            let head = (kind as u64) << 48 | u64::from(GROUP) << 32 | number;
            let body = lent_copy(&vec![7; len]);
            let body = if len > 0 { body.region() } else { Region::EMPTY };
            tx.multicast(GROUP, head, words, body).expect("room");
            tx.flush();
            let mut buffer = [0; 2048];
            while let Ok(len) = catcher.recv(&mut buffer) {
                datagrams.push(buffer[..len].to_vec());
            }
        };
        let tie = |row: u64| row << 17 | member;
        say(Kind::Broadcast, 0, &[tie(1), 0, 700, 1], 400);
        say(Kind::Broadcast, 0, &[tie(1), 400, 700, 2], 300);
        say(Kind::Broadcast, 1, &[tie(2), 300, 700, 3], 400);
        say(Kind::Broadcast, 2, &[tie(3) | 3 << 30, 0, 700, 4], 400);
        say(Kind::BroadcastParity, 2, &[tie(3), 0, 700, 5], 400);
        say(Kind::BroadcastPoll, 3, &[tie(4), 0, 0, 6], 0);
    }
    datagrams
}

pub fn corpus() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for first in 0..super::BY {
        let datagrams = real(by(first));
        let input =
            |d: &mut dyn Iterator<Item = &Vec<u8>>| d.fold(Writer::default().u8(first), |w, d| w.u8(0).block(d));
        let forth = input(&mut datagrams.iter());
        // Names destinations for the first broadcast of each of the two senders, and lets time pass.
        let posted = forth.clone().u8(200).u8(2).u8(0).u16(2800).u8(200).u8(2).u8(1).u16(2800).u8(200).u8(7).u8(30);
        // The datagrams arrive out of order, and each of them twice.
        let back = input(&mut datagrams.iter().rev().chain(&datagrams));
        all.extend([forth.0, posted.0, back.0]);
    }
    all
}
