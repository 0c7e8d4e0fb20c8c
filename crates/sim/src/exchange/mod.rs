//! Collectives of many hosts, in virtual time: the library's algorithms on the endpoints that programs use, with the
//! reliable network's windows and receive budget, over a model of a switch with full queues ([`switch`]). A host
//! needs time to send and to take packets, and none to combine. Growth with the number of hosts, and what is lost where
//! many send to one.
mod ends;
pub mod growth;
mod switch;

pub use crate::collective_call::{KINDS, Kind};
pub use switch::{Counts, Link};

use crate::collective_call::CollectiveCall;
use crate::seat::{Lend, Lent, LentEndpoint, Seat};
use clump::driver::hybrid::Hybrid;
use clump::driver::testing::{MachinesInProcess, machines_over, resent};
use clump::driver::{LentBuffer, Region};
use clump_coll::{Ranks, Team};
use clump_fabric::sim::lent;
use ends::Ends;
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use switch::{Event, Switch};

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
/// How often a host that waits looks at its timers, in nanoseconds.
const LOOK: u64 = 50_000;
/// The most memory in bytes that hosts have for themselves, all together. If they need more, all share it, and the
/// results are not checked.
const MOST_MEMORY: usize = 16 << 20;

/// The fabric of a host.
type HostFabric = Hybrid<Ends>;

thread_local! {
    static LENT: LentEndpoint<HostFabric> = const { RefCell::new(None) };
}

impl Lend for HostFabric {
    fn lent<R>(f: impl FnOnce(&LentEndpoint<Self>) -> R) -> R {
        LENT.with(f)
    }
}

/// The parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub kind: Kind,
    pub hosts: usize,
    /// The bytes of a block, or of an operand.
    pub bytes: usize,
    /// Packets lost by chance, per mille.
    pub loss: u32,
    pub link: Link,
    pub seed: u64,
    /// Collectives before the measured ones.
    pub before: usize,
}

