//! The launcher's side of the handshake with the agents.
use super::agent_input::{AgentInput, answer, pump};
use super::relay::{self, FAN};
use super::task::{self, AllWays, Found, Go, Hello, Start, Task};
use super::{Remote, Whole, cipher, multicast, report};
use crate::run::link::GuardianLink;
use crate::run::pipe::Writer;
use crate::run::spawn::Started;
use crate::run::{Failure, descendants};
use clump::driver::hosts::{Host, Plan, Sealing};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, WaitOptions, waitpid};
use std::collections::HashSet;
use std::io::Write;
use std::net::IpAddr;
use std::ops::Range;
use std::time::{Duration, Instant};

/// How long an agent may take to answer, which includes a login and an inspection of the machine. A longer time
/// reports a dead host later; a shorter time gives up slow logins.
const PATIENCE: Duration = Duration::from_secs(60);
/// Additional time for an agent that starts other agents, so that this agent can report a host that does not answer.
const RELAYED: Duration = Duration::from_secs(10);
/// When the launcher first tells the user which hosts it waits for. The time doubles with each message.
const LONG: Duration = Duration::from_secs(3);
/// The longest time between two looks at all agents.
const SLEEP: Duration = Duration::from_secs(1);
/// The error for a host that does not let the user in.
const CANNOT: &str = "cannot start an agent on host";
/// The most hosts that a message names.
const NAMES: usize = 4;
/// Exit code of ssh, and of commands in its place, that have not reached the host.
const UNREACHED: i32 = 255;

/// An agent that this process started.
pub struct Agent {
    /// The agent's standard input, which takes [`super::control`]'s words.
    pub input: Writer,
    /// The places that the agent is responsible for. The first is the agent's own host.
    pub places: Range<usize>,
}

/// Starts the agents, tells each agent its task, collects the reports of all hosts, sends every host the plan, and
/// lets the agents begin once all hosts reach each other. Afterwards, an agent's output is its ranks' output. `start`
/// starts the agent on the host of the n-th place.
pub fn introduce(
    remote: &Remote,
    start: impl Fn(usize) -> Result<Started, Failure>,
    started: &mut Vec<Started>,
    link: &GuardianLink,
    name: &str,
) -> Result<Vec<Agent>, Failure> {
    let (task, relays) = (&remote.task, remote.whole.is_none());
    let until = Instant::now() + task.wait();
    let blocks = relay::blocks(task.places.len(), relays);
    let mut handshake = Handshake::new(task, blocks, link, (!relays).then_some(name), until);
    let hosts = match handshake.starting(&start, started) {
        Err(failure) if handshake.refused && !relays => {
            // The hosts on which the user may log in need not accept logins from each other.
            eprintln!(
                "{name}: hosts cannot start the agents of others, so all are started from here ({})",
                failure.message
            );
            let groups: Vec<Pid> = started.iter().map(|agent| agent.pid).collect();
            descendants::kill_all(&groups, &HashSet::new());
            started.clear();
            let each = (0..task.places.len()).map(|n| n..n + 1);
            handshake = Handshake::new(task, each.collect(), link, Some(name), until);
            handshake.starting(&start, started)?
        }
        other => other?,
    };
    let go = match &remote.whole {
        Some(whole) => {
            let plan = plan(whole, task, hosts, name)?;
            handshake.tell(&line(&Start { plan: plan.to_text() })?);
            let ways = handshake.ways(started)?;
            if let Some(text) = report::table(&task.names, &plan.hosts, &ways) {
                return Err(Failure::launcher(text));
            }
            let groups = groups(task, &plan, &ways, name)?;
            line(&Go { groups, mtu: ways.iter().filter_map(|w| w.mtu).min().unwrap_or(plan.mtu) })?
        }
        None => {
            let all = relay::introduce(hosts)?;
            handshake.tell(&all);
            relay::found(&handshake.ways(started)?)?
        }
    };
    handshake.tell(&go);
    let agents = handshake.agents.into_iter().zip(handshake.blocks);
    Ok(agents.map(|(agent, places)| Agent { input: agent.input, places }).collect())
}

