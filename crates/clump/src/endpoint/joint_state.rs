//! What an endpoint keeps of a joint job (see `joint.rs`).
use clump_core::Rank;
use clump_fabric::local::{LocalJob, Phase};
use std::time::{Duration, Instant};

/// How often a waiting rank checks whether the processes of a joint job still run. A check reads a file for each
/// process; a longer time finds a dead process later.
const CHECK: Duration = Duration::from_millis(20);

/// A joint job.
pub(crate) struct Joint<J: LocalJob> {
    pub job: J,
    pub page: J::Page,
    /// The number of rank 0.
    pub first: Rank,
    /// What this process knows of each rank.
    pub members: Vec<Member>,
    /// The ranks of this process's own group, and its own rank.
    pub ours: std::ops::Range<usize>,
    pub me: usize,
    pub checked: Instant,
    /// The contexts of intercommunicators, each with the only processes that send messages of it.
    pub senders: Vec<(u16, Vec<Rank>)>,
    /// What wakes this process up in the joint job's segment.
    pub bell: J::Bell,
    /// On a root, the line to the other job's root, if some members are on other machines: it ends if that root dies.
    pub line: Option<crate::ports::PortLine>,
    /// True from the other job's death until [`Joint::has_untold_ranks`] has returned true.
    pub untold: bool,
}

/// What this process knows of a rank of a joint job.
#[derive(Clone, Copy)]
pub(super) struct Member {
    /// True if the rank runs on this machine, in whose segment its page is.
    pub here: bool,
    pub gone: bool,
    /// True if the process is gone without having left.
    pub crashed: bool,
}

impl<J: LocalJob> Joint<J> {
    pub fn rank_of(&self, number: Rank) -> Option<usize> {
        number.checked_sub(self.first).map(|rank| rank as usize).filter(|&rank| rank < self.members.len())
    }

    /// Returns true if the process has left the joint job or has died. Looks for its end once in [`CHECK`].
    fn has_lost(&mut self, rank: usize) -> bool {
        self.look();
        self.members[rank].gone
    }

    /// Returns true if no other process of the joint job is left.
    pub fn is_deserted(&self) -> bool {
        self.members.iter().enumerate().all(|(rank, member)| rank == self.me || member.gone)
    }

    /// Returns true, once, if the other job has died and a rank of this process's group is on another machine, where it
    /// does not hear of that.
    pub fn has_untold_ranks(&mut self) -> bool {
        self.look();
        std::mem::take(&mut self.untold)
    }

    /// Records the death of the other group's processes if the line to its root has ended without a farewell: only a
    /// root hears of processes of other machines. The ranks of this machine read the record.
    fn look_at_line(&mut self) {
        if !self.has_lost_line() {
            return;
        }
        let Joint { job, members, ours, untold, .. } = self;
        let far = members.iter().zip(0..).filter(|(member, rank)| !member.here && !ours.contains(&(*rank as usize)));
        far.for_each(|(_, rank)| job.write_off(rank));
        *untold = members[ours.clone()].iter().any(|member| !member.here);
    }

    /// Returns true if the line to the other job's root has ended without a farewell.
    fn has_lost_line(&mut self) -> bool {
        if self.line.is_some() {
            let end = self.line.as_mut().map(|line| line.receive());
            match end {
                Some(Ok(None)) | None => {}
                // The only words that come now are the farewell.
                Some(Ok(Some(_))) => self.line = None,
                Some(Err(_)) => {
                    self.line = None;
                    return true;
                }
            }
        }
        false
    }

    /// Looks at what the other processes have written down and, once in [`CHECK`], for their ends.
    pub fn look(&mut self) {
        let look = self.checked.elapsed() >= CHECK;
        if look {
            self.checked = Instant::now();
            self.look_at_line();
        }
        let Joint { job, members, .. } = self;
        for (member, rank) in members.iter_mut().zip(0..).filter(|(member, _)| !member.gone) {
            let phase = job.phase(rank);
            // A process that leaves and ends between the two looks has not crashed: look at the phase again.
            let dead = look && member.here && phase == Phase::Running && job.has_died(rank);
            let phase = if dead { job.phase(rank) } else { phase };
            let dead = dead && phase == Phase::Running;
            member.crashed = dead || matches!(phase, Phase::Aborted | Phase::Died);
            member.gone = member.crashed || phase.is_over();
        }
    }
}

/// Returns true if the process behind `number`, which belongs to one of these joint jobs, has left that job or has
/// died; `None` if the number belongs to none of them.
pub(super) fn lost<J: LocalJob>(joints: &mut [Joint<J>], number: Rank) -> Option<bool> {
    joints.iter_mut().find_map(|joint| joint.rank_of(number).map(|rank| joint.has_lost(rank)))
}

impl<J: LocalJob> Joint<J> {
    /// Tells the other job's root that this process leaves the joint job in order.
    pub fn say_farewell(&mut self) {
        if let Some(mut line) = self.line.take() {
            // If the other root has gone, it needs no farewell.
            let _ = line.send(b"farewell");
        }
    }
}
