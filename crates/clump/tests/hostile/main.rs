//! Hostile datagrams over real sockets, to a rank that works with an honest rank: forged, replayed, damaged, and
//! (half of them) well sealed but malformed. The victim counts and drops them; the honest ranks' messages continue,
//! whole and in order.
//!
//! `cargo xtask hostile --count 1000000 --seed S` sends as many datagrams as `--count` says.
mod attack;
mod connections;
mod forge;
mod groups;
mod memory;

use attack::{DOWNGRADE, FREED, HONEST, INSIDE, KNOWN, OUTSIDE, SECRET, TRAITOR, Traitor, VICTIM, WINDOW};
use clump::driver::hosts::{Cipher, Sealing};
use clump::driver::testing::machines_by;
use clump::driver::windows::{WindowId, WindowPlace};
use clump::driver::{Endpoint, Mode, Request, Select};
use connections::Connections;
use fastrand::Rng;
use forge::Forge;
use memory::Reused;
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, UdpSocket};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Datagrams between two polls of the honest ranks.
const BATCH: usize = 16;
/// Honest datagrams per malformed one: one honest datagram in this many is replaced by a malformed datagram with its
/// counter.
const OWN: usize = 40;
/// Number of real datagrams that the attacker remembers.
const HEARD: usize = 256;
/// KiB by which memory may grow: windows and buffers of two peers, all in use.
const GROWTH: u64 = 48 << 10;
const SIZES: [usize; 8] = [0, 8, 100, 1400, 9000, 16_385, 70_000, 400_000];

fn pattern(len: usize, seed: u64) -> Vec<u8> {
    (0..len as u64).map(|i| ((i.wrapping_mul(31) >> 3) ^ seed.wrapping_mul(2654435761) >> 8) as u8).collect()
}

/// Returns the resident memory in KiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("/proc");
    let line = status.lines().find(|l| l.starts_with("VmRSS:")).expect("VmRSS");
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a number")
}

fn socket() -> UdpSocket {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
    socket.set_nonblocking(true).expect("a socket");
    socket
}

/// The honest ranks, and the attacker on the network between them.
struct World {
    /// Victim and honest rank.
    ends: Vec<Endpoint>,
    /// The real ports of the ranks, and a socket that poses as each rank; the third poses as the traitor.
    ports: [u16; 3],
    posing: [UdpSocket; 3],
    from: UdpSocket,
    heard: Vec<Vec<u8>>,
    forge: Forge,
    traitor: Traitor,
    windows: Windows,
    connections: Connections,
    /// True if all attacks are operations on windows and connections.
    only_operations: bool,
    /// The total number of hostile datagrams to send.
    most: u64,
    rng: Rng,
    sent: BTreeMap<&'static str, u64>,
}

impl World {
    fn new(seed: u64) -> World {
        let mut rng = Rng::with_seed(seed);
        let cipher = by(seed);
        let secret: [u8; 32] = std::array::from_fn(|_| rng.u8(..));
        let posing = [socket(), socket(), socket()];
        let mut ports = [0; 3];
        let mut ends = machines_by(&[1, 1, 1], Some(Sealing { cipher, secret }), |rank, plan| {
            for (other, host) in plan.hosts.iter_mut().enumerate() {
                ports[other] = host.ports[0];
                if other != rank as usize {
                    host.ports[0] = posing[other].local_addr().expect("bound").port();
                }
            }
        })
        .expect("sockets");
        ends.truncate(2);
        let forge = Forge::new(cipher, &secret);
        let windows = Windows::new(&mut rng, &mut ends[0]);
        let (heard, mut traitor, sent) = (Vec::new(), Traitor::default(), BTreeMap::new());
        let [victim, honest] = &mut ends[..] else { unreachable!("two") };
        let connections = Connections::new(victim, honest, &mut traitor);
        World {
            ends,
            ports,
            posing,
            from: socket(),
            heard,
            forge,
            traitor,
            windows,
            connections,
            only_operations: false,
            most: 0,
            rng,
            sent,
        }
    }

    fn send(&self, to: u32, datagram: &[u8]) {
        // A datagram for which the socket has no room counts as lost in flight.
        let _ = self.from.send_to(datagram, (Ipv4Addr::LOCALHOST, self.ports[to as usize]));
    }

    fn count(&mut self, kind: &'static str) {
        *self.sent.entry(kind).or_default() += 1;
    }

