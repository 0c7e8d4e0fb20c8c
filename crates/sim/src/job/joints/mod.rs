//! Joint jobs under seeds: several jobs in one world join, exchange messages within and between the jobs, and leave
//! again, while the network is bad; and a job may die at any moment. Endpoints, fabrics and [`JointsView::add`] are
//! the library's own. Not here: how the processes meet before (`JointJob::meet`), and coordinators, whose lines have
//! threads.
//!
//! [`JointsView::add`]: clump::driver::views::JointsView::add
mod broken;
mod joining;
mod joint;
mod settling;

use super::coverage::Coverage;
use super::messages::{CALLS, Messages};
use super::places::{Places, check_leftovers, machines};
use super::plan::{Call, Plan};
use super::turn::{FabricOfPlaces, Observer, Run, Turn};
use crate::seat::Seat;
use clump::driver::testing::close_lines;
use clump_core::Rank;
use clump_fabric::sim::Network;
use fastrand::Rng;
use joint::{Joint, Membership, Stage};

/// One seed of so many has joint jobs.
const ONE_IN: u64 = 8;
/// The most ranks of a job.
const MOST_RANKS: u32 = 4;
/// The most joint jobs at a time.
const MOST_JOINTS: usize = 3;
/// The most calls in a round.
const MOST_CALLS: u32 = 120;
/// The chance that a process adds a joint job that it has met, in a turn, in per mille.
const ADDS: u32 = 200;
/// The chance that a joint job ends after a round, in per mille.
const ENDS: u32 = 500;
/// The most rounds in which processes receive what is left.
const MOST_ROUNDS: u32 = 500;

/// Runs the jobs that a seed decides.
pub fn run(seed: u64, trace: bool, coverage: &mut Coverage) -> Result<(), String> {
    if !seed.is_multiple_of(ONE_IN) {
        return Ok(());
    }
    let mut world = World::new(seed, trace)?;
    let end = world.run();
    coverage.add(&world.run.coverage);
    world.observers.iter().for_each(|observer| coverage.add(&observer.counts()));
    end.map_err(|why| format!("joint jobs: {why}"))
}

/// A job of its own.
struct Job {
    /// The processes, by their places in [`World::processes`].
    processes: std::ops::Range<usize>,
    network: Network,
    messages: Messages,
    /// The number of ranks that it says it has, which decides credit.
    claimed: u32,
    is_dead: bool,
}

struct Process {
    job: usize,
    rank: Rank,
    machine: u32,
    endpoint: Seat<FabricOfPlaces>,
}

/// Whose messages a turn is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Job,
    Joint(usize),
}

struct World {
    plan: Plan,
    jobs: Vec<Job>,
    processes: Vec<Process>,
    /// All joint jobs, those that are over included.
    joints: Vec<Joint>,
    run: Run,
    observers: Vec<Observer>,
    /// The chance in a turn that two jobs join, in per mille.
    joining: u32,
    /// The chance in a turn that a job dies, in per mille. One job dies at most, and those that it takes along.
    dying: u32,
}

