//! How jobs join, and leave joint jobs in order.
use super::joint::{InVain, Joint, Membership, Stage};
use super::{Group, Process, World};
use crate::job::messages::Messages;
use crate::job::places::{MANY_FRAMES, network_of};
use clump::driver::border::GUEST_CONTEXTS;
use clump::driver::ports::PortLine;
use clump::driver::testing::joint_over;
use clump_core::Rank;
use clump_fabric::sim::{Faults, Network};
use std::os::unix::net::UnixStream;

/// The most times that the two ends of a line look at it until both know that the other knows the secret.
const LOOKS: u32 = 20;

/// Returns the two ends of a line between the roots, both of which know that the other knows the secret.
fn line() -> Result<[PortLine; 2], String> {
    let failed = |e: std::io::Error| format!("no line between two processes: {e}");
    let (one, other) = UnixStream::pair().map_err(failed)?;
    let secret = [7; 32];
    let mut ends = [PortLine::new(one.into(), secret, true), PortLine::new(other.into(), secret, false)]
        .into_iter()
        .collect::<Result<Vec<_>, _>>()
        .map_err(failed)?;
    for _ in 0..LOOKS {
        let mut proved = true;
        for end in &mut ends {
            proved &= end.is_proved().map_err(failed)?;
        }
        if proved {
            break;
        }
    }
    ends.try_into().map_err(|_| "a line has two ends".to_owned())
}

impl World {
    /// Lets two jobs that live meet, if there is room for one more joint job.
    pub(super) fn join(&mut self) -> Result<(), String> {
        // A process takes part in one joining at a time.
        let joins = |&job: &usize| {
            let mut met = self.jobs[job].processes.clone().filter(|&at| self.joints.iter().any(|j| j.has_met(at)));
            met.next().is_some()
        };
        let mut living: Vec<usize> = (0..self.jobs.len()).filter(|&job| !self.jobs[job].is_dead).collect();
        living.retain(|job| !joins(job));
        let open = self.joints.iter().filter(|joint| joint.stage != Stage::Over).count();
        if living.len() < 2 || open >= super::MOST_JOINTS {
            return Ok(());
        }
        self.run.rng.shuffle(&mut living);
        let jobs = [living[0], living[1]];
        let processes: Vec<usize> = jobs.iter().flat_map(|&job| self.jobs[job].processes.clone()).collect();
        let machine_of: Vec<u32> = processes.iter().map(|&at| self.processes[at].machine).collect();
        let first =
            processes.iter().map(|&at| self.processes[at].endpoint.joints().propose_number()).max().unwrap_or(0);
        let network = Network::new(self.run.rng.u64(..), processes.len(), Faults::none(1));
        network.set_faults(self.plan.faults);
        let (largest, buffer) = network_of(&self.plan);
        let place = |rank| (network.place(rank).with_frames(largest), buffer);
        let (met, segments) = joint_over(&machine_of, self.run.rng.u32(1..64), place).map_err(|e| e.to_string())?;
        let root_of_second = self.jobs[jobs[0]].processes.len();
        let mut members: Vec<_> = met.into_iter().map(|met| Membership::Met(met, None)).collect();
        for (rank, end) in [0, root_of_second].into_iter().zip(line()?) {
            if let Membership::Met(_, line) = &mut members[rank] {
                *line = Some(end);
            }
        }
        let is_taken =
            |context: u16| self.joints.iter().any(|joint| joint.stage != Stage::Over && joint.context == context);
        let context = GUEST_CONTEXTS.step_by(2).find(|&context| !is_taken(context)).ok_or("no context is free")?;
        self.run.note(|| format!("jobs {jobs:?} meet as numbers from {first} on, context {context:#x}"));
        self.run.coverage.joints += 1;
        self.joints.push(Joint {
            first,
            jobs,
            in_vain: processes.iter().map(|_| InVain::default()).collect(),
            crashed: Vec::new(),
            messages: Messages::new(first..first + processes.len() as Rank, context),
            processes,
            members,
            context,
            network,
            stage: Stage::Open,
            segments,
            machine_of,
            remains: Vec::new(),
        });
        Ok(())
    }

    /// Lets a process add a joint job that it has met. Returns false if there is none.
    pub(super) fn add_met(&mut self, at: usize) -> Result<bool, String> {
        let Some(joint) = self.joints.iter_mut().find(|joint| joint.has_met(at)) else { return Ok(false) };
        let rank = joint.rank_of(at).unwrap_or(0);
        let Membership::Met(met, line) = std::mem::replace(&mut joint.members[rank], Membership::In) else {
            return Ok(false);
        };
        let jobs = joint.processes.iter().map(|&other| self.jobs[self.processes[other].job].claimed).collect();
        let sides = self.jobs[joint.jobs[0]].processes.len();
        let ours = if rank < sides { 0..sides } else { sides..joint.processes.len() };
        let Process { endpoint, .. } = &mut self.processes[at];
        endpoint.joints().add(met, joint.first, jobs, ours, line).map_err(|e| e.to_string())?;
        endpoint.joints().give_context(joint.context, joint.first + rank as Rank);
        self.run.note(|| format!("process {at} adds the joint job {}", joint.first));
        Ok(true)
    }

    /// Lets the processes of a joint job receive what is left, and begin to leave.
    pub(super) fn end_joint(&mut self, at: usize) -> Result<(), String> {
        self.end_messages(Group::Joint(at), self.joints[at].processes.clone())?;
        self.joints[at].stage = Stage::Ending;
        self.joints[at].network.set_faults(self.faults_of(Stage::Ending));
        self.run.note(|| format!("the joint job {} ends", self.joints[at].first));
        Ok(())
    }

    /// Returns the faults of the network of a joint job. A process that leaves says so some times; if none of them
    /// arrived, the others would wait for it.
    pub(super) fn faults_of(&self, stage: Stage) -> Faults {
        let Faults { delay, pause, longest_pause, duplicate, reorder, .. } = self.plan.faults;
        match stage {
            Stage::Open => self.plan.faults,
            _ => Faults { delay, pause, longest_pause, duplicate, reorder, ..Faults::none(MANY_FRAMES) },
        }
    }

    /// Lets a process leave a joint job, if nothing is under way. Returns true if it has left.
    pub(super) fn leave(&mut self, at: usize, joint: usize) -> Result<bool, String> {
        let Joint { first, .. } = self.joints[joint];
        if !self.processes[at].endpoint.joints().leave(first) {
            return Ok(false);
        }
        self.has_left(at, joint).map(|()| true)
    }

    /// Checks that a process keeps nothing of a joint job that it has left.
    pub(super) fn has_left(&mut self, at: usize, joint: usize) -> Result<(), String> {
        let joint = &mut self.joints[joint];
        let (numbers, rank) = (joint.numbers(), joint.rank_of(at).unwrap_or(0));
        self.run.note(|| format!("process {at} has left the joint job {}", numbers.start));
        joint.members[rank] = Membership::Left;
        if joint.is_left() {
            joint.stage = Stage::Over;
        }
        self.run.coverage.joints_left += 1;
        let engine = self.processes[at].endpoint.engine();
        match engine.accounts().find(|account| numbers.contains(&account.peer)) {
            Some(kept) => Err(format!("process {at} has left the joint job {} and keeps {kept:?}", numbers.start)),
            None => Ok(()),
        }
    }
}
