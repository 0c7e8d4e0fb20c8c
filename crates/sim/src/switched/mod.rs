//! Broadcasts over a model of switches: store and forward, a queue at each output, loss, many hosts in one group.
//! Measures the real protocol code in virtual time, against the number of hosts.
mod fabric;
pub mod growth;
mod member;

pub use fabric::Topology;

use clump_core::testing::TestFrame;
use clump_core::{BroadcastCounters, BroadcastId, BroadcastLimits};
use fabric::Switches;
use fastrand::Rng;
use member::{Member, size};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

/// The time that a frame costs its sender's processor, in ns.
const SEND: u64 = 1_500;
/// The least time that a frame costs its receiver's processor, in ns; a random time up to as much is added.
const RECEIVE: u64 = 2_000;
/// How often a host checks for time-outs, in ns.
const LOOK: u64 = 500_000;
/// How long a lost reliable frame takes to come again, in ns.
const AGAIN: u64 = 2_000_000;

/// The parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub topology: Topology,
    pub hosts: usize,
    pub bytes: usize,
    /// Frames lost on their last link, per mille.
    pub loss: u32,
    pub limits: BroadcastLimits,
    /// True if the network has multicast. Otherwise broadcasts travel down a tree, and each frame goes to one host.
    pub multicast: bool,
    pub seed: u64,
}

/// The results of a run.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Nanoseconds from the root's call until the last member has all: the mean of the middle 80 of a hundred.
    pub latency: u64,
    /// Frames that the root sent for the last measured broadcast, from the call to the acknowledgements.
    pub root_frames: u64,
    pub root: BroadcastCounters,
}

struct Event {
    to: usize,
    /// The sender and the frame; `None`: time to check for time-outs.
    frame: Option<(usize, Rc<TestFrame>)>,
}

struct Run {
    setup: Setup,
    switches: Switches,
    members: Vec<Member>,
    /// The time until which each host's processor is busy.
    busy: Vec<u64>,
    looks: Vec<bool>,
    /// The pending events, ordered by time, then by creation.
    queue: BinaryHeap<Reverse<(u64, usize)>>,
    events: Vec<Option<Event>>,
    /// When the last reliable frame from one host to another arrives. A later frame of the pair arrives after it.
    last: HashMap<(usize, usize), u64>,
    rng: Rng,
    now: u64,
    root_frames: u64,
    /// Counts frames in flight.
    under_way: usize,
}

/// Runs broadcasts of one root: first unmeasured broadcasts until multicast works, then `times` measured ones.
///
/// # Panics
/// If a broadcast does not end, or brings wrong bytes.
pub fn run(setup: Setup, times: usize) -> Figures {
    let members = (0..setup.hosts).map(|me| Member::new(me, &setup)).collect();
    let mut run = Run {
        switches: Switches::new(setup.topology, setup.hosts),
        members,
        busy: vec![0; setup.hosts],
        looks: vec![false; setup.hosts],
        queue: BinaryHeap::new(),
        events: Vec::new(),
        last: HashMap::new(),
        rng: Rng::with_seed(setup.seed),
        now: 1,
        root_frames: 0,
        under_way: 0,
        setup,
    };
    for seed in 0..4 {
        run.broadcast(seed, 64);
    }
    let mut took: Vec<u64> = (0..times).map(|seed| run.broadcast(seed, setup.bytes)).collect();
    took.sort_unstable();
    let middle = &took[times / 10..times - times / 10];
    Figures {
        latency: middle.iter().sum::<u64>() / middle.len() as u64,
        root_frames: run.root_frames,
        root: run.members[0].engine.broadcasts().broadcast_counters(),
    }
}

