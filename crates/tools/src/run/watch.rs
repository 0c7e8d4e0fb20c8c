//! The supervisor's view of one rank, and what the rank's end means for the job.
use super::output::{Stream, Which};
use super::spawn::Started;
use super::{descendants, report};
use clump_fabric::shm::{Phase, Status};
use rustix::process::{Pid, PidfdFlags, Signal, WaitStatus, getpid, kill_process, kill_process_group, pidfd_open};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// How long a wrapper (`bash -c …`) may run on after the real program behind it has ended without MPI_Finalize. Longer
/// reports a lost rank later; shorter reports a wrapper that is about to exit.
const WRAPPER_GRACE: Duration = Duration::from_millis(300);

/// The process that opened the endpoint, which may be a descendant of the process that was started.
enum Real {
    /// No process has opened an endpoint yet.
    Unknown,
    /// The started process itself, or a process in a process namespace that the supervisor cannot see into.
    Started,
    Behind {
        pid: Pid,
        pidfd: OwnedFd,
    },
    /// The program was behind a wrapper, and has ended.
    Gone {
        pid: Pid,
        at: Instant,
    },
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Exit(i32),
    Signal(i32),
}

impl From<WaitStatus> for Ended {
    fn from(status: WaitStatus) -> Ended {
        match (status.terminating_signal(), status.exit_status()) {
            (Some(signal), _) => Ended::Signal(signal),
            (None, code) => Ended::Exit(code.unwrap_or(super::FAILED)),
        }
    }
}

/// A rank.
pub struct Rank {
    pub pid: Pid,
    leads_group: bool,
    /// The streams that the supervisor reads: standard output and standard error, unless they go to files or are
    /// merged.
    pub streams: Vec<Stream>,
    pub core: Option<usize>,
    /// How the process ended; `None` while it lives.
    pub ended: Option<Ended>,
    /// True if the rank has failed, and the job goes on without it.
    pub is_lost: bool,
    real: Real,
}

/// How a rank failed. The supervisor reports the least verdict, because earlier variants say more about the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The rank called MPI_Abort with this code.
    Aborted(i32),
    /// This signal killed the rank.
    Killed(i32),
    /// The rank exited with this code, which is not 0.
    Failed(i32),
    /// The rank exited with code 0, but between MPI_Init and MPI_Finalize.
    LeftEarly,
    /// The real program (this pid) has ended without MPI_Finalize, while its wrapper survives.
    Vanished,
}

impl Verdict {
    /// Returns the job's exit code.
    pub fn code(self) -> i32 {
        match self {
            // Exit codes have 8 bits. A code whose low bits are 0 must not look like success; 0 itself may.
            Verdict::Aborted(code) => match code & 0xff {
                0 if code != 0 && code != Status::WITH_STARTER => super::FAILED,
                code => code,
            },
            Verdict::Killed(signal) => 128 + signal,
            Verdict::Failed(code) => code,
            Verdict::LeftEarly | Verdict::Vanished => super::FAILED,
        }
    }
}

impl Rank {
    /// Takes over a rank that has been started. Lines of its standard output begin with `label`, and lines of its
    /// standard error, which other ranks may share, with `err_label`.
    pub fn new(started: Started, label: String, err_label: String) -> Rank {
        let streams = [(started.stdout, Which::Out, label), (started.stderr, Which::Err, err_label)];
        let streams = streams.into_iter().filter_map(|(fd, which, label)| Some(Stream::new(fd?, which, label)));
        Rank {
            pid: started.pid,
            leads_group: started.leads_group,
            streams: streams.collect(),
            core: started.core,
            ended: None,
            is_lost: false,
            real: Real::Unknown,
        }
    }

    pub fn lives(&self) -> bool {
        self.ended.is_none()
    }

    /// Returns the process group to kill, as long as its number cannot have been reused.
    pub fn group(&self) -> Option<Pid> {
        (self.leads_group && self.lives()).then_some(self.pid)
    }

    /// Signals the rank: its whole group, or only the process if the group is not its own.
    pub fn signal(&self, signal: Signal) {
        if self.lives() {
            // The process may have ended already; the supervisor will fetch its exit code.
            let _ =
                if self.leads_group { kill_process_group(self.pid, signal) } else { kill_process(self.pid, signal) };
        }
    }

    /// Returns true if the rank shares the terminal's foreground group with the launcher.
    pub fn on_terminal(&self) -> bool {
        !self.leads_group
    }

    /// Looks for the real program behind a wrapper. The rank itself writes `status`, so the pid in `status` counts only
    /// if it is a descendant of the supervisor.
    pub fn find_real(&mut self, status: &Status) {
        if !matches!(self.real, Real::Unknown) || status.pid == 0 || !self.lives() {
            return;
        }
        let claimed = i32::try_from(status.pid).ok().and_then(Pid::from_raw);
        self.real = match claimed {
            Some(pid) if pid != self.pid && descendants::descends(pid, getpid()) => {
                match pidfd_open(pid, PidfdFlags::empty()) {
                    Ok(pidfd) => Real::Behind { pid, pidfd },
                    Err(_) => Real::Started,
                }
            }
            _ => Real::Started,
        };
    }

