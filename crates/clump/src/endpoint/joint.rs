//! Joint jobs: the processes of a connected job as peers of this endpoint.
//!
//! A joint job has its own segment, network and page (`crate::bootstrap::JointJob`). Its processes, those of this
//! process's own job and this process itself included, have numbers above the ranks of the job, all alike on all of
//! them. A number works as a rank does: messages of every kind go to it. Shared copies, boards and mapped windows stay
//! within the job: for the endpoint, each number is on a machine of its own.
use super::local::SleeperOf;
use super::{Endpoint, Local};
use crate::Rank;
use crate::waiting::Pause;
use clump_fabric::Bell;
use clump_fabric::local::{LocalJob, Phase, RankPage, Sleep};
use std::time::{Duration, Instant};

/// How often a waiting rank checks whether the processes of a joint job still run. A check reads a file for each
/// process; a longer time finds a dead process later.
const CHECK: Duration = Duration::from_millis(20);

/// A joint job.
pub(crate) struct Joint<J: LocalJob> {
    job: J,
    page: J::Page,
    /// The number of rank 0.
    first: Rank,
    /// What this process knows of each rank.
    members: Vec<Member>,
    checked: Instant,
    /// What wakes this process up in the joint job's segment.
    bell: J::Bell,
    /// On a root, the line to the other job's root, if some members are on other machines: it ends if that root dies.
    #[cfg(feature = "udp")]
    line: Option<crate::ports::PortLine>,
    #[cfg(feature = "udp")]
    line_checked: Instant,
}

/// What this process knows of a rank of a joint job.
#[derive(Clone, Copy)]
struct Member {
    /// True if the rank runs on this machine, in whose segment its page is.
    here: bool,
    gone: bool,
    /// True if the process is gone without having left.
    crashed: bool,
}

impl<J: LocalJob> Joint<J> {
    fn rank_of(&self, number: Rank) -> Option<usize> {
        number.checked_sub(self.first).map(|rank| rank as usize).filter(|&rank| rank < self.members.len())
    }

    /// Returns true if the process has left the joint job or has died. Looks for its end once in [`CHECK`].
    fn has_lost(&mut self, rank: usize) -> bool {
        self.look();
        self.members[rank].gone
    }