/// Returns the address and port of multicasts, if all hosts have multicast in common.
fn groups(task: &Task, plan: &Plan, ways: &AllWays, name: &str) -> Result<Option<(IpAddr, u16)>, Failure> {
    if plan.hosts.len() < 2 {
        return Ok(None);
    }
    let drawn = clump::driver::hosts::secret().map_err(|e| Failure::launcher(e.to_string()))?;
    let chosen = multicast::choose(&task.names, &plan.hosts, ways, task.ports, &drawn);
    if task.verbose {
        match &chosen {
            Ok((address, port)) => eprintln!("{name}: multicast between the hosts, to {address}, port {port}"),
            Err(why) => eprintln!("{name}: no multicast between the hosts: {why}"),
        }
    }
    Ok(chosen.ok())
}

/// Returns the plan that the launcher sends to all hosts.
fn plan(whole: &Whole, task: &Task, hosts: Vec<Found>, name: &str) -> Result<Plan, Failure> {
    let sealing = match whole.insecure {
        true => {
            eprintln!("{name}: nothing between the hosts is sealed (--insecure)");
            None
        }
        false => {
            let cipher =
                cipher::choose(whole.cipher, task.names.iter().map(|n| &**n).zip(hosts.iter().map(|h| h.aes)))?;
            if task.verbose {
                eprintln!("{name}: everything between the hosts is sealed by {}", cipher.name());
            }
            Some(Sealing {
                cipher,
                secret: clump::driver::hosts::secret().map_err(|e| Failure::launcher(e.to_string()))?,
            })
        }
    };
    let cipher = sealing.as_ref().map(|s| s.cipher);
    let tuning = whole.tuned.choose(cipher);
    let mtu = hosts.iter().map(|h| h.mtu).min().unwrap_or(0);
    let host = |h: Found| Host {
        kernel: h.kernel,
        net: h.net,
        cores: h.cores,
        addresses: h.addresses,
        ports: h.ports,
        agent: h.agent,
    };
    Ok(Plan {
        sealing,
        mtu,
        progress: whole.progress,
        tuning,
        // The launcher chooses the groups once it knows the routes between the hosts.
        groups: None,
        hosts: hosts.into_iter().map(host).collect(),
        order: Vec::new(),
    })
}

fn line(what: &impl serde::Serialize) -> Result<Vec<u8>, Failure> {
    serde_json::to_vec(what).map_err(|e| Failure::launcher(e.to_string()))
}

/// The agents that have been started so far.
struct Handshake<'a> {
    task: &'a Task,
    /// The places of each agent.
    blocks: Vec<Range<usize>>,
    link: &'a GuardianLink,
    /// The name for messages to the user about slow hosts.
    name: Option<&'a str>,
    agents: Vec<AgentInput>,
    /// True if an agent that was to start other agents has ended before it answered.
    refused: bool,
    /// Until when the launcher starts an agent again if the host was not reached.
    until: Instant,
}

