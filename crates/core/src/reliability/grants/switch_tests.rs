//! Tests of grants through the port of a switch. The port has a fixed rate, and its queue drops bytes that find it
//! full.
use super::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const PIECE: u64 = 8640;
/// The size of a packet of the TCP flow, in bytes.
const PACKET: u64 = 1500;
/// How long an ask or acknowledgement travels, in ns.
const BACK: u64 = 20_000;
const QUEUE: u64 = 256 << 10;
const MS: u64 = 1_000_000;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// An ask has arrived at its sender: rank, pull, number, offset, length.
    Asked(Rank, u64, u32, u64, u64),
    /// The sender, which was busy, answers: rank, pull, number, offset, length, time that it was busy.
    Answered(Rank, u64, u32, u64, u64, u64),
    /// A piece has arrived: rank, pull, number, start, end, time that its ask waited.
    Piece(Rank, u64, u32, u64, u64, u64),
    /// A packet of the TCP flow is acknowledged.
    Acknowledged,
    /// The loss of a packet of the TCP flow is noticed.
    Missed,
}

/// A TCP flow: it sends until a queue is full, whatever the queue's length.
#[derive(Default)]
struct Tcp {
    window: f64,
    threshold: f64,
    flying: u64,
    cut: u64,
    bytes: u64,
}

struct World {
    now: u64,
    /// Bytes per ms.
    rate: u64,
    /// When the queue will be empty, in ns.
    free: u64,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    count: u64,
    grants: Grants,
    /// How many of a thousand pieces are lost by chance.
    chance: u64,
    random: u64,
    /// How often senders handle the asks that have arrived, in ns.
    looks: u64,
    /// True if senders report how long asks waited.
    says: bool,
    tcp: Option<Tcp>,
    /// Bytes that arrived.
    came: u64,
    /// Bytes that the queue dropped.
    dropped: u64,
    longest: u64,
}

impl World {
    fn new(rate: u64) -> World {
        World {
            now: 1,
            rate,
            free: 0,
            events: BinaryHeap::new(),
            count: 0,
            grants: Grants::new(1 << 20, 240 << 10, PIECE),
            chance: 0,
            random: 7,
            looks: 1,
            says: true,
            tcp: None,
            came: 0,
            dropped: 0,
            longest: 0,
        }
    }

    fn later(&mut self, at: u64, event: Event) {
        self.count += 1;
        self.events.push(Reverse((at, self.count, event)));
    }

    /// Returns when so many bytes will have passed the port; `None` if the port drops them.
    fn pass(&mut self, bytes: u64) -> Option<u64> {
        let start = self.free.max(self.now);
        let queued = (start - self.now) * self.rate / MS;
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.longest = self.longest.max(queued);
        if queued + bytes > QUEUE || (self.random >> 33) % 1000 < self.chance {
            self.dropped += bytes;
            return None;
        }
        self.free = start + bytes * MS / self.rate;
        Some(self.free)
    }

    fn send_tcp(&mut self) {
        while let Some(tcp) = self.tcp.as_mut().filter(|t| (t.flying as f64) < t.window) {
            tcp.flying += 1;
            let queue = self.free.saturating_sub(self.now);
            match self.pass(PACKET) {
                Some(at) => self.later(at + BACK, Event::Acknowledged),
                None => self.later(self.now + queue + BACK, Event::Missed),
            }
        }
    }

    /// Runs for `long` ns with `senders` senders, each of which always has a long message.
    fn run(&mut self, senders: Rank, long: u64) {
        let end = self.now + long;
        if self.grants.is_idle() {
            for from in 0..senders {
                self.grants.start(self.now, from, 0..1 << 20);
            }
        }
        while self.now < end {
            while let Some(a) = self.grants.next(self.now) {
                let at = self.now + BACK;
                self.later(at, Event::Asked(a.to, a.pull.to_word(), a.number, a.offset, u64::from(a.len)));
            }
            self.send_tcp();
            let next = self.events.peek().map(|e| e.0.0);
            let next = next.into_iter().chain(self.grants.deadline()).min().expect("something goes on");
            self.now = next.max(self.now);
            while self.events.peek().is_some_and(|e| e.0.0 <= self.now) {
                let Some(Reverse((_, _, event))) = self.events.pop() else { break };
                self.event(event);
            }
            self.grants.on_time(self.now);
        }
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Asked(rank, pull, number, offset, len) => {
                // Each sender works at times of its own.
                let phase = u64::from(rank) * self.looks / 8;
                let then = (self.now + phase).next_multiple_of(self.looks) - phase;
                self.later(then, Event::Answered(rank, pull, number, offset, len, then - self.now));
            }
            Event::Answered(rank, pull, number, offset, len, late) => {
                let late = if self.says { late } else { 0 };
                let mut at = offset;
                while at < offset + len {
                    let to = (at + PIECE).min(offset + len);
                    if let Some(time) = self.pass(to - at) {
                        self.later(time, Event::Piece(rank, pull, number, at, to, late));
                    }
                    at = to;
                }
            }
            Event::Piece(from, pull, number, start, end, late) => {
                self.came += end - start;
                let pull = PullId::from_word(pull);
                if self.grants.arrived(self.now, late, from, pull, number, start..end) == Piece::Last {
                    self.grants.start(self.now, from, 0..1 << 20);
                }
            }
            Event::Acknowledged => {
                let Some(tcp) = &mut self.tcp else { return };
                tcp.flying -= 1;
                tcp.bytes += PACKET;
                tcp.window += if tcp.window < tcp.threshold { 1.0 } else { 0.6 / tcp.window };
            }
            Event::Missed => {
                let Some(tcp) = &mut self.tcp else { return };
                tcp.flying -= 1;
                if self.now >= tcp.cut {
                    tcp.window = (tcp.window * 0.7).max(2.0);
                    tcp.threshold = tcp.window;
                    tcp.cut = self.now + QUEUE * MS / self.rate;
                }
            }
        }
    }
}

