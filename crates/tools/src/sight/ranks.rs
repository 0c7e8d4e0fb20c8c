//! What each rank of a job does, from the segment and from /proc.
use super::jobs::RunningJob;
use super::processes::{Processes, own_number, rank_of};
use crate::run::account::RankAccount;
use crate::run::report;
use clump_fabric::shm::{CollectiveRecord, Phase, SegmentView, Status, Waiting};
use std::time::Duration;

/// The state of a rank, as `clump ps` counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The rank computes, or makes calls that end at once.
    Runs,
    /// The rank is in a call that waits.
    Waits,
    /// The rank's process has ended, or has left the job.
    Ended,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Runs => "runs",
            State::Waits => "waits",
            State::Ended => "ended",
        }
    }
}

/// A rank, as one look has found it.
pub struct SeenRank {
    pub number: usize,
    /// The pid of the rank's process, as this process sees it; `None` if the process has ended or is not found.
    pub pid: Option<i32>,
    pub state: State,
    /// What the rank does, in words.
    pub doing: String,
    /// The call in which the rank waits.
    pub waiting: Option<Waiting>,
    /// The name that the program has given to the communicator of the call.
    pub communicator: Option<String>,
    pub cpu: Option<Duration>,
    /// How long the rank has been in the call in which it waits.
    pub since: Option<Duration>,
    pub account: RankAccount,
    pub collectives: Vec<CollectiveRecord>,
}

/// Looks at the ranks that the job's launcher has started itself. `jobs` are all jobs, whose processes belong to their
/// own ranks only.
pub fn look(job: &RunningJob, view: &SegmentView, jobs: &[RunningJob], processes: &Processes) -> Vec<SeenRank> {
    let others: Vec<i32> = jobs.iter().map(|other| other.number).filter(|number| *number != job.number).collect();
    let members: Vec<Member> =
        processes.below(job.supervisor, &others).into_iter().filter_map(|pid| Member::of(processes, pid)).collect();
    let numbers = job.described.first..job.described.first + job.described.here;
    numbers.map(|number| rank(number, view, &members, job.supervisor, processes)).collect()
}

/// A process below a launcher.
struct Member {
    pid: i32,
    parent: i32,
    /// The process's pid in its own namespace, which a rank writes into the segment.
    own_number: Option<u32>,
    rank: Option<usize>,
}

impl Member {
    fn of(processes: &Processes, pid: i32) -> Option<Member> {
        let process = processes.get(pid).filter(|process| !process.is_zombie)?;
        Some(Member { pid, parent: process.parent, own_number: own_number(pid), rank: rank_of(pid) })
    }
}

/// Finds the process of a rank. The rank itself writes `status`, so that its pid counts only for a process of the job.
fn process(number: usize, status: &Status, members: &[Member], supervisor: i32) -> Option<i32> {
    let is_named = |member: &&Member| member.rank == Some(number);
    if status.pid != 0 {
        let joined = |member: &&Member| member.own_number == Some(status.pid);
        let found = members.iter().filter(joined).find(is_named);
        // A program that was started with an empty environment is known by its pid alone.
        return found.or_else(|| members.iter().filter(joined).find(|m| m.rank.is_none())).map(|member| member.pid);
    }
    let started = members.iter().filter(is_named).find(|member| member.parent == supervisor);
    started.or_else(|| members.iter().find(is_named)).map(|member| member.pid)
}

fn rank(number: usize, view: &SegmentView, members: &[Member], supervisor: i32, processes: &Processes) -> SeenRank {
    // A job's numbers fit, because its description was checked.
    let at = number as u32;
    let mut status = view.status(at);
    let pid = process(number, &status, members, supervisor);
    let waiting = status.waiting.filter(|of| status.phase == Phase::Running && report::is_wait(of));
    // A program that was started with an empty environment, and passes no messages, cannot be told from other ranks.
    let is_hidden = pid.is_none()
        && status.phase == Phase::Outside
        && members.iter().any(|member| member.parent == supervisor && member.rank.is_none());
    let state = match (pid, status.phase, waiting) {
        (None, ..) if is_hidden => State::Runs,
        (None, ..) | (_, Phase::Closed | Phase::Aborted | Phase::Died, _) => State::Ended,
        (_, _, Some(_)) => State::Waits,
        _ => State::Runs,
    };
    let communicator = status.waiting.and_then(|of| view.communicator_name(at, of.context));
    // The report reads /proc by the pid, which must be the one that this process sees.
    status.pid = pid.and_then(|pid| u32::try_from(pid).ok()).unwrap_or(0);
    let doing = match pid {
        Some(_) => report::doing(&status, communicator.as_deref()),
        None if is_hidden => "running, or ended: its process does not say which rank it is".into(),
        None => "its process has ended".into(),
    };
    let waiting = waiting.filter(|_| state == State::Waits);
    let mut waits = view.waits(at);
    waits.present = waits.present.filter(|_| waiting.is_some());
    SeenRank {
        number,
        pid,
        state,
        doing: super::printable(&doing),
        waiting,
        communicator,
        cpu: pid.and_then(|pid| processes.get(pid)).map(|process| process.cpu),
        since: waits.present,
        account: RankAccount { waits, waits_in: waiting.map(|of| of.call), counts: view.counts(at) },
        collectives: view.collectives(at),
    }
}