impl<'a> Handshake<'a> {
    fn new(
        task: &'a Task,
        blocks: Vec<Range<usize>>,
        link: &'a GuardianLink,
        name: Option<&'a str>,
        until: Instant,
    ) -> Handshake<'a> {
        Handshake { task, blocks, link, name, agents: Vec::new(), refused: false, until }
    }

    /// Sends a line to all agents.
    fn tell(&mut self, line: &[u8]) {
        self.agents.iter_mut().for_each(|agent| agent.tell(line));
    }

    /// Starts every agent, and returns what each host reports.
    fn starting(
        &mut self,
        start: impl Fn(usize) -> Result<Started, Failure>,
        started: &mut Vec<Started>,
    ) -> Result<Vec<Found>, Failure> {
        let (task, blocks) = (self.task, self.blocks.clone());
        let mut next = |at: usize| {
            let places = blocks[at].clone();
            let mut agent = start(places.start)?;
            let stdin = agent.stdin.take().ok_or_else(|| Failure::launcher("an agent has no input".into()))?;
            let mut heard = AgentInput::new(Writer::new(stdin));
            heard.tell(&line(&task.part(places))?);
            Ok((agent, heard))
        };
        let read = |json: &[u8], host: &str| {
            let hello: Result<Hello, Failure> = task::read(json).map_err(|why| {
                Failure::launcher(format!("the agent on host {host} {why}; use one version of Clump on all hosts"))
            });
            hello.map(|hello| hello.hosts)
        };
        self.hear("starting", started, &mut next, read)
    }

    /// Returns which addresses each host has found to work.
    fn ways(&mut self, started: &mut Vec<Started>) -> Result<AllWays, Failure> {
        // An agent that has answered and is lost now is not started again.
        self.until = Instant::now();
        let mut next = |_: usize| Err(Failure::launcher("an agent is missing".into()));
        let read = |json: &[u8], host: &str| {
            serde_json::from_slice(json).map_err(|e| {
                Failure::launcher(format!("the agent on host {host} says something that makes no sense ({e})"))
            })
        };
        self.hear("looking for ways between the hosts", started, &mut next, read)
    }

    /// Reads one line of each agent, which has an item for each of the agent's places. Returns all items in the order
    /// of the places. `next` starts an agent. `what` describes the step in messages.
    fn hear<T>(
        &mut self,
        what: &str,
        started: &mut Vec<Started>,
        next: &mut impl FnMut(usize) -> Result<(Started, AgentInput), Failure>,
        read: impl Fn(&[u8], &str) -> Result<Vec<T>, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let all = self.blocks.len();
        let mut heard: Vec<Option<Vec<T>>> = (0..all).map(|_| None).collect();
        let (mut told, mut pause) = (Instant::now(), LONG);
        self.agents.iter_mut().for_each(|agent| agent.since = told);
        let (mut count, mut hosts) = (0, 0);
        while count < all {
            while self.agents.len() < all && self.agents.len() - count < FAN {
                let (agent, heard) = next(self.agents.len())?;
                started.push(agent);
                self.agents.push(heard);
            }
            let due: Vec<usize> = (0..self.agents.len()).filter(|&at| self.agents[at].is_due()).collect();
            for at in due {
                let (agent, heard) = next(at)?;
                started[at] = agent;
                self.agents[at].begin_again(heard);
            }
            let waited: Vec<usize> = (0..self.agents.len()).filter(|&at| heard[at].is_none()).collect();
            if waited.iter().any(|&at| self.agents[at].since.elapsed() > self.patience(at)) {
                return Err(Failure::launcher(format!(
                    "{what}: no answer from {} within {} s; the job is not started",
                    self.list(&waited),
                    self.patience(waited[0]).as_secs()
                )));
            }
            if told.elapsed() > pause
                && let Some(name) = self.name
            {
                (told, pause) = (Instant::now(), pause * 2);
                let of = self.task.places.len();
                eprintln!("{name}: {what}: {hosts} of {of} hosts; waiting for {}", self.list(&waited));
            }
            self.sleep(started, &waited)?;
            let running: Vec<usize> = waited.into_iter().filter(|&at| self.agents[at].again.is_none()).collect();
            for at in running {
                heard[at] = self.look(at, started, &read)?;
                let Some(things) = &heard[at] else { continue };
                if things.len() != self.blocks[at].len() {
                    return Err(Failure::launcher(format!(
                        "the agent on host {} says something of {} hosts that makes no sense: it sees to {}",
                        self.host(at),
                        things.len(),
                        self.blocks[at].len()
                    )));
                }
                count += 1;
                hosts += things.len();
            }
        }
        Ok(heard.into_iter().flatten().flatten().collect())
    }

    fn patience(&self, at: usize) -> Duration {
        if self.blocks[at].len() > 1 { PATIENCE + RELAYED + self.task.wait() } else { PATIENCE }
    }

    /// Returns the name of the agent's own host.
    fn host(&self, at: usize) -> &'a str {
        self.task.name(self.blocks[at].start)
    }

    /// Returns the first few names.
    fn list(&self, agents: &[usize]) -> String {
        let places = agents.iter().flat_map(|&at| self.blocks[at].clone());
        let all: Vec<&str> = places.map(|place| self.task.name(place)).collect();
        let names = &all[..all.len().min(NAMES)];
        match all.len() - names.len() {
            0 => names.join(", "),
            more => format!("{} and {more} more", names.join(", ")),
        }
    }

    /// Sleeps until an agent prints something or is to be started again, for a second at most. Meanwhile writes bytes
    /// that wait for room in the agents' pipes.
    fn sleep(&mut self, started: &[Started], waited: &[usize]) -> Result<(), Failure> {
        let mut fds = vec![PollFd::new(self.link.fd(), PollFlags::IN)];
        let runs = |at: &&usize| self.agents[**at].again.is_none();
        let said = waited.iter().filter(runs).filter_map(|&at| started[at].stdout.as_ref());
        fds.extend(said.map(|fd| PollFd::new(fd, PollFlags::IN)));
        for agent in self.agents.iter().filter(|agent| agent.input.left() > 0) {
            fds.push(PollFd::new(agent.input.fd(), PollFlags::OUT));
        }
        let next = self.agents.iter().filter_map(|agent| agent.again).min();
        let most = next.map_or(SLEEP, |next| next.saturating_duration_since(Instant::now()).min(SLEEP));
        let most = Timespec { tv_sec: most.as_secs() as i64, tv_nsec: i64::from(most.subsec_nanos()) };
        // Check all agents even if the poll was interrupted.
        let _ = poll(&mut fds, Some(&most));
        let signalled = !fds[0].revents().is_empty();
        for agent in &mut self.agents {
            agent.input.flush();
        }
        if signalled {
            let ends = |n: i32| matches!(n, libc::SIGINT | libc::SIGTERM | libc::SIGHUP);
            match self.link.read() {
                None => return Err(Failure::launcher("its guardian is gone".into())),
                Some(signals) => {
                    if let Some(s) = signals.iter().find(|s| ends(s.number)) {
                        return Err(Failure { message: "interrupted while starting".into(), code: 128 + s.number });
                    }
                }
            }
        }
        Ok(())
    }

    /// Names the other hosts that were not reached, for the end of a message about one.
    fn others(&self, at: usize) -> String {
        let others: Vec<usize> =
            (0..self.agents.len()).filter(|&other| other != at && self.agents[other].is_unreached()).collect();
        match others.is_empty() {
            true => String::new(),
            false => format!("; nor on {}", self.list(&others)),
        }
    }

    fn look<T>(
        &mut self,
        at: usize,
        started: &[Started],
        read: impl Fn(&[u8], &str) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        let (host, relays) = (self.host(at), self.blocks[at].len() > 1);
        let agent = &mut self.agents[at];
        let open = pump(started[at].stdout.as_ref(), &mut agent.said);
        let heard = answer(&mut agent.said, |json| read(json, host))?;
        let _ = pump(started[at].stderr.as_ref(), &mut agent.complaint);
        if heard.is_none() && !open {
            if last_words(&started[at], &mut agent.complaint) == Some(UNREACHED) && agent.try_again(self.until) {
                return Ok(None);
            }
            let others = self.others(at);
            let complaint = String::from_utf8_lossy(&self.agents[at].complaint);
            let said = complaint.trim();
            self.refused = relays && said.contains(CANNOT);
            let said = if said.is_empty() { "it said nothing".to_owned() } else { format!("it said: {said}") };
            return Err(Failure::launcher(format!(
                "{CANNOT} {host}: the command ended before the agent answered; {said}{others}"
            )));
        }
        if heard.is_some() {
            // Print warnings of the login.
            let _ = std::io::stderr().write_all(&agent.complaint);
            agent.has_answered();
        }
        Ok(heard)
    }
}

/// Reads what a command prints at its end, which may arrive a moment later. Returns the command's exit code if it has
/// ended with one.
fn last_words(started: &Started, complaint: &mut Vec<u8>) -> Option<i32> {
    let until = Instant::now() + Duration::from_millis(50);
    let mut ended = None;
    loop {
        let silent = !pump(started.stderr.as_ref(), complaint);
        ended = ended.or_else(|| waitpid(Some(started.pid), WaitOptions::NOHANG).ok().flatten());
        if silent && ended.is_some() || Instant::now() > until {
            return ended.and_then(|(_, status)| status.exit_status());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
