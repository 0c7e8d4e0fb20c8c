//! The launcher's side of the introduction.
use super::task::{self, Found, Go, Hello, MARK, Start};
use super::{Remote, report};
use crate::run::Failure;
use crate::run::guardian::Link;
use crate::run::spawn::Started;
use clump::hosts::{Host, Plan};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// How long an agent may take to answer: a login, and a look at the machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// After this, and then each time, the user is told who is waited for.
const LONG: Duration = Duration::from_secs(3);
/// So many names are told.
const NAMES: usize = 4;
/// So many agents are started at a time: each login takes this machine some work.
const AT_ONCE: usize = 32;
/// Longest line that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// Starts every agent, tells it its task, hears from all, tells them of each other, and lets them begin when all reach each
/// other. Afterwards their output is the ranks', and their input, which is returned, takes [`super::control`]'s words.
pub fn introduce(
    remote: &Remote,
    start: impl Fn(usize) -> Result<Started, Failure>,
    started: &mut Vec<Started>,
    link: &Link,
    name: &str,
) -> Result<Vec<OwnedFd>, Failure> {
    let mut inputs = Vec::new();
    let mut next = |started: &mut Vec<Started>| {
        let mut agent = start(started.len())?;
        let stdin = agent.stdin.take().ok_or_else(|| Failure::launcher("an agent has no input".into()))?;
        let mut stdin = File::from(stdin);
        // An agent that is gone already says so below.
        let _ = say(&mut stdin, &remote.tasks[started.len()]);
        inputs.push(stdin);
        started.push(agent);
        Ok(())
    };
    let names = &remote.names;
    let mut room = Room { names, link, name, agents: Vec::new() };
    let read = |json: &[u8], host: &str| {
        task::read(json).map_err(|why| {
            Failure::launcher(format!("the agent on host {host} {why}; use one version of Clump on all hosts"))
        })
    };
    let hellos: Vec<Hello> = room.hear("starting", started, &mut next, read)?;
    let hosts = hellos.iter().map(|h| Host {
        kernel: h.kernel.clone(),
        net: h.net,
        cores: h.cores,
        addresses: h.addresses.clone(),
        ports: h.ports.clone(),
        agent: h.agent,
    });
    let secret = match remote.insecure {
        true => None,
        false => Some(clump::hosts::secret().map_err(|e| Failure::launcher(e.0))?),
    };
    if remote.insecure {
        eprintln!("{name}: nothing between the hosts is sealed (--insecure)");
    }
    let mtu = hellos.iter().map(|h| h.mtu).min().unwrap_or(0);
    let plan = Plan { secret, mtu, progress: remote.progress, tuning: remote.tuning, hosts: hosts.collect() };
    let text = Start { plan: plan.to_text() };
    for input in &mut inputs {
        let _ = say(input, &text);
    }
    let read = |json: &[u8], host: &str| {
        serde_json::from_slice(json).map_err(|e| {
            Failure::launcher(format!("the agent on host {host} says something that makes no sense ({e})"))
        })
    };
    let found: Vec<Found> = room.hear("looking for ways between the hosts", started, &mut |_| Ok(()), read)?;
    if let Some(text) = report::table(names, &plan.hosts, &found) {
        return Err(Failure::launcher(text));
    }
    let go = Go { mtu: found.iter().filter_map(|f| f.mtu).min().unwrap_or(mtu) };
    for input in &mut inputs {
        let _ = say(input, &go);
    }
    Ok(inputs.into_iter().map(OwnedFd::from).collect())
}

fn say(to: &mut File, what: &impl serde::Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(what)?;
    line.push(b'\n');
    to.write_all(&line)
}

/// What an agent has said so far.
struct Agent {
    said: Vec<u8>,
    complaint: Vec<u8>,
    /// When it was started, or last answered.
    since: Instant,
}

/// The agents as far as they are started.
struct Room<'a> {
    names: &'a [String],
    link: &'a Link,
    name: &'a str,
    agents: Vec<Agent>,
}

