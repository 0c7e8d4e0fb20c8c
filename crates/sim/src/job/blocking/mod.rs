//! Programs whose calls block. All ranks run in one thread, in turns ([`Turns`]): a rank that rests in a call ends its
//! turn, and the seed decides who goes on. So everything that waits in the library runs under seeds: waits for
//! messages, handlers, locks of windows, collectives that a member leaves, and the ends of ranks.
//!
//! Each program is a list of steps that all ranks know beforehand, or that they agree on by memory that they share
//! beside the library, and which no real program has ([`Common`]).
mod departures;
mod deposits;
mod handlers;
mod messages;
mod seats;
mod survivors;
mod window_rows;
mod windows;

use super::coverage::Coverage;
use super::places::{MANY_FRAMES, Places, machines};
use super::plan::{Call, Plan};
use super::turn::Place;
use clump::driver::{Patience, Waiting};
use clump_core::Rank;
use clump_fabric::sim::{Faults, Network, Turns};
use fastrand::Rng;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use survivors::launcher::Launcher;

/// The most ranks of a program.
const MOST_RANKS: u32 = 5;
/// The turns of each rank without a step of a program after which the network has no faults until the next step.
const PATIENCE: u64 = 100;
/// The turns of each rank without a step after which the program is stuck.
const STUCK: u64 = 20_000;
/// The turns of each rank after which time passes, so that timers expire.
const TIMERS: u64 = 20;
/// How much time passes then, in ticks.
const EXPIRY: u64 = 400;

/// What all ranks of a program share.
pub struct Common {
    pub rng: RefCell<Rng>,
    pub ranks: u32,
    /// Steps that programs have made so far.
    steps: Cell<u64>,
    /// How many times ranks have come to a meeting.
    met: Cell<u64>,
    failure: RefCell<Option<String>>,
    /// What a rank still has under way that waits for its end, for the report of a program that is stuck.
    open: RefCell<BTreeMap<Rank, String>>,
    trace: bool,
}

impl Common {
    /// Notes that a program has made a step.
    pub fn step(&self, what: impl FnOnce() -> String) {
        self.steps.set(self.steps.get() + 1);
        if self.trace {
            println!("{:6} {}", self.steps.get(), what());
        }
    }

    /// Returns a random number below `end`; 0 if `end` is 0.
    pub fn below(&self, end: u64) -> u64 {
        if end == 0 { 0 } else { self.rng.borrow_mut().u64(..end) }
    }

    /// Returns true with a chance of one in `n`.
    pub fn one_in(&self, n: u32) -> bool {
        self.rng.borrow_mut().u32(..n) == 0
    }

    /// Says that one more rank has come to a meeting. Returns what [`Common::have_met`] needs.
    pub fn come(&self, ranks: u32) -> u64 {
        let ranks = u64::from(ranks);
        let met = self.met.get() + 1;
        self.met.set(met);
        self.step(|| format!("{met} have come"));
        met.next_multiple_of(ranks)
    }

    /// Returns true if all ranks have come to the meeting.
    pub fn have_met(&self, all: u64) -> bool {
        self.met.get() >= all
    }

    /// Waits until all of `ranks` ranks have come.
    pub fn meet(&self, endpoint: &mut Place, ranks: u32) {
        let all = self.come(ranks);
        wait(endpoint, |_| self.have_met(all));
    }
}

/// Waits as a program does that polls for itself.
pub fn wait(endpoint: &mut Place, mut done: impl FnMut(&mut Place) -> bool) {
    let mut patience = Patience::default();
    while !done(endpoint) {
        if endpoint.progress() {
            patience.moved();
        } else {
            endpoint.pause(&mut patience, Waiting::NOTHING).rest();
        }
    }
    endpoint.stop_waiting(&patience);
}

/// What a rank runs.
type Program = Box<dyn FnOnce() -> Result<(), String>>;

