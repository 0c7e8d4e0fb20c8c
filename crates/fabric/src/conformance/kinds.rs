//! The kinds of fabric under test.
use super::Kind;
use crate::mem::LentBuffer;
use crate::shm::zero::Identity;
use crate::shm::{Segment, spoil};
use crate::sim::{Ends, Network};
use crate::udp::{self, PeerPort, Place, Routes, Secret};
use crate::wrap::{Capture, Event, Fault, Faults, Trace, What};
use crate::{Cipher, GroupPlace, shm, sim};
use std::cell::{Cell, RefCell};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub struct Shm {
    segment: Arc<Segment>,
    _identities: Vec<Identity>,
    lent: RefCell<Vec<LentBuffer>>,
}

impl Shm {
    pub fn new(ranks: u32) -> Shm {
        let segment = Arc::new(Segment::create(ranks).unwrap());
        let identities = (0..ranks).map(|rank| Identity::publish(&segment, rank, 1234 + u64::from(rank))).collect();
        Shm { segment, _identities: identities, lent: RefCell::default() }
    }
}

impl Kind for Shm {
    type Fabric = shm::Shm;
    fn place(&self, rank: u32) -> shm::Shm {
        shm::Shm::new(&self.segment, rank)
    }
    fn register(&self, _: u32, memory: LentBuffer) -> u64 {
        let address = memory.region().as_ptr() as u64;
        self.lent.borrow_mut().push(memory);
        address
    }
    fn shut(&self, rank: u32) -> bool {
        spoil::forge_identity(&self.segment, rank);
        true
    }
    fn spoil(&self, peer: u32, other: u32, seed: u64) -> bool {
        spoil::spoil(&self.segment, peer, other, seed);
        true
    }
}

pub struct Sim {
    network: Network,
    next: Cell<u64>,
}

impl Sim {
    pub fn new(ranks: u32, faults: sim::Faults) -> Sim {
        Sim { network: Network::new(7, ranks as usize, faults), next: Cell::new(1 << 20) }
    }
}

impl Kind for Sim {
    type Fabric = Ends;
    fn place(&self, rank: u32) -> Ends {
        self.network.place(rank)
    }
    fn step(&self) {
        self.network.tick();
    }
    fn register(&self, rank: u32, memory: LentBuffer) -> u64 {
        let address = self.next.replace(self.next.get() + (1 << 20));
        self.network.register(rank, address, memory);
        address
    }
    fn shut(&self, _: u32) -> bool {
        false
    }
    fn spoil(&self, _: u32, _: u32, _: u64) -> bool {
        false
    }
}

/// Implements the calls that a wrapper forwards unchanged to the kind inside.
macro_rules! inner {
    ($($field:tt)+) => {
        fn step(&self) {
            self.$($field)+.step();
        }
        fn register(&self, rank: u32, memory: LentBuffer) -> u64 {
            self.$($field)+.register(rank, memory)
        }
        fn shut(&self, rank: u32) -> bool {
            self.$($field)+.shut(rank)
        }
        fn spoil(&self, peer: u32, other: u32, seed: u64) -> bool {
            self.$($field)+.spoil(peer, other, seed)
        }
    };
}

pub struct Faulty<K> {
    inner: K,
    faults: Faults,
}

impl<K> Faulty<K> {
    pub fn new(inner: K, faults: Faults) -> Faulty<K> {
        Faulty { inner, faults }
    }
}

impl<K: Kind> Kind for Faulty<K> {
    type Fabric = Fault<K::Fabric>;
    fn place(&self, rank: u32) -> Self::Fabric {
        Fault::new(self.inner.place(rank), u64::from(rank) + 99, self.faults)
    }
    fn intact(&self) -> bool {
        self.inner.intact() && self.faults.corrupt == 0
    }
    inner!(inner);
}

static EVENTS: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

fn count(event: &Event<'_>) {
    assert_eq!(event.len, if event.head == 0 { event.len } else { event.payload.len() });
    EVENTS[usize::from(event.what == What::Arrived)].fetch_add(1, Ordering::Relaxed);
}

pub struct Traced<K>(pub K);

