//! One run: rounds of chaos and of settling, and a last round in which everything is received.
use crate::casts::BroadcastGroup;
use crate::check::{credit, end, order::Order, tools};
use crate::coverage::Coverage;
use crate::guests;
use crate::job;
use crate::message::MessageId;
use crate::node::{Node, room};
use crate::plan::{self, Plan};
use crate::shared::Shared;
use clump_core::{Select, WindowId};
use clump_fabric::sim::{Faults, Network};
use fastrand::Rng;

/// The result of one seed.
pub struct Report {
    pub failure: Option<String>,
    pub coverage: Coverage,
}

/// Runs the simulations that a seed decides; `jobs`: only the job of real endpoints.
pub fn run(seed: u64, trace: bool, jobs: bool) -> Report {
    let (end, mut coverage) = job::run(seed, trace);
    if let Err(why) = end {
        return Report { failure: Some(why), coverage };
    }
    if !jobs {
        let ranks = run_ranks(seed, trace);
        coverage.add(&ranks.coverage);
        return Report { failure: ranks.failure, coverage };
    }
    Report { failure: None, coverage }
}

/// Runs the ranks that a seed decides.
fn run_ranks(seed: u64, trace: bool) -> Report {
    let mut world = World::new(seed, trace);
    world.run();
    let mut coverage = std::mem::take(&mut world.shared.coverage);
    for node in &mut world.nodes {
        tools::check(&mut world.shared, node);
        coverage.engine(node.engine.counters());
        coverage.resent += node.tx.resent();
    }
    let failure = world.shared.failure().map(str::to_owned);
    Report { failure: failure.or_else(|| guests::run(seed).err()), coverage }
}

struct World {
    shared: Shared,
    plan: Plan,
    nodes: Vec<Node>,
    orders: Vec<Order>,
    /// The random numbers of partings.
    partings: Rng,
}

/// The most turns in a row without faults; more means an error.
const MOST_TURNS: u32 = 200_000;
/// The most turns in which nothing moves while groups wait for calls that no program makes.
const MOST_IDLE: u32 = 60;
/// The most probes until a sent message must be found.
const MOST_PROBES: u32 = 6;

/// The most turns of all programs until the last stream must have ended.
const MOST_DRIVES: u32 = 1_000;

