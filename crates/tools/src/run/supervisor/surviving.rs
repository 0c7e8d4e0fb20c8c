//! Lets the job go on when ranks or hosts die (`--survive`).
//!
//! On one machine the supervisor tells the other ranks of a death by the job's memory. On several, each agent tells the
//! launcher what it finds: a rank that has died, a communicator that a rank has revoked, a contribution to an
//! agreement, a host that is silent. The launcher puts deaths in one order, decides agreements, and tells all agents;
//! these tell their ranks. Whom the launcher takes for dead is dead: it closes the connection to a lost host's agent,
//! which ends that host's ranks.
use super::super::notes::{self, Note};
use super::super::output::Which;
use super::super::watch::{self, Verdict};
use super::network::SSH_FAILED;
use super::{FAILED, Supervisor};
use clump::driver::{AgreementName, Decision, Launched, Revocations};
use clump_fabric::shm::{Agreements, Fault, LocalPeers, Segment};
use rustix::process::Signal;
use std::collections::HashSet;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

/// The exit code of a command that started an agent which was killed.
const AGENT_KILLED: i32 = 128 + libc::SIGKILL;

/// What the supervisor of a job that survives knows.
#[derive(Default)]
pub(super) struct Surviving {
    /// In the launcher of a job on several hosts: the dead, and agreements.
    launched: Launched,
    /// In the launcher: the revocations.
    revocations: Revocations,
    /// In an agent: the words of the revocations that the launcher knows.
    known: HashSet<u64>,
    /// In the launcher: the agents of hosts that other hosts do not hear. What these say of others does not count.
    pub(super) given_up: HashSet<usize>,
    /// The exit code of a job of which all ranks have died, unless a job that a rank has started ends well.
    pub(super) lost: Option<i32>,
    /// How many faults of its machine's log an agent has read.
    read: usize,
    /// In an agent: becomes readable when a rank has posted a letter or revoked a communicator.
    rings: Option<OwnedFd>,
}

impl Surviving {
    /// Begins to wait for the ranks of this host, in an agent.
    pub fn of_agent(segment: &Arc<Segment>) -> std::io::Result<Surviving> {
        let (rings, ringer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        let segment = segment.clone();
        let wait = move || {
            let mut seen = 0;
            loop {
                seen = segment.await_ring(seen);
                // The pipe is full only if the supervisor has much to read already.
                if rustix::io::write(&ringer, &[0]).is_err() {
                    return;
                }
            }
        };
        sys_thread(wait)?;
        Ok(Surviving { rings: Some(rings), ..Surviving::default() })
    }

    pub fn rings(&self) -> Option<&OwnedFd> {
        self.rings.as_ref()
    }
}

/// Starts a thread that gets no signals, which are for the supervisor.
fn sys_thread(run: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let thread = std::thread::Builder::new().name("clump-letters".into());
    clump_fabric::sys::without_signals(|| thread.spawn(run)).map(drop)
}

impl Supervisor<'_> {
    /// Tells the other ranks of ranks that have failed, if the job survives that. A rank that has asked for the job's
    /// end ends it, and so does the failure of the last rank.
    pub(super) fn lose_ranks(&mut self) {
        if !self.job.survive || self.interrupted.is_some() {
            return;
        }
        if self.job.remote.is_some() {
            self.lose_agents();
            return;
        }
        let verdicts = (0..self.ranks.len()).map(|rank| self.ranks[rank].verdict(&self.status(rank)));
        let verdicts: Vec<_> = verdicts.collect();
        if verdicts.iter().any(|verdict| matches!(verdict, Some(Verdict::Aborted(_)))) {
            return;
        }
        for (rank, verdict) in verdicts.into_iter().enumerate() {
            let Some(verdict) = verdict else { continue };
            let number = self.job.rank(rank);
            let what = watch::describe(number, self.ranks[rank].shown_pid(), &self.host, verdict);
            self.ranks[rank].is_lost = true;
            if self.job.part.is_none() && self.ranks.iter().all(|rank| rank.is_lost) {
                self.say(&format!("{what}; no rank is left"));
                // The code of the last failure stands for the job.
                self.lose_all(if verdict.code() == 0 { FAILED } else { verdict.code() });
                return;
            }
            self.say(&format!("{what}; the job goes on without it (--survive)"));
            self.declare(Fault::Died(number as u32));
        }
    }