    /// Returns true if the line to the other job's root has ended without a farewell. Looks once in [`CHECK`].
    fn has_lost_line(&mut self) -> bool {
        #[cfg(feature = "udp")]
        if self.line.is_some() && self.line_checked.elapsed() >= CHECK {
            self.line_checked = Instant::now();
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

    fn look(&mut self) {
        let Joint { job, members, checked, .. } = self;
        let look = checked.elapsed() >= CHECK;
        if look {
            *checked = Instant::now();
        }
        for (member, rank) in members.iter_mut().zip(0..).filter(|(member, _)| member.here && !member.gone) {
            let phase = job.phase(rank);
            let dead = look && phase == Phase::Running && job.has_died(rank);
            member.crashed = dead || phase == Phase::Aborted;
            member.gone = member.crashed || phase == Phase::Closed;
        }
    }
}

/// Returns true if the process behind `number`, which belongs to one of these joint jobs, has left that job or has died;
/// `None` if the number belongs to none of them.
pub(super) fn lost<J: LocalJob>(joints: &mut [Joint<J>], number: Rank) -> Option<bool> {
    joints.iter_mut().find_map(|joint| joint.rank_of(number).map(|rank| joint.has_lost(rank)))
}

#[cfg(feature = "udp")]
impl<J: LocalJob> Joint<J> {
    /// Tells the other job's root that this process leaves the joint job in order.
    fn say_farewell(&mut self) {
        if let Some(mut line) = self.line.take() {
            // If the other root has gone, it needs no farewell.
            let _ = line.send(b"farewell");
        }
    }
}

impl<F: Local> Endpoint<F> {
    /// Prepares a sleep: processes of joint jobs wake this one up by its bells there. Ends this job if a process of
    /// another machine that it was connected to has died, because the other ranks of this job do not notice.
    #[cold]
    pub(super) fn prepare_joints(&mut self, pause: &mut Pause<SleeperOf<F>>) {
        let Pause::Sleep(sleeper) = pause else { return };
        if self.joints.iter_mut().any(|joint| joint.has_lost_line()) {
            self.abort(1, "a process of the job that this job is connected to has died; this job is ended with it");
        }
        self.joints.iter().for_each(|joint| sleeper.add(joint.bell.sleeper()));
    }

    /// Returns the processes of joint jobs that have died, or have asked for the end of their job, while they were
    /// connected.
    pub fn crashed(&self) -> impl Iterator<Item = Rank> {
        self.joints.iter().flat_map(|joint| {
            joint.members.iter().zip(joint.first..).filter(|(member, _)| member.crashed).map(|(_, number)| number)
        })
    }

    /// Looks for processes of joint jobs that have died. Returns true if there are joint jobs.
    #[inline]
    pub fn look_at_joints(&mut self) -> bool {
        self.joints.iter_mut().for_each(|joint| joint.look());
        !self.joints.is_empty()
    }

    /// Returns true if `number` is not a rank of this job, but the number of a process of a joint job.
    pub fn is_of_joint(&self, number: Rank) -> bool {
        number >= self.size()
    }

    /// Tells the processes of all joint jobs that this process has left, or has asked for the end of its job.
    pub(super) fn tell_joints(&self, phase: Phase, code: i32) {
        self.joints.iter().for_each(|joint| joint.page.set_phase(phase, code));
    }

    /// Leaves all joint jobs, because this process leaves its own job.
    pub(super) fn leave_joints(&mut self) {
        self.tell_joints(Phase::Closed, 0);
        #[cfg(feature = "udp")]
        self.joints.iter_mut().for_each(Joint::say_farewell);
    }
}

#[cfg(feature = "udp")]
mod open {
    use super::*;
    use crate::bootstrap::{self, JointJob};
    use crate::hybrid::Hybrid;
    use crate::ports::PortLine;
    use crate::standard_fabric::{plain, plain_rx};
    use crate::{Error, ErrorKind};
    use clump_fabric::Rx as _;
    use clump_fabric::shm::Shm;
    use std::hash::{DefaultHasher, Hash, Hasher};

    /// How many numbers a proposal passes over, so that proposals for joint jobs that begin at once do not meet: two
    /// jobs of the most ranks.
    const PROPOSED: u32 = 2 * 4096;

    /// What tells a process from all others: its job, and its rank in it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct ProcessName {
        /// A number that no other living job has.
        pub job: u64,
        /// The rank in that job.
        pub rank: Rank,
    }

    impl Endpoint {
        /// Returns this process's name.
        pub fn process_name(&self) -> ProcessName {
            let job = self.hosts.as_ref().map_or_else(|| self.segment_number(), |hosts| hosts.job());
            ProcessName { job, rank: self.rank }
        }

        /// Returns a number of this job's segment that no other living job's segment has.
        fn segment_number(&self) -> u64 {
            let mut hasher = DefaultHasher::new();
            crate::hosts::kernel().hash(&mut hasher);
            let stat = rustix::fs::fstat(self.job.fd()).map(|stat| (stat.st_dev, stat.st_ino));
            stat.ok().hash(&mut hasher);
            hasher.finish()
        }

        /// Returns the port of the processes that have started this process's job, if any have.
        pub fn parent_port(&mut self) -> Option<String> {
            self.parent_port.take()
        }

        /// Returns the lowest number from which on this process proposes to number the processes of a new joint job. All
        /// of them take the highest number that one of them proposes.
        pub fn propose_number(&mut self) -> Rank {
            let first = self.next_number.max(self.size());
            self.next_number = first + PROPOSED;
            first
        }

        /// Adds a joint job, whose processes have numbers from `first` on: the highest that one of them has
        /// [proposed](Self::propose_number). `jobs` says how many ranks the job of each process has.
        /// `line` is a root's line to the other job's root.
        pub fn add_joint(
            &mut self,
            met: JointJob,
            first: Rank,
            jobs: Vec<u32>,
            line: Option<PortLine>,
        ) -> Result<(), Error> {
            let JointJob { segment, rank, here, network } = met;
            let ranks = segment.ranks();
            let own = 0..self.size();
            let others = self.joints.iter().map(|joint| joint.first..joint.first + joint.members.len() as u32);
            let end = first.checked_add(ranks).filter(|&end| {
                [own].into_iter().chain(others).all(|taken| end <= taken.start || taken.end <= first)
            });
            let (Some(end), true) = (end, jobs.len() == ranks as usize) else {
                return Err(Error::new(ErrorKind::Argument, "the numbers of a joint job are taken or do not fit"));
            };
            let shm = Shm::unmapped(&segment, rank);
            let line = line.filter(|_| network.is_some());
            let fabric = match network {
                Some(network) => Hybrid::new(shm, network.udp, network.buffer, network.hosts, rank),
                None => Hybrid::near(shm),
            };
            let (tx, rx, bell) = fabric.split_joint(first, jobs, self.rx.bell());
            plain(&mut self.tx).add_joint(tx);
            plain_rx(&mut self.rx).add_joint(rx);
            let page = segment.page(rank, bootstrap::nonce());
            page.set_phase(Phase::Running, 0);
            let members = (0..ranks).map(|rank| Member { here: here.contains(&rank), gone: false, crashed: false }).collect();
            let now = Instant::now();
            let job = segment;
            self.joints.push(Joint { job, page, first, members, checked: now, bell, line, line_checked: now });
            self.next_number = self.next_number.max(end);
            Ok(())
        }

        /// Leaves the joint job whose numbers begin with `first`, if nothing with its processes is under way. Returns
        /// false if something is: make progress, and try again.
        pub fn leave_joint(&mut self, first: Rank) -> bool {
            let Some(at) = self.joints.iter().position(|joint| joint.first == first) else { return true };
            if self.engine.wants_flush() {
                self.flush();
            }
            if !plain(&mut self.tx).is_joint_drained(first) {
                return false;
            }
            let ranks = self.joints[at].members.len() as u32;
            if !(first..first + ranks).fold(true, |all, number| self.engine.forget_peer(number) && all) {
                return false;
            }
            self.joints[at].page.set_phase(Phase::Closed, 0);
            self.joints[at].say_farewell();
            plain(&mut self.tx).remove_joint(first);
            plain_rx(&mut self.rx).remove_joint(first);
            self.joints.swap_remove(at);
            true
        }
    }
}

#[cfg(feature = "udp")]
pub use open::ProcessName;