impl World {
    fn new(seed: u64, trace: bool) -> Result<World, String> {
        let mut rng = Rng::with_seed(seed.wrapping_mul(0xe703_7ed1_a0b4_28db));
        let mut plan = Plan::new(&mut rng);
        plan.leave_out_all_but(&CALLS);
        (plan.contexts, plan.calls) = (plan.contexts.min(2), plan.calls.min(MOST_CALLS));
        let (mut jobs, mut processes, mut observers) = (Vec::new(), Vec::new(), Vec::new());
        let grounds = rng.u32(1..=3);
        for at in 0..if rng.u32(..3) == 0 { 3 } else { 2 } {
            let ranks = rng.u32(1..=MOST_RANKS);
            let claimed = if rng.bool() { rng.u32(1..40) } else { rng.u32(500..4000) };
            let own = Plan { ranks, limits: plan.limits_in_job(claimed), ..plan.clone() };
            let spread = machines(&mut rng, ranks);
            let Places { network, endpoints, observer } = Places::open(&mut rng, &own, &spread, trace)?;
            observers.push(observer);
            let start = processes.len();
            // The machines of different jobs may be the same.
            let ground = rng.u32(..grounds);
            let machine_of = spread.iter().zip(ground..).flat_map(|(n, machine)| (0..*n).map(move |_| machine));
            for ((endpoint, machine), rank) in endpoints.into_iter().zip(machine_of).zip(0..) {
                processes.push(Process { job: at, rank, machine, endpoint: Seat::new(endpoint) });
            }
            let messages = Messages::new(0..ranks, 0);
            jobs.push(Job { processes: start..processes.len(), network, messages, claimed, is_dead: false });
        }
        let (joining, dying) = ([10, 50, 300][rng.usize(..3)], [0, 0, 3, 20][rng.usize(..4)]);
        if dying > 0 {
            // A detached receive from a process that has died stays until its process leaves its job.
            plan.weights.0.iter_mut().filter(|(call, _)| *call == Call::Detach).for_each(|(_, weight)| *weight = 0);
        }
        let run = Run::new(rng, trace);
        run.note(|| {
            let places: Vec<_> = processes.iter().map(|p| (p.job, p.rank, p.machine)).collect();
            format!("jobs, ranks and machines {places:?}, {:?}, {:?}", plan.limits, plan.faults)
        });
        Ok(World { plan, jobs, processes, joints: Vec::new(), run, observers, joining, dying })
    }

    fn run(&mut self) -> Result<(), String> {
        for _ in 0..self.plan.rounds {
            self.chaos()?;
            self.settle()?;
            for at in 0..self.joints.len() {
                if self.joints[at].stage == Stage::Open && self.run.chance(ENDS) {
                    self.end_joint(at)?;
                }
            }
        }
        // The processes leave over a bad network, too.
        (self.joining, self.plan.calls) = (0, self.plan.calls.min(30));
        for at in 0..self.joints.len() {
            if self.joints[at].stage == Stage::Open {
                self.end_joint(at)?;
            }
        }
        self.chaos()?;
        self.settle()?;
        for job in 0..self.jobs.len() {
            self.end_messages(Group::Job, self.jobs[job].processes.clone().collect())?;
        }
        for at in self.living() {
            let Process { job, rank, endpoint, .. } = &mut self.processes[at];
            let who = format!("rank {rank} of job {job}");
            check_leftovers(endpoint).map_err(|why| format!("job {job}: {why}"))?;
            if endpoint.joints().refused_of_guests() > 0 {
                return Err(format!("{who} has refused frames of processes that kept to what was agreed on"));
            }
            if let Some(first) = endpoint.joints().numbers().next() {
                return Err(format!("{who} is still in the joint job {first}"));
            }
        }
        Ok(())
    }

    /// Returns the processes that have not died.
    fn living(&self) -> Vec<usize> {
        (0..self.processes.len()).filter(|&at| !self.jobs[self.processes[at].job].is_dead).collect()
    }

    /// Returns the groups in which a process makes calls.
    fn groups_of(&self, at: usize) -> Vec<Group> {
        let open = |joint: &Joint| joint.stage == Stage::Open && joint.is_in(at);
        let joints = (0..self.joints.len()).filter(|&j| open(&self.joints[j])).map(Group::Joint);
        [Group::Job].into_iter().chain(joints).collect()
    }

    /// Returns the networks on which something may move.
    fn networks(&self) -> Vec<Network> {
        let joints = self.joints.iter().filter(|joint| joint.stage != Stage::Over).map(|joint| joint.network.clone());
        self.jobs.iter().map(|job| job.network.clone()).chain(joints).collect()
    }

