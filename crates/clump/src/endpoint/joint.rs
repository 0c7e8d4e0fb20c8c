//! Joint jobs: the processes of a connected job as peers of this endpoint.
//!
//! A joint job has its own segment, network and page (`crate::bootstrap::JointJob`). Its processes, those of this
//! process's own job and this process itself included, have numbers above the ranks of the job, all alike on all of
//! them. A number works as a rank does: messages of every kind go to it. Shared copies, boards and mapped windows stay
//! within the job: for the endpoint, each number is on a machine of its own.
use super::joint_state::{DeathOrder, Joint, Member};
use super::local::SleeperOf;
use super::{Endpoint, Local};
use crate::bootstrap::JointJob;
use crate::error::{Error, ErrorKind};
use crate::hybrid;
use crate::ports::PortLine;
use crate::standard_fabric::Standard;
use crate::waiting::Pause;
use clump_core::{Rank, planted};
use clump_fabric::clock::Clock;
use clump_fabric::local::{LocalJob, LocalPeers, LocalTx, Phase, RankPage, Sleep};
use clump_fabric::mem::Region;
use clump_fabric::shm::Segment;
use clump_fabric::{Bell, Network, Rx as _, Tx as _, Unwrapped};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// How many ranks of each of two jobs a proposal passes over at least, so that proposals for joint jobs that begin at
/// once do not meet. A larger job passes over as many as it has.
const PROPOSED: u32 = 4096;

/// The most polls that find something before a process gives up what it expects of those that have left: others may
/// send without end.
const MOST_POLLS: u32 = 1 << 12;

/// What tells a process from all others: its job, and its rank in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProcessName {
    /// A number that no other living job has.
    pub job: u64,
    /// The rank in that job.
    pub rank: Rank,
}

/// The view of an [`Endpoint`] for the processes of connected jobs.
pub struct JointsView<'a, F: Local = Standard> {
    pub(super) endpoint: &'a mut Endpoint<F>,
}

impl<F: Local> Endpoint<F> {
    /// Returns the view for the processes of connected jobs.
    #[inline(always)]
    pub fn joints(&mut self) -> JointsView<'_, F> {
        JointsView { endpoint: self }
    }
}

impl<F: Local> JointsView<'_, F> {
    /// Says that only `senders`, processes of one joint job, send messages of a context from now on: a receive from any
    /// of them fails once all are gone. An empty list ends that.
    pub fn set_senders(&mut self, context: u16, senders: Vec<Rank>) {
        for joint in &mut self.endpoint.joints {
            joint.senders.retain(|(known, _)| *known != context);
            if senders.first().is_some_and(|&sender| joint.rank_of(sender).is_some()) {
                joint.senders.push((context, senders.clone()));
            }
        }
    }

    /// Returns the lowest number from which on this process proposes to number the processes of a new joint job.
    /// All of them take the highest number that one of them proposes.
    pub fn propose_number(&mut self) -> Rank {
        let first = self.endpoint.next_number.max(self.endpoint.size());
        self.endpoint.next_number = first + 2 * self.endpoint.size().max(PROPOSED);
        first
    }

    /// Opens a context to the processes of all joint jobs. They reach no other context, but those that
    /// [`give_context`](Self::give_context) gives to their joint job.
    pub fn open_context(&self, context: u16) {
        self.endpoint.border.open(context);
    }

    /// Says that a pair of contexts belongs to the joint job that has a process of this number, if any has. The
    /// contexts are of [`GUEST_CONTEXTS`](crate::border::GUEST_CONTEXTS).
    pub fn give_context(&self, context: u16, number: Rank) {
        if let Some(joint) = self.endpoint.joints.iter().find(|joint| joint.rank_of(number).is_some()) {
            self.endpoint.border.give(context, joint.first);
        }
    }

    /// Takes a pair of contexts back from the joint job that has it, if any has.
    pub fn take_context_back(&self, context: u16) {
        self.endpoint.border.take_back(context);
    }

    /// Returns how many frames of joint jobs' processes were refused, because they were for something that the
    /// processes of the two jobs have not agreed on.
    pub fn refused_of_guests(&self) -> u64 {
        self.endpoint.border.refused()
    }

    /// Returns the lowest number of each joint job that this process is in.
    pub fn numbers(&self) -> impl Iterator<Item = Rank> {
        self.endpoint.joints.iter().map(|joint| joint.first)
    }
}