    /// Declares the ranks of hosts dead whose agents are lost.
    fn lose_agents(&mut self) {
        for agent in 0..self.ranks.len() {
            let code = match self.ranks[agent].verdict(&self.status(agent)) {
                Some(Verdict::Killed(signal)) => 128 + signal,
                Some(Verdict::Failed(code @ (SSH_FAILED | AGENT_KILLED))) => code,
                _ => continue,
            };
            let Some(remote) = self.job.remote.as_ref() else { return };
            let places = &remote.task.places[self.control.places(agent)];
            let ranks: Vec<usize> = places.iter().flat_map(|p| p.first..p.first + p.ranks.len()).collect();
            let names: Vec<&str> = self.control.places(agent).map(|place| remote.task.name(place)).collect();
            let text = format!(
                "lost the agent on {} (exit code {code}); the job goes on without its ranks (--survive)",
                names.join(", ")
            );
            let hosts: Vec<usize> = places.iter().map(|place| place.host).collect();
            self.ranks[agent].is_lost = true;
            self.control.forget(agent);
            self.say(&text);
            for host in hosts {
                self.lose_joint_host(host);
                self.tell_launcher(Note::HostEnded(host));
            }
            ranks.into_iter().for_each(|rank| self.declare(Fault::Died(rank as u32)));
        }
    }

    /// Takes the death of the last rank, with the exit code that this means unless a job that a rank has started ends
    /// well. A job that a rank has started ends at once, and the others go on.
    fn lose_all(&mut self, code: i32) {
        if self.job.parent.is_some() {
            self.code.get_or_insert(code);
        } else {
            self.surviving.lost.get_or_insert(code);
        }
    }

    /// Makes a fault known in the whole job.
    fn declare(&mut self, fault: Fault) {
        match (&self.job.remote, &self.job.part, fault) {
            (None, None, Fault::Died(rank)) => self.segment.bury(rank, FAILED),
            _ => self.tell_launcher(Note::Fault(fault)),
        }
    }

    /// Tells the launcher something, or takes it as the launcher, in a job on several hosts.
    fn tell_launcher(&mut self, note: Note) {
        match &self.job.remote {
            Some(remote) if remote.whole.is_some() => self.hear_note(note),
            _ => self.sinks.say(&notes::write(&note)),
        }
    }

    /// Tells the launcher, at the end of an agent, that this host's ranks hear of nothing any more.
    pub(super) fn report_end(&mut self) {
        if let Some(part) = self.job.part.as_ref().filter(|_| self.job.survive) {
            self.tell_launcher(Note::HostEnded(part.host));
            self.sinks.of(Which::Err).flush();
        }
    }

    /// Takes what an agent has found, in the launcher.
    pub(super) fn hear_note(&mut self, note: Note) {
        let Some(remote) = self.job.remote.as_ref().filter(|_| self.job.survive) else { return };
        let total = remote.task.total;
        match note {
            Note::Fault(Fault::Died(rank)) if (rank as usize) < total => {
                let Some(decisions) = self.surviving.launched.bury(rank) else { return };
                self.control.tell(&super::super::hosts::control::fault(Fault::Died(rank)));
                decisions.into_iter().for_each(|(name, decision)| self.tell_decision(name, decision));
                if self.surviving.launched.dead().len() == total {
                    self.say("no rank is left");
                    self.lose_all(FAILED);
                }
            }
            Note::Fault(Fault::Revoked(name)) if self.surviving.revocations.add(name, remote.task.names.len()) => {
                self.control.tell(&super::super::hosts::control::fault(Fault::Revoked(name)));
            }
            Note::RevokedOn(host, name) if self.surviving.revocations.confirm(name, host) => {
                self.control.tell(&super::super::hosts::control::fault(Fault::Spread(name)));
            }
            Note::HostEnded(host) => {
                for name in self.surviving.revocations.end(host) {
                    self.control.tell(&super::super::hosts::control::fault(Fault::Spread(name)));
                }
            }
            Note::Agrees(letter) => {
                if letter.members.iter().all(|&member| (member as usize) < total)
                    && let Some((name, decision)) = self.surviving.launched.take(letter)
                {
                    self.tell_decision(name, decision);
                }
            }
            Note::Silent(host) => self.close_host(host),
            Note::Joint(line, words) => self.hear_joint(line, words),
            Note::GuestEndedWell => self.surviving.lost = None,
            _ => {}
        }
    }

