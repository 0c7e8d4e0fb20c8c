//! Jobs of the endpoints that programs use: several machines, each with its segment of shared memory, over a
//! simulated network, in one thread.
//!
//! A seed decides a [`Plan`]. The ranks make random calls and make progress in random turns: rounds of chaos, each
//! followed by a time without faults in which everything that can be matched and moved must be. The checks know nothing
//! of the protocol but MPI's rules. Everything runs that programs run, but for what only separate processes have: the
//! system's permissions, sleeps, and threads.
mod blocking;
mod boards;
mod broadcast_plan;
mod broadcasts;
mod collectives;
mod connection_checks;
mod connections;
mod coverage;
mod credit;
mod guests;
mod joints;
mod matching;
mod memory;
mod messages;
mod places;
mod plan;
mod shape;
mod stream_checks;
mod stream_reads;
mod streams;
mod turn;
mod window_calls;
mod window_checks;
mod window_offer;
mod windows;

use crate::seat::Seat;
use boards::Boards;
use broadcasts::BroadcastCalls;
use clump::driver::testing::part;
use clump_core::Rank;
use clump_fabric::sim::{Faults, Network};
use collectives::Collectives;
use connections::Connections;
pub use coverage::Coverage;
use fastrand::Rng;
use messages::Messages;
use places::{MANY_FRAMES, Places, machines};
use plan::Plan;
use streams::Streams;
use turn::{FabricOfPlaces, Observer, Part, Run, Turn};
use windows::Windows;

/// The most turns in a row without faults; more means an error.
const MOST_TURNS: u32 = 200_000;
/// The most rounds of going on with what is open, each followed by a time in which everything settles.
const MOST_ROUNDS: u32 = 1_000;
/// The most turns in which nothing moves while timers of groups run, which wait for members that make no call.
const MOST_IDLE: u32 = 60;
/// The most turns in which nothing moves while calls can go on that find no frame.
const MOST_WAITS: u32 = 2_000;
/// The longest messages of runs in which copies go on in the background, in bytes.
const LONG: u64 = 600 << 10;

/// The result of one seed.
pub struct Report {
    /// What was wrong, as a sentence; `None`: nothing.
    pub failure: Option<String>,
    pub coverage: Coverage,
}

/// Runs the job that a seed decides, the guests of another job, joint jobs, and programs whose calls block.
pub fn run(seed: u64, trace: bool) -> Report {
    let mut world = match World::new(seed, trace) {
        Ok(world) => world,
        Err(why) => return Report { failure: Some(why), coverage: Coverage::default() },
    };
    let end = world.run().and_then(|()| guests::run(seed));
    for endpoint in &world.places {
        world.run.coverage.engine(endpoint.counters());
    }
    world.run.coverage.add(&world.observer.counts());
    let end = end.and_then(|()| joints::run(seed, trace, &mut world.run.coverage));
    let end = end.and_then(|()| blocking::run(seed, trace, &mut world.run.coverage));
    Report { failure: end.err(), coverage: world.run.coverage }
}

struct World {
    plan: Plan,
    network: Network,
    places: Vec<Seat<FabricOfPlaces>>,
    messages: Messages,
    /// The other parts of the programs.
    parts: Vec<Box<dyn Part>>,
    run: Run,
    observer: Observer,
}

