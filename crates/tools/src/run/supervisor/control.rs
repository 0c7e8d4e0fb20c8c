//! Several hosts: the launcher passes signals and rank 0's standard input on to its agents, and each agent to its
//! ranks.
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

/// Standard input is not read while so many bytes of it wait: at the launcher's, and at rank 0's agent. So many may be
/// read and never used; what is more waits at the launcher's, and signals for the agent behind it.
const AHEAD: usize = 64 << 10;
const AHEAD_OF_RANK: usize = 1 << 20;

/// Both sides' state; on one machine there is none of it.
#[derive(Default)]
pub(super) struct Control {
    /// The launcher's, to each agent.
    agents: Vec<Option<Writer>>,
    /// The places that each of them sees to.
    places: Vec<Range<usize>>,
    /// The launcher's standard input is read.
    typed: bool,
    /// An agent's: what the launcher has said of a word.
    said: Vec<u8>,
    /// An agent listens on its standard input.
    listens: bool,
    /// To rank 0, if it runs here.
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
            // A terminal's keys are for this side.
            control.typed = !rustix::termios::isatty(stdin());
            if !control.typed {
                control.input(&[]);
            }
        }
        control
    }

    /// The places that an agent sees to, its own host's first.
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
        if self.listens && goes_on.is_none_or(|to| to.left() < AHEAD_OF_RANK) {
            add(PollFd::from_borrowed_fd(stdin(), PollFlags::IN), Event::Told);
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

    /// To every agent.
    pub fn signal(&mut self, signal: Signal) {
        for agent in self.agents.iter_mut().flatten() {
            agent.push(&control::signal(signal.as_raw() as u8));
        }
    }

    fn input(&mut self, bytes: &[u8]) {
        if let Some(Some(agent)) = self.agents.first_mut() {
            agent.push(&control::input(bytes));
        }
    }

    /// What an agent hears of rank 0's input goes there, or to the next agent.
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
            // What cannot be read has ended.
            Err(_) => 0,
        };
        self.typed = read > 0;
        self.input(&bytes[..read]);
    }
}

impl Supervisor<'_> {
    /// Reads what the launcher says.
    pub(super) fn hear(&mut self) -> Option<i32> {
        match rustix::io::read(stdin(), &mut self.buffer) {
            Ok(n @ 1..) => self.control.said.extend_from_slice(&self.buffer[..n]),
            Err(Errno::INTR | Errno::AGAIN) => {}
            Ok(0) | Err(_) => return Some(self.unheard()),
        }
        self.obey()
    }

    /// Does what the launcher has said. Returns the exit code if nothing is left to wait for.
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
            }
        }
        None
    }

    /// An agent's launcher is gone, and nobody is left to tell.
    pub(super) fn unheard(&mut self) -> i32 {
        self.kill_rest();
        128 + libc::SIGKILL
    }
}