impl Run {
    /// Runs one broadcast until nothing moves. Returns the time until the last member had it.
    fn broadcast(&mut self, seed: usize, len: usize) -> u64 {
        let bytes: Vec<u8> = (0..len).map(|i| (i * 31 + i / 253 + seed * 7) as u8).collect();
        self.root_frames = 0;
        let posted: Vec<BroadcastId> = (1..self.members.len()).map(|at| self.act(at, |m| m.post(len))).collect();
        // Let all members get ready before the root calls. Members check their clocks while they wait.
        while self.under_way > 0 && self.step().is_some() {}
        let start = self.now;
        self.root_frames = 0;
        let broadcast = self.act(0, |m| m.broadcast(&bytes));
        let took = self.settle(&posted) - start;
        for (i, broadcast) in posted.into_iter().enumerate() {
            assert_eq!(
                self.members[i + 1].take(broadcast).as_deref(),
                Some(&bytes[..]),
                "host {} of {len} bytes",
                i + 1
            );
        }
        assert!(self.members[0].is_over(broadcast), "the root's call ends");
        took
    }

    /// Runs all events. Returns when the last of these broadcasts ended.
    fn settle(&mut self, posted: &[BroadcastId]) -> u64 {
        let (mut open, mut last): (Vec<usize>, u64) = ((0..posted.len()).collect(), self.now);
        while let Some((to, done)) = self.step() {
            if to > 0 && open.contains(&(to - 1)) && self.members[to].is_over(posted[to - 1]) {
                open.retain(|&o| o != to - 1);
                last = last.max(done);
            }
        }
        self.events.clear();
        assert!(open.is_empty(), "{} hosts never have it", open.len());
        last
    }

    /// Runs the next event. Returns its host and when it is done, or `None` if no event is left.
    fn step(&mut self) -> Option<(usize, u64)> {
        let Reverse((at, event)) = self.queue.pop()?;
        self.now = self.now.max(at);
        let Event { to, frame } = self.events[event].take()?;
        let Some((from, sent)) = frame else {
            self.looks[to] = false;
            self.act(to, Member::look);
            return Some((to, self.now));
        };
        self.under_way -= 1;
        let cost = RECEIVE + self.rng.u64(..RECEIVE);
        let done = self.now.max(self.busy[to]) + cost;
        self.busy[to] = done;
        let now = std::mem::replace(&mut self.now, done);
        self.act(to, |m| m.arrive(from, &sent));
        self.now = now;
        Some((to, done))
    }

    /// Runs one step of a host, and sends the frames that the host produces.
    fn act<T>(&mut self, at: usize, step: impl FnOnce(&mut Member) -> T) -> T {
        let member = &mut self.members[at];
        member.set_time(self.now);
        let result = step(member);
        for sent in member.sent() {
            let leaves = self.now.max(self.busy[at]) + SEND;
            self.busy[at] = leaves;
            self.root_frames += u64::from(at == 0);
            let sent = Rc::new(sent);
            let size = size(&sent);
            let arrivals = match sent.to {
                Some(to) => vec![(to as usize, self.switches.unicast(leaves, at, to as usize, size))],
                None => self.switches.multicast(leaves, at, size),
            };
            for (to, when) in arrivals {
                let lost = self.rng.u32(..1000) < self.setup.loss;
                let when = match (lost, sent.to) {
                    (true, None) => continue,
                    (false, None) => when,
                    (lost, Some(_)) => {
                        let last = self.last.entry((at, to)).or_default();
                        *last = (*last + 1).max(if lost { when + AGAIN } else { when });
                        *last
                    }
                };
                self.at(when, to, Some((at, sent.clone())));
            }
        }
        if self.members[at].engine.broadcasts().is_timed() && !self.looks[at] {
            self.looks[at] = true;
            self.at(self.now + LOOK, at, None);
        }
        result
    }

    fn at(&mut self, at: u64, to: usize, frame: Option<(usize, Rc<TestFrame>)>) {
        self.under_way += usize::from(frame.is_some());
        self.queue.push(Reverse((at, self.events.len())));
        self.events.push(Some(Event { to, frame }));
    }
}