    /// Forwards the datagrams that the honest ranks send each other.
    fn pass_on(&mut self) {
        let mut buffer = [0; 1 << 16];
        for to in [VICTIM, HONEST, TRAITOR] {
            while let Ok(len) = self.posing[to as usize].recv(&mut buffer) {
                let datagram = &buffer[..len];
                if to == TRAITOR {
                    // Answers to operations on windows may be frames of several datagrams: the traitor lets them
                    // pass.
                    if datagram[2] == self.forge.mark() {
                        // The honest rank, too, tells the traitor that it leaves.
                        match self.forge.open(VICTIM, TRAITOR, datagram) {
                            Some(text) => self.traitor.hear(&text),
                            None => drop(self.forge.open(HONEST, TRAITOR, datagram).expect("sealed as WIRE.md says")),
                        }
                    }
                    continue;
                }
                if to == VICTIM
                    && datagram[2] == self.forge.mark()
                    && self.sent() < self.most
                    && self.rng.usize(..OWN) == 0
                {
                    let counter = forge::counter(datagram).expect("a datagram");
                    let text = attack::own(&mut self.rng);
                    for datagram in self.forge.seal(HONEST, VICTIM, counter, &text) {
                        self.send(VICTIM, &datagram);
                    }
                    self.count("own");
                    continue;
                }
                if to == VICTIM {
                    match self.heard.len() < HEARD {
                        true => self.heard.push(datagram.to_vec()),
                        false => self.heard[self.rng.usize(..HEARD)] = datagram.to_vec(),
                    }
                }
                self.send(to, datagram);
            }
        }
    }

    fn attack(&mut self) {
        if self.only_operations || self.rng.bool() {
            let kind = if self.only_operations { "windows" } else { INSIDE[self.rng.usize(..INSIDE.len())] };
            for datagram in self.traitor.inside(&mut self.rng, &self.forge, kind) {
                self.send(VICTIM, &datagram);
                self.count(kind);
            }
        } else if self.rng.u8(..10) == 0 {
            for datagram in self.traitor.downgrade(&mut self.rng, &self.forge) {
                self.send(VICTIM, &datagram);
                self.count(DOWNGRADE);
            }
        } else if !self.heard.is_empty() {
            let kind = OUTSIDE[self.rng.usize(..OUTSIDE.len())];
            let real = &self.heard[self.rng.usize(..self.heard.len())];
            let datagram = attack::outside(&mut self.rng, kind, real);
            self.send(VICTIM, &datagram);
            self.count(kind);
        }
    }

    fn sent(&self) -> u64 {
        self.sent.values().sum()
    }

    /// Forwards datagrams between the ranks, and makes the ranks poll.
    fn look(&mut self) {
        for _ in 0..2 * BATCH {
            self.pass_on();
            self.ends.iter_mut().for_each(|e| {
                e.progress();
            });
        }
    }

    /// Makes the honest ranks exchange a few messages each way under attack. Returns the number of messages.
    fn round(&mut self, round: u64) -> u64 {
        let mut flows: Vec<Flow> = (0..2).map(|from| Flow::new(&mut self.rng, from, round)).collect();
        let started = Instant::now();
        flows.iter_mut().for_each(|f| f.start(&mut self.ends));
        self.windows.come_and_go(&mut self.ends[0]);
        let _put = self.windows.put(&mut self.rng, &mut self.ends[1], round);
        let _deposited = self.connections.deposit(&mut self.rng, &mut self.ends[1], round);
        while self.ends[1].far_windows().is_pending(VICTIM, WindowId(SECRET))
            || !self.connections.has_arrived(&mut self.ends[1])
            || flows.iter_mut().any(|f| !f.is_over(&mut self.ends))
        {
            assert!(started.elapsed() < Duration::from_secs(60), "round {round}: the honest ranks' messages got stuck");
            for _ in 0..BATCH {
                if self.sent() < self.most {
                    self.attack();
                }
            }
            self.look();
        }
        self.windows.check(&mut self.ends[1], round);
        self.connections.check(&mut self.ends[1], round);
        flows.iter().map(|f| f.seeds.len() as u64).sum()
    }

    /// Closes the endpoints in order, while the network still forwards datagrams.
    fn close(mut self) {
        for datagram in self.traitor.announce_departure(&self.forge) {
            self.send(VICTIM, &datagram);
        }
        self.look();
        let ends = std::mem::take(&mut self.ends);
        let threads: Vec<_> =
            ends.into_iter().map(|e| std::thread::spawn(move || e.close().expect("an end"))).collect();
        while threads.iter().any(|t| !t.is_finished()) {
            self.pass_on();
            std::thread::sleep(Duration::from_micros(200));
        }
        threads.into_iter().for_each(|t| t.join().expect("no panic"));
    }
}

