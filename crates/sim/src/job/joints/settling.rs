//! Times without faults, in which everything that can be matched and moved must be, and all who leave must have left.
use super::joint::{Joint, Stage};
use super::{Group, World};
use crate::job::credit;
use crate::job::places::MANY_FRAMES;
use clump_fabric::sim::{Faults, Network};

/// The most turns in a row without faults; more means an error.
const MOST_TURNS: u32 = 100_000;
/// The time that passes in a turn in which nothing moves, in ticks.
const IDLE: u64 = 20;
/// The time that passes in such a turn while processes wait for the news of a death, in ticks: each looks for dead ones
/// now and then.
const NEWS: u64 = 150;
/// The most turns in which nothing moves until the processes have left a joint job.
const MOST_WAITS: u32 = 500;

impl World {
    /// Runs without faults and calls. Every process adds what it has met.
    pub(super) fn settle(&mut self) -> Result<(), String> {
        let networks = self.networks();
        networks.iter().for_each(|network| network.set_faults(Faults::none(MANY_FRAMES)));
        for at in self.living() {
            while self.add_met(at)? {}
            for group in self.groups_of(at) {
                self.turn(at, group, |messages, turn| messages.post_waiting(turn));
            }
        }
        let (mut turns, mut idle) = (0, 0);
        loop {
            let mut moved = false;
            networks.iter().for_each(Network::tick);
            for at in self.living() {
                moved |= self.progress(at)?;
            }
            let leaves = |joint: &Joint| matches!(joint.stage, Stage::Ending | Stage::Broken);
            let waits = self.joints.iter().any(leaves);
            if moved {
                idle = 0;
            } else if waits || self.under_way() == 0 {
                idle += 1;
                if waits && idle > MOST_WAITS {
                    return Err(self.stuck());
                }
                let unsent =
                    self.living().into_iter().any(|at| self.processes[at].endpoint.observed().has_unsent_frames());
                // Progress may return credit, a frame to send, without having found anything: look once more.
                if !waits && !unsent && idle > 1 {
                    break;
                }
                networks.iter().for_each(|network| network.pass(if waits { NEWS } else { IDLE }));
            }
            networks.iter().for_each(Network::skip_ahead);
            turns += 1;
            if turns > MOST_TURNS {
                return Err(format!("{MOST_TURNS} turns without faults, and frames still move"));
            }
        }
        self.check()
    }

    /// Returns how many frames are under way to processes that take them.
    fn under_way(&self) -> usize {
        let jobs = self.jobs.iter().filter(|job| !job.is_dead).map(|job| job.network.under_way());
        let open = self.joints.iter().filter(|joint| joint.stage == Stage::Open);
        jobs.chain(open.map(|joint| joint.network.under_way())).sum()
    }

    /// Returns which processes cannot leave which joint jobs.
    fn stuck(&self) -> String {
        let leaving = self.joints.iter().filter(|joint| joint.stage != Stage::Over && joint.stage != Stage::Open);
        let still_in = |joint: &Joint| {
            let all = joint.processes.iter().copied().filter(|&at| joint.is_in(at)).collect::<Vec<_>>();
            let told: Vec<bool> = joint.in_vain.iter().map(|in_vain| in_vain.is_told).collect();
            format!(
                "{all:?} of {:?} from {} on, which is {:?}, told {told:?}",
                joint.processes, joint.first, joint.stage
            )
        };
        format!("stuck: processes cannot leave: {}", leaving.map(still_in).collect::<Vec<_>>().join("; "))
    }

    /// Checks all messages and accounts so far. Nothing may be under way.
    fn check(&mut self) -> Result<(), String> {
        let World { plan, jobs, processes, joints, .. } = self;
        for job in jobs.iter_mut().filter(|job| !job.is_dead) {
            job.messages.check()?;
            let engines: Vec<_> = processes[job.processes.clone()].iter().map(|p| Some(p.endpoint.engine())).collect();
            credit::check(|_| plan.limits_in_job(job.claimed), 0, &engines, &job.messages.granted)?;
        }
        for joint in joints.iter_mut().filter(|joint| joint.stage == Stage::Open) {
            joint.messages.check()?;
            let engines: Vec<_> = joint.processes.iter().map(|&at| Some(processes[at].endpoint.engine())).collect();
            let limits_of = |rank: usize| plan.limits_in_job(jobs[processes[joint.processes[rank]].job].claimed);
            credit::check(limits_of, joint.first, &engines, &joint.messages.granted)?;
            for &at in &joint.processes {
                let mut numbers = joint.numbers();
                if let Some(number) = numbers.find(|&number| processes[at].endpoint.has_crashed(number)) {
                    return Err(format!("process {at} takes the living process {number} for dead"));
                }
            }
        }
        Ok(())
    }

    /// Lets processes receive the rest of their messages, and checks that nothing of them is left.
    pub(super) fn end_messages(&mut self, group: Group, processes: Vec<usize>) -> Result<(), String> {
        let is_living = |world: &World, at: usize| !world.jobs[world.processes[at].job].is_dead;
        let is_open = |world: &World| match group {
            Group::Job => processes.iter().all(|&at| is_living(world, at)),
            Group::Joint(joint) => world.joints[joint].stage == Stage::Open,
        };
        for round in 0.. {
            if !is_open(self) {
                return Ok(());
            }
            let mut more = false;
            for &at in &processes {
                more |= self.turn(at, group, |messages, turn| messages.receive_some(turn))?;
            }
            self.settle()?;
            if !more {
                break;
            }
            if round > super::MOST_ROUNDS {
                return Err(format!("stuck: after {round} rounds there are still messages to receive"));
            }
        }
        for &at in &processes {
            self.turn(at, group, |messages, turn| messages.cancel_all(turn));
        }
        self.settle()?;
        let (World { jobs, joints, .. }, first) = (self, processes[0]);
        match group {
            Group::Job => {
                jobs.iter().find(|job| job.processes.contains(&first)).map_or(Ok(()), |j| j.messages.check_end())
            }
            Group::Joint(joint) => joints[joint].messages.check_end(),
        }
    }
}
