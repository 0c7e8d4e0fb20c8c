//! The process that starts and watches the ranks, in one poll loop.
mod control;
mod coordination;
mod deadlines;
mod ending;
mod foreign;
mod forwarding;
mod guests;
mod messages;
mod network;
mod recording;
mod serving;
mod streams;
mod summary;
mod surviving;
mod tracing;

pub use guests::take_name as take_spawned_name;

use super::account::RankAccount;
use super::link::GuardianLink;
use super::metrics::Metrics;
use super::output::{Sinks, Stream, Which};
use super::plan::Job;
use super::record::Recorder;
use super::sockets::Sockets;
use super::spawn::{Spawner, Started};
use super::trace::Tracer;
use super::watch::Rank;
use super::{FAILED, Failure, descendants, description, hosts};
use crate::sys::SignalFd;
use clump::driver::hosts::Beat;
use clump_fabric::shm::{CollectiveRecord, Segment, Status};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, setpgid};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time from SIGTERM to SIGKILL. A longer time delays the job's end; a shorter one gives ranks less time to clean
/// up.
const GRACE: Duration = Duration::from_millis(300);
/// The time from SIGTERM to SIGKILL for agents, which give their ranks [`GRACE`] and then print their messages.
const AGENT_GRACE: Duration = Duration::from_millis(1500);
/// The exit code if the supervisor's stdout was closed: that of a process that SIGPIPE killed.
const STDOUT_CLOSED: i32 = 128 + libc::SIGPIPE;

/// Runs the whole job in this process and returns its exit code.
pub fn run(name: &str, mut job: Job, link: GuardianLink, guardian: Pid) -> i32 {
    // A key at the terminal signals only the guardian, which forwards the signal. `setpgid` cannot fail for a new
    // child.
    let _ = setpgid(None, None);
    descendants::adopt();
    let sockets = match job.sockets.then(Sockets::new).transpose() {
        Ok(sockets) => sockets,
        Err(failure) => {
            eprintln!("{name}: {}", failure.message);
            return failure.code;
        }
    };
    let mut beat = job.part.as_mut().and_then(|part| part.beat.take());
    // The guardian has made contact with the other hosts, and sends nothing any more.
    if let Some(beat) = &mut beat {
        beat.take_over();
    }
    match Supervisor::start(name, &job, sockets.as_ref(), link, guardian, beat) {
        Ok(mut supervisor) => supervisor.run(),
        Err(failure) => {
            eprintln!("{name}: {}", failure.message);
            failure.code
        }
    }
}

struct Supervisor<'a> {
    name: &'a str,
    job: &'a Job,
    link: GuardianLink,
    /// Sends heartbeats to the other hosts, and watches theirs.
    beat: Option<Beat>,
    segment: Arc<Segment>,
    /// The table of the ranks' sockets, if they are carried.
    sockets: Option<&'a Sockets>,
    /// The segment under the descriptor number that ranks know. A program whose parents have closed the descriptor
    /// finds it in this process.
    _inherited: OwnedFd,
    /// What other processes of the user can read of this job; `None` if the system has refused it.
    _description: Option<OwnedFd>,
    host: String,
    ranks: Vec<Rank>,
    by_pid: HashMap<Pid, usize>,
    /// Readable when children of this process have ended.
    ends: SignalFd,
    readiness: streams::Readiness,
    /// How many ranks share a pipe for standard error.
    sharers: usize,
    sinks: Sinks,
    /// What agents have told about their ranks' collective calls.
    notes: BTreeMap<usize, Vec<CollectiveRecord>>,
    /// What agents have told about what their ranks have called (--summary).
    accounts: BTreeMap<usize, RankAccount>,
    summarized: bool,
    recorder: Option<Recorder>,
    tracer: Option<Tracer>,
    metrics: Option<Metrics>,
    /// True if a rank of another host has aborted the job that has started this one, which has not been ended yet.
    ends_starter: bool,
    /// How many hosts have told that their ranks of the program that the job ends with have ended. On an agent: 1 once
    /// it has told that.
    hosts_without_program: usize,
    control: control::Control,
    started: Instant,
    timed_out: bool,
    /// Exit code of the first failure.
    code: Option<i32>,
    /// The first rank that ended with a code other than 0 after MPI_Finalize, and the code.
    late: Option<(usize, i32)>,
    late_told: bool,
    /// When to kill the remaining processes of the job; set while the job is being ended.
    kill_at: Option<Instant>,
    /// The last forwarded signal that normally ends programs.
    interrupted: Option<i32>,
    /// True if a first rank has ended after that signal: `kill_at` is the end of the other ranks' time (--grace).
    in_grace: bool,
    /// When to tell the user about the grace period.
    grace_hint_at: Option<Instant>,
    /// When to tell the user that a second SIGINT kills.
    hint_at: Option<Instant>,
    /// True once all processes are gone and only their output remains.
    swept: bool,
    looks: foreign::Looks,
    /// The launchers of jobs that ranks have started, once all ranks have ended.
    guests: Vec<guests::Guest>,
    /// The exit code of the first job that a rank has started and that has failed.
    guest_code: Option<i32>,
    surviving: surviving::Surviving,
    coordination: coordination::Coordination,
    /// True while the rank that has started this job may end it by its death.
    has_parent: bool,
    on_terminal: bool,
    prompt_since: Option<Instant>,
    buffer: Vec<u8>,
}