impl World {
    fn new(seed: u64, trace: bool) -> Result<World, String> {
        // Neighbouring seeds must not give similar runs.
        let mut rng = Rng::with_seed(seed.wrapping_mul(0xa076_1d64_78bd_642f));
        let mut plan = Plan::new(&mut rng);
        plan.meet_other_jobs(&mut rng);
        let threaded = rng.u32(..4) == 0;
        if threaded && rng.u32(..4) == 0 {
            // Some messages are so long that they are copied in the background.
            (plan.largest, plan.calls) = (LONG, plan.calls.min(60));
        }
        let machines = machines(&mut rng, plan.ranks);
        let Places { network, endpoints, observer } = Places::open(&mut rng, &plan, &machines, trace)?;
        let mut places: Vec<_> = endpoints.into_iter().map(Seat::new).collect();
        if threaded {
            places.iter_mut().for_each(|place| place.set_threaded());
        }
        let mut run = Run::new(rng, trace);
        run.note(|| format!("machines {machines:?}, {:?}, {:?}", plan.limits, plan.faults));
        let messages = Messages::new(0..plan.ranks, 0);
        let parts: Vec<Box<dyn Part>> = vec![
            Box::new(BroadcastCalls::new(&mut run.rng, &plan, &machines)),
            Box::new(Boards::new(&mut run.rng, &machines)),
            Box::new(Collectives::new(&mut run.rng, &plan, &machines)),
            Box::new(Windows::new(plan.ranks)),
            Box::new(Connections::new(plan.ranks)),
            Box::new(Streams::new(plan.ranks)),
        ];
        Ok(World { plan, network, places, messages, parts, run, observer })
    }

    fn run(&mut self) -> Result<(), String> {
        self.each_part(|part, turn| part.begin(turn).map(|()| false))?;
        for _ in 0..self.plan.rounds {
            self.chaos()?;
            self.settle()?;
            self.part()?;
        }
        for round in 0.. {
            let more = self.receive_the_rest()? | self.each_part(|part, turn| part.go_on(turn))?;
            self.settle()?;
            if !more {
                break;
            }
            if round > MOST_ROUNDS {
                return Err(format!("stuck: after {MOST_ROUNDS} rounds the programs still have something open"));
            }
        }
        self.each_part(|part, turn| part.end(turn).map(|()| false))?;
        for rank in 0..self.plan.ranks {
            self.turn(rank, |messages, turn| messages.cancel_all(turn));
        }
        self.settle()?;
        self.messages.check_end()?;
        self.parts.iter_mut().try_for_each(|part| part.check_end())?;
        self.places.iter().try_for_each(|place| places::check_leftovers(place))
    }

    /// Makes pairs of ranks forget each other that have nothing under way.
    fn part(&mut self) -> Result<(), String> {
        for (a, b) in (0..self.places.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
            if self.run.chance(self.plan.partings) {
                let (before, rest) = self.places.split_at_mut(b);
                let parted = part(&mut before[a], &mut rest[0]).map_err(|e| e.to_string())?;
                self.run.coverage.partings += u64::from(parted);
            }
        }
        Ok(())
    }