    fn tell_decision(&mut self, name: AgreementName, decision: Decision) {
        self.control.tell(&super::super::hosts::control::decision(name, decision));
    }

    /// Ends the connection to the agent of a host that another host does not hear any more. The agent's end is handled
    /// as that of any lost agent.
    fn close_host(&mut self, host: usize) {
        let Some(remote) = self.job.remote.as_ref() else { return };
        let agent = (0..self.ranks.len())
            .find(|&agent| remote.task.places[self.control.places(agent)].iter().any(|place| place.host == host));
        if let Some(agent) = agent.filter(|&agent| self.ranks[agent].lives() && !self.ranks[agent].is_lost) {
            let text = format!("host {} is silent; the job goes on without it (--survive)", remote.task.names[host]);
            self.say(&text);
            self.surviving.given_up.insert(agent);
            self.ranks[agent].signal(Signal::KILL);
        }
    }

    /// Tells the launcher, in an agent, that a host is silent.
    pub(super) fn report_silence(&mut self, host: u32) {
        self.sinks.say(&notes::write(&Note::Silent(host as usize)));
    }

    /// Takes a fault from the launcher, in an agent.
    pub(super) fn hear_fault(&mut self, fault: Fault) {
        self.control.tell(&super::super::hosts::control::fault(fault));
        if self.job.part.is_none() {
            return;
        }
        match fault {
            Fault::Died(rank) if rank < self.segment.ranks() => self.segment.bury(rank, FAILED),
            Fault::Died(_) => {}
            Fault::Revoked(_) | Fault::Spread(_) => {
                // Without memory for the log, the ranks of this host do not hear of it.
                let _ = self.segment.log_fault(fault);
                self.ring_ranks();
            }
        }
        if let (Fault::Revoked(name), Some(part)) = (fault, &self.job.part) {
            self.surviving.known.insert(fault.to_word());
            self.sinks.say(&notes::write(&Note::RevokedOn(part.host, name)));
        }
    }

    /// Takes a decision from the launcher, in an agent.
    pub(super) fn hear_decision(&mut self, name: AgreementName, decision: Decision) {
        self.control.tell(&super::super::hosts::control::decision(name, decision));
        let first = u32::from(name.of.first);
        if self.job.part.is_some() && first < self.segment.ranks() {
            self.segment.decide(name, first, decision.0);
            self.ring_ranks();
        }
    }

    fn ring_ranks(&self) {
        (0..self.ranks.len()).for_each(|rank| self.segment.ring(self.job.rank(rank) as u32));
    }

    /// Takes the letters of this host's ranks, and what they have added to the log of faults.
    pub(super) fn take_letters(&mut self) {
        let mut bytes = [0; 64];
        if let Some(rings) = &self.surviving.rings {
            // Only the ranks' memory says what there is.
            let _ = rustix::io::read(rings.as_fd(), &mut bytes);
        }
        for rank in 0..self.ranks.len() {
            let number = self.job.rank(rank) as u32;
            let Some(letter) = self.segment.take_letter(number) else { continue };
            // The rank may have another one.
            self.segment.ring(number);
            let letter = std::str::from_utf8(&letter).ok();
            let letter = letter.and_then(|l| clump::driver::AgreementLetter::parse(l, self.segment.ranks()));
            if let Some(letter) = letter.filter(|letter| letter.rank == number) {
                self.sinks.say(&notes::write(&Note::Agrees(letter)));
            }
        }
        while let Some(fault) = self.segment.logged_fault(self.surviving.read) {
            self.surviving.read += 1;
            if matches!(fault, Fault::Revoked(_)) && self.surviving.known.insert(fault.to_word()) {
                self.sinks.say(&notes::write(&Note::Fault(fault)));
            }
        }
    }
}