impl Setup {
    /// Returns the default setup: what the protocol pushes between machines, over links of 10 Gbit/s.
    pub fn new(kind: Kind, hosts: usize, bytes: usize, loss: u32) -> Setup {
        Setup { kind, hosts, bytes, loss, link: Link::TEN_GBIT, seed: 1, before: BEFORE }
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

/// A host: its endpoint, and the collective under way.
struct Host {
    seat: Seat<HostFabric>,
    future: Option<Pin<Box<dyn Future<Output = bool>>>>,
    /// When the host calls the collective.
    begins: u64,
    /// Until when its processor is busy, and when its process goes on, if that is known.
    busy: u64,
    runs_at: Option<u64>,
}

struct Run {
    network: Switch,
    hosts: Vec<Host>,
    members: Ranks,
    setup: Setup,
    /// The number of the next collective.
    calls: usize,
}

/// Runs `times` collectives, after some that are not measured.
///
/// # Panics
/// If a collective does not end, or has a wrong result.
pub fn run(setup: Setup, times: usize) -> Figures {
    let network = Switch::new(setup.hosts, setup.link, setup.loss, setup.seed);
    let machines = MachinesInProcess { ranks: &vec![1; setup.hosts], cores: 1, limits: &|_, limits| limits };
    let end = |host| (Ends { network: network.clone(), host, packet: PACKET }, setup.link.socket);
    let endpoints = machines_over(&machines, end, |_, fabric| fabric).expect("memory for the hosts");
    let host = |endpoint| Host { seat: Seat::new(endpoint), future: None, begins: 0, busy: 0, runs_at: None };
    let mut run = Run {
        hosts: endpoints.into_iter().map(host).collect(),
        members: Ranks::all(setup.hosts as u32),
        network: network.clone(),
        setup,
        calls: 0,
    };
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

/// Memory of the hosts for one collective.
enum Memory {
    Own(Vec<(LentBuffer, LentBuffer)>),
    /// For all hosts; what it holds means nothing.
    Shared(LentBuffer, LentBuffer),
}

impl Memory {
    fn new(call: &CollectiveCall, hosts: usize) -> Memory {
        let sizes: Vec<(usize, usize)> = (0..hosts).map(|me| call.sizes(me)).collect();
        match sizes.iter().map(|(input, output)| input + output).sum::<usize>() > MOST_MEMORY {
            false => Memory::Own((0..hosts).map(|me| call.memory(me)).collect()),
            true => {
                let most = |of: fn(&(usize, usize)) -> usize| sizes.iter().map(of).max().unwrap_or(0);
                Memory::Shared(lent(most(|s| s.0)), lent(most(|s| s.1)))
            }
        }
    }

    fn of(&self, call: &CollectiveCall, me: usize) -> (Region, Region) {
        match self {
            Memory::Own(all) => (all[me].0.region(), all[me].1.region()),
            Memory::Shared(input, output) => {
                let (i, o) = call.sizes(me);
                (input.region().slice(0, i), output.region().slice(0, o))
            }
        }
    }
}

impl Run {
    fn resent(&mut self) -> u64 {
        self.hosts.iter_mut().map(|host| resent(&mut host.seat)).sum()
    }

    /// Runs one collective. Returns the nanoseconds that it took.
    fn collective(&mut self) -> u64 {
        let Setup { kind, hosts, bytes, .. } = self.setup;
        let call = Rc::new(CollectiveCall::even(kind, hosts, bytes, self.calls));
        let memory = Memory::new(&call, hosts);
        let start = self.network.with(|n| n.now) + PAUSE;
        for at in 0..hosts {
            let begins = start + self.network.with(|n| n.jitter(APART));
            let team = Team::new(Lent::new(), self.members.clone(), at, 0, self.calls as i32, 0, false);
            let team: Team<Lent<HostFabric>> = team.with_apart(true);
            let ((input, output), call) = (memory.of(&call, at), call.clone());
            let host = &mut self.hosts[at];
            host.future = Some(Box::pin(async move {
                call.run(&team, input, output).await;
                team.truncated()
            }));
            (host.begins, host.runs_at) = (begins, None);
            self.wake(at, begins);
        }
        self.calls += 1;
        let (mut done, mut end) = (0, start);
        while done < hosts {
            let event = self.network.with(|n| n.next()).expect("hosts look at their timers");
            let now = self.network.with(|n| n.now);
            assert!(now < start + MOST, "{:?} does not end", self.setup);
            match event {
                Event::Switched(packet) => self.network.with(|n| n.switch(packet)),
                Event::Arrived(packet) => {
                    if let Some(to) = self.network.with(|n| n.arrive(packet)) {
                        self.wake(to as usize, now);
                    }
                }
                Event::Run(at) if self.hosts[at as usize].runs_at == Some(now) => {
                    let at = at as usize;
                    self.hosts[at].runs_at = None;
                    let (moved, ended) = self.turn(at, now);
                    let now = self.network.with(|n| n.now);
                    self.hosts[at].busy = now;
                    if ended {
                        (done, end) = (done + 1, end.max(now));
                        let (input, output) = memory.of(&call, at);
                        if let Memory::Own(_) = memory {
                            call.check(at, input, output).unwrap_or_else(|why| panic!("host {at}, {call:?}: {why}"));
                        }
                    }
                    let more = moved || self.network.with(|n| n.has_packets(at as u32));
                    self.wake(at, if more { now } else { now + LOOK });
                    // What is left of the collective before must not keep the host from its beginning.
                    let begins = self.hosts[at].begins;
                    if begins > now {
                        self.wake(at, begins);
                    }
                }
                Event::Run(_) => {}
            }
        }
        end - start
    }

    /// Runs one turn of a host at time `now`. Returns whether anything has moved, and whether the collective has ended.
    fn turn(&mut self, at: usize, now: u64) -> (bool, bool) {
        let host = &mut self.hosts[at];
        let moved = host.seat.progress();
        let Some(future) = host.future.as_mut().filter(|_| now >= host.begins) else { return (moved, false) };
        let before = self.network.with(|n| n.now);
        let poll = host.seat.lend(|| future.as_mut().poll(&mut Context::from_waker(Waker::noop())));
        let sent = self.network.with(|n| n.now) != before;
        if poll.is_ready() {
            host.future = None;
        }
        assert!(poll != Poll::Ready(true), "{:?}: ranks disagree about lengths", self.setup);
        (moved | sent, poll.is_ready())
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