impl World {
    fn new(seed: u64, trace: bool) -> World {
        // Neighbouring seeds must not give similar runs.
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut plan = Plan::new(&mut rng);
        let mut partings = Rng::with_seed(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        plan.meet_other_jobs(&mut partings);
        let windows = plan.windows;
        let network = Network::new(rng.u64(..), plan.ranks as usize, plan.faults);
        let mut shared = Shared::new(network, rng, plan.native, plan.piece, trace);
        shared.note(|| format!("{} ranks, {:?}, {:?}", plan.ranks, plan.limits, plan.faults));
        for id in 0..plan.groups {
            shared.casts.push(BroadcastGroup::new(&mut shared.rng, 7 * id, plan.ranks));
        }
        let mut nodes: Vec<Node> = (0..plan.ranks).map(|rank| Node::new(rank, &plan, &shared.network)).collect();
        for node in &mut nodes {
            (0..windows).for_each(|window| node.offer(&mut shared, WindowId(window)));
            node.open_groups(&mut shared);
        }
        World { nodes, orders: (0..plan.ranks).map(Order::new).collect(), shared, plan, partings }
    }

    fn run(&mut self) {
        for _ in 0..self.plan.rounds {
            self.chaos();
            self.settle();
            if self.shared.failure().is_some() {
                return;
            }
            self.part();
        }
        self.receive_the_rest();
        self.finish();
    }

    /// Makes pairs of ranks forget each other that have nothing under way.
    fn part(&mut self) {
        for (a, b) in (0..self.nodes.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
            if self.partings.u32(..1000) >= self.plan.partings {
                continue;
            }
            let (before, rest) = self.nodes.split_at_mut(b);
            let (one, two) = (&mut before[a], &mut rest[0]);
            if one.engine.is_idle_with(two.rank) && two.engine.is_idle_with(one.rank) {
                let parted = one.engine.forget_peer(two.rank) && two.engine.forget_peer(one.rank);
                self.shared.coverage.partings += 1;
                if !parted {
                    self.shared.fail(|| format!("ranks {a} and {b} are idle and do not part"));
                }
            }
        }
    }

    /// Makes random calls on random ranks over a bad network.
    fn chaos(&mut self) {
        if self.plan.groups > 0 && self.shared.rng.bool() {
            // Multicast breaks down, or works again.
            self.plan.faults.multicast = plan::multicast(&mut self.shared.rng);
        }
        self.shared.network.set_faults(self.plan.faults);
        let mut calls = self.plan.calls;
        let mut turn = 0u32;
        while calls > 0 && self.shared.failure().is_none() {
            self.shared.network.tick();
            turn += 1;
            let rank = self.shared.rng.u32(..self.plan.ranks);
            let node = &mut self.nodes[rank as usize];
            if self.shared.network.pauses(rank) {
                calls -= u32::from(turn.is_multiple_of(16));
            } else if self.shared.chance(self.plan.eager) {
                node.call(&mut self.shared, &self.plan);
                calls -= 1;
            } else {
                let frames = self.shared.rng.u32(1..32);
                node.progress(&mut self.shared, frames);
            }
            if turn.is_multiple_of(32) {
                self.check_credit();
            }
        }
    }

    /// Runs without faults and calls: everything that can be matched and moved must be, and soon.
    fn settle(&mut self) {
        let capacity = self.plan.faults.capacity.max(if self.plan.chunk > 0 { 300 } else { 1 });
        // Multicast may keep losing frames.
        let multicast = self.plan.faults.multicast;
        self.shared.network.set_faults(Faults { multicast, ..Faults::none(capacity) });
        for node in &mut self.nodes {
            node.post_waiting(&mut self.shared);
        }
        let (mut turns, mut idle) = (0, 0);
        loop {
            let mut moved = false;
            self.shared.network.tick();
            for node in &mut self.nodes {
                moved |= node.progress(&mut self.shared, 32);
            }
            let waits = self.nodes.iter().any(|n| n.engine.wants_flush());
            if self.shared.failure().is_some() {
                return;
            }
            if !moved && self.shared.network.under_way() == 0 && !waits {
                // Groups wait for members that make no call.
                let timed = self.nodes.iter().any(|n| n.engine.broadcasts().is_timed());
                idle += 1;
                if self.nodes.iter_mut().all(Node::drained) && (!timed || idle > MOST_IDLE) {
                    break;
                }
                // A timer has to expire first.
                self.shared.network.pass(if timed { 400 } else { 20 });
            } else if moved {
                idle = 0;
            }
            self.shared.network.skip_ahead();
            turns += 1;
            if turns > MOST_TURNS {
                return self.shared.fail(|| format!("{MOST_TURNS} turns without faults, and frames still move"));
            }
        }
        self.check_credit();
        self.shared.check_broadcasts();
        (0..self.plan.ranks).for_each(|rank| self.shared.take_notes(rank, usize::MAX));
        self.shared.check_connections();
        for (order, node) in self.orders.iter_mut().zip(&self.nodes) {
            order.replay(&mut self.shared, &node.memory);
            if let Some((message, receive)) = order.stuck(&self.shared, &node.memory) {
                let (m, rank) = (self.shared.messages[message].clone(), node.rank);
                let select = node.memory.receives[receive].select;
                self.shared.fail(|| {
                    format!(
                        "stuck: message {message} {m:?} waits, and so does receive {receive} of rank {rank}, {select:?}"
                    )
                });
            }
        }
    }

    /// Checks credit, unless there is the reliability layer: only without it do the network's frames show what is in
    /// flight.
    fn check_credit(&mut self) {
        if self.plan.chunk == 0 {
            credit::check(&mut self.shared, &self.nodes);
        }
    }

    /// Receives the remaining messages, a few at a time, by every kind of receive.
    fn receive_the_rest(&mut self) {
        while self.shared.failure().is_none() {
            let mut any = false;
            for rank in 0..self.nodes.len() {
                let left: Vec<MessageId> = self.orders[rank].unmatched().collect();
                if left.is_empty() {
                    continue;
                }
                any = true;
                for _ in 0..self.shared.rng.usize(1..=8.min(left.len())) {
                    let id = left[self.shared.rng.usize(..left.len())];
                    self.want(rank, id);
                }
            }
            self.settle();
            any |= self.stream_the_rest();
            if !any {
                break;
            }
        }
        for node in &mut self.nodes {
            node.end_windows(&mut self.shared);
            node.end_connections(&mut self.shared);
        }
        self.settle();
        self.broadcast_the_rest();
    }

    /// Lets all members call the remaining broadcasts that their groups have planned.
    fn broadcast_the_rest(&mut self) {
        while self.shared.failure().is_none() {
            let mut any = false;
            for node in &mut self.nodes {
                for _ in 0..self.shared.rng.u32(1..6) {
                    any |= node.broadcast_call(&mut self.shared, &self.plan, true);
                }
            }
            if !any {
                break;
            }
            self.settle();
        }
        for node in &mut self.nodes {
            node.end_groups(&mut self.shared);
        }
        self.settle();
    }

    /// Continues all messages that handlers send and read. Returns true if any such message was under way.
    fn stream_the_rest(&mut self) -> bool {
        let mut any = false;
        for _ in 0..MOST_DRIVES {
            let mut more = false;
            for node in &mut self.nodes {
                more |= node.drive(&mut self.shared);
            }
            self.settle();
            more |= self.shared.order.values().any(|order| !order.is_empty());
            if !more || self.shared.failure().is_some() {
                return any;
            }
            any = true;
        }
        let left = self.nodes.iter().find(|n| !n.streams.is_empty()).map(|n| (n.rank, &n.streams));
        let (order, turns) = (self.shared.order.clone(), MOST_DRIVES);
        self.shared
            .fail(|| format!("stuck: streams go on after {turns} turns of all programs: {left:?}, begun {order:?}"));
        false
    }

    /// Posts a receive, or repeats a probe, which must match this message or an earlier message.
    fn want(&mut self, rank: usize, id: MessageId) {
        let m = self.shared.messages[id].clone();
        let select = Select {
            context: m.context,
            source: (!self.shared.chance(self.plan.wild_source)).then_some(m.from),
            tag: (!self.shared.chance(self.plan.wild_tag)).then_some(m.tag),
        };
        let probes = self.shared.rng.u32(..4) == 0;
        if !probes {
            let room = room(&mut self.shared, &self.plan);
            self.nodes[rank].recv(&mut self.shared, select, room);
            return;
        }
        let take = self.shared.rng.bool();
        for _ in 0..MOST_PROBES {
            let unmatched = {
                let orders = &self.orders[rank];
                orders.unmatched().any(|u| u == id)
            };
            if !unmatched || self.shared.failure().is_some() {
                // A receive posted before has matched the message meanwhile.
                return;
            }
            if self.nodes[rank].probe(&mut self.shared, select, take).is_some() {
                return;
            }
            self.settle();
        }
        self.shared.fail(|| {
            format!("stuck: rank {rank} probes {select:?} {MOST_PROBES} times in vain for message {id} {m:?}")
        });
    }

    /// Ends the last requests, after everything has been matched, and checks that nothing is left.
    fn finish(&mut self) {
        for node in &mut self.nodes {
            while !node.taken.is_empty() {
                node.recv_taken(&mut self.shared, &self.plan);
            }
        }
        self.settle();
        for node in &mut self.nodes {
            node.cancel_all(&mut self.shared);
        }
        self.settle();
        if self.shared.failure().is_some() {
            return;
        }
        for (order, node) in self.orders.iter().zip(&mut self.nodes) {
            order.check_taken(&mut self.shared, &node.memory);
            node.forget_all(&mut self.shared);
        }
        end::check(&mut self.shared, &self.nodes);
    }
}
