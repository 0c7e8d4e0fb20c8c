//! Control of jobs on several hosts: the launcher forwards signals and rank 0's standard input to its agents, and
//! each agent forwards them to its ranks.
use super::super::hosts::control::{self, Word};
use super::super::hosts::{Agent, launcher_lines};
use super::super::link::{Forwarded, SIGNALS};
use super::super::pipe::Writer;
use super::super::spawn::Started;
use super::{Event, FAILED, GRACE, Supervisor};
use crate::run::plan::Job;
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::process::Signal;
use rustix::stdio::stdin;
use std::ops::Range;

/// Bytes of standard input that may wait at the launcher before it stops reading. So much may be read although the
/// rank never uses it; the rest stays in the launcher's standard input.
const AHEAD: usize = 64 << 10;
/// Bytes of standard input that may wait at rank 0's agent before the agent stops reading from the launcher. Input
/// beyond it waits at the launcher, and so do later signals for the agent.
const AHEAD_OF_RANK: usize = 1 << 20;

/// The state of the launcher's side and of an agent's side; empty in a job on one machine.
#[derive(Default)]
pub(super) struct Control {
    /// The pipe to each agent, in the launcher.
    agents: Vec<Option<Writer>>,
    /// The places that each agent is responsible for.
    places: Vec<Range<usize>>,
    /// True while the launcher reads its standard input.
    typed: bool,
    /// The bytes of an incomplete message from the launcher, in an agent.
    said: Vec<u8>,
    /// True if this agent reads its standard input.
    listens: bool,
    /// The pipe to rank 0, if rank 0 runs on this host.
    rank: Option<Writer>,
}

impl Control {
    pub fn new(job: &Job, agents: Vec<Agent>, children: &mut [Started]) -> Control {
        let mut control = Control {
            places: agents.iter().map(|agent| agent.places.clone()).collect(),
            agents: agents.into_iter().map(|agent| Some(agent.input)).collect(),
            listens: job.is_led(),
            said: launcher_lines::ahead(),
            ..Control::default()
        };
        if job.part.is_some() {
            control.rank = children.iter_mut().find_map(|child| child.stdin.take()).map(Writer::new);
        }
        if job.remote.is_some() && !job.is_led() {
            // A terminal's keys act on the launcher's host, so that the launcher does not read from a terminal.
            control.typed = !rustix::termios::isatty(stdin());
            if !control.typed {
                control.input(&[]);
            }
        }
        control
    }

    /// Returns the places that an agent is responsible for, its own host's first.
    pub fn places(&self, agent: usize) -> Range<usize> {
        self.places[agent].clone()
    }

    pub fn poll<'a>(&'a self, fds: &mut Vec<PollFd<'a>>, events: &mut Vec<Event>) {
        let mut add = |fd, event| {
            fds.push(fd);
            events.push(event);
        };
        let first = self.agents.first().and_then(Option::as_ref);
        if self.typed && first.is_some_and(|agent| agent.left() < AHEAD) {
            add(PollFd::from_borrowed_fd(stdin(), PollFlags::IN), Event::Input);
        }
        let goes_on = self.rank.as_ref().or(first);
        if self.listens {
            // Without flags too, the system says that the launcher is gone.
            let takes = goes_on.is_none_or(|to| to.left() < AHEAD_OF_RANK);
            let flags = if takes { PollFlags::IN } else { PollFlags::empty() };
            add(PollFd::from_borrowed_fd(stdin(), flags), Event::Told);
        }
        for writer in self.agents.iter().chain([&self.rank]).flatten() {
            if writer.left() > 0 {
                add(PollFd::new(writer.fd(), PollFlags::OUT), Event::Write);
            }
        }
    }

    pub fn flush(&mut self) {
        for writer in self.agents.iter_mut().chain([&mut self.rank]) {
            if writer.as_mut().is_some_and(|w| !w.flush()) {
                *writer = None;
            }
        }
    }

    /// Sends a signal to every agent.
    pub fn signal(&mut self, signal: Signal) {
        for agent in self.agents.iter_mut().flatten() {
            agent.push(&control::signal(signal.as_raw() as u8));
        }
    }

    /// Sends every agent a word of the protocol.
    pub fn tell(&mut self, word: &[u8]) {
        self.agents.iter_mut().flatten().for_each(|agent| agent.push(word));
    }

    /// Sends an agent nothing any more.
    pub fn forget(&mut self, agent: usize) {
        self.agents[agent] = None;
    }

    fn input(&mut self, bytes: &[u8]) {
        if let Some(Some(agent)) = self.agents.first_mut() {
            agent.push(&control::input(bytes));
        }
    }

    /// Forwards rank 0's input to rank 0 if it runs here, otherwise to the next agent.
    fn pass_on(&mut self, bytes: &[u8]) {
        match &mut self.rank {
            Some(rank) if bytes.is_empty() => rank.end(),
            Some(rank) => rank.push(bytes),
            None => self.input(bytes),
        }
    }

    /// Reads the launcher's standard input.
    pub fn read_input(&mut self) {
        let mut bytes = [0; control::LONGEST];
        let read = match rustix::io::read(stdin(), &mut bytes) {
            Ok(n) => n,
            Err(Errno::INTR | Errno::AGAIN) => return,
            // Treat an input that cannot be read as ended.
            Err(_) => 0,
        };
        self.typed = read > 0;
        self.input(&bytes[..read]);
    }
}

impl Supervisor<'_> {
    /// Reads what the launcher has sent. Returns the exit code if nothing is left to wait for.
    pub(super) fn hear(&mut self) -> Option<i32> {
        match rustix::io::read(stdin(), &mut self.buffer) {
            Ok(n @ 1..) => self.control.said.extend_from_slice(&self.buffer[..n]),
            Err(Errno::INTR | Errno::AGAIN) => {}
            Ok(0) | Err(_) => return Some(self.unheard()),
        }
        self.obey()
    }

    /// Obeys the launcher's words. Returns the exit code if nothing is left to wait for.
    pub(super) fn obey(&mut self) -> Option<i32> {
        let words = match control::take(&mut self.control.said) {
            Ok(words) => words,
            Err(what) => {
                self.control.listens = false;
                self.say(&format!("the launcher says {what}, which makes no sense; the job is ended"));
                self.end(FAILED, Some(Signal::TERM), GRACE);
                return None;
            }
        };
        for word in words {
            match word {
                Word::Signal(number) if SIGNALS.contains(&number.into()) => {
                    if let Some(code) = self.forward(&[Forwarded { number: number.into(), from_terminal: false }]) {
                        return Some(code);
                    }
                }
                Word::Signal(_) => {}
                Word::Input(bytes) => self.control.pass_on(&bytes),
                Word::Fault(fault) => self.hear_fault(fault),
                Word::Decision(name, decision) => self.hear_decision(name, decision),
                Word::Joint(line, words) => self.hear_coordinator(line, words),
            }
        }
        None
    }

    /// Ends the ranks of an agent whose launcher is gone, so that the agent cannot report anything. Returns the exit
    /// code.
    pub(super) fn unheard(&mut self) -> i32 {
        self.kill_rest();
        128 + libc::SIGKILL
    }
}
