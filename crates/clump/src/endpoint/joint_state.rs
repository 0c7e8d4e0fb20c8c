//! What an endpoint keeps of a joint job (see `joint.rs`).
use crate::agreements::{AgreementLetter, Contribution, Decision};
use crate::coordination::{CoordinatorLine, FromCoordinator};
use clump_core::{Rank, planted};
use clump_fabric::local::{AgreementName, LocalJob, Phase, Revoked};
use std::collections::HashSet;

/// How often a waiting rank checks whether the processes of a joint job still run, in nanoseconds of the endpoint's
/// clock. A check reads a file for each process; a longer time finds a dead process later.
const CHECK: u64 = 20_000_000;

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
    /// When this process has checked for dead processes, by the endpoint's clock.
    pub checked: u64,
    /// The contexts of intercommunicators, each with the only processes that send messages of it.
    pub senders: Vec<(u16, Vec<Rank>)>,
    /// What wakes this process up in the joint job's segment.
    pub bell: J::Bell,
    /// On a root, the line to the other job's root, if some members are on other machines: it ends if that root dies.
    pub line: Option<crate::ports::PortLine>,
    /// True from the other job's death until [`Joint::has_untold_ranks`] has returned true.
    pub untold: bool,
    /// The order of the deaths, if a coordinator serves this joint job: the program may go on after them.
    pub order: Option<DeathOrder>,
}

/// What this process has heard from the coordinator of a joint job.
pub(crate) struct DeathOrder {
    pub line: CoordinatorLine,
    /// The processes that have died, by their numbers, in the coordinator's order.
    pub dead: Vec<Rank>,
    pub revoked: HashSet<Revoked>,
    /// The revoked communicators of which other processes may not have heard.
    untold: HashSet<Revoked>,
    /// The agreement of each communicator to which this process has contributed last, with the decision.
    agreements: Vec<(AgreementName, Option<Decision>)>,
}

impl DeathOrder {
    pub fn new(line: CoordinatorLine) -> DeathOrder {
        let (revoked, untold) = (HashSet::new(), HashSet::new());
        DeathOrder { line, dead: Vec::new(), revoked, untold, agreements: Vec::new() }
    }

    /// Keeps that a communicator is revoked, which others may not know.
    pub fn note_revoked(&mut self, name: Revoked) {
        if self.revoked.insert(name) {
            self.untold.insert(name);
        }
    }

    /// Returns true if a communicator is revoked, and other processes of the joint job may not have heard of that.
    pub fn has_news_for_others(&self) -> bool {
        !self.untold.is_empty()
    }
}

/// What this process knows of a rank of a joint job.
#[derive(Clone, Copy, Default)]
pub(super) struct Member {
    /// True if the rank runs on this machine, in whose segment its page is.
    pub here: bool,
    pub gone: bool,
    /// True if the process is gone without having left.
    pub crashed: bool,
    /// True once this process has told the coordinator that the process has died.
    pub reported: bool,
}

impl<J: LocalJob> Joint<J> {
    pub fn rank_of(&self, number: Rank) -> Option<usize> {
        number.checked_sub(self.first).map(|rank| rank as usize).filter(|&rank| rank < self.members.len())
    }

    /// Returns true if the process has left the joint job or has died. Looks for its end once in [`CHECK`]. `now` is
    /// the time of the endpoint's clock.
    fn has_lost(&mut self, rank: usize, now: u64) -> bool {
        self.look(now);
        self.members[rank].gone
    }

    /// Returns true, once, if the other job has died and a rank of this process's group is on another machine, where it
    /// does not hear of that.
    pub fn has_untold_ranks(&mut self, now: u64) -> bool {
        self.look(now);
        std::mem::take(&mut self.untold)
    }

    /// Records the death of the other group's processes if the line to its root has ended without a farewell: only a
    /// root hears of processes of other machines. The ranks of this machine read the record.
    fn look_at_line(&mut self) {
        if !self.has_lost_line() || planted("end_of_the_line_ignored") {
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
    pub fn look(&mut self, now: u64) {
        let look = now.saturating_sub(self.checked) >= CHECK;
        if look {
            self.checked = now;
            self.look_at_line();
        }
        let Joint { job, members, order, .. } = self;
        for (member, rank) in members.iter_mut().zip(0..).filter(|(member, _)| !member.gone) {
            let phase = job.phase(rank);
            // A process that leaves and ends between the two looks has not crashed: look at the phase again.
            let ended = look && member.here && phase == Phase::Running && job.has_died(rank);
            let dead = ended && !planted("death_in_a_joint_job_unseen");
            let phase = if dead { job.phase(rank) } else { phase };
            let dead = dead && phase == Phase::Running;
            if let Some(order) = order.as_ref().filter(|_| dead) {
                // The process is dead to this one when the coordinator says so, to all at the same place in the order.
                if !std::mem::replace(&mut member.reported, true) {
                    order.line.report_death(rank);
                }
                continue;
            }
            member.crashed = dead || matches!(phase, Phase::Aborted | Phase::Died);
            member.gone = member.crashed || phase.is_over();
        }
    }
}

impl<J: LocalJob> Joint<J> {
    /// Takes what the coordinator has said. Returns the number of a process that has died.
    pub fn hear(&mut self, said: FromCoordinator) -> Option<Rank> {
        let order = self.order.as_mut()?;
        match said {
            FromCoordinator::Died(rank) => {
                let (member, number) = (self.members.get_mut(rank as usize)?, self.first + rank);
                (member.gone, member.crashed) = (true, true);
                order.dead.push(number);
                return Some(number);
            }
            FromCoordinator::Revoked(name) => order.note_revoked(name),
            FromCoordinator::Spread(name) => drop(order.untold.remove(&name)),
            FromCoordinator::Decided(name, decision) => {
                let awaited = order.agreements.iter_mut().filter(|(awaited, _)| *awaited == name);
                awaited.for_each(|(_, decided)| *decided = Some(decision));
            }
        }
        None
    }

    /// Sends a contribution to an agreement of these members, by their numbers, to the coordinator.
    pub fn contribute(&mut self, name: AgreementName, value: Contribution, members: &[Rank]) -> bool {
        let Some(order) = &mut self.order else { return false };
        // A former agreement of the communicator is decided, or its call has been given up.
        order.agreements.retain(|(other, _)| other.of != name.of);
        order.agreements.push((name, None));
        let members = members.iter().map(|member| member - self.first).collect();
        order.line.contribute(AgreementLetter { name, rank: self.me as Rank, value, members });
        true
    }

    /// Returns the decision of an agreement to which this process has contributed, once, if it is decided.
    pub fn take_decision(&mut self, name: AgreementName) -> Option<Decision> {
        let agreements = &mut self.order.as_mut()?.agreements;
        let at = agreements.iter().position(|(awaited, decided)| *awaited == name && decided.is_some())?;
        agreements.swap_remove(at).1
    }
}

/// Returns true if the process behind `number`, which belongs to one of these joint jobs, has left that job or has
/// died; `None` if the number belongs to none of them.
pub(super) fn lost<J: LocalJob>(joints: &mut [Joint<J>], number: Rank, now: u64) -> Option<bool> {
    joints.iter_mut().find_map(|joint| joint.rank_of(number).map(|rank| joint.has_lost(rank, now)))
}

impl<J: LocalJob> Joint<J> {
    /// Tells the other job's root, and the coordinator, that this process leaves the joint job in order.
    pub fn say_farewell(&mut self) {
        self.order = None;
        if let Some(mut line) = self.line.take() {
            // If the other root has gone, it needs no farewell.
            let _ = line.send(b"farewell");
        }
    }
}
