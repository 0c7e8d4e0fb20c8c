//! Tests with members on one machine, over its loopback, and with foreign datagrams to their group.
use super::clear::GroupClear;
use super::{GROUP_CLEAR, HEAD, TAG};
use crate::mem::{Leaked, Region};
use crate::udp::seal::{Seal, Secret};
use crate::udp::{self, PeerPort, Place, Routes, Udp};
use crate::{Bell as _, Cipher, Fabric, GroupPlace, Receiver, Rx as _, Tx as _, View};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::{Duration, Instant};

type By = Option<Cipher>;
const SECRET: [u8; 32] = [4; 32];
const SEALED: By = Some(Cipher::AegisX2);

fn secret(cipher: By) -> Option<Secret> {
    cipher.map(|cipher| Secret::new(cipher, &SECRET))
}

fn places(cipher: By, v6: bool) -> (Vec<(udp::Tx, udp::Rx)>, GroupPlace) {
    let drawn = std::array::from_fn(|_| fastrand::u8(..));
    let groups = GroupPlace::drawn(&drawn, v6, None, udp::LinkInterface::for_tests(v6));
    let sockets: Vec<_> = (0..3).map(|_| udp::bind(None).unwrap()).collect();
    let peer = |s: &UdpSocket| PeerPort { host: 0, port: s.local_addr().unwrap().port() };
    let routes = Arc::new(Routes::new(vec![vec![Ipv4Addr::LOCALHOST.into()]], sockets.iter().map(peer).collect()));
    let place = |(socket, rank): (UdpSocket, u32)| {
        let (routes, groups) = (routes.clone(), Some(groups.clone()));
        Udp::new(socket, Place { rank, life: 0, routes, secret: secret(cipher), mtu: 1280, groups }).unwrap().split()
    };
    (sockets.into_iter().zip(0..).map(place).collect(), groups)
}

/// The frames that arrived: sender, group, head and body of each.
type FramesReceived = Vec<(u32, u16, u64, Vec<u8>)>;

struct Taker<'a>(&'a mut udp::Tx, &'a mut FramesReceived);

impl Receiver<udp::Rx> for Taker<'_> {
    fn tx(&mut self) -> &mut udp::Tx {
        self.0
    }
    fn frame(&mut self, from: u32, _: u64, _: &View<'_>) {
        panic!("all frames go to groups, but {from} sent one to this rank alone");
    }
    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &View<'_>) {
        self.1.push((from, group, head, body.body(0).to_vec()));
    }
}

/// Returns the frames that arrive within some time. Returns as soon as `most` frames have arrived.
fn take((tx, rx): &mut (udp::Tx, udp::Rx), most: usize) -> FramesReceived {
    let (mut came, begin) = (FramesReceived::new(), Instant::now());
    let patience = if most == 0 { Duration::from_millis(30) } else { Duration::from_secs(5) };
    while begin.elapsed() < patience && (most == 0 || came.len() < most) {
        rx.poll(1, Taker(tx, &mut came));
    }
    came
}

fn say(tx: &mut udp::Tx, group: u16, bytes: &[u8]) {
    tx.multicast(group, 9, &[], Leaked::copy_of(bytes).region()).unwrap();
    tx.flush();
}

/// Joins the group at all places. Returns false if this machine does not allow it (for example a container without the
/// interface).
fn joined(places: &mut [(udp::Tx, udp::Rx)], group: u16) -> bool {
    places.iter_mut().all(|(tx, _)| match tx.join(group) {
        Ok(()) => true,
        Err(e) => {
            eprintln!("skipped: {e}");
            assert_eq!(tx.capabilities(0).multicast, 0);
            false
        }
    })
}

/// Returns a function by which a process outside the job sends to the group's address.
fn outsider(place: &GroupPlace, group: u16) -> impl Fn(&[u8]) {
    let address = place.address_of(group);
    let to = SocketAddr::new(address, place.port);
    let any: IpAddr = if address.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { "::".parse().unwrap() };
    let socket = socket2::Socket::new(socket2::Domain::for_address(to), socket2::Type::DGRAM, None).unwrap();
    let link = udp::LinkInterface::named(&place.interface).unwrap().index;
    match address {
        IpAddr::V4(_) => crate::udp::socket::send_from(&socket, link).unwrap(),
        IpAddr::V6(_) => socket.set_multicast_if_v6(link).unwrap(),
    }
    socket.bind(&SocketAddr::new(any, 0).into()).unwrap();
    move |datagram| {
        socket.send_to(datagram, &to.into()).unwrap();
    }
}