    fn turn<T>(&mut self, at: usize, group: Group, f: impl FnOnce(&mut Messages, &mut Turn<'_>) -> T) -> T {
        let World { plan, jobs, processes, joints, run, .. } = self;
        let Process { job, rank, endpoint, .. } = &mut processes[at];
        let (messages, rank) = match group {
            Group::Job => (&mut jobs[*job].messages, *rank),
            Group::Joint(j) => {
                let number = joints[j].number_of(at);
                (&mut joints[j].messages, number)
            }
        };
        f(messages, &mut Turn { rank, endpoint, run, plan })
    }

    /// Lets random processes make random calls over a bad network, join and die.
    fn chaos(&mut self) -> Result<(), String> {
        let mut calls = self.plan.calls;
        self.jobs.iter().for_each(|job| job.network.set_faults(self.plan.faults));
        self.joints.iter().for_each(|joint| joint.network.set_faults(self.faults_of(joint.stage)));
        let mut turn = 0u32;
        while calls > 0 {
            turn += 1;
            self.networks().iter().for_each(Network::tick);
            if self.run.chance(self.joining) {
                self.join()?;
            }
            // If its root has left in order, no process hears that another one of another machine dies.
            if self.run.chance(self.dying) && !self.joints.iter().any(Joint::is_half_left) {
                self.dying = 0;
                let job = self.run.rng.usize(..self.jobs.len());
                self.kill(job);
            }
            let living = self.living();
            let Some(&at) = living.get(self.run.rng.usize(..living.len().max(1))) else { return Ok(()) };
            let groups = self.groups_of(at);
            let blocked = groups.iter().any(|&group| self.turn(at, group, |all, turn| all.is_blocked(turn.rank)));
            let Process { job, rank, .. } = self.processes[at];
            let is_sixteenth = u32::from(turn.is_multiple_of(16));
            if self.jobs[job].network.pauses(rank) {
                calls -= is_sixteenth;
            } else if self.run.chance(ADDS) && self.add_met(at)? {
                continue;
            } else if !blocked && self.run.chance(self.plan.eager) {
                let group = groups[self.run.rng.usize(..groups.len())];
                self.turn(at, group, |messages, turn| messages.call(turn))?;
                calls -= 1;
            } else {
                self.progress(at)?;
                calls -= if blocked { is_sixteenth } else { 0 };
            }
        }
        Ok(())
    }

    /// Makes progress on a process, and lets it leave what ends. Returns true if anything moved.
    fn progress(&mut self, at: usize) -> Result<bool, String> {
        let groups = self.groups_of(at);
        let blocked = |world: &mut World, group| world.turn(at, group, |all, turn| all.is_blocked(turn.rank));
        let waiting = groups.iter().copied().find(|&group| blocked(self, group)).unwrap_or(Group::Job);
        let mut moved = self.turn(at, waiting, |messages, turn| messages.progress(turn));
        for group in groups {
            moved |= self.turn(at, group, |messages, turn| messages.take_ended(turn))?;
        }
        for joint in 0..self.joints.len() {
            if matches!(self.joints[joint].membership(at), Some(Membership::In)) {
                moved |= match self.joints[joint].stage {
                    Stage::Ending => self.leave(at, joint)?,
                    Stage::Broken => self.leave_dead(at, joint)?,
                    Stage::Open | Stage::Over => false,
                };
            }
        }
        Ok(moved)
    }

    /// Ends a job as its launcher does when one of its ranks has died: no process of it gets a turn any more. A job
    /// some of whose ranks could not hear of that is ended by its root, and counts as dead, too.
    fn kill(&mut self, job: usize) {
        if std::mem::replace(&mut self.jobs[job].is_dead, true) {
            return;
        }
        self.run.note(|| format!("job {job} dies"));
        self.run.coverage.joint_deaths += 1;
        self.jobs[job].processes.clone().for_each(|at| close_lines(&mut self.processes[at].endpoint));
        let is_spread = |world: &World, job: usize| {
            let mut all = world.processes[world.jobs[job].processes.clone()].iter().map(|process| process.machine);
            let first = all.next();
            all.any(|machine| Some(machine) != first)
        };
        let (mut along, calm) = (Vec::new(), self.faults_of(Stage::Broken));
        for at in 0..self.joints.len() {
            let joint = &mut self.joints[at];
            let Some(side) = joint.jobs.iter().position(|&other| other == job) else { continue };
            if joint.stage == Stage::Over {
                continue;
            }
            let other = joint.jobs[1 - side];
            joint.bury(self.jobs[job].processes.clone());
            joint.stage = Stage::Broken;
            joint.network.set_faults(calm);
            if joint.is_left() {
                joint.stage = Stage::Over;
            } else if is_spread(self, other) {
                along.push(other);
            }
        }
        along.into_iter().for_each(|other| self.kill(other));
    }
}