    /// Lets a rank make calls.
    fn turn<T>(&mut self, rank: Rank, f: impl FnOnce(&mut Messages, &mut Turn<'_>) -> T) -> T {
        let World { plan, places, messages, run, .. } = self;
        f(messages, &mut Turn { rank, endpoint: &mut places[rank as usize], run, plan })
    }

    /// Lets each part do something on every rank. Returns true if any of them did so.
    fn each_part(
        &mut self,
        mut f: impl FnMut(&mut dyn Part, &mut Turn<'_>) -> Result<bool, String>,
    ) -> Result<bool, String> {
        let mut any = false;
        for rank in 0..self.plan.ranks {
            any |= self.parts_of(rank, &mut f)?;
        }
        Ok(any)
    }

    /// Lets each part do something on one rank. Returns true if any of them did so.
    fn parts_of(
        &mut self,
        rank: Rank,
        mut f: impl FnMut(&mut dyn Part, &mut Turn<'_>) -> Result<bool, String>,
    ) -> Result<bool, String> {
        let World { plan, places, parts, run, .. } = self;
        let mut turn = Turn { rank, endpoint: &mut places[rank as usize], run, plan };
        let mut any = false;
        for part in parts {
            any |= f(part.as_mut(), &mut turn)?;
        }
        Ok(any)
    }

    /// Lets a rank make a random call.
    fn call(&mut self, rank: Rank) -> Result<(), String> {
        let World { plan, places, messages, parts, run, .. } = self;
        let mut turn = Turn { rank, endpoint: &mut places[rank as usize], run, plan };
        let own = messages::CALLS.iter().map(|call| plan.weights.of(*call)).sum::<u32>();
        let all = own + parts.iter().map(|part| part.weight(plan)).sum::<u32>();
        let mut at = turn.run.rng.u32(..all);
        for part in parts {
            let weight = part.weight(plan);
            if at < weight {
                return part.call(&mut turn);
            }
            at -= weight;
        }
        messages.call(&mut turn)
    }

    /// Makes random calls on random ranks over a bad network.
    fn chaos(&mut self) -> Result<(), String> {
        if self.plan.groups > 0 && self.run.rng.bool() {
            // Multicast breaks down, or works again.
            self.plan.faults.multicast = plan::multicast(&mut self.run.rng);
        }
        self.network.set_faults(self.plan.faults);
        let mut calls = self.plan.calls;
        let mut turn = 0u32;
        while calls > 0 {
            self.network.tick();
            turn += 1;
            let rank = self.run.rng.u32(..self.plan.ranks);
            let is_blocked = self.messages.is_blocked(rank);
            if self.network.pauses(rank) {
                calls -= u32::from(turn.is_multiple_of(16));
            } else if !is_blocked && self.run.chance(self.plan.eager) {
                self.call(rank)?;
                calls -= 1;
            } else {
                self.progress(rank)?;
                calls -= u32::from(is_blocked && turn.is_multiple_of(16));
            }
        }
        Ok(())
    }

    /// Makes progress on one rank, and takes what has ended. Returns true if anything moved.
    fn progress(&mut self, rank: Rank) -> Result<bool, String> {
        let moved = self.turn(rank, |messages, turn| {
            let moved = messages.progress(turn);
            Ok::<_, String>(moved | messages.take_ended(turn)?)
        })?;
        Ok(moved | self.parts_of(rank, |part, turn| part.take_ended(turn))?)
    }

    /// Runs without faults and calls: everything that can be matched and moved must be, and soon.
    fn settle(&mut self) -> Result<(), String> {
        let multicast = self.plan.faults.multicast;
        self.network.set_faults(Faults { multicast, ..Faults::none(MANY_FRAMES) });
        for rank in 0..self.plan.ranks {
            self.turn(rank, |messages, turn| messages.post_waiting(turn));
        }
        let (mut turns, mut idle) = (0, 0);
        loop {
            let mut moved = false;
            self.network.tick();
            for rank in 0..self.plan.ranks {
                moved |= self.progress(rank)?;
            }
            if !moved && self.network.under_way() == 0 {
                let waits = self.places.iter_mut().any(|place| place.observed().has_unsent_frames())
                    || idle < MOST_WAITS && self.parts.iter().any(|part| part.waits());
                let timed = self.places.iter().any(|place| place.engine().broadcasts().is_timed());
                idle += 1;
                // Progress may return credit, a frame to send, without having found anything: look once more.
                if !waits && (!timed && idle > 1 || idle > MOST_IDLE) {
                    break;
                }
                // A timer has to expire first.
                self.network.pass(if timed { 400 } else { 20 });
            } else if moved {
                idle = 0;
            }
            self.network.skip_ahead();
            turns += 1;
            if turns > MOST_TURNS {
                return Err(format!("{MOST_TURNS} turns without faults, and frames still move"));
            }
        }
        self.messages.check()?;
        let engines: Vec<_> = self.places.iter().map(|place| Some(place.engine())).collect();
        credit::check(|rank| self.plan.limits_of(rank as Rank), 0, &engines, &self.messages.granted)?;
        self.parts.iter_mut().try_for_each(|part| part.check())
    }

    /// Receives some of the messages that no receive has matched. Returns true if there are any.
    fn receive_the_rest(&mut self) -> Result<bool, String> {
        let mut any = false;
        for rank in 0..self.plan.ranks {
            any |= self.turn(rank, |messages, turn| messages.receive_some(turn))?;
        }
        Ok(any)
    }
}