impl Room<'_> {
    /// A line of each agent; `next` starts one more, until there is one on each host. `what` is being done meanwhile.
    fn hear<T>(
        &mut self,
        what: &str,
        started: &mut Vec<Started>,
        next: &mut impl FnMut(&mut Vec<Started>) -> Result<(), Failure>,
        read: impl Fn(&[u8], &str) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let all = self.names.len();
        let mut heard: Vec<Option<T>> = (0..all).map(|_| None).collect();
        let mut told = Instant::now();
        self.agents.iter_mut().for_each(|agent| agent.since = told);
        let mut count = 0;
        while count < all {
            while started.len() < all && started.len() - count < AT_ONCE {
                next(started)?;
                let agent = Agent { said: Vec::new(), complaint: Vec::new(), since: Instant::now() };
                self.agents.push(agent);
            }
            let waited: Vec<usize> = (0..started.len()).filter(|&at| heard[at].is_none()).collect();
            if waited.iter().any(|&at| self.agents[at].since.elapsed() > PATIENCE) {
                return Err(Failure::launcher(format!(
                    "{what}: no answer from {} within {} s; the job is not started",
                    self.list(&waited),
                    PATIENCE.as_secs()
                )));
            }
            if told.elapsed() > LONG {
                told = Instant::now();
                eprintln!("{}: {what}: {count} of {all} hosts; waiting for {}", self.name, self.list(&waited));
            }
            self.sleep(started, &waited)?;
            for at in waited {
                heard[at] = self.look(at, started, &read)?;
                count += usize::from(heard[at].is_some());
            }
        }
        Ok(heard.into_iter().flatten().collect())
    }

    /// The first few names.
    fn list(&self, hosts: &[usize]) -> String {
        let names: Vec<&str> = hosts.iter().take(NAMES).map(|&at| &*self.names[at]).collect();
        match hosts.len().saturating_sub(NAMES) {
            0 => names.join(", "),
            more => format!("{} and {more} more", names.join(", ")),
        }
    }

    /// Until one of them says something, for a second at most.
    fn sleep(&self, started: &[Started], waited: &[usize]) -> Result<(), Failure> {
        let mut fds = vec![PollFd::new(self.link.fd(), PollFlags::IN)];
        for &at in waited {
            fds.push(PollFd::new(&started[at].stdout, PollFlags::IN));
        }
        // Interrupted or not, all are looked at.
        let _ = poll(&mut fds, Some(&Timespec { tv_sec: 1, tv_nsec: 0 }));
        if !fds[0].revents().is_empty() {
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

    fn look<T>(
        &mut self,
        at: usize,
        started: &[Started],
        read: impl Fn(&[u8], &str) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        let (agent, host) = (&mut self.agents[at], &self.names[at]);
        let open = pump(&started[at].stdout, &mut agent.said);
        let heard = answer(&mut agent.said, |json| read(json, host))?;
        let _ = pump(&started[at].stderr, &mut agent.complaint);
        if heard.is_none() && !open {
            // Its last words may be a moment behind.
            std::thread::sleep(Duration::from_millis(50));
            let _ = pump(&started[at].stderr, &mut agent.complaint);
            let complaint = String::from_utf8_lossy(&agent.complaint);
            let said = complaint.trim();
            let said = if said.is_empty() { "it said nothing".to_owned() } else { format!("it said: {said}") };
            return Err(Failure::launcher(format!(
                "cannot start an agent on host {host}: the command ended before the agent answered; {said}"
            )));
        }
        if heard.is_some() && !agent.complaint.is_empty() {
            // A login's warnings.
            let _ = std::io::stderr().write_all(&agent.complaint);
            agent.complaint.clear();
        }
        Ok(heard)
    }
}

/// Reads what there is. False: no more will come.
fn pump(from: &OwnedFd, into: &mut Vec<u8>) -> bool {
    let Ok(fd) = from.try_clone() else { return false };
    let mut file = File::from(fd);
    let mut bytes = [0; 4096];
    loop {
        match file.read(&mut bytes) {
            Ok(0) => return false,
            Ok(n) => into.extend_from_slice(&bytes[..n]),
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return e.kind() == std::io::ErrorKind::WouldBlock,
        }
        if into.len() > LONGEST {
            return false;
        }
    }
}

/// The agent's next line, if it is there. Others are a login shell's.
fn answer<T>(said: &mut Vec<u8>, read: impl Fn(&[u8]) -> Result<T, Failure>) -> Result<Option<T>, Failure> {
    while let Some(end) = said.iter().position(|b| *b == b'\n') {
        let line: Vec<u8> = said.drain(..=end).collect();
        if let Some(json) = String::from_utf8_lossy(&line).trim_end().strip_prefix(MARK) {
            return read(json.as_bytes()).map(Some);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever an agent and its login shell print, in whatever pieces: nothing, an answer, or a sentence.
        #[test]
        fn any_answer_is_taken_calmly(
            noise in "([ -~]{0,20}\n){0,3}", any in prop::collection::vec(any::<u8>(), 0..60), marked: bool, ends: bool,
        ) {
            let mut said = noise.into_bytes();
            said.extend(if marked { MARK.as_bytes() } else { b"" });
            said.extend(&any);
            said.extend(if ends { &b"\n"[..] } else { b"" });
            let read = |json: &[u8]| task::read::<Hello>(json).map_err(|why| Failure::launcher(format!("node7 {why}")));
            match answer(&mut said, read) {
                Ok(Some(_)) => prop_assert!(false, "nobody said so"),
                Ok(None) => prop_assert!(!said.contains(&b'\n'), "a line was left"),
                Err(failure) => prop_assert!(failure.message.contains("node7") && marked, "{}", failure.message),
            }
        }
    }
}