#[test]
fn many_senders_keep_a_slow_port_busy_and_its_queue_short() {
    for senders in [1, 7, 40] {
        let mut world = World::new(125_000);
        world.run(senders, 50 * MS);
        (world.came, world.dropped) = (0, 0);
        world.longest = 0;
        world.run(senders, 500 * MS);
        let used = world.came as f64 / (500.0 * 125_000.0);
        assert!(used > 0.97, "{senders} senders use {used} of it");
        assert_eq!(world.dropped, 0, "{senders} senders");
        assert!(world.longest < QUEUE / 4 * 3, "{senders} senders: {} bytes are queued", world.longest);
    }
}

#[test]
fn senders_that_compute_do_not_count_as_a_queue() {
    let run = |looks, says| {
        let mut world = World::new(125_000);
        (world.looks, world.says) = (looks, says);
        world.run(7, 150 * MS);
        (world.came, world.dropped) = (0, 0);
        world.longest = 0;
        world.run(7, 500 * MS);
        (world.came as f64 / (500.0 * 125_000.0), world.longest, world.dropped)
    };
    // A wait that the sender does not report looks like a queue that other flows fill, so the receiver fills the queue
    // too.
    let (used, longest, dropped) = run(MS, true);
    assert!(used > 0.95 && dropped == 0, "{used} of the port's rate, {dropped} bytes are lost");
    assert!(longest < run(MS, false).1 / 3 * 2, "{longest} bytes are queued");
    // A wait that the sender does not report may also look like a queue that never shrinks.
    let (told, blind) = (run(2 * MS, true).0, run(2 * MS, false).0);
    assert!(told > 3.0 * blind, "{told} of the port's rate, {blind} without their word");
}

#[test]
fn a_tcp_flow_and_grants_share_a_port() {
    let mut world = World::new(25_000);
    world.tcp = Some(Tcp { window: 10.0, threshold: f64::MAX, ..Tcp::default() });
    world.run(2, 1000 * MS);
    (world.came, world.dropped) = (0, 0);
    let before = world.tcp.as_ref().map_or(0, |t| t.bytes);
    world.run(2, 5000 * MS);
    let tcp = world.tcp.as_ref().map_or(0, |t| t.bytes) - before;
    let all = tcp + world.came;
    assert!(all as f64 > 0.9 * 5000.0 * 25_000.0, "{all} bytes in all");
    assert!(tcp > all / 4 && world.came > all / 5, "TCP {tcp}, ours {}", world.came);
    assert!(world.dropped < all / 100, "{} of {all} are lost", world.dropped);
    // The TCP flow ends: the receiver takes the flow's share, and the queue becomes short again.
    world.tcp = None;
    world.run(2, 4000 * MS);
    world.longest = 0;
    world.came = 0;
    world.run(2, 300 * MS);
    assert!(world.came as f64 > 0.95 * 300.0 * 25_000.0, "{} bytes", world.came);
    assert!(world.longest < QUEUE / 2, "{} bytes are queued", world.longest);
}

#[test]
fn what_is_lost_by_chance_costs_no_more_than_itself() {
    let mut world = World::new(1_000_000);
    world.run(1, 20 * MS);
    world.chance = 10;
    world.came = 0;
    world.run(1, 500 * MS);
    let used = world.came as f64 / (500.0 * 1_000_000.0);
    assert!(used > 0.9, "{used} of the port's rate");
}
