//! Orders the deaths in joint jobs (`--survive`): the launcher of the first job is the coordinator of the joint jobs of
//! all processes that its ranks have started ([`clump::driver::coordination`]). Its processes connect to the launcher's
//! process on their starter's machine: the launcher itself, or an agent, which passes the words on.
use super::super::hosts::control;
use super::super::notes::{self, Note};
use super::super::output::{Stream, Which};
use super::super::watch::Verdict;
use super::{AGENT_GRACE, Event, GRACE, Supervisor};
use crate::run::plan::Job;
use clump::driver::bootstrap;
use clump::driver::coordination::{Coordinator, CoordinatorPlace, LineName};
use clump::driver::hosts::LOST;
use clump::driver::ports::{PortLine, PortListener};
use clump_fabric::shm::Phase;
use rustix::event::{PollFd, PollFlags};
use rustix::fs::fstat;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::MetadataExt;

/// What the launcher's processes keep of joint jobs.
#[derive(Default)]
pub(super) struct Coordination {
    /// In the launcher.
    coordinator: Coordinator,
    /// In the launcher of one machine, and in agents: where processes connect, and their lines.
    door: Option<Door>,
}

struct Door {
    place: CoordinatorPlace,
    listener: PortListener,
    lines: BTreeMap<u32, PortLine>,
    next: u32,
    /// This process's ends of the pipes to which the launchers of started jobs print, until the supervisor reads them.
    streams: Vec<Stream>,
    /// The other ends, which these launchers open by their numbers.
    _outputs: [OwnedFd; 2],
}

impl Door {
    fn new(id: u64) -> io::Result<Door> {
        // Ranks may start processes on other machines.
        let listener = PortListener::open()?;
        let [out, err] = [pipe_with(PipeFlags::CLOEXEC)?, pipe_with(PipeFlags::CLOEXEC)?];
        let (mut streams, mut outputs) = (Vec::new(), Vec::new());
        for ((reader, writer), which) in [(out, Which::Out), (err, Which::Err)] {
            rustix::io::ioctl_fionbio(&reader, true)?;
            streams.push(Stream::new(reader, which, String::new()));
            outputs.push(writer);
        }
        let [out, err]: [OwnedFd; 2] = outputs.try_into().map_err(|_| io::Error::other("two pipes have four ends"))?;
        let place = CoordinatorPlace {
            id,
            port: listener.name().clone(),
            place: bootstrap::place(),
            pid: std::process::id(),
            outputs: [out.as_raw_fd(), err.as_raw_fd()],
        };
        Ok(Door { place, listener, lines: BTreeMap::new(), next: 0, streams, _outputs: [out, err] })
    }

    /// Returns what has come since the last call: words, and ends of lines (`None`).
    fn take(&mut self) -> Vec<(u32, Option<String>)> {
        // A listener that fails takes no process any more; those that try to connect report that.
        while let Ok(Some(line)) = self.listener.accept() {
            // Without it, a machine that has died is noticed later.
            let _ = line.expect_signs_of_life_within(LOST);
            self.lines.insert(self.next, line);
            self.next += 1;
        }
        let mut all = Vec::new();
        self.lines.retain(|&number, line| {
            loop {
                let words = match line.receive() {
                    Ok(Some(words)) => String::from_utf8(words).ok().filter(|words| !words.contains('\n')),
                    Ok(None) => return true,
                    Err(_) => None,
                };
                let ended = words.is_none();
                all.push((number, words));
                if ended {
                    return false;
                }
            }
        });
        all
    }

    /// Sends words by a line, or ends it.
    fn deliver(&mut self, number: u32, words: Option<&str>) {
        match words {
            // If the process has ended, the next look at its line finds that.
            Some(words) => drop(self.lines.get_mut(&number).map(|line| line.send(words.as_bytes()))),
            None => drop(self.lines.remove(&number)),
        }
    }
}

impl Coordination {
    /// Opens the door for processes of joint jobs, if this launcher or agent needs one.
    pub fn new(job: &Job) -> io::Result<Coordination> {
        let door = job.coordinator.filter(|_| job.remote.is_none()).map(Door::new).transpose()?;
        Ok(Coordination { door, ..Coordination::default() })
    }