/// Runs the program that a seed decides.
pub fn run(seed: u64, trace: bool, coverage: &mut Coverage) -> Result<(), String> {
    let mut rng = Rng::with_seed(seed.wrapping_mul(0x94d0_49bb_1331_11eb));
    let mut plan = Plan::new(&mut rng);
    plan.ranks = plan.ranks.min(MOST_RANKS);
    plan.limits.handlers = rng.u64(512..8192);
    plan.limits.windows = rng.u64(640..8192);
    let which = rng.u32(..6);
    // Copies are refused always or never where a program could not go on otherwise.
    plan.communicators = usize::from(which >= 2);
    if [0, 3, 4, 5].contains(&which) {
        // A rank that leaves says so some times. If none of them arrives, a launcher tells, and here is none.
        let Faults { delay, pause, longest_pause, duplicate, reorder, .. } = plan.faults;
        plan.faults = Faults { delay, pause, longest_pause, duplicate, reorder, ..Faults::none(MANY_FRAMES) };
    }
    if which == 4 {
        // Where not even a notice of eight bytes is pushed, a survivor may keep one that nobody takes (decision 39).
        let l = &mut plan.limits;
        (l.whole, l.push1, l.far) = (l.whole.max(64), l.push1.max(64), (l.far.0.max(64), l.far.1.max(64), l.far.2));
    }
    if which == 5 {
        // No copy into memory of a connection's receiver is refused.
        plan.weights.0.iter_mut().filter(|(call, _)| *call == Call::Connection).for_each(|(_, weight)| *weight = 1);
    }
    let machines = machines(&mut rng, plan.ranks);
    let Places { network, endpoints, observer } = Places::open(&mut rng, &plan, &machines, trace)?;
    let common = Rc::new(Common {
        ranks: plan.ranks,
        rng: RefCell::new(rng.fork()),
        steps: Cell::default(),
        met: Cell::default(),
        failure: RefCell::default(),
        open: RefCell::default(),
        trace,
    });
    common.step(|| format!("program {which} on machines {machines:?}, {:?}, {:?}", plan.limits, plan.faults));
    let (mut launcher, mut survivors) = (None, None);
    let programs = match which {
        0 => messages::programs(&common, &plan, endpoints),
        1 => handlers::programs(&common, &plan, endpoints),
        2 => windows::programs(&common, &machines, endpoints)?,
        3 => departures::programs(&common, &plan, &machines, endpoints)?,
        5 => deposits::programs(&common, &plan, endpoints)?,
        _ => {
            let (programs, shared, its_launcher) = survivors::programs(&common, &plan, &machines, endpoints);
            (launcher, survivors) = (Some(its_launcher), Some(shared));
            programs
        }
    };
    let mut turns = Turns::default();
    for (rank, program) in programs.into_iter().enumerate() {
        let common = common.clone();
        turns.add(move || {
            if let Err(why) = program() {
                common.failure.borrow_mut().get_or_insert(format!("rank {rank}, program {which}: {why}"));
            }
        });
    }
    let end = take_turns(&mut turns, &mut rng, &network, &plan, &common, launcher);
    if let Some(survivors) = survivors {
        survivors.count(coverage);
    }
    coverage.add(&observer.counts());
    coverage.steps += common.steps.get();
    end
}

/// Lets random ranks take turns until all have ended.
fn take_turns(
    turns: &mut Turns,
    rng: &mut Rng,
    network: &Network,
    plan: &Plan,
    common: &Common,
    mut launcher: Option<Launcher>,
) -> Result<(), String> {
    let ranks = turns.len() as u64;
    network.set_faults(plan.faults);
    let (mut idle, mut calm) = (0, false);
    while turns.running().next().is_some() {
        network.tick();
        let rank = rng.u32(..ranks as Rank);
        if network.pauses(rank) {
            continue;
        }
        if let Some(launcher) = &mut launcher {
            launcher.turn(turns, rng);
        }
        let before = common.steps.get();
        turns.take(rank as usize);
        if let Some(why) = common.failure.take() {
            return Err(why);
        }
        idle = if common.steps.get() == before { idle + 1 } else { 0 };
        if calm != (idle >= ranks * PATIENCE) {
            calm = !calm;
            network.set_faults(if calm { Faults::none(MANY_FRAMES) } else { plan.faults });
        }
        if idle > 0 && idle % (ranks * TIMERS) == 0 {
            network.pass(EXPIRY);
            network.skip_ahead();
        }
        if idle > ranks * STUCK {
            let ranks: Vec<usize> = turns.running().collect();
            let open = common.open.take();
            return Err(format!("stuck: ranks {ranks:?} have made no step of their programs in {idle} turns {open:?}"));
        }
    }
    Ok(())
}
