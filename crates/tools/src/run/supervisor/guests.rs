//! Other jobs around this one: those that ranks of this job have started (MPI_Comm_spawn), and the one whose rank has
//! started this job.
//!
//! A rank starts a job by `clump run`. When the rank ends, that launcher becomes a child of this supervisor, which
//! adopts orphans, be it that it runs or that it has failed. This job lasts until such jobs have ended. Under
//! `--survive` the first job's launcher on a machine takes the place of all others there, so that those can end with
//! their ranks.
use super::super::descendants;
use super::super::notes::{self, Note};
use super::super::output::Which;
use super::super::parent_link::FromParent;
use super::coordination;
use super::{AGENT_GRACE, FAILED, GRACE, Supervisor};
use clump::driver::coordination::ALL_LOST;
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, waitpid};
use std::collections::HashSet;
use std::os::fd::OwnedFd;

/// The launcher of a job that a rank has started.
pub(super) struct Guest {
    pid: Pid,
    pidfd: OwnedFd,
}

impl Guest {
    pub fn pidfd(&self) -> &OwnedFd {
        &self.pidfd
    }
}

/// The name of the process that is the launcher of a job that a rank has started. Other than its command line, the
/// system keeps the name when the process has ended.
const NAME: &str = "clump-spawned";

/// Gives this process the name of a launcher of a job that a rank has started.
pub fn take_name() {
    // Without /proc, a failure of this job does not count as one of the rank's job.
    let _ = std::fs::write("/proc/self/comm", NAME);
}

/// Returns true if a process is the launcher of a job that a rank has started, or was until it ended.
fn is_launcher(pid: Pid) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim_end() == NAME)
}

/// Returns this process's children that are launchers of jobs that ranks have started.
fn launchers() -> impl Iterator<Item = Pid> {
    descendants::children().into_iter().filter(|&pid| is_launcher(pid))
}

impl Supervisor<'_> {
    /// Returns true if all ranks have ended normally, and jobs that they have started have not ended.
    pub(super) fn awaits_guests(&mut self) -> bool {
        if self.code.is_some() || self.kill_at.is_some() || self.is_adopted() {
            return false;
        }
        if self.guests.is_empty() {
            let launchers = launchers();
            let guest = |pid| Some(Guest { pid, pidfd: pidfd_open(pid, PidfdFlags::empty()).ok()? });
            self.guests = launchers.filter_map(guest).collect();
        }
        !self.guests.is_empty()
    }

    /// Handles the end of a process that is no rank, of which only the exit code is still to be fetched. A job that a
    /// rank has started and that fails makes this job fail.
    pub(super) fn guest_ended(&mut self, pid: Pid) {
        self.guests.retain(|guest| guest.pid != pid);
        let is_launcher = is_launcher(pid);
        let ended = waitpid(Some(pid), WaitOptions::empty()).ok().flatten();
        let code = ended.and_then(|(_, how)| how.exit_status()).unwrap_or(FAILED);
        match code {
            _ if !is_launcher => {}
            0 if self.job.survive => {
                self.surviving.lost = None;
                if self.job.part.is_some() {
                    self.sinks.say(&notes::write(&Note::GuestEndedWell));
                }
            }
            // The other jobs go on without it.
            ALL_LOST if self.job.survive => {}
            0 => {}
            code => drop(self.guest_code.get_or_insert(code)),
        }
    }

    /// Returns true if another launcher cares for the jobs that this job's ranks have started, because it cares for
    /// this one, which such a rank has started: it prints what these print, and the system makes it their parent.
    fn is_adopted(&self) -> bool {
        self.job.survive && self.job.parent.is_some() && coordination::prints_for_another()
    }

    /// Returns the processes that outlive this launcher.
    pub(super) fn outliving(&self) -> HashSet<Pid> {
        if self.is_adopted() && self.kill_at.is_none() { launchers().collect() } else { HashSet::new() }
    }

    pub(super) fn signal_guests(&self, signal: Signal) {
        for guest in &self.guests {
            // It may have ended just now.
            let _ = kill_process(guest.pid, signal);
        }
    }

    /// Ends the job whose rank has started this one, unless that rank has let this job go.
    pub(super) fn end_starter(&mut self) {
        self.hear_parent();
        if let Some(parent) = self.job.parent.as_ref().filter(|_| self.has_parent) {
            self.say(
                "MPI_Abort on a communicator with processes of the job that has started this one ends that job too",
            );
            // The other job may end at once, and this launcher with it.
            self.sinks.of(Which::Err).flush();
            parent.end_rank();
        }
    }

    /// Handles what the rank that has started this job has said.
    pub(super) fn hear_parent(&mut self) {
        let Some(parent) = &self.job.parent else { return };
        match parent.read() {
            FromParent::Nothing => {}
            FromParent::LetGo => self.has_parent = false,
            FromParent::Died if self.job.survive => self.has_parent = false,
            FromParent::Died => {
                self.has_parent = false;
                // A rank of this job may have died before, which has ended the other process: then that rank is named.
                self.reap();
                if self.code.is_some() {
                    return;
                }
                self.say("the process that has started this job (MPI_Comm_spawn) has died; the job is ended with it");
                let grace = if self.job.remote.is_some() { AGENT_GRACE } else { GRACE };
                self.end(FAILED, Some(Signal::TERM), grace);
            }
        }
    }
}
