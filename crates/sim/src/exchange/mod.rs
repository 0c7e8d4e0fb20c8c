//! Collectives' exchanges of messages between many hosts, in virtual time: the real reliable fabric of each host, with
//! its windows and its receive budget, over a model of a switch with full queues ([`network`]). Growth with the number
//! of hosts, and what is lost where many send to one.
mod ends;
pub mod growth;
mod host;
mod network;
mod schedule;

pub use host::Push;
pub use network::{Counts, Link};
pub use schedule::Algorithm;

use clump::driver::net;
use clump_core::Limits;
use clump_core::limits::ENTRY_COST;
use clump_fabric::sim::lent;
use host::{Host, HostSetup};
use network::{Event, Network};

/// The largest payload of a packet: what fits in an Ethernet frame of 1,500 bytes.
const PACKET: usize = 1408;
/// The most nanoseconds between the moments at which hosts begin a collective.
const APART: u64 = 5_000;
/// Nanoseconds between two collectives.
const PAUSE: u64 = 200_000;
/// Collectives before the measured ones, by default: windows open meanwhile, and learn what is lost.
const BEFORE: usize = 3;
/// The most nanoseconds that one collective may take.
const MOST: u64 = 60_000_000_000;

/// The parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub algorithm: Algorithm,
    pub hosts: usize,
    /// The bytes of a block, or of an allreduce's operand.
    pub bytes: u64,
    /// Packets lost by chance, per mille.
    pub loss: u32,
    pub push: Push,
    pub link: Link,
    pub seed: u64,
    /// True if a host that has not heard from a receiver sends it no more than its share of a receive budget among all
    /// hosts, as endpoints do.
    pub shares: bool,
    /// Collectives before the measured ones.
    pub before: usize,
}

impl Setup {
    /// Returns the default setup: what the protocol pushes between machines, over links of 10 Gbit/s.
    pub fn new(algorithm: Algorithm, hosts: usize, bytes: u64, loss: u32) -> Setup {
        let limits = Limits::of_job(hosts as u32, net::LARGEST as u64);
        let (push, credit) = (limits.push(false), limits.credit - ENTRY_COST);
        let push = Push {
            whole: push.whole,
            eager: limits.eager.min(credit),
            first: push.first,
            behind: push.second.min(credit - push.first),
        };
        Setup { algorithm, hosts, bytes, loss, push, link: Link::TEN_GBIT, seed: 1, shares: true, before: BEFORE }
    }
}

/// The results of a run.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Nanoseconds from the first host's call until the last host has all, the mean of the measured collectives.
    pub time: u64,
    /// What was lost in the measured collectives.
    pub lost: Counts,
    /// Chunks that were sent again in them.
    pub resent: u64,
    /// The share of its link's rate at which the switch sent to the busiest host.
    pub used: f64,
}

struct Run {
    network: Network,
    hosts: Vec<Host>,
    setup: Setup,
}

/// Runs `times` collectives, after some that are not measured.
///
/// # Panics
/// If a collective does not end.
pub fn run(setup: Setup, times: usize) -> Figures {
    let network = Network::new(setup.hosts, setup.link, setup.loss, setup.seed);
    let longest = (0..setup.hosts.min(2))
        .flat_map(|me| setup.algorithm.steps(me, setup.hosts, setup.bytes))
        .flat_map(|step| step.sends.into_iter().chain(step.receives))
        .map(|(_, len)| len)
        .max()
        .unwrap_or(0);
    let memory = lent(longest.max(setup.push.first + setup.push.behind) as usize);
    let peers = if setup.shares { setup.hosts - 1 } else { 1 };
    let of_host = HostSetup { socket: setup.link.socket, packet: PACKET, push: setup.push, peers };
    let host = |at| Host::new(&network, at, of_host, memory.region());
    let mut run = Run { hosts: (0..setup.hosts as u32).map(host).collect(), network: network.clone(), setup };
    (0..setup.before).for_each(|_| _ = run.collective());
    let before = (network.with(|n| (n.counts, n.carried.clone())), run.resent());
    let time = (0..times).map(|_| run.collective()).sum::<u64>().max(1);
    let (lost, carried) = network.with(|n| (n.counts, n.carried.clone()));
    let ((lost_before, carried_before), resent) = before;
    let busiest = carried.iter().zip(&carried_before).map(|(after, before)| after - before).max().unwrap_or(0);
    Figures {
        time: time / times.max(1) as u64,
        lost: Counts {
            in_switch: lost.in_switch - lost_before.in_switch,
            in_socket: lost.in_socket - lost_before.in_socket,
            by_chance: lost.by_chance - lost_before.by_chance,
        },
        resent: run.resent() - resent,
        used: busiest as f64 * 1000.0 / (setup.link.rate as f64 * time as f64),
    }
}

impl Run {
    fn resent(&self) -> u64 {
        self.hosts.iter().map(Host::resent).sum()
    }

    /// Runs one collective. Returns the nanoseconds that it took.
    fn collective(&mut self) -> u64 {
        let Setup { algorithm, hosts, bytes, .. } = self.setup;
        let start = self.network.with(|n| n.now) + PAUSE;
        for at in 0..hosts {
            let begins = start + self.network.with(|n| n.jitter(APART));
            self.hosts[at].begin(algorithm.steps(at, hosts, bytes), begins);
            self.hosts[at].runs_at = None;
            self.wake(at, begins);
        }
        let (mut done, mut end) = (0, start);
        while done < hosts {
            let event = self.network.with(|n| n.next()).expect("hosts wait for each other");
            let now = self.network.with(|n| n.now);
            assert!(now < start + MOST, "{:?} does not end", self.setup);
            match event {
                Event::Switched(packet) => self.network.with(|n| n.switch(packet)),
                Event::Arrived(packet) => {
                    if let Some(to) = self.network.with(|n| n.arrive(packet)) {
                        self.wake(to as usize, now);
                    }
                }
                Event::Run(at) => {
                    let at = at as usize;
                    if self.hosts[at].runs_at != Some(now) {
                        continue;
                    }
                    self.hosts[at].runs_at = None;
                    let was = self.hosts[at].done;
                    let moved = self.hosts[at].turn();
                    let now = self.network.with(|n| n.now);
                    self.hosts[at].busy = now;
                    if !was && self.hosts[at].done {
                        (done, end) = (done + 1, end.max(now));
                    }
                    if moved || self.network.with(|n| n.has_packets(at as u32)) {
                        self.wake(at, now);
                    } else if let Some(due) = self.hosts[at].due() {
                        self.wake(at, now + due.max(1));
                    }
                    // What is left of the collective before must not keep the host from its beginning.
                    let begins = self.hosts[at].begins;
                    if begins > now {
                        self.wake(at, begins);
                    }
                }
            }
        }
        end - start
    }

    /// Lets a host go on at `time`, or when its process has time, unless it goes on earlier anyway.
    fn wake(&mut self, at: usize, time: u64) {
        let host = &mut self.hosts[at];
        let time = time.max(host.busy).max(1);
        if host.runs_at.is_none_or(|then| time < then) {
            host.runs_at = Some(time);
            self.network.with(|n| n.later(time, Event::Run(at as u32)));
        }
    }
}