    /// Returns true if it is not yet known which process opens the endpoint, so that the supervisor must check now
    /// and then.
    pub fn needs_look(&self) -> bool {
        self.lives() && matches!(self.real, Real::Unknown)
    }

    /// Returns the pidfd of the real program behind the wrapper.
    pub fn real_pidfd(&self) -> Option<&OwnedFd> {
        match &self.real {
            Real::Behind { pidfd, .. } => Some(pidfd),
            _ => None,
        }
    }

    /// Records that the real program behind the wrapper has ended.
    pub fn real_ended(&mut self) {
        if let Real::Behind { pid, .. } = self.real {
            self.real = Real::Gone { pid, at: Instant::now() };
        }
    }

    /// Returns when `WRAPPER_GRACE` ends and [`Rank::verdict`] is due, if the wrapper outlives the real program.
    pub fn deadline(&self) -> Option<Instant> {
        match self.real {
            Real::Gone { at, .. } if self.lives() => Some(at + WRAPPER_GRACE),
            _ => None,
        }
    }

    /// Records that the started process has ended. If that process was a wrapper and the real program still runs, the
    /// real program, which the supervisor has adopted, becomes the rank's process.
    pub fn started_ended(&mut self, how: Ended, status: &Status) {
        self.find_real(status);
        let runs_on = how == Ended::Exit(0) && status.phase == Phase::Running && self.real_pidfd().is_some();
        match std::mem::replace(&mut self.real, Real::Started) {
            Real::Behind { pid, .. } if runs_on => {
                self.pid = pid;
                // The group's number was the pid of the wrapper, which has ended.
                self.leads_group = false;
            }
            real => {
                self.real = real;
                self.ended = Some(how);
            }
        }
    }

    /// Returns true unless [`Rank::verdict`] is known to be `None`, whatever the rank's status.
    pub fn may_have_failed(&self) -> bool {
        !self.is_lost && (self.ended.is_some() || matches!(self.real, Real::Gone { .. }))
    }

    /// Returns how the rank failed; `None` if it lives or ended well, or if the job goes on without it.
    pub fn verdict(&self, status: &Status) -> Option<Verdict> {
        if self.is_lost {
            return None;
        }
        let Some(how) = self.ended else {
            return match self.real {
                Real::Gone { at, .. } if at.elapsed() >= WRAPPER_GRACE => match status.phase {
                    Phase::Running => Some(Verdict::Vanished),
                    Phase::Aborted => Some(Verdict::Aborted(status.abort_code)),
                    Phase::Outside | Phase::Closed | Phase::Died => None,
                },
                _ => None,
            };
        };
        if status.phase == Phase::Aborted {
            return Some(Verdict::Aborted(status.abort_code));
        }
        match how {
            Ended::Signal(signal) => Some(Verdict::Killed(signal)),
            Ended::Exit(0) if status.phase == Phase::Running => Some(Verdict::LeftEarly),
            Ended::Exit(0) => None,
            // The rank has called MPI_Finalize, so that its exit code does not end the other ranks.
            Ended::Exit(_) if status.phase == Phase::Closed => None,
            Ended::Exit(code) => Some(Verdict::Failed(code)),
        }
    }

    /// Returns the exit code of a rank that ended after MPI_Finalize, if it is not 0.
    pub fn late_code(&self, status: &Status) -> Option<i32> {
        match self.ended {
            Some(Ended::Exit(code)) if code != 0 && status.phase == Phase::Closed => Some(code),
            _ => None,
        }
    }

    /// Describes what the rank is doing, for reports; see [`report::doing`].
    pub fn doing(&self, status: &Status, communicator: Option<&str>) -> String {
        match self.ended {
            None => report::doing(status, communicator),
            Some(Ended::Signal(signal)) => format!("killed by {}", report::signal_name(signal)),
            Some(Ended::Exit(code)) => format!("ended with exit code {code}"),
        }
    }

    /// Returns the pid to show: the pid of the program that joined the job as this rank.
    pub fn shown_pid(&self) -> Pid {
        match self.real {
            Real::Behind { pid, .. } | Real::Gone { pid, .. } => pid,
            Real::Unknown | Real::Started => self.pid,
        }
    }
}

/// Returns the one message about a failure, without its list of what the other ranks were doing.
pub fn describe(rank: usize, pid: Pid, host: &str, verdict: Verdict) -> String {
    let what = match verdict {
        Verdict::Aborted(_) => format!("ended the job with code {}", verdict.code()),
        Verdict::Killed(signal) => format!("was killed by {}", report::signal_name(signal)),
        Verdict::Failed(code) => format!("ended with exit code {code}"),
        Verdict::LeftEarly => "exited with code 0, but without calling MPI_Finalize".into(),
        Verdict::Vanished => "ended without calling MPI_Finalize, while the program that started it runs on".into(),
    };
    format!("rank {rank} (pid {pid} on {host}) {what}")
}