    /// Returns the text by which ranks find the door.
    pub fn place(&self) -> Option<String> {
        self.door.as_ref().map(|door| door.place.to_text())
    }

    /// Returns the streams of the launchers of started jobs, once.
    pub fn take_streams(&mut self) -> Vec<Stream> {
        self.door.as_mut().map_or_else(Vec::new, |door| std::mem::take(&mut door.streams))
    }

    pub fn poll<'a>(&'a self, fds: &mut Vec<PollFd<'a>>, events: &mut Vec<Event>) {
        let Some(door) = &self.door else { return };
        let of_door = door.listener.fds().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
        let of_lines = door.lines.values().map(|line| PollFd::from_borrowed_fd(line.as_fd(), line.wanted()));
        for fd in of_door.chain(of_lines) {
            fds.push(fd);
            events.push(Event::Joint);
        }
    }
}

/// Returns true if this launcher prints into the pipe of the launcher's process that its coordinator's port belongs to.
pub(super) fn prints_for_another() -> bool {
    let Some(place) = CoordinatorPlace::own().filter(|place| place.place == bootstrap::place()) else { return false };
    let theirs = std::fs::metadata(format!("/proc/{}/fd/{}", place.pid, place.outputs[1]));
    let own = fstat(rustix::stdio::stderr());
    own.is_ok_and(|own| theirs.is_ok_and(|theirs| (theirs.dev(), theirs.ino()) == (own.st_dev, own.st_ino)))
}

impl Supervisor<'_> {
    /// Takes what the processes of joint jobs have sent to this launcher's process.
    pub(super) fn take_joint_words(&mut self) {
        let Some(door) = &mut self.coordination.door else { return };
        for (number, words) in door.take() {
            match &self.job.part {
                Some(part) => {
                    let name = (part.host as u32, number);
                    self.sinks.say(&notes::write(&Note::Joint(name, words)));
                }
                None => self.hear_joint((0, number), words),
            }
        }
    }

    /// Takes words of a process of a joint job, or the end of its line, as the coordinator.
    pub(super) fn hear_joint(&mut self, line: LineName, words: Option<String>) {
        let coordinator = &mut self.coordination.coordinator;
        let answers = match &words {
            None => coordinator.lose(line),
            Some(words) => match coordinator.hear(line, words) {
                Some(answers) => answers,
                None => {
                    let answers = coordinator.lose(line);
                    self.answer(line, None);
                    answers
                }
            },
        };
        answers.into_iter().for_each(|(line, words)| self.answer(line, Some(&words)));
        self.end_if_aborted();
    }

    /// Takes the loss of a host, as the coordinator.
    pub(super) fn lose_joint_host(&mut self, host: usize) {
        let answers = self.coordination.coordinator.lose_host(host as u32);
        answers.into_iter().for_each(|(line, words)| self.answer(line, Some(&words)));
    }

    fn answer(&mut self, line: LineName, words: Option<&str>) {
        match &mut self.coordination.door {
            Some(door) => door.deliver(line.1, words),
            None => self.control.tell(&control::joint(line, words)),
        }
    }

    /// Takes what the coordinator says to a process of a joint job, in an agent.
    pub(super) fn hear_coordinator(&mut self, line: LineName, words: Option<String>) {
        self.control.tell(&control::joint(line, words.as_deref()));
        let host = self.job.part.as_ref().map(|part| part.host as u32);
        if let Some(door) = self.coordination.door.as_mut().filter(|_| host == Some(line.0)) {
            door.deliver(line.1, words.as_deref());
        }
    }

    /// Ends the job if a process of a job that a rank has started has asked for that.
    fn end_if_aborted(&mut self) {
        let Some(code) = self.coordination.coordinator.aborted().filter(|_| self.code.is_none()) else { return };
        let own = (0..self.ranks.len()).any(|rank| self.status(rank).phase == Phase::Aborted);
        // A rank of this job is named as always.
        if self.kill_at.is_some() || own {
            return;
        }
        self.say("a process of a job that a rank has started has called MPI_Abort; the job is ended with it");
        let grace = if self.job.remote.is_some() { AGENT_GRACE } else { GRACE };
        self.end(Verdict::Aborted(code).code(), Some(Signal::TERM), grace);
    }
}