impl<F: Local> Endpoint<F> {
    /// Prepares a sleep: processes of joint jobs wake this one up by its bells there. Ends this job if the job
    /// that it is connected to has died on another machine, and some of its own ranks are on machines that do not hear
    /// of that.
    #[cold]
    pub(super) fn prepare_joints(&mut self, pause: &mut Pause<SleeperOf<F>>) {
        let Pause::Sleep(sleeper) = pause else { return };
        let now = self.clock.now();
        if self.joints.iter_mut().any(|joint| joint.has_untold_ranks(now)) {
            self.abort(1, "a process of the job that this job is connected to has died; this job is ended with it");
        }
        self.joints.iter().for_each(|joint| sleeper.add(joint.bell.sleeper()));
    }

    /// Returns true if this is a rank that has died, or the number of a process of a joint job that was found to have
    /// died, or to have asked for the end of its job, while it was connected.
    pub fn has_crashed(&self, number: Rank) -> bool {
        if !self.is_of_joint(number) {
            return self.job.phase(number) == Phase::Died;
        }
        let crashed = |joint: &Joint<_>| joint.rank_of(number).is_some_and(|rank| joint.members[rank].crashed);
        self.is_of_joint(number) && self.joints.iter().any(crashed)
    }

    /// Returns true if `number` is not a rank of this job, but the number of a process of a joint job.
    pub fn is_of_joint(&self, number: Rank) -> bool {
        number >= self.size()
    }

    /// Tells the processes of all joint jobs that this process has left, or has asked for the end of its job.
    pub(super) fn tell_joints(&self, phase: Phase, code: i32) {
        self.joints.iter().for_each(|joint| joint.page.set_phase(phase, code));
    }

    /// Tells the waiting policy how many processes share this machine's cores: those of the largest joint job.
    fn count_ranks_here(&mut self) {
        let own = self.hosts.as_ref().map_or(self.size(), |hosts| hosts.beside(self.rank));
        let here = |joint: &Joint<_>| joint.members.iter().filter(|member| member.here).count() as u32;
        let most = self.joints.iter().map(here).max().unwrap_or(0);
        self.policy.set_ranks(own.max(most));
    }

    /// Closes the lines to the roots of other jobs without a farewell, as the kernel does when a process dies.
    pub(crate) fn drop_lines(&mut self) {
        self.joints.iter_mut().for_each(|joint| joint.line = None);
    }

    /// Leaves all joint jobs, because this process leaves its own job.
    pub(super) fn leave_joints(&mut self) {
        self.tell_joints(Phase::Closed, 0);
        self.joints.iter_mut().for_each(Joint::say_farewell);
    }
}

impl JointsView<'_, Standard> {
    /// Returns this process's name.
    pub fn process_name(&self) -> ProcessName {
        let job = self.endpoint.hosts.as_ref().map_or_else(|| self.endpoint.segment_number(), |hosts| hosts.job());
        ProcessName { job, rank: self.endpoint.rank }
    }

    /// Returns the port of the processes that have started this process's job, if any have.
    pub fn parent_port(&mut self) -> Option<String> {
        self.endpoint.parent_port.take()
    }
}

impl Endpoint {
    /// Returns a number of this job's segment that no other living job's segment has.
    fn segment_number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        crate::hosts::kernel().hash(&mut hasher);
        let stat = rustix::fs::fstat(self.job.fd()).map(|stat| (stat.st_dev, stat.st_ino));
        stat.ok().hash(&mut hasher);
        hasher.finish()
    }
}