/// The victim's windows, in memory with margins that belong to no window, and a copy of the contents that the memory
/// must have. The honest rank puts to one window, and the traitor tries to reach all windows.
struct Windows {
    memory: Reused,
    shadow: Vec<u8>,
    key: u64,
}

/// Bytes around each window.
const MARGIN: usize = 4096;

impl Windows {
    fn new(rng: &mut Rng, victim: &mut Endpoint) -> Windows {
        let shadow = pattern(3 * (WINDOW as usize + MARGIN) + MARGIN, 9);
        let windows = Windows { memory: Reused::copy_of(&shadow), shadow, key: rng.u64(..) };
        windows.offer(victim, KNOWN.0, KNOWN.1, 0);
        windows.offer(victim, SECRET, windows.key, 1);
        windows
    }

    fn place(at: usize) -> std::ops::Range<usize> {
        let start = MARGIN + at * (WINDOW as usize + MARGIN);
        start..start + WINDOW as usize
    }

    fn offer(&self, victim: &mut Endpoint, number: u32, key: u64, at: usize) {
        victim.far_windows().offer(WindowId(number), key, Box::new(|_, _, _, _| panic!("nothing may be combined")));
        let place = Windows::place(at);
        victim.far_windows().attach(WindowId(number), 0, self.memory.region().slice(place.start, place.len()));
    }

    /// Offers and withdraws the third window between two attacks.
    fn come_and_go(&mut self, victim: &mut Endpoint) {
        self.offer(victim, FREED.0, FREED.1, 2);
        victim.far_windows().withdraw(WindowId(FREED.0));
    }

    /// Makes the honest rank put bytes. The returned memory must stay until the put is complete.
    fn put(&mut self, rng: &mut Rng, honest: &mut Endpoint, round: u64) -> Reused {
        let len = rng.usize(1..=WINDOW as usize);
        let offset = rng.usize(..=WINDOW as usize - len);
        let bytes = pattern(len, round);
        let at = Windows::place(1).start + offset;
        self.shadow[at..at + len].copy_from_slice(&bytes);
        let data = Reused::copy_of(&bytes);
        let place = WindowPlace { to: VICTIM, window: WindowId(SECRET), key: self.key, offset: offset as u64 };
        let op = honest.far_windows().put(place, data.region());
        honest.far_windows().detach(op);
        data
    }

    fn check(&self, honest: &mut Endpoint, round: u64) {
        assert_eq!(
            honest.far_windows().refusal(VICTIM, WindowId(SECRET)),
            None,
            "round {round}: an honest put was refused"
        );
        assert!(self.memory.region().to_vec() == self.shadow, "round {round}: a hostile deposit has landed");
    }
}

/// Messages in one direction, all with one tag: they must arrive in order.
struct Flow {
    from: usize,
    tag: i32,
    seeds: Vec<(usize, u64)>,
    late: bool,
    sends: Vec<(Reused, Option<Request>)>,
    receives: Vec<(Reused, Request)>,
    done: usize,
}

impl Flow {
    fn new(rng: &mut Rng, from: usize, round: u64) -> Flow {
        let seeds = (0..rng.u64(1..5)).map(|i| (SIZES[rng.usize(..SIZES.len())], round * 10 + i)).collect();
        let (tag, late) = ((round % 1000) as i32, rng.bool());
        Flow { from, tag, seeds, late, sends: Vec::new(), receives: Vec::new(), done: 0 }
    }

    fn start(&mut self, ends: &mut [Endpoint]) {
        if !self.late {
            self.receive(ends);
        }
        for &(len, seed) in &self.seeds {
            let data = Reused::copy_of(&pattern(len, seed));
            let to = 1 - self.from as u32;
            let request = ends[self.from].send(to, 7, self.tag, data.region(), Mode::Standard);
            self.sends.push((data, request));
        }
    }

    fn receive(&mut self, ends: &mut [Endpoint]) {
        let select = Select { context: 7, source: Some(self.from as u32), tag: Some(self.tag) };
        for &(len, _) in &self.seeds {
            let into = Reused::new(len);
            let request = ends[1 - self.from].recv(select, into.region());
            self.receives.push((into, request));
        }
        self.late = false;
    }