impl<K: Kind> Kind for Traced<K> {
    type Fabric = Trace<K::Fabric, fn(&Event<'_>)>;
    fn place(&self, rank: u32) -> Self::Fabric {
        Trace::new(self.0.place(rank), rank, count)
    }
    fn intact(&self) -> bool {
        self.0.intact()
    }
    inner!(0);
}

/// Captures the frames of the kind inside into memory that is dropped at the end; `wrap::tests` reads a capture.
pub struct Captured<K> {
    inner: K,
    capture: Capture,
}

impl<K: Kind> Captured<K> {
    pub fn new(inner: K) -> Captured<K> {
        Captured { inner, capture: Capture::new(std::io::sink()).unwrap() }
    }
}

impl<K> Drop for Captured<K> {
    fn drop(&mut self) {
        self.capture.finish().unwrap();
    }
}

impl<K: Kind> Kind for Captured<K> {
    type Fabric = Trace<K::Fabric, Capture>;
    fn place(&self, rank: u32) -> Self::Fabric {
        Trace::new(self.inner.place(rank), rank, self.capture.clone())
    }
    fn intact(&self) -> bool {
        self.inner.intact()
    }
    inner!(inner);
}

/// UDP over real sockets on the loopback.
pub struct Udp {
    sockets: Vec<UdpSocket>,
    routes: Arc<Routes>,
    cipher: Option<Cipher>,
    groups: Option<GroupPlace>,
    rng: RefCell<fastrand::Rng>,
}

impl Udp {
    pub fn new(ranks: u32, cipher: Option<Cipher>) -> Udp {
        let sockets: Vec<_> = (0..ranks).map(|_| udp::bind(None).unwrap()).collect();
        let peer = |s: &UdpSocket| PeerPort { host: 0, port: s.local_addr().unwrap().port() };
        let routes =
            Arc::new(Routes::new(vec![vec![IpAddr::V4(Ipv4Addr::LOCALHOST)]], sockets.iter().map(peer).collect()));
        let drawn = std::array::from_fn(|_| fastrand::u8(..));
        let groups = Some(GroupPlace::drawn(&drawn, false, None, "lo".into()));
        Udp { sockets, routes, cipher, groups, rng: RefCell::new(fastrand::Rng::with_seed(3)) }
    }
}

impl Udp {
    /// Replaces the multicast groups by groups of IPv6 (`Some(true)`) or IPv4 (`Some(false)`), or removes them
    /// (`None`).
    pub fn with_groups(self, v6: Option<bool>) -> Udp {
        let drawn = std::array::from_fn(|_| fastrand::u8(..));
        let groups = v6.map(|v6| GroupPlace::drawn(&drawn, v6, None, udp::LinkInterface::for_tests(v6)));
        Udp { groups, ..self }
    }
}

impl Kind for Udp {
    type Fabric = udp::Udp;
    fn place(&self, rank: u32) -> udp::Udp {
        let socket = self.sockets[rank as usize].try_clone().unwrap();
        let secret = self.cipher.map(|cipher| Secret::new(cipher, &[9; 32]));
        udp::Udp::new(
            socket,
            Place { rank, life: 0, routes: self.routes.clone(), secret, mtu: 9000, groups: self.groups.clone() },
        )
        .unwrap()
    }
    fn register(&self, _: u32, _: LentBuffer) -> u64 {
        0
    }
    fn shut(&self, _: u32) -> bool {
        false
    }
    /// Sends random datagrams to the socket, as any process may do.
    fn spoil(&self, peer: u32, other: u32, seed: u64) -> bool {
        let mut rng = self.rng.borrow_mut();
        rng.seed(seed);
        let to = (Ipv4Addr::LOCALHOST, self.sockets[other as usize].local_addr().unwrap().port());
        let from = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        for _ in 0..50 {
            let len = rng.usize(..300);
            let mut datagram: Vec<u8> = std::iter::repeat_with(|| rng.u8(..)).take(len).collect();
            if rng.bool() && datagram.len() >= 16 {
                // The best forgery without the key has a member's rank and a likely counter.
                let cipher = self.cipher.map_or(0, Cipher::number);
                datagram[..4].copy_from_slice(&[udp::VERSION, 0, cipher << 4, 0]);
                datagram[4..8].copy_from_slice(&[peer as u8, 0, 0, 0]);
                datagram[8..16].copy_from_slice(&rng.u64(..300).to_le_bytes());
            }
            from.send_to(&datagram, to).unwrap();
        }
        self.cipher.is_some()
    }
}
