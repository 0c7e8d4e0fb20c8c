//! Hostile datagrams to a multicast group: from outside, and sealed by a rank of the job that is no member. The
//! members' broadcasts continue, whole and in order, and the members count false datagrams.
use crate::attack::{self, HONEST, OUTSIDE, TRAITOR, VICTIM};
use crate::forge::{self, Forge};
use crate::memory::Reused;
use crate::{TURN, by, pattern};
use clump::driver::hosts::{GroupPlace, Sealing};
use clump::driver::testing::machines_by;
use fastrand::Rng;
use rustix::net::{AddressFamily, SocketType, bind, socket, sockopt};
use std::net::{IpAddr, Ipv4Addr, SocketAddrV4, UdpSocket};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

const GROUP: u16 = 5;
const BROADCASTS: u64 = 60;
const LENGTHS: [usize; 4] = [0, 100, 9000, 60_000];

/// Returns a socket that receives what is sent to the group, as any host on the network link may.
fn listener(place: &GroupPlace) -> UdpSocket {
    let IpAddr::V4(address) = place.address_of(GROUP) else { panic!("IPv4 was asked for") };
    let listener = socket(AddressFamily::INET, SocketType::DGRAM, None).expect("a socket");
    sockopt::set_socket_reuseaddr(&listener, true).expect("an option");
    bind(&listener, &SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, place.port)).expect("the groups' port");
    sockopt::set_ip_add_membership(&listener, &address, &Ipv4Addr::LOCALHOST).expect("the group is joined");
    let listener = UdpSocket::from(listener);
    listener.set_nonblocking(true).expect("an option");
    listener
}

struct Attacker {
    rng: Rng,
    forge: Forge,
    /// The address that reaches all members.
    to: (IpAddr, u16),
    from: UdpSocket,
    listener: UdpSocket,
    heard: Vec<Vec<u8>>,
    /// The traitor's counter.
    counter: u64,
    sent: u64,
}

impl Attacker {
    fn attack(&mut self) {
        let mut buffer = [0; 2048];
        let own = self.from.local_addr().ok();
        while let Ok((len, from)) = self.listener.recv_from(&mut buffer) {
            let honest = Some(from) != own && buffer[4..8] == HONEST.to_le_bytes();
            if honest && self.heard.len() < 100 {
                self.heard.push(buffer[..len].to_vec());
            }
        }
        for _ in 0..4 {
            let datagram = match self.rng.u8(..3) {
                0 => self.inside(),
                _ if self.heard.is_empty() => continue,
                1 => {
                    // Put in another group's number, another rank's key, or a value where zeros must be.
                    let mut real = self.heard[self.rng.usize(..self.heard.len())].clone();
                    let at = self.rng.usize(16..24);
                    real[at] ^= self.rng.u8(1..);
                    real
                }
                _ => {
                    let real = &self.heard[self.rng.usize(..self.heard.len())];
                    attack::outside(&mut self.rng, OUTSIDE[self.sent as usize % OUTSIDE.len()], real)
                }
            };
            // Datagrams that are too long for the network link are not sent.
            self.sent += u64::from(self.from.send_to(&datagram, self.to).is_ok());
        }
    }

    /// Returns a datagram sealed with the traitor's true key: a correct datagram of a member, or a malformed one.
    fn inside(&mut self) -> Vec<u8> {
        let rng = &mut self.rng;
        let head = rng.u64(26..37) << 48 | u64::from(GROUP) << 32 | rng.u64(..3);
        let words: Vec<u64> = (0..rng.u8(..5)).map(|_| attack::number(rng)).collect();
        let len = rng.usize(..900);
        let text = match rng.u8(..4) {
            0 => attack::bytes(rng, len),
            _ => forge::frame(head & ((1 << 56) - 1), &words, &attack::bytes(rng, len)),
        };
        self.counter += 1;
        self.forge.to_group(GROUP, TRAITOR, self.counter, &text)
    }
}

fn run(seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let (cipher, secret) = (by(seed), std::array::from_fn(|_| rng.u8(..)));
    let place = GroupPlace::drawn(&std::array::from_fn(|_| fastrand::u8(..)), false, None, "lo".into());
    let sealing = Some(Sealing { cipher, secret });
    let mut ends = machines_by(&[1, 1, 1], sealing, |_, plan| plan.groups = Some(place.clone())).expect("sockets");
    ends.truncate(2);
    // A socket on loopback reaches the group if the route to the group's address is loopback.
    let from = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
    let (forge, to) = (Forge::new(cipher, &secret), (place.address_of(GROUP), place.port));
    let (listener, heard) = (listener(&place), Vec::new());
    let mut attacker = Attacker { rng, forge, to, from, listener, heard, counter: 0, sent: 0 };
    for (me, end) in ends.iter_mut().enumerate() {
        assert!(end.broadcasts().open_group(GROUP, 1, &[VICTIM, HONEST], me));
    }
    for at in 0..BROADCASTS {
        let len = LENGTHS[at as usize % LENGTHS.len()];
        let (data, into) = (Reused::copy_of(&pattern(len, at)), Reused::new(len));
        let mut all = [
            (1, Some(ends[1].broadcasts().send(GROUP, data.region()))),
            (0, Some(ends[0].broadcasts().receive(GROUP, 1, into.region()))),
        ];
        let begin = Instant::now();
        while all.iter().any(|(_, broadcast)| broadcast.is_some()) {
            assert!(begin.elapsed() < Duration::from_secs(30), "seed {seed}: broadcast {at} got stuck");
            attacker.attack();
            for end in &mut ends {
                end.progress();
            }
            for (end, broadcast) in &mut all {
                let over = broadcast.and_then(|b| ends[*end].broadcasts().end(b));
                if let Some(ended) = over {
                    assert_eq!(ended, Ok(len as u64), "seed {seed}: broadcast {at}");
                    *broadcast = None;
                }
            }
        }
        assert!(into.region().to_vec() == pattern(len, at), "seed {seed}: broadcast {at} is another");
    }
    let (dropped, _) = ends[0].dropped();
    println!("{} datagrams to the group; dropped: {dropped:?}; {:?}", attacker.sent, ends[1].broadcasts().counters());
    if attacker.heard.is_empty() {
        return eprintln!("this test is skipped: nothing that is sent to a group is heard on the loopback");
    }
    assert!(
        ends[1].broadcasts().multicasts(GROUP),
        "multicast is in use all the same: {:?}",
        ends[1].broadcasts().counters()
    );
    let each = [dropped.malformed, dropped.forged, dropped.replayed, dropped.foreign, dropped.other_cipher];
    assert!(each.iter().all(|n| *n > 0), "every kind is counted: {dropped:?}");
    assert!(ends[1].broadcasts().counters().multicasts > BROADCASTS / 2, "{:?}", ends[1].broadcasts().counters());
}

#[test]
fn hostile_datagrams_to_a_group_change_nothing() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    (7..11).for_each(run);
}
