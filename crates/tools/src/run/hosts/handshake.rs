//! The launcher's side of the introduction.
use super::Remote;
use super::task::{self, Hello, MARK, Start};
use crate::run::Failure;
use crate::run::guardian::Link;
use crate::run::spawn::Started;
use clump::hosts::{Host, Plan};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// How long agents may take to answer: a login, and a look at the machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// After this the user is told who is waited for.
const LONG: Duration = Duration::from_secs(5);
/// Longest line that is read, in bytes.
const LONGEST: usize = 1 << 20;

struct Agent {
    said: Vec<u8>,
    complaint: Vec<u8>,
    hello: Option<Hello>,
}

/// Tells every agent its task, hears from all, and tells them of each other. Afterwards their output is the ranks'.
pub fn introduce(remote: &Remote, started: &mut [Started], link: &Link, name: &str) -> Result<(), Failure> {
    let mut inputs = Vec::new();
    for (host, agent) in started.iter_mut().enumerate() {
        let stdin = agent.stdin.take().ok_or_else(|| Failure::launcher("an agent has no input".into()))?;
        inputs.push(File::from(stdin));
        // An agent that is gone already says so below.
        let _ = say(&mut inputs[host], &remote.tasks[host]);
    }
    let hellos = hear(remote, started, link, name)?;
    let hosts = hellos.iter().map(|h| Host {
        kernel: h.kernel.clone(),
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
    let plan = Plan { secret, mtu, hosts: hosts.collect() };
    let start = Start { plan: plan.to_text() };
    for input in &mut inputs {
        let _ = say(input, &start);
    }
    pass_input(inputs.swap_remove(0));
    Ok(())
}

fn say(to: &mut File, what: &impl serde::Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(what)?;
    line.push(b'\n');
    to.write_all(&line)
}

/// Rank 0 gets our standard input, unless that is a terminal: its keys are for this side.
fn pass_input(mut to: File) {
    if rustix::termios::isatty(rustix::stdio::stdin()) {
        return;
    }
    // It ends with the input, with the agent, or with this process.
    std::thread::spawn(move || std::io::copy(&mut std::io::stdin().lock(), &mut to));
}

fn hear(remote: &Remote, started: &[Started], link: &Link, name: &str) -> Result<Vec<Hello>, Failure> {
    let mut agents: Vec<Agent> =
        started.iter().map(|_| Agent { said: Vec::new(), complaint: Vec::new(), hello: None }).collect();
    let began = Instant::now();
    let mut told = false;
    while agents.iter().any(|a| a.hello.is_none()) {
        let waited = || -> Vec<&str> {
            let missing = agents.iter().zip(&remote.names).filter(|(a, _)| a.hello.is_none());
            missing.map(|(_, name)| &**name).collect()
        };
        if began.elapsed() > PATIENCE {
            let text = format!(
                "no answer from {} within {} s; the job is not started",
                waited().join(", "),
                PATIENCE.as_secs()
            );
            return Err(Failure::launcher(text));
        }
        if began.elapsed() > LONG && !told {
            told = true;
            eprintln!("{name}: waiting for the agents on {}", waited().join(", "));
        }
        let mut fds = vec![PollFd::new(link.fd(), PollFlags::IN)];
        for (agent, s) in agents.iter().zip(started) {
            let flags = if agent.hello.is_none() { PollFlags::IN } else { PollFlags::empty() };
            fds.push(PollFd::new(&s.stdout, flags));
            fds.push(PollFd::new(&s.stderr, flags));
        }
        // Interrupted or not, all are looked at.
        let _ = poll(&mut fds, Some(&Timespec { tv_sec: 1, tv_nsec: 0 }));
        if !fds[0].revents().is_empty() {
            let ends = |n: i32| matches!(n, libc::SIGINT | libc::SIGTERM | libc::SIGHUP);
            match link.read() {
                None => return Err(Failure::launcher("its guardian is gone".into())),
                Some(signals) => {
                    if let Some(s) = signals.iter().find(|s| ends(s.number)) {
                        return Err(Failure { message: "interrupted while starting".into(), code: 128 + s.number });
                    }
                }
            }
        }
        for (at, agent) in agents.iter_mut().enumerate().filter(|(_, a)| a.hello.is_none()) {
            let _ = pump(&started[at].stderr, &mut agent.complaint);
            let open = pump(&started[at].stdout, &mut agent.said);
            agent.hello = hello(&mut agent.said, &remote.names[at])?;
            if agent.hello.is_none() && !open {
                // Its last words may be a moment behind.
                std::thread::sleep(Duration::from_millis(50));
                let _ = pump(&started[at].stderr, &mut agent.complaint);
                let complaint = String::from_utf8_lossy(&agent.complaint);
                let said = complaint.trim();
                let said = if said.is_empty() { "it said nothing".to_owned() } else { format!("it said: {said}") };
                return Err(Failure::launcher(format!(
                    "cannot start an agent on host {}: the command ended before the agent answered; {said}",
                    remote.names[at]
                )));
            }
            if agent.hello.is_some() && !agent.complaint.is_empty() {
                // A login's warnings.
                let _ = std::io::stderr().write_all(&agent.complaint);
            }
        }
    }
    Ok(agents.into_iter().filter_map(|a| a.hello).collect())
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

/// The agent's line, if it is there. Others are a login shell's.
fn hello(said: &mut Vec<u8>, host: &str) -> Result<Option<Hello>, Failure> {
    while let Some(end) = said.iter().position(|b| *b == b'\n') {
        let line: Vec<u8> = said.drain(..=end).collect();
        let Some(json) = String::from_utf8_lossy(&line).trim_end().strip_prefix(MARK).map(str::to_owned) else {
            continue;
        };
        let hello = task::read(json.as_bytes()).map_err(|why| {
            Failure::launcher(format!("the agent on host {host} {why}; use one version of Clump on all hosts"))
        })?;
        return Ok(Some(hello));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever an agent and its login shell print, in whatever pieces: nothing, an answer, or a sentence that names the host.
        #[test]
        fn any_answer_is_taken_calmly(
            noise in "([ -~]{0,20}\n){0,3}", any in prop::collection::vec(any::<u8>(), 0..60), marked: bool, ends: bool,
        ) {
            let mut said = noise.into_bytes();
            said.extend(if marked { MARK.as_bytes() } else { b"" });
            said.extend(&any);
            said.extend(if ends { &b"\n"[..] } else { b"" });
            match hello(&mut said, "node7") {
                Ok(Some(_)) => prop_assert!(false, "nobody said so"),
                Ok(None) => prop_assert!(!said.contains(&b'\n'), "a line was left"),
                Err(failure) => prop_assert!(failure.message.contains("node7") && marked, "{}", failure.message),
            }
        }
    }
}
