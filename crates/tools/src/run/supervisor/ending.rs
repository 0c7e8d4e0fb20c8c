//! Handles the end of ranks, and the end of the job.
use super::super::notes::{self, Note};
use super::super::output::{Pumped, Which};
use super::super::watch::{self, Ended, Rank, Verdict};
use super::super::{descendants, report};
use super::forwarding::HINT;
use super::messages;
use super::network::{ABORTED_WITH_0, SSH_FAILED};
use super::{AGENT_GRACE, FAILED, GRACE, Supervisor};
use crate::sys;
use clump::driver::coordination::ALL_LOST;
use rustix::process::{Pid, Signal, WaitOptions, waitpid};
use std::time::{Duration, Instant};

impl Supervisor<'_> {
    /// Handles processes that have ended, and ends the job if one of them failed.
    pub(super) fn reap(&mut self) {
        let mut ended = Vec::new();
        while let Some(pid) = sys::next_ended() {
            // Processes that are no rank's are orphans that some rank left.
            let Some(&rank) = self.by_pid.get(&pid) else {
                self.guest_ended(pid);
                continue;
            };
            let Ok(Some((_, how))) = waitpid(Some(pid), WaitOptions::empty()) else { continue };
            let status = self.status(rank);
            self.ranks[rank].started_ended(how.into(), &status);
            if self.ranks[rank].lives() {
                self.by_pid.insert(self.ranks[rank].pid, rank);
            } else {
                ended.push(rank);
            }
        }
        for &rank in &ended {
            // Forward the rank's last output before the supervisor prints its message about the rank.
            let sharing = Some(self.first_sharer(rank)).filter(|&first| first != rank);
            for place in [rank].into_iter().chain(sharing) {
                let streams = &mut self.ranks[place].streams;
                streams.iter_mut().for_each(|stream| while stream.has_more(&mut self.sinks, &mut self.buffer) {});
            }
        }
        if !ended.is_empty() {
            // An agent's last words may be notes.
            self.compare_hosts(false);
        }
        for rank in ended {
            self.note_late(rank);
        }
        self.judge();
        self.end_with_program();
    }

    /// Returns the rank that has the stream of the pipe that `rank` shares for standard error: `rank` itself if no pipe
    /// is shared.
    fn first_sharer(&self, rank: usize) -> usize {
        rank - rank % self.sharers
    }

    /// Ends the job if all ranks of the program that the user names (--ends-with) have ended. An agent tells the
    /// launcher, which waits for all hosts with such ranks.
    pub(super) fn end_with_program(&mut self) {
        let Some(app) = self.job.ends_with.filter(|_| self.kill_at.is_none() && self.code.is_none()) else { return };
        if let Some(remote) = &self.job.remote {
            if self.hosts_without_program >= remote.task.hosts_of(app) {
                self.end(0, Some(Signal::TERM), AGENT_GRACE);
            }
            return;
        }
        let mut ranks = self.ranks.iter().zip(&self.job.ranks).filter(|(_, of)| **of == app);
        if ranks.any(|(rank, _)| rank.lives()) {
            return;
        }
        match self.job.part {
            Some(_) if self.hosts_without_program > 0 => {}
            Some(_) => {
                self.hosts_without_program = 1;
                self.sinks.say(&notes::write(&Note::ProgramEnded));
            }
            None => self.end(0, Some(Signal::TERM), GRACE),
        }
    }

    /// Ends the job if a rank failed.
    pub(super) fn judge(&mut self) {
        if self.kill_at.is_some() || self.code.is_some() {
            return;
        }
        self.lose_ranks();
        let may_have_failed = (0..self.ranks.len()).filter(|&rank| self.ranks[rank].may_have_failed());
        let failures = may_have_failed.filter_map(|rank| Some((self.ranks[rank].verdict(&self.status(rank))?, rank)));
        let Some((verdict, rank)) = failures.min() else {
            if let (Some(_), Some(_)) = (self.interrupted, self.late) {
                self.begin_grace();
            }
            return;
        };
        let interrupted = verdict.code() == 128 + libc::SIGINT && self.ranks[rank].on_terminal();
        if interrupted && self.interrupted.is_none() {
            self.hear_terminal();
        }
        if let Some(signal) = self.interrupted {
            // The user ended the job, so print no message.
            let code = if verdict == Verdict::LeftEarly { 128 + signal } else { verdict.code() };
            self.code = Some(code);
            self.begin_grace();
            return;
        }
        if self.job.remote.is_some() {
            if let Some(text) = self.of_agent(rank, verdict) {
                self.say(&text);
            }
            let code = match verdict.code() {
                // In an agent, this code would mean to the launcher that ssh failed.
                SSH_FAILED if self.job.is_led() => FAILED,
                ABORTED_WITH_0 => 0,
                code => code,
            };
            self.end(code, Some(Signal::TERM), AGENT_GRACE);
            return;
        }
        let mut text = watch::describe(self.job.rank(rank), self.ranks[rank].shown_pid(), &self.host, verdict);
        let mut streams = self.ranks[rank].streams.iter().chain(&self.ranks[self.first_sharer(rank)].streams);
        if let Some(why) = streams.find_map(|stream| stream.not_started) {
            text += &messages::hint_at_start(why);
        }
        let others: Vec<(usize, String)> = (0..self.ranks.len())
            .filter(|&other| other != rank && self.ranks[other].lives())
            .map(|other| (self.job.rank(other), self.doing(other)))
            .collect();
        if !others.is_empty() {
            text += "; the other ranks are ended with it. They were:";
            for line in report::grouped(&others) {
                text += "\n  ";
                text += &line;
            }
        }
        self.say(&text);
        if self.status(rank).ends_starter() {
            match self.job.part {
                // The launcher has the link to the rank that has started this job.
                Some(_) => self.sinks.say(&notes::write(&Note::EndsStarter)),
                None => self.end_starter(),
            }
        }
        self.end(verdict.code(), Some(Signal::TERM), GRACE);
    }

    /// Begins the grace period after a first rank has ended because of a forwarded signal: the other ranks may
    /// continue for the time that the user gives them.
    fn begin_grace(&mut self) {
        let now = Instant::now();
        // Agents print their messages before they end, so that they need more time.
        let more = if self.job.remote.is_some() { AGENT_GRACE } else { Duration::ZERO };
        self.in_grace = true;
        self.kill_at = Some(now + self.job.grace + more);
        self.grace_hint_at = (self.job.remote.is_none() || !self.job.is_led()).then_some(now + HINT);
    }

    /// Records that a rank has ended with a code other than 0 after MPI_Finalize.
    fn note_late(&mut self, rank: usize) {
        let code = self.ranks[rank].late_code(&self.status(rank)).filter(|_| self.job.remote.is_none());
        self.late = self.late.or(code.map(|code| (rank, code)));
    }

    /// At the job's end, prints which rank ended with a code other than 0 after MPI_Finalize. Returns true if this
    /// call has printed the message.
    pub(super) fn explain_late(&mut self) -> bool {
        let quiet = self.code.is_some() || self.interrupted.is_some() || self.late_told;
        let Some((rank, code)) = self.late.filter(|_| !quiet) else { return false };
        self.late_told = true;
        let (number, pid) = (self.job.rank(rank), self.ranks[rank].shown_pid());
        self.say(&format!("rank {number} (pid {pid} on {}) ended with exit code {code} after MPI_Finalize", self.host));
        true
    }

    /// Returns the job's exit code.
    pub(super) fn exit_code(&self) -> i32 {
        let late = self.late.map(|(_, code)| code);
        let code = self.code.or(late).or(self.guest_code).or(self.surviving.lost).unwrap_or(0);
        if self.job.survive && self.job.parent.is_some() && self.code.is_some_and(|code| code != 0) {
            return ALL_LOST;
        }
        match code {
            SSH_FAILED | ABORTED_WITH_0 if self.job.is_led() && self.code != Some(0) => FAILED,
            0 if self.job.is_led() && self.code == Some(0) => ABORTED_WITH_0,
            code => code,
        }
    }

    /// Ends the job: sends `signal` now, and SIGKILL after `grace`.
    pub(super) fn end(&mut self, code: i32, signal: Option<Signal>, grace: Duration) {
        self.code.get_or_insert(code);
        if self.kill_at.is_none() || std::mem::take(&mut self.in_grace) {
            self.kill_at = Some(Instant::now() + grace);
            if let Some(signal) = signal {
                self.signal(signal, false);
                // A stopped process would not react to the signal: continue it.
                self.signal(Signal::CONT, false);
            }
        }
    }

    /// Kills every remaining process of the job, and waits for all of them.
    pub(super) fn kill_rest(&mut self) {
        let groups: Vec<Pid> = self.ranks.iter().filter_map(Rank::group).collect();
        descendants::kill_all(&groups, &self.outliving());
        for rank in &mut self.ranks {
            if rank.lives() {
                rank.ended = Some(Ended::Signal(libc::SIGKILL));
            }
        }
        if !self.swept {
            if self.interrupted.is_some() {
                // Another host's agent may report a hang.
                self.tell_calls();
            }
            self.tell_accounts();
        }
        self.swept = true;
    }

    /// Reads the remaining bytes in the pipes once all writers are gone. Returns true once everything has been
    /// forwarded.
    pub(super) fn drain(&mut self) -> bool {
        loop {
            for stream in self.ranks.iter_mut().flat_map(|rank| &mut rank.streams) {
                while stream.fd().is_some() && self.sinks.of(stream.which()).has_room() {
                    if stream.pump(&mut self.sinks, &mut self.buffer) == Pumped::Nothing {
                        stream.close(&mut self.sinks);
                    }
                }
            }
            self.write();
            let mut left = self.ranks.iter().flat_map(|rank| &rank.streams).filter(|stream| stream.fd().is_some());
            // Writing may have made room for more. If not, the supervisor polls the sinks, and calls this function
            // again later.
            if !left.any(|stream| self.sinks.of(stream.which()).has_room()) {
                break;
            }
        }
        let read = self.ranks.iter().flat_map(|rank| &rank.streams).all(|stream| stream.fd().is_none());
        read && self.sinks.out.is_empty() && self.sinks.of(Which::Err).is_empty()
    }
}
