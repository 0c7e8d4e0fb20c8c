//! A joint job, from the moment when its processes have met until the last of them has left.
use crate::job::messages::Messages;
use clump::driver::bootstrap::JointJob;
use clump::driver::ports::PortLine;
use clump::driver::{LentBuffer, Request, Segment};
use clump_core::Rank;
use clump_fabric::sim::{Ends, Network};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The number of a process that does not exist: it is higher than the kernel's highest.
const NO_PROCESS: u32 = i32::MAX as u32;

/// How far a joint job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Open,
    /// All messages are received, and the processes leave.
    Ending,
    /// One of the two jobs has died, and the processes of the other one leave.
    Broken,
    Over,
}

/// How far a process is in a joint job.
#[expect(clippy::large_enum_variant, reason = "few processes")]
pub enum Membership {
    /// The processes have met, and this one has not added the joint job yet.
    Met(JointJob<Ends>, Option<PortLine>),
    In,
    Left,
    Dead,
}

/// Operations that can never end, with their memory.
#[derive(Default)]
pub struct InVain {
    pub requests: Vec<Request>,
    pub memory: Vec<LentBuffer>,
    pub has_begun: bool,
    /// True once the process knows that its operations can never end.
    pub is_told: bool,
}

pub struct Joint {
    pub first: Rank,
    /// The two jobs, in the order of their processes.
    pub jobs: [usize; 2],
    /// The processes, by their places in the world, in the order of their ranks.
    pub processes: Vec<usize>,
    pub members: Vec<Membership>,
    /// For each process, what it waits for in vain once a job has died.
    pub in_vain: Vec<InVain>,
    /// The ranks that died while they were in the joint job.
    pub crashed: Vec<Rank>,
    pub context: u16,
    pub network: Network,
    pub messages: Messages,
    pub stage: Stage,
    pub segments: BTreeMap<u32, Arc<Segment>>,
    pub machine_of: Vec<u32>,
    /// What processes that have died had of the joint job before they added it.
    pub remains: Vec<JointJob<Ends>>,
}

impl Joint {
    /// Returns the rank of a process; `None` if it is not in this joint job.
    pub fn rank_of(&self, at: usize) -> Option<usize> {
        self.processes.iter().position(|&process| process == at)
    }

    /// Returns the number of a process, which must be in this joint job.
    pub fn number_of(&self, at: usize) -> Rank {
        self.first + self.rank_of(at).expect("the process is in the joint job") as Rank
    }

    pub fn numbers(&self) -> Range<Rank> {
        self.first..self.first + self.processes.len() as Rank
    }

    pub fn membership(&self, at: usize) -> Option<&Membership> {
        self.rank_of(at).map(|rank| &self.members[rank])
    }

    pub fn is_in(&self, at: usize) -> bool {
        matches!(self.membership(at), Some(Membership::In))
    }

    /// Returns true if a process has met the others, and has not added the joint job.
    pub fn has_met(&self, at: usize) -> bool {
        matches!(self.membership(at), Some(Membership::Met(..)))
    }

    /// Returns true if no process is in the joint job any more, or is about to add it.
    pub fn is_left(&self) -> bool {
        self.members.iter().all(|member| matches!(member, Membership::Left | Membership::Dead))
    }

    /// Returns true if some processes have left, and others have not.
    pub fn is_half_left(&self) -> bool {
        let has_left = |member: &Membership| matches!(member, Membership::Left);
        self.stage == Stage::Ending && self.members.iter().any(has_left)
    }

    /// Says that these processes have died, as the kernel does.
    pub fn bury(&mut self, dead: Range<usize>) {
        for rank in 0..self.processes.len() {
            if !dead.contains(&self.processes[rank]) {
                continue;
            }
            if let Membership::Met(..) | Membership::In = self.members[rank] {
                self.crashed.push(rank as Rank);
                self.segments[&self.machine_of[rank]].say_process(rank as Rank, NO_PROCESS);
                // The memory of a dead process stays as it was; only its line is closed.
                if let Membership::Met(met, _) = std::mem::replace(&mut self.members[rank], Membership::Dead) {
                    self.remains.push(met);
                }
            }
        }
    }
}
