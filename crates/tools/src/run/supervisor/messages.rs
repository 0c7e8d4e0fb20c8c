//! Prints the launcher's own messages.
use super::super::notes::{Note, RankCalls};
use super::super::output::{NotStarted, Stream, Which};
use super::super::{binding, disagreement, notes, report};
use super::Supervisor;
use std::time::Instant;

/// Returns advice about a program that did not start.
pub(super) fn hint_at_start(why: NotStarted) -> String {
    match why {
        NotStarted::NoLibrary => {
            let own = std::env::current_exe().ok().and_then(|exe| std::fs::canonicalize(exe).ok());
            let lib = own.and_then(|exe| Some(exe.parent()?.parent()?.join("lib"))).filter(|lib| lib.is_dir());
            let lib = lib.map_or_else(|| "the directory of Clump's libraries".into(), |lib| lib.display().to_string());
            format!(
                "; the loader does not find Clump's library: set LD_LIBRARY_PATH={lib}, or link the program by Clump's \
                 mpicc or mpicxx, which write that directory into it"
            )
        }
        NotStarted::Mpi4pyWheel => {
            "; this mpi4py is built for MPICH and Open MPI: with Clump's mpicc in PATH, CFLAGS=-O0 pip install \
             --force-reinstall --no-deps --no-cache-dir --no-binary mpi4py mpi4py builds it for Clump"
                .into()
        }
        NotStarted::Checker => {
            "; AddressSanitizer does not start behind the shared heap's library: start the job with --no-shared-heap"
                .into()
        }
    }
}