    fn is_over(&mut self, ends: &mut [Endpoint]) -> bool {
        if self.late {
            self.receive(ends);
            return false;
        }
        while let Some((into, request)) = self.receives.get(self.done) {
            let Some(outcome) = ends[1 - self.from].test(*request) else { return false };
            let (len, seed) = self.seeds[self.done];
            assert_eq!((outcome.len, outcome.truncated), (len as u64, None), "its length");
            assert!(into.region().to_vec() == pattern(len, seed), "message {} of {len} bytes is another", self.done);
            self.done += 1;
        }
        self.sends.iter_mut().all(|(_, request)| {
            let done = request.is_none_or(|r| ends[self.from].test(r).is_some());
            if done {
                *request = None;
            }
            done
        })
    }
}

/// Returns the cipher of a seed; successive seeds take successive ciphers.
fn by(seed: u64) -> Cipher {
    Cipher::ALL[seed as usize % Cipher::ALL.len()]
}

/// Sends `count` hostile datagrams. Returns a line that says how the victim counted them.
fn run(count: u64, seed: u64, only_operations: bool) -> String {
    println!("seed {seed}, sealed by {}", by(seed).name());
    let mut world = World::new(seed);
    world.only_operations = only_operations;
    world.traitor.acknowledges = only_operations;
    let (mut round, mut messages) = (0, 0);
    let mut before = 0;
    world.most = count;
    while world.sent() < count {
        messages += world.round(round);
        round += 1;
        if before == 0 && world.sent() > count / 10 {
            before = memory();
        }
    }
    let during = messages;
    let grown = memory().saturating_sub(before);
    for more in 0..20 {
        messages += world.round(round + more);
    }
    let (dropped, malformed) = world.ends[0].dropped();
    let inside = world.ends[0].counters().malformed;
    let sent = |kinds: &[&str]| kinds.iter().map(|k| world.sent.get(k).copied().unwrap_or(0)).sum::<u64>();
    let list: Vec<String> = world.sent.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
    let line = format!(
        "{} hostile datagrams, {} of them sealed ({}); dropped: {} malformed, {} forged, {} replayed, {} of another \
         version, {} by another cipher; genuine nonsense: {malformed} packets, {inside} frames; {during} honest \
         messages meanwhile, {} after; {} operations on windows, {} of them by connections, where {} honest and {} \
         right ones were told and no other; memory grew by {grown} KiB",
        world.sent(),
        world.sent() - sent(&OUTSIDE),
        list.join(", "),
        dropped.malformed,
        dropped.forged,
        dropped.replayed,
        dropped.foreign,
        dropped.other_cipher,
        messages - during,
        world.traitor.operations,
        world.traitor.to_connections,
        round + 20,
        world.connections.right,
    );
    println!("{line}");
    // Each datagram that is a whole attack is counted, unless the socket had no room for it.
    let least = sent(&["random", "altered", "sender", "version", "cipher"]) * 8 / 10;
    let unopened = [dropped.malformed, dropped.forged, dropped.replayed, dropped.foreign, dropped.other_cipher];
    let counted: u64 = unopened.iter().sum();
    assert!(counted >= least, "{counted} of {least}");
    let each = [&unopened[..], &[malformed, inside]].concat();
    assert!(only_operations || each.iter().all(|n| *n > count / 2000), "every kind is counted: {each:?}");
    assert!(
        world.connections.right > 0,
        "what the traitor may deposit never arrives, so what it may not means nothing"
    );
    assert!(during > count / 2000, "the honest ranks are not drowned: {during} messages");
    assert!(grown < GROWTH, "memory grew by {grown} KiB");
    world.close();
    line
}

/// Locked by each test: only one test may run at a time, because one of them measures the memory of the whole
/// process.
static TURN: Mutex<()> = Mutex::new(());

#[test]
fn hostile_datagrams_change_nothing() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    (7..7 + Cipher::ALL.len() as u64).for_each(|seed| drop(run(10_000, seed, false)));
    run(10_000, 7, true);
}

/// `cargo xtask hostile`.
#[test]
#[ignore = "long: run by cargo xtask hostile"]
fn as_many_as_asked_for() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
    let only_operations = std::env::var_os("HOSTILE_OPERATIONS").is_some();
    run(number("HOSTILE_COUNT", 1_000_000), number("HOSTILE_SEED", 1), only_operations);
}