impl<F: Local, N: Network> JointsView<'_, F>
where
    F::Tx: LocalTx<Job = Arc<Segment>> + Unwrapped<Inner = hybrid::Tx<N>>,
    F::Rx: Unwrapped<Inner = hybrid::Rx<N>>,
{
    /// Adds a joint job, whose processes have numbers from `first` on: the highest that one of them has
    /// [proposed](Self::propose_number). `jobs` says how many ranks the job of each process has. `ours` are the
    /// ranks of this process's group. `line` is a root's line to the other job's root.
    pub fn add(
        &mut self,
        met: JointJob<N>,
        first: Rank,
        jobs: Vec<u32>,
        ours: Range<usize>,
        line: Option<PortLine>,
    ) -> Result<(), Error> {
        let JointJob { segment, page, rank, here, fabric, order } = met;
        let ranks = segment.ranks();
        let own = 0..self.endpoint.size();
        let others = self.endpoint.joints.iter().map(|joint| joint.first..joint.first + joint.members.len() as u32);
        let end = first
            .checked_add(ranks)
            .filter(|&end| [own].into_iter().chain(others).all(|taken| end <= taken.start || taken.end <= first));
        let (Some(end), true) = (end, jobs.len() == ranks as usize) else {
            return Err(Error::new(ErrorKind::Argument, "the numbers of a joint job are taken or do not fit"));
        };
        // A coordinator tells all processes of all deaths.
        let line = line.filter(|_| here.len() < ranks as usize && order.is_none());
        if let Some(order) = &order {
            let (job, me) = (self.endpoint.job.clone(), self.endpoint.rank);
            order.watch(move || job.ring(me)).map_err(|e| {
                Error::new(ErrorKind::Launch, format!("cannot start the thread that hears of deaths: {e}"))
            })?;
        }
        let (tx, rx, bell) = fabric.split_joint(first, jobs, self.endpoint.rx.bell(), self.endpoint.border.clone());
        self.endpoint.tx.unwrapped().add_joint(tx);
        self.endpoint.rx.unwrapped().add_joint(rx);
        let members = (0..ranks).map(|rank| Member { here: here.contains(&rank), ..Member::default() }).collect();
        let now = self.endpoint.clock.now();
        let job = segment;
        let (senders, me) = (Vec::new(), rank as usize);
        self.endpoint.joints.push(Joint {
            job,
            page,
            first,
            members,
            ours,
            me,
            checked: now,
            senders,
            bell,
            line,
            untold: false,
            order: order.map(DeathOrder::new),
        });
        self.endpoint.next_number = self.endpoint.next_number.max(end);
        self.endpoint.count_ranks_here();
        Ok(())
    }

    /// Leaves the joint job whose numbers begin with `first`, if nothing with its processes is under way. Returns
    /// false if something is: make progress, and try again. Discards messages that this process has not received.
    pub fn leave(&mut self, first: Rank) -> bool {
        let Some(at) = self.endpoint.joints.iter().position(|joint| joint.first == first) else { return true };
        if self.endpoint.engine.wants_flush() {
            self.endpoint.flush();
        }
        let now = self.endpoint.clock.now();
        self.endpoint.joints[at].look(now);
        let ranks = self.endpoint.joints[at].members.len() as u32;
        let is_gone = |ep: &mut Endpoint<F>, number| {
            ep.joints[at].members[(number - first) as usize].gone || ep.tx.unwrapped().left(number)
        };
        let gone: Vec<Rank> = (first..first + ranks).filter(|&number| is_gone(self.endpoint, number)).collect();
        if !gone.is_empty() {
            // First take what they have sent before.
            let _found = (0..MOST_POLLS).take_while(|_| self.endpoint.progress()).count();
        }
        // This process receives no message any more of a call on these numbers that has failed.
        self.endpoint.with(Region::EMPTY, |engine, port| engine.tags().discard_buffered(port, first..first + ranks));
        for &number in &gone {
            // A process that has left never takes what this one has for it, and acknowledges nothing.
            self.endpoint.tx.lose(number);
            match planted("messages_of_the_gone_kept") {
                true => self.endpoint.with(Region::EMPTY, |engine, port| engine.lose(port, number)),
                false => self.endpoint.with(Region::EMPTY, |engine, port| engine.bury(port, number)),
            }
        }
        let members = self.endpoint.joints[at].members.iter().zip(first..);
        let is_network_used = members.filter(|(_, number)| !gone.contains(number)).any(|(member, _)| !member.here);
        if is_network_used && !self.endpoint.tx.unwrapped().is_joint_drained(first) {
            return false;
        }
        if !(first..first + ranks).all(|number| self.endpoint.engine.is_idle_with(number)) {
            return false;
        }
        self.endpoint.hear_faults();
        // The others must hear of a revocation before they hear that this process has left.
        if self.endpoint.joints[at].order.as_ref().is_some_and(DeathOrder::has_news_for_others) {
            return false;
        }
        for number in first..first + ranks {
            self.endpoint.engine.forget_peer(number);
        }
        self.endpoint.end_joint(at);
        true
    }
}

impl<F: Local, N: Network> Endpoint<F>
where
    F::Tx: LocalTx<Job = Arc<Segment>> + Unwrapped<Inner = hybrid::Tx<N>>,
    F::Rx: Unwrapped<Inner = hybrid::Rx<N>>,
{
    /// Ends a joint job, with whose processes nothing is under way.
    fn end_joint(&mut self, at: usize) {
        let first = self.joints[at].first;
        self.joints[at].page.set_phase(Phase::Closed, 0);
        self.joints[at].say_farewell();
        self.tx.unwrapped().remove_joint(first);
        self.rx.unwrapped().remove_joint(first);
        self.border.forget(first);
        self.joints.swap_remove(at);
        self.count_ranks_here();
    }
}