/// Returns a datagram that is encrypted as its sender `from` would encrypt it.
fn sealed(by: &By, group: u16, from: u32, counter: u64, text: &[u8]) -> Vec<u8> {
    let clear = GroupClear { group, from, counter }.bytes(by.map_or(0, Cipher::number));
    let mut datagram = [&clear[..], text, &[0; TAG]].concat();
    let secret = secret(*by);
    let mut seal = Seal::for_group(secret.as_ref(), 0, group, from);
    seal.seal_behind(secret.as_ref(), counter, GROUP_CLEAR, &mut datagram).unwrap();
    datagram
}

#[test]
fn members_receive_each_others_frames_and_not_their_own() {
    for (cipher, v6) in [(SEALED, false), (SEALED, true), (None, false), (Some(Cipher::ChaCha20Poly1305), true)] {
        let (mut places, _) = places(cipher, v6);
        if !joined(&mut places, 7) {
            continue;
        }
        // These frames have the greatest length, and travel in rows with shorter frames.
        let longest = places[0].0.capabilities(1).multicast;
        assert!((1160..1210).contains(&longest), "{longest}");
        let texts: Vec<Vec<u8>> = (0..200).map(|i| vec![i as u8; if i % 50 == 49 { 3 } else { longest }]).collect();
        for text in &texts {
            let sent = places[0].0.multicast(7, 5, &[], Leaked::copy_of(text).region());
            sent.unwrap();
        }
        places[0].0.flush();
        for (at, place) in places.iter_mut().enumerate() {
            let came = take(place, if at == 0 { 0 } else { texts.len() });
            let expected: FramesReceived = texts.iter().filter(|_| at > 0).map(|t| (0, 7, 5, t.clone())).collect();
            assert!(came == expected, "{} came to {at}", came.len());
            assert_eq!(place.1.counters(), udp::DroppedDatagrams::default());
        }
    }
}

#[test]
fn foreign_datagrams_are_dropped_and_counted() {
    for v6 in [false, true] {
        let (mut places, at) = places(SEALED, v6);
        if !joined(&mut places, 7) {
            continue;
        }
        let send = outsider(&at, 7);
        let text = [&9u64.to_le_bytes()[..], b"true"].concat();
        let good = sealed(&SEALED, 7, 1, 0, &text);
        send(&good);
        assert_eq!(take(&mut places[0], 1), [(1, 7, 9, b"true".to_vec())], "as a member makes it");
        let before = places[0].1.counters();
        // This datagram is replayed.
        send(&good);
        // These datagrams name another group, which has another key; another sender; another counter.
        for (at, bit) in [(16, 1), (4, 3), (8, 1)] {
            let mut other = good.clone();
            other[at] ^= bit;
            send(&other);
        }
        // These datagrams have a changed byte in the text or the tag, or are cut.
        for at in [GROUP_CLEAR, good.len() - 1] {
            let mut other = sealed(&SEALED, 7, 1, 1, &text);
            other[at] ^= 1;
            send(&other);
        }
        for len in [0, 7, GROUP_CLEAR - 1, GROUP_CLEAR, GROUP_CLEAR + TAG, good.len() - 1] {
            send(&sealed(&SEALED, 7, 1, 1, &text)[..len]);
        }
        // These datagrams are not encrypted, encrypted by another cipher, of another version, from no rank of the job,
        // or too long.
        send(&sealed(&None, 7, 1, 1, &text));
        send(&sealed(&Some(Cipher::AesGcm), 7, 1, 1, &text));
        let mut old = sealed(&SEALED, 7, 1, 1, &text);
        old[0] -= 1;
        send(&old);
        send(&sealed(&SEALED, 7, 3, 1, &text));
        send(&vec![7; 60_000]);
        // These datagrams are genuine, but hold no frame: the first is too short, the second has fewer words than its
        // head says.
        send(&sealed(&SEALED, 7, 1, 5, &text[..HEAD - 1]));
        send(&sealed(&SEALED, 7, 1, 6, &(9 | 3u64 << 56).to_le_bytes()));
        assert_eq!(take(&mut places[0], 0), []);
        let now = places[0].1.counters();
        assert_eq!(now.replayed - before.replayed, 1);
        // The second changed datagram names another rank as sender, whose key does not open it. The first one names a
        // group that is not joined.
        assert_eq!(now.forged - before.forged, 2 + 2 + 3, "{now:?}");
        assert_eq!(now.other_cipher - before.other_cipher, 2);
        assert_eq!(now.foreign - before.foreign, 1);
        // An empty datagram brings no byte, so it is not counted.
        assert_eq!(now.malformed - before.malformed, 2 + 1 + 1 + 2, "{now:?}");
        say(&mut places[1].0, 7, b"goes on");
        // The first two counters of that sender have arrived in the foreign datagrams.
        say(&mut places[1].0, 7, b"goes on");
        assert_eq!(take(&mut places[2], 2).len(), 2);
    }
}

