//! A network of hosts round one switch, in virtual time. Each host's link has one rate in both directions. The switch
//! queues packets to each host and drops those that find the queue full; so does a host's socket. All random decisions
//! derive from one seed.
use clump_fabric::Frame;
use fastrand::Rng;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::rc::Rc;

/// Links and buffers.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Bytes that a link carries in a microsecond.
    pub rate: u64,
    /// Nanoseconds through a cable and half of the switch.
    pub hop: u64,
    /// Bytes that the switch queues for one host.
    pub queue: u64,
    /// Bytes of a socket's receive buffer, as the system counts them.
    pub socket: u64,
}

impl Link {
    /// 10 Gbit/s, a queue of 512 KiB for each port, and a socket as Linux grants it by default.
    pub const TEN_GBIT: Link = Link { rate: 1250, hop: 1_000, queue: 512 << 10, socket: 2 * 212_992 };

    fn takes(&self, bytes: u64) -> u64 {
        (bytes * 1000).div_ceil(self.rate)
    }
}

/// Bytes round a packet's payload on the wire: Ethernet's preamble, head, check and gap, IP, UDP, and the seal.
const AROUND: u64 = 8 + 14 + 4 + 12 + 20 + 8 + 24;
/// Bytes by which a packet in a socket counts for more than its payload.
const KEPT: u64 = 600;
/// Nanoseconds that a host needs to send a packet. Several leave in one system call.
const SEND: u64 = 400;

/// A packet in flight.
pub struct Packet {
    pub from: u32,
    to: u32,
    pub frame: Frame,
}

impl Packet {
    fn payload(&self) -> u64 {
        self.frame.payload().len() as u64 + 8
    }
}

/// What happens next.
pub enum Event {
    /// The packet has reached the switch.
    Switched(Packet),
    /// The packet has reached its host.
    Arrived(Packet),
    /// The host's process goes on.
    Run(u32),
}

/// What the network has dropped and carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Packets that found the switch's queue full.
    pub in_switch: u64,
    /// Packets that found the socket full.
    pub in_socket: u64,
    /// Packets lost by chance.
    pub by_chance: u64,
}

/// The state that all hosts share.
pub struct State {
    link: Link,
    /// Packets lost by chance, per mille.
    loss: u32,
    rng: Rng,
    /// The time at which the running host acts.
    pub now: u64,
    pub counts: Counts,
    /// Bytes that the switch has sent to each host, with all headers.
    pub carried: Vec<u64>,
    /// When each host's output will be free, and the switch's output to it.
    up: Vec<u64>,
    down: Vec<u64>,
    inboxes: Vec<VecDeque<Packet>>,
    /// Bytes in each host's socket, as the system counts them.
    waiting: Vec<u64>,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    events: HashMap<u64, Event>,
    count: u64,
}

/// The network. A clone refers to the same network.
#[derive(Clone)]
pub struct Switch(Rc<RefCell<State>>);

impl Switch {
    pub fn new(hosts: usize, link: Link, loss: u32, seed: u64) -> Switch {
        Switch(Rc::new(RefCell::new(State {
            link,
            loss,
            rng: Rng::with_seed(seed),
            now: 1,
            counts: Counts::default(),
            carried: vec![0; hosts],
            up: vec![0; hosts],
            down: vec![0; hosts],
            inboxes: (0..hosts).map(|_| VecDeque::new()).collect(),
            waiting: vec![0; hosts],
            queue: BinaryHeap::new(),
            events: HashMap::new(),
            count: 0,
        })))
    }

    /// Calls `f` with the network's state.
    pub fn with<R>(&self, f: impl FnOnce(&mut State) -> R) -> R {
        f(&mut self.0.borrow_mut())
    }
}

impl State {
    /// Adds an event at time `at`.
    pub fn later(&mut self, at: u64, event: Event) {
        self.count += 1;
        self.queue.push(Reverse((at, self.count)));
        self.events.insert(self.count, event);
    }

    /// Takes the next event and sets the time to it.
    pub fn next(&mut self) -> Option<Event> {
        let Reverse((at, number)) = self.queue.pop()?;
        self.now = at;
        self.events.remove(&number)
    }

    /// Returns a random delay below `most`.
    pub fn jitter(&mut self, most: u64) -> u64 {
        self.rng.u64(..most.max(1))
    }

    /// Sends a packet from the running host, which takes it a moment.
    pub fn send(&mut self, from: u32, to: u32, frame: Frame) {
        self.now += SEND;
        let packet = Packet { from, to, frame };
        let output = &mut self.up[from as usize];
        *output = self.now.max(*output) + self.link.takes(packet.payload() + AROUND);
        let at = *output + self.link.hop;
        self.later(at, Event::Switched(packet));
    }

    /// Queues a packet that has reached the switch, or drops it.
    pub fn switch(&mut self, packet: Packet) {
        let (bytes, output) = (packet.payload() + AROUND, &mut self.down[packet.to as usize]);
        let start = self.now.max(*output);
        if (start - self.now) * self.link.rate / 1000 + bytes > self.link.queue {
            self.counts.in_switch += 1;
            return;
        }
        *output = start + self.link.takes(bytes);
        let at = *output + self.link.hop;
        self.carried[packet.to as usize] += bytes;
        self.later(at, Event::Arrived(packet));
    }

    /// Puts a packet into its host's socket, or drops it. Returns the host if it has a packet now.
    pub fn arrive(&mut self, packet: Packet) -> Option<u32> {
        let (to, bytes) = (packet.to as usize, packet.payload());
        if self.rng.u32(..1000) < self.loss {
            self.counts.by_chance += 1;
            return None;
        }
        if self.waiting[to] + bytes + KEPT > self.link.socket {
            self.counts.in_socket += 1;
            return None;
        }
        self.waiting[to] += bytes + KEPT;
        self.inboxes[to].push_back(packet);
        Some(to as u32)
    }

    /// Takes a packet from the socket of host `at`.
    pub fn take(&mut self, at: u32) -> Option<Packet> {
        let packet = self.inboxes[at as usize].pop_front()?;
        self.waiting[at as usize] -= packet.payload() + KEPT;
        Some(packet)
    }

    /// Returns true if the socket of host `at` holds packets.
    pub fn has_packets(&self, at: u32) -> bool {
        !self.inboxes[at as usize].is_empty()
    }
}
