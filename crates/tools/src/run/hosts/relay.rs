//! With many hosts, an agent starts other agents, so that each host logs in on only a few hosts, and the user's
//! machine need not log in on all.
use super::launcher_lines::{line, say};
use super::task::{AllWays, Found, Hello, Task};
use super::{Command, Remote, TraceAsked, own};
use crate::run::Failure;
use crate::run::cli::Bind;
use crate::run::plan::{App, Job};
use crate::run::redirect::Redirect;
use std::ops::Range;

/// The most agents that one process starts. More load one machine with logins; fewer add a level of agents.
pub const FAN: usize = 32;

/// Divides `count` hosts into blocks, in each of which the first host's agent starts the other agents. `own` says
/// that the caller itself is the agent of the first host.
pub fn blocks(count: usize, own: bool) -> Vec<Range<usize>> {
    let first = usize::from(own);
    let (left, blocks) = (count - first, (count - first).min(FAN));
    let end = |n: usize| first + left * n / blocks;
    let local = own.then_some(0..1);
    local.into_iter().chain((0..blocks).map(|n| end(n)..end(n + 1))).collect()
}

/// Returns the job of an agent that starts other agents: its ranks are its host's own agent and the other agents.
pub fn job(task: Task) -> Result<Job, Failure> {
    let command = Command::new(&task.rsh)?;
    let own = App {
        file: own()?.into(),
        name: "clump".into(),
        args: vec!["agent".into()],
        wdir: None,
        env: Vec::new(),
        shared_heap: false,
    };
    let others = (1..task.places.len()).map(|n| command.on(task.name(n)));
    let (grace, survive, coordinator) = (task.grace(), task.survive, task.coordinator);
    Ok(Job {
        apps: [own].into_iter().chain(others).collect(),
        ranks: (0..task.places.len()).collect(),
        label: false,
        timeout: None,
        grace,
        bind: Some(Bind::None),
        cpu_set: None,
        report_bindings: false,
        other_mpi: false,
        sockets: false,
        ends_with: None,
        survive,
        coordinator,
        display_map: false,
        redirect: Redirect::default(),
        verbose: false,
        summary: false,
        trace: TraceAsked::No,
        metrics: None,
        remote: Some(Remote { task, whole: None }),
        part: None,
        parent: None,
    })
}

/// Tells the launcher about the hosts, and returns its list of all hosts.
pub fn introduce(hosts: Vec<Found>) -> Result<Vec<u8>, Failure> {
    say(&Hello { version: clump::driver::hosts::version(), hosts })?;
    line("the list of hosts")
}

/// Tells the launcher which addresses work, and returns the launcher's confirmation.
pub fn found(ways: &AllWays) -> Result<Vec<u8>, Failure> {
    say(ways)?;
    line("that all hosts reach each other")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_host_is_in_one_block(count in 1usize..5000, own: bool) {
            prop_assume!(count > usize::from(own));
            let blocks = blocks(count, own);
            prop_assert!(blocks.len() <= FAN + usize::from(own));
            prop_assert!(!own || blocks[0] == (0..1));
            let mut next = 0;
            for block in blocks {
                prop_assert!(block.start == next && !block.is_empty());
                next = block.end;
            }
            prop_assert_eq!(next, count);
        }
    }
}