#[derive(Clone, Copy)]
enum Event {
    GuardianLink,
    /// The reader of the supervisor's output is gone.
    Unheard,
    /// The launcher of this agent has sent something.
    Told,
    /// The rank that has started this job has sent something, or has died.
    Parent,
    /// Ranks of this host have news for the launcher (--survive).
    Letters,
    /// A process of a joint job has said something to the coordinator, or has ended.
    Joint,
    /// The launcher's standard input is readable.
    Input,
    Write,
    /// Streams of this kind are readable.
    Read(Which),
    /// Children of this process have ended.
    Ended,
    RealEnded(usize),
}

impl<'a> Supervisor<'a> {
    fn start(
        name: &'a str,
        job: &'a Job,
        sockets: Option<&'a Sockets>,
        link: GuardianLink,
        guardian: Pid,
        mut beat: Option<Beat>,
    ) -> Result<Supervisor<'a>, Failure> {
        let started = Instant::now();
        let segment = Segment::create(job.total() as u32)
            .map(Arc::new)
            .map_err(|e| Failure::launcher(format!("cannot make the job's shared memory: {e}")))?;
        segment.set_survives(job.survive);
        let trace = tracing::begin(job, &segment)?;
        let listener = serving::begin(job)?;
        // A duplicate is not close-on-exec, so that every rank has it under one number.
        let inherited = match job.remote {
            None => rustix::io::dup(segment.fd()),
            // Agents do not need the launcher's own segment, so that it may be close-on-exec.
            Some(_) => rustix::io::fcntl_dupfd_cloexec(segment.fd(), 3),
        };
        let inherited = inherited
            .map_err(|e| Failure::launcher(format!("cannot hand the job's shared memory to the ranks: {e}")))?;
        let mut coordination = coordination::Coordination::new(job).map_err(|e| {
            Failure::launcher(format!("--survive: cannot listen for the processes that ranks start: {e}"))
        })?;
        let spawner = Spawner::new(job, inherited, sockets, guardian, coordination.place())?;
        let mut children: Vec<Started> = Vec::with_capacity(job.size());
        let mut agents = Vec::new();
        let failed = match &job.remote {
            Some(remote) => hosts::introduce(remote, |n| spawner.start(n), &mut children, &link, name)
                .map(|introduced| agents = introduced)
                .err(),
            None => (0..job.size()).find_map(|rank| {
                // Starting many ranks takes long, and the other hosts wait for heartbeats. If a host is lost
                // meanwhile, the main loop handles it later.
                if let Some(beat) = &mut beat
                    && beat.next().is_some_and(|next| next <= Instant::now())
                {
                    let _ = beat.tick(Instant::now());
                }
                spawner.start(rank).map(|child| children.push(child)).err()
            }),
        };
        if let Some(failure) = failed {
            let groups: Vec<Pid> = children.iter().filter(|c| c.leads_group).map(|c| c.pid).collect();
            descendants::kill_all(&groups, &HashSet::new());
            return Err(failure);
        }
        let surviving = match job.survive && job.part.is_some() {
            true => surviving::Surviving::of_agent(&segment)
                .map_err(|e| Failure::launcher(format!("cannot wait for the ranks' letters: {e}")))?,
            false => surviving::Surviving::default(),
        };
        let control = control::Control::new(job, agents, &mut children);
        let sharers = spawner.sharers();
        let label = |n: usize| if job.label { format!("[{}] ", job.rank(n)) } else { String::new() };
        let err_label = |n: usize| match (n + sharers).min(job.size()) - 1 {
            last if job.label && last > n => format!("[{}-{}] ", job.rank(n), job.rank(last)),
            _ => label(n),
        };
        let new = |(n, started)| Rank::new(started, label(n), err_label(n));
        let mut ranks: Vec<Rank> = children.into_iter().enumerate().map(new).collect();
        if let Some(first) = ranks.first_mut() {
            first.streams.extend(coordination.take_streams());
        }
        if job.remote.as_ref().is_some_and(|remote| remote.whole.is_some()) {
            ranks.iter_mut().flat_map(|agent| &mut agent.streams).for_each(Stream::expect_notes);
        }
        let watch = |e: std::io::Error| Failure::launcher(format!("cannot watch the ranks: {e} (see `ulimit -n`)"));
        let readiness = streams::Readiness::new(&ranks).map_err(watch)?;
        // The ranks inherit which signals are blocked, so that this comes behind their start.
        let ends = SignalFd::take(&[libc::SIGCHLD]).map_err(watch)?;
        let mut published = description::publish(job, segment.fd());
        let mut supervisor = Supervisor {
            name,
            job,
            link,
            beat,
            _description: published.as_mut().ok().and_then(Option::take),
            segment,
            sockets,
            host: crate::machine::host(),
            by_pid: ranks.iter().enumerate().map(|(rank, r)| (r.pid, rank)).collect(),
            ranks,
            ends,
            readiness,
            sharers,
            sinks: Sinks::new(),
            notes: BTreeMap::new(),
            accounts: BTreeMap::new(),
            summarized: false,
            recorder: None,
            tracer: None,
            metrics: None,
            ends_starter: false,
            hosts_without_program: 0,
            control,
            started,
            timed_out: false,
            code: None,
            late: None,
            late_told: false,
            kill_at: None,
            interrupted: None,
            in_grace: false,
            grace_hint_at: None,
            hint_at: None,
            swept: false,
            looks: foreign::Looks::new(job, started),
            guests: Vec::new(),
            guest_code: None,
            surviving,
            coordination,
            has_parent: job.parent.is_some(),
            on_terminal: spawner.on_terminal(),
            _inherited: spawner.into_segment(),
            prompt_since: None,
            buffer: vec![0; 64 << 10],
        };
        supervisor.begin_record(guardian);
        trace.into_iter().for_each(|file| supervisor.begin_trace(file));
        listener.into_iter().for_each(|listener| supervisor.begin_metrics(listener, guardian));
        if job.display_map {
            supervisor.show_map();
        }
        if job.report_bindings {
            supervisor.show_bindings();
        }
        if job.verbose {
            supervisor.list_ranks();
            published.err().into_iter().for_each(|e| supervisor.say_unlisted(&e));
        }
        Ok(supervisor)
    }

    fn run(&mut self) -> i32 {
        // The launcher's first words may have arrived with its last line.
        if let Some(code) = self.obey() {
            return code;
        }
        // These ranks have ended before their ends were watched.
        self.reap();
        loop {
            if !self.swept && !self.ranks.iter().any(Rank::lives) && !self.awaits_guests() {
                self.kill_rest();
            }
            if self.swept && self.drain() {
                let explained = self.explain_foreign() || self.explain_late() || self.compare_hosts(true);
                let said = explained || self.summarize() || self.end_record() || self.end_trace();
                if std::mem::take(&mut self.ends_starter) {
                    self.end_starter();
                    continue;
                }
                if said {
                    // Go on until the message has been written.
                    continue;
                }
                if self.job.verbose {
                    self.list_broadcasts();
                    self.list_sockets();
                    self.list_end();
                }
                self.say_bye();
                if self.code.is_none() && self.late.is_some() {
                    self.await_other_hosts();
                }
                return self.exit_code();
            }
            let events = match self.wait() {
                Ok(events) => events,
                Err(e) => {
                    self.say(&format!("cannot wait for the ranks: {e}; ending them"));
                    self.code.get_or_insert(FAILED);
                    self.kill_rest();
                    continue;
                }
            };
            for event in events {
                match event {
                    Event::GuardianLink => match self.link.read() {
                        Some(signals) => {
                            if let Some(code) = self.forward(&signals) {
                                return code;
                            }
                        }
                        None => {
                            // The guardian was killed, so that no message can reach the user.
                            self.kill_rest();
                            return 128 + libc::SIGKILL;
                        }
                    },
                    Event::Unheard => return self.unheard(),
                    Event::Told => {
                        if let Some(code) = self.hear() {
                            return code;
                        }
                    }
                    Event::Parent => self.hear_parent(),
                    Event::Letters => self.take_letters(),
                    Event::Joint => self.take_joint_words(),
                    Event::Input => self.control.read_input(),
                    Event::Read(which) => self.read_ready(which),
                    Event::Ended => while self.ends.read().is_some() {},
                    Event::Write => {}
                    Event::RealEnded(rank) => self.ranks[rank].real_ended(),
                }
            }
            self.reap();
            self.pass_deadlines();
            self.write();
        }
    }

    /// Sleeps until something happens or is due.
    fn wait(&mut self) -> Result<Vec<Event>, Errno> {
        let timeout = self.next_deadline().map(|at| {
            let left = at.saturating_duration_since(Instant::now());
            Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) }
        });
        let mut fds = vec![PollFd::new(self.link.fd(), PollFlags::IN)];
        let mut events = vec![Event::GuardianLink];
        let out_fd = self.sinks.out.fd();
        let err_fd = self.sinks.of(Which::Err).fd();
        if self.job.is_led() {
            fds.push(PollFd::new(&out_fd, PollFlags::empty()));
            events.push(Event::Unheard);
        }
        if let Some(parent) = self.job.parent.as_ref().filter(|_| self.has_parent && !self.swept) {
            fds.push(PollFd::new(parent.fd(), PollFlags::IN));
            events.push(Event::Parent);
        }
        for guest in self.guests.iter().filter(|_| !self.swept) {
            fds.push(PollFd::new(guest.pidfd(), PollFlags::IN));
            events.push(Event::Ended);
        }
        self.control.poll(&mut fds, &mut events);
        if let Some(rings) = self.surviving.rings() {
            fds.push(PollFd::new(rings, PollFlags::IN));
            events.push(Event::Letters);
        }
        self.coordination.poll(&mut fds, &mut events);
        let mut room = [true; 2];
        for (which, fd) in [(Which::Out, &out_fd), (Which::Err, &err_fd)] {
            let sink = self.sinks.of(which);
            room[which as usize] = sink.has_room();
            if !sink.is_empty() {
                fds.push(PollFd::new(fd, PollFlags::OUT));
                events.push(Event::Write);
            }
        }
        fds.push(PollFd::new(self.ends.fd(), PollFlags::IN));
        events.push(Event::Ended);
        for which in [Which::Out, Which::Err].into_iter().filter(|&which| room[which as usize] && !self.swept) {
            fds.push(PollFd::new(self.readiness.fd(which), PollFlags::IN));
            events.push(Event::Read(which));
        }
        for (index, rank) in self.ranks.iter().enumerate() {
            if let Some(fd) = rank.real_pidfd() {
                fds.push(PollFd::new(fd, PollFlags::IN));
                events.push(Event::RealEnded(index));
            }
        }
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(e),
        }
        Ok(fds.iter().zip(events).filter(|(fd, _)| !fd.revents().is_empty()).map(|(_, event)| event).collect())
    }

    fn read_ready(&mut self, which: Which) {
        match self.readiness.ready(which) {
            Ok(ready) => ready.into_iter().for_each(|(rank, stream)| self.read(rank, stream)),
            Err(e) => {
                self.say(&format!("cannot wait for the ranks' output: {e}; ending them"));
                self.end(FAILED, Some(Signal::TERM), GRACE);
            }
        }
    }

    fn read(&mut self, rank: usize, stream: usize) {
        self.look_at_printer(rank);
        let stream = &mut self.ranks[rank].streams[stream];
        if self.sinks.of(stream.which()).has_room() {
            stream.pump(&mut self.sinks, &mut self.buffer);
            if self.on_terminal && rank == 0 {
                self.prompt_since = stream.has_partial().then(Instant::now);
            }
            self.compare_hosts(false);
        }
    }

    fn write(&mut self) {
        self.control.flush();
        for which in [Which::Out, Which::Err] {
            self.sinks.of(which).flush();
        }
        let Some(e) = self.sinks.out.broken() else {
            return;
        };
        if self.code.is_none() && self.kill_at.is_none() {
            let code = if e == Errno::PIPE { STDOUT_CLOSED } else { FAILED };
            if e != Errno::PIPE {
                self.say(&format!("cannot write to standard output: {e}; ending the job"));
            }
            self.end(code, Some(Signal::TERM), GRACE);
        }
    }

    fn status(&self, rank: usize) -> Status {
        self.segment.status(self.job.rank(rank) as u32)
    }

    /// Describes what a rank is doing, for reports.
    fn doing(&self, rank: usize) -> String {
        let (status, number) = (self.status(rank), self.job.rank(rank) as u32);
        let name = status.waiting.and_then(|waiting| self.segment.communicator_name(number, waiting.context));
        self.ranks[rank].doing(&status, name.as_deref())
    }

    fn say(&mut self, text: &str) {
        self.sinks.say(&format!("{}: {text}", self.name));
    }
}
