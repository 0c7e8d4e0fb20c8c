//! Jobs on several hosts. `clump run` starts an *agent* on each through ssh (or what stands in for it); the agent starts the
//! ranks of its host as `clump run` does on one machine, and what they print comes back the way the agent was started.
//!
//! They introduce each other over the agent's standard input and output, one line of JSON each: the task (there), the host
//! (back), the plan with the job's secret (there), which hosts answer by UDP (back), and that all do (there). So the secret
//! travels where ssh seals it, and is on no command line.
pub mod agent;
mod allocation;
pub mod control;
pub mod handshake;
pub mod list;
mod report;
pub mod task;

pub use agent::Part;
pub use handshake::introduce;

use super::plan::{App, Job};
use super::{Failure, cli::RunArgs};
use crate::tune::store;
use clump::hosts::Tuning;
use std::ffi::OsString;
use std::path::PathBuf;

/// What the launcher knows of the hosts of its job.
pub struct Remote {
    pub names: Vec<String>,
    /// For each host, what its agent is told.
    pub tasks: Vec<task::Task>,
    pub insecure: bool,
    /// Progress while ranks compute.
    pub progress: bool,
    /// What `clump tune` has found for these hosts.
    pub tuning: Option<Tuning>,
}

/// How the user wants hosts to be reached.
#[derive(Clone, Debug, Default)]
pub struct How {
    pub rsh: Option<String>,
    pub insecure: bool,
    /// Progress while ranks compute, from the start.
    pub progress: bool,
    /// The first and the last UDP port that may be used.
    pub ports: Option<(u16, u16)>,
}

impl How {
    pub fn new(programs: &[RunArgs]) -> How {
        How {
            rsh: programs.iter().find_map(|p| p.rsh.clone()),
            insecure: programs.iter().any(|p| p.insecure),
            progress: programs.iter().any(|p| p.progress),
            ports: programs.iter().find_map(|p| p.ports),
        }
    }
}

/// The command that starts something on a host when none is given.
const RSH: &str = "ssh";
/// So that ssh never asks at the terminal, and says what is wrong in one line.
const SSH_OPTIONS: [&str; 4] = ["-x", "-oBatchMode=yes", "-oConnectTimeout=10", "-oLogLevel=ERROR"];

/// Turns a job's plan into one whose ranks are agents.
pub fn agents(job: Job, hosts: &[list::Share], how: &How) -> Result<Job, Failure> {
    let rsh = how.rsh.as_deref();
    let own = std::env::current_exe()
        .map_err(|e| Failure::launcher(format!("cannot find this program's own file: {e}")))?
        .into_os_string();
    let own = own.into_string().map_err(|_| Failure::launcher("this program's own path is not UTF-8".into()))?;
    let mut words = rsh.unwrap_or(RSH).split_whitespace().map(str::to_owned);
    let Some(command) = words.next() else {
        return Err(Failure::usage("--rsh names no command".into()));
    };
    let ssh = std::path::Path::new(&command).file_name().is_some_and(|name| name == RSH);
    let mut before: Vec<String> = words.collect();
    if ssh && rsh.is_none() {
        before.extend(SSH_OPTIONS.map(str::to_owned));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let dirs: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let here = std::env::current_dir().unwrap_or_default();
    let file = super::program::find(&OsString::from(&command), &dirs, &here).map_err(|f| Failure {
        message: format!("to start an agent on each host: {}; another command can be given with --rsh", f.message),
        ..f
    })?;
    let tasks = task::tasks(&job, hosts, how.ports)?;
    let apps = hosts.iter().map(|share| App {
        file: file.clone(),
        name: command.clone().into(),
        args: before
            .iter()
            .map(OsString::from)
            .chain([share.name.clone().into(), remote_command(&own).into()])
            .collect(),
        wdir: None,
        env: Vec::new(),
        shared_heap: false,
    });
    Ok(Job {
        apps: apps.collect(),
        ranks: (0..hosts.len()).collect(),
        label: false,
        timeout: job.timeout.map(|t| t + TIMEOUT_LATER),
        bind: Some(super::cli::Bind::None),
        verbose: job.verbose,
        remote: Some(Remote {
            names: hosts.iter().map(|h| h.name.clone()).collect(),
            tasks,
            insecure: how.insecure,
            progress: how.progress,
            tuning: tuning(hosts, how.insecure),
        }),
        part: None,
    })
}

/// The agents end the job first, and say what their ranks were doing.
const TIMEOUT_LATER: std::time::Duration = std::time::Duration::from_secs(2);

/// What `clump tune` has kept, as far as it is about hosts of this job. A job goes on without what cannot be read.
fn tuning(hosts: &[list::Share], insecure: bool) -> Option<Tuning> {
    let names: Vec<&str> = hosts.iter().map(|h| &*h.name).collect();
    store::of_job(&names, insecure).unwrap_or_else(|why| {
        eprintln!("clump run: {why}");
        None
    })
}

/// What the shell on the host is to run.
fn remote_command(own: &str) -> String {
    format!("exec '{}' agent", own.replace('\'', r"'\''"))
}

/// The hosts that the options name, or else the batch system's allocation; `None`: none, or this machine only.
pub fn asked(programs: &[RunArgs]) -> Result<Option<Vec<list::Slots>>, Failure> {
    let Some(program) = programs.iter().find(|p| p.hosts.is_some() || p.hostfile.is_some()) else {
        let given = allocation::hosts()?;
        return Ok(given.filter(|slots| slots.iter().any(|s| !list::is_this_machine(&s.name))));
    };
    let mut slots = Vec::new();
    if let Some(text) = &program.hosts {
        slots.extend(list::parse(text.split(','))?);
    }
    if let Some(file) = &program.hostfile {
        slots.extend(list::read(file)?);
    }
    let local = program.rsh.is_none() && slots.iter().all(|s| list::is_this_machine(&s.name));
    Ok((!slots.is_empty() && !local).then_some(slots))
}