#[test]
fn frames_from_before_a_group_was_left_are_not_replayed() {
    let (mut places, at) = places(SEALED, false);
    if !joined(&mut places, 7) {
        return;
    }
    let text = [&9u64.to_le_bytes()[..], b"once"].concat();
    let (send, good) = (outsider(&at, 7), sealed(&SEALED, 7, 1, 3, &text));
    send(&good);
    assert_eq!(take(&mut places[0], 1).len(), 1);
    places[0].0.leave(7);
    send(&sealed(&SEALED, 7, 1, 4, &text));
    assert_eq!(take(&mut places[0], 0), []);
    places[0].0.join(7).unwrap();
    send(&good);
    assert_eq!(take(&mut places[0], 0), []);
    send(&sealed(&SEALED, 7, 1, 5, &text));
    assert_eq!(take(&mut places[0], 1).len(), 1);
    // Groups that share an address do not receive each other's frames, and leaving one does not leave the other.
    for group in [7 + 16, 7 + 32] {
        assert!(joined(&mut places[..2], group));
    }
    places[0].0.leave(7);
    for group in [7, 7 + 16, 7 + 32] {
        say(&mut places[1].0, group, &[group as u8]);
    }
    let groups: Vec<u16> = take(&mut places[0], 2).iter().map(|(_, group, ..)| *group).collect();
    assert_eq!(groups, [7 + 16, 7 + 32]);
}

#[test]
fn a_frame_to_one_of_many_groups_wakes_a_sleeper() {
    let (mut places, _) = places(SEALED, false);
    for group in 0..200 {
        if !joined(&mut places, group * 300) {
            return;
        }
    }
    let sleeper = places[1].1.bell().sleeper();
    let (tx, rx) = &mut places[1];
    assert!(!rx.ready(tx));
    say(&mut places[0].0, 60 * 300, b"wake");
    let begin = Instant::now();
    udp::Bell::sleep(sleeper, Some(Duration::from_secs(20)));
    assert!(begin.elapsed() < Duration::from_secs(10), "a datagram to a group does not wake the sleeper");
    assert_eq!(take(&mut places[1], 1).len(), 1);
}

#[test]
fn a_refused_join_gives_its_reason_and_is_remembered() {
    let socket = udp::bind(None).unwrap();
    let peer = PeerPort { host: 0, port: socket.local_addr().unwrap().port() };
    let routes = Arc::new(Routes::new(vec![vec![Ipv4Addr::LOCALHOST.into()]], vec![peer]));
    let groups = Some(GroupPlace::drawn(&[1; 32], false, None, "nowhere7".into()));
    let (mut tx, _rx) =
        Udp::new(socket, Place { rank: 0, life: 0, routes, secret: None, mtu: 1280, groups }).unwrap().split();
    assert!(tx.capabilities(0).multicast > 0);
    let why = tx.join(1).unwrap_err().to_string();
    assert!(why.contains("interface nowhere7"), "{why}");
    assert_eq!(tx.capabilities(0).multicast, 0);
    assert!(tx.multicast(1, 1, &[], Region::EMPTY).is_ok());
}
