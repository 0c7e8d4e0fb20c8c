//! Broadcasts over a model of switches: store and forward, a queue at each output, loss; many hosts, one group. What
//! the real protocol code takes there, in virtual time, against the number of hosts.
mod fabric;
pub mod growth;
mod member;

pub use fabric::Topology;

use clump_core::{CastCounters, CastId, CastLimits};
use fabric::Switches;
use fastrand::Rng;
use member::{Member, Sent};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

/// What a frame costs its sender's processor, and its receiver's, in ns; receivers take up to as much again, each time
/// anew.
const SEND: u64 = 1_500;
const RECEIVE: u64 = 2_000;
/// How often a host looks whether time-outs have passed, in ns.
const LOOK: u64 = 500_000;
/// What a reliable frame that was lost loses until it comes again, in ns.
const AGAIN: u64 = 2_000_000;

/// A broadcast's run.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub topology: Topology,
    pub hosts: usize,
    pub bytes: usize,
    /// Of a thousand frames, so many are lost on their last link.
    pub loss: u32,
    pub limits: CastLimits,
    /// There is multicast. Else broadcasts go down a tree of frames to one host each.
    pub multicast: bool,
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Nanoseconds from the root's call until the last member has all: the mean of the middle 80 of a hundred.
    pub latency: u64,
    /// Frames that the root sent for the last broadcast that was measured, from call to acknowledgements.
    pub root_frames: u64,
    pub root: CastCounters,
}

struct Event {
    to: usize,
    /// `None`: time to look.
    frame: Option<(usize, Rc<Sent>)>,
}

struct Run {
    setup: Setup,
    switches: Switches,
    members: Vec<Member>,
    /// Until when each host's processor is busy.
    busy: Vec<u64>,
    looks: Vec<bool>,
    /// By time, then in the order in which they were made.
    queue: BinaryHeap<Reverse<(u64, usize)>>,
    events: Vec<Option<Event>>,
    /// When the last reliable frame from one host to another comes: they keep their order.
    last: HashMap<(usize, usize), u64>,
    rng: Rng,
    now: u64,
    root_frames: u64,
    /// Frames that have not come yet.
    under_way: usize,
}

/// Runs broadcasts of one root: some until multicast is known to work, then `times` that are measured.
///
/// # Panics
/// If one does not come to its end, or brings other bytes than were sent.
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
        root: run.members[0].engine.broadcasts().cast_counters(),
    }
}

impl Run {
    /// One broadcast, until all have it and nothing moves: how long it took until the last had it.
    fn broadcast(&mut self, seed: usize, len: usize) -> u64 {
        let bytes: Vec<u8> = (0..len).map(|i| (i * 31 + i / 253 + seed * 7) as u8).collect();
        self.root_frames = 0;
        let posted: Vec<CastId> = (1..self.members.len()).map(|at| self.act(at, |m| m.post(len))).collect();
        // All are there before the root calls; they look at their clocks as long as they wait.
        while self.under_way > 0 && self.step().is_some() {}
        let start = self.now;
        self.root_frames = 0;
        let cast = self.act(0, |m| m.broadcast(&bytes));
        let took = self.settle(&posted) - start;
        for (i, cast) in posted.into_iter().enumerate() {
            assert_eq!(self.members[i + 1].take(cast).as_deref(), Some(&bytes[..]), "host {} of {len} bytes", i + 1);
        }
        assert!(self.members[0].is_over(cast), "the root's call ends");
        took
    }

    /// Lets everything happen. Returns when the last of these broadcasts had come to its end.
    fn settle(&mut self, posted: &[CastId]) -> u64 {
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

    /// The next thing that happens: to whom, and when it is done. `None`: nothing is to happen any more.
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

    /// Something happens at a host; what it sends leaves.
    fn act<T>(&mut self, at: usize, step: impl FnOnce(&mut Member) -> T) -> T {
        let member = &mut self.members[at];
        member.set_time(self.now);
        let result = step(member);
        for sent in std::mem::take(&mut member.sent) {
            let leaves = self.now.max(self.busy[at]) + SEND;
            self.busy[at] = leaves;
            self.root_frames += u64::from(at == 0);
            let sent = Rc::new(sent);
            let size = sent.size();
            let arrivals = match sent.to {
                Some(to) => vec![(to, self.switches.unicast(leaves, at, to, size))],
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

    fn at(&mut self, at: u64, to: usize, frame: Option<(usize, Rc<Sent>)>) {
        self.under_way += usize::from(frame.is_some());
        self.queue.push(Reverse((at, self.events.len())));
        self.events.push(Some(Event { to, frame }));
    }
}