impl Supervisor<'_> {
    pub(super) fn report(&mut self, title: &str) {
        if let Some(remote) = &self.job.remote {
            if remote.whole.is_some() {
                let living = (0..self.ranks.len()).filter(|&agent| self.ranks[agent].lives());
                let places = living.flat_map(|agent| self.control.places(agent));
                let names: Vec<&str> = places.map(|place| remote.task.name(place)).collect();
                self.say(&format!("{title} is said by the agents on {}", names.join(", ")));
            }
            return;
        }
        let mut text = format!("{title}:");
        for (index, rank) in self.ranks.iter().enumerate() {
            let doing = self.doing(index);
            text += &format!("\nrank {} (pid {}): {doing}", self.job.rank(index), rank.shown_pid());
        }
        let living = (0..self.ranks.len()).filter(|&index| self.ranks[index].lives());
        let statuses: Vec<_> = living.map(|index| (self.job.rank(index), self.status(index))).collect();
        if let Some(circle) = report::senders_in_a_circle(&statuses) {
            text += &format!("\n{circle}");
        }
        let (calls, name) = (self.calls(), |rank, context| self.segment.communicator_name(rank as u32, context));
        for line in disagreement::positions(&calls, name) {
            text += &format!("\n{line}");
        }
        if self.job.is_led() {
            self.say(&text);
            return self.tell_calls();
        }
        if let Some(disagreement) = disagreement::first_disagreement(&calls, name) {
            text += &format!("\n{disagreement}");
        }
        self.say(&text);
    }

    /// Returns the last collective calls of this host's ranks.
    fn calls(&self) -> Vec<RankCalls> {
        let ranks = (0..self.ranks.len()).map(|index| self.job.rank(index));
        ranks.map(|rank| (rank, self.segment.collectives(rank as u32))).collect()
    }

    /// On an agent: tells the launcher, which compares the ranks of all hosts, the last calls of this host's ranks.
    pub(super) fn tell_calls(&mut self) {
        if self.job.part.is_some() {
            self.calls().into_iter().for_each(|calls| self.sinks.say(&notes::write(&Note::Calls(calls))));
        }
    }

    /// Compares the collective calls of all ranks once the notes of all hosts have arrived or, with `at_end`, those
    /// that have, and prints the first disagreement. Returns true if this call has printed anything.
    pub(super) fn compare_hosts(&mut self, at_end: bool) -> bool {
        let Some(remote) = self.job.remote.as_ref().filter(|remote| remote.whole.is_some()) else { return false };
        let total = remote.task.total;
        let mut notes = Vec::new();
        for (number, agent) in self.ranks.iter_mut().enumerate() {
            notes.extend(agent.streams.iter_mut().flat_map(Stream::take_notes).map(|note| (number, note)));
        }
        for (agent, note) in notes {
            match note {
                // Of two hosts that do not hear each other, the one goes that is named first.
                Note::Silent(_) if self.surviving.given_up.contains(&agent) => {}
                Note::Calls((rank, calls)) => drop(self.notes.insert(rank, calls)),
                Note::Account(rank, account) if rank < total => drop(self.accounts.insert(rank, account)),
                Note::EndsStarter => self.ends_starter = true,
                Note::ProgramEnded => {
                    self.hosts_without_program += 1;
                    self.end_with_program();
                }
                note => self.hear_note(note),
            }
        }
        if self.notes.is_empty() || !at_end && self.notes.len() < total {
            return false;
        }
        let calls: Vec<RankCalls> = std::mem::take(&mut self.notes).into_iter().collect();
        let disagreement = disagreement::first_disagreement(&calls, |_, _| None);
        if let Some(text) = &disagreement {
            self.say(text);
        }
        disagreement.is_some()
    }

    pub(super) fn list_ranks(&mut self) {
        if let Some(remote) = &self.job.remote {
            return self.say(&format!("agents on {}", remote.task.names.join(", ")));
        }
        let mut text = format!("starting {} ranks on {}", self.ranks.len(), self.host);
        for (index, rank) in self.ranks.iter().enumerate() {
            let app = &self.job.apps[self.job.ranks[index]];
            text += &format!("\nrank {} (pid {}): {}", self.job.rank(index), rank.pid, app.file.display());
            if let Some(core) = rank.core {
                text += &format!(", on core {core}");
            }
        }
        self.say(&text);
    }

    /// Prints that the job has no description, and why.
    pub(super) fn say_unlisted(&mut self, why: &std::io::Error) {
        let text = "`clump ps` and `clump stat` will not find this job: the system refuses the memory file that \
                    describes it";
        self.say(&format!("{text}: {why}"));
    }

    /// Prints which ranks of which program run where (--display-map).
    pub(super) fn show_map(&mut self) {
        let mut lines: Vec<String> = Vec::new();
        let mut host = |name: &str, first: usize, programs: &[usize], shown: &dyn Fn(usize) -> String| {
            let mut start = first;
            for block in programs.chunk_by(|a, b| a == b) {
                let ranks: Vec<usize> = (start..start + block.len()).collect();
                lines.push(format!("  host {name}: {}, {}", report::numbers(&ranks), shown(block[0])));
                start += block.len();
            }
        };
        let (total, hosts) = match &self.job.remote {
            None => {
                let shown = |app: usize| self.job.apps[app].file.display().to_string();
                host(&self.host, 0, &self.job.ranks, &shown);
                (self.job.size(), 1)
            }
            Some(remote) => {
                let task = &remote.task;
                for place in &task.places {
                    let shown = |program: usize| task.programs[program].file.clone();
                    host(&task.names[place.host], place.first, &place.ranks, &shown);
                }
                (task.total, task.places.len())
            }
        };
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        self.say(&format!("{} on {}:\n{}", count(total, "rank"), count(hosts, "host"), lines.join("\n")));
    }

    /// Prints which cores each rank may run on (--report-bindings).
    pub(super) fn show_bindings(&mut self) {
        let anywhere = format!("not bound, on any of cores {}", binding::list(&crate::machine::cores()));
        let bound = |core: Option<usize>| core.map_or_else(|| anywhere.clone(), |core| format!("bound to core {core}"));
        let ranks: Vec<(usize, String)> =
            self.ranks.iter().enumerate().map(|(n, rank)| (self.job.rank(n), bound(rank.core))).collect();
        let lines = report::grouped(&ranks).join("\n  ");
        self.say(&format!("cores of ranks on host {}:\n  {lines}", self.host));
    }

    /// Prints what a second SIGINT does. Prints this once, and only if ranks take long to end.
    pub(super) fn hint(&mut self, now: Instant) {
        if self.grace_hint_at.is_some_and(|at| now >= at) {
            self.grace_hint_at = None;
            if let Some(signal) = self.interrupted.filter(|_| self.in_grace && !self.swept) {
                let ended = self.ranks.iter().filter(|rank| !rank.lives()).count();
                let at_once =
                    if signal == libc::SIGINT { "; a second Ctrl-C or SIGINT kills them at once" } else { "" };
                let (all, host, grace) = (self.ranks.len(), &self.host, self.job.grace.as_secs_f64());
                let signal = report::signal_name(signal);
                let ended = match self.job.remote {
                    None => format!("{ended} of {all} ranks on {host}"),
                    Some(_) => format!("the ranks of {ended} of {all} hosts"),
                };
                self.say(&format!(
                    "{ended} have ended after {signal}; the others have {grace} s to end before they are killed \
                     (--grace){at_once}"
                ));
            }
        }
        if self.hint_at.is_some_and(|at| now >= at) {
            self.hint_at = None;
            // If the launcher is about to kill the ranks, the user need not kill them.
            if self.kill_at.is_none() && !self.swept {
                self.say("the ranks have been told to end (SIGINT); a second Ctrl-C or SIGINT kills them");
            }
        }
    }

    pub(super) fn list_end(&mut self) {
        let text =
            format!("ended with code {} after {:.3} s", self.code.unwrap_or(0), self.started.elapsed().as_secs_f64());
        self.say(&text);
        self.sinks.of(Which::Err).flush();
    }

    /// Prints what went over the table of sockets; on an agent, with the name of its host.
    pub(super) fn list_sockets(&mut self) {
        if let Some(sockets) = self.sockets {
            let place = if self.job.part.is_some() { format!("on {}: ", self.host) } else { String::new() };
            self.say(&format!("{place}{}", sockets.report()));
            self.sinks.of(Which::Err).flush();
        }
    }

    /// Prints how broadcasts of this host's ranks to other hosts went, if there were any.
    pub(super) fn list_broadcasts(&mut self) {
        let Some(part) = &self.job.part else { return };
        let gone = (0..self.ranks.len()).map(|index| self.segment.broadcasts(self.job.rank(index) as u32));
        if let Some(how) = report::broadcasts(gone) {
            let name = part.names.get(part.host).map_or("this one", |name| name);
            self.say(&format!("broadcasts from host {name}: {how}"));
            self.sinks.of(Which::Err).flush();
        }
    }
}
