//! Jobs on several hosts. `clump run` starts an *agent* on each host through ssh (or another command). The agent
//! starts the ranks of its host as `clump run` does on one machine, and the ranks' output returns over the agent's
//! connection.
//!
//! Launcher and agent begin with a handshake over the agent's standard input and output, one line of JSON for each
//! step. The launcher sends the task; the agent answers with a description of its host. The launcher sends the plan
//! with the job's secret; the agent answers with the hosts that it reaches by UDP. Finally the launcher confirms that
//! all hosts reach each other. So the secret travels where ssh seals it, and is on no command line. With many hosts,
//! an agent may be a [`relay`] for other agents. While ranks run, the launcher sends the words of [`control`].
//!
//! Where hosts have no ssh, an agent [waits](`waiting`) on each for the launcher, which reaches it by [`dial`] in the
//! place of ssh.
pub mod agent;
mod agent_input;
mod agents_secret;
mod allocation;
mod assign;
mod cipher;
pub mod control;
pub mod defaults;
mod dial;
pub mod handshake;
pub mod launcher_lines;
pub mod list;
mod multicast;
mod relay;
pub mod remote;
mod report;
pub mod task;
mod waiting;
mod words;

pub use agent::AgentArgs;
pub use agents_secret::{VARIABLE as AGENTS_SECRET, reach_agents};
pub use handshake::{Agent, introduce};
pub use remote::{Remote, Whole};

use super::Failure;
use super::cli::{AskedCipher, RunArgs};
use super::plan::{App, Job, TraceAsked};
use super::redirect::Redirect;
use crate::tuned::KnownHosts;
use clump::driver::hosts::LOST;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The user's options for reaching hosts.
#[derive(Clone, Debug, Default)]
pub struct How {
    pub rsh: Option<String>,
    pub insecure: bool,
    pub cipher: Option<AskedCipher>,
    /// True if ranks' helper threads make progress while ranks compute, from the start.
    pub progress: bool,
    /// The first and the last UDP port that may be used.
    pub ports: Option<(u16, u16)>,
    /// How long to wait for hosts that cannot be reached yet.
    pub wait: Duration,
    /// How long a host may be silent before the job ends.
    pub host_timeout: Duration,
}

impl How {
    /// Collects the options of all programs. Fails if the programs of one job disagree.
    pub fn new(programs: &[RunArgs]) -> Result<How, Failure> {
        let cipher = programs.iter().find_map(|p| p.cipher);
        let differs = |p: &RunArgs| p.insecure || p.cipher.is_some_and(|other| Some(other) != cipher);
        if cipher.is_some() && programs.iter().any(differs) {
            return Err(Failure::usage(
                "--cipher and --insecure are for the whole job, and its programs ask for different ones".into(),
            ));
        }
        Ok(How {
            rsh: programs.iter().find_map(|p| p.rsh.clone()),
            insecure: programs.iter().any(|p| p.insecure),
            cipher,
            progress: programs.iter().any(|p| p.progress),
            ports: programs.iter().find_map(|p| p.ports),
            wait: programs.iter().find_map(|p| p.wait_for_hosts).unwrap_or_default(),
            host_timeout: host_timeout(programs.iter().find_map(|p| p.host_timeout))?,
        })
    }
}

/// The variable by which users give silent hosts more time in all their jobs.
const HOST_TIMEOUT: &str = "CLUMP_HOST_TIMEOUT";

/// Returns how long a host may be silent, from the option, or else from the variable.
fn host_timeout(option: Option<Duration>) -> Result<Duration, Failure> {
    let variable = || std::env::var_os(HOST_TIMEOUT).filter(|text| !text.is_empty());
    let Some(text) = variable().filter(|_| option.is_none()) else { return Ok(option.unwrap_or(LOST)) };
    let wrong = |why: String| Failure::usage(format!("the environment variable {HOST_TIMEOUT}: {why}; or unset it"));
    super::cli::host_timeout(text.to_string_lossy().trim()).map_err(wrong)
}

/// Turns a job's plan into one whose ranks are agents.
pub fn agents(job: Job, hosts: &[list::Share], how: &How) -> Result<Job, Failure> {
    let words = match &how.rsh {
        Some(rsh) => rsh.split_whitespace().map(str::to_owned).collect(),
        None => defaults::usual_shell(),
    };
    if let TraceAsked::File(_) = job.trace {
        return Err(Failure::usage(
            "--trace writes the calls of a job on this machine only; for one on other hosts, set CLUMP_TRACE=1 and run \
             `clump trace` on each host"
                .into(),
        ));
    }
    if job.metrics.is_some() {
        return Err(Failure::usage(
            "--metrics serves the numbers of a job on this machine only, because the launcher cannot read the memory \
             of ranks on other hosts; run `clump stat --json` on each host"
                .into(),
        ));
    }
    if hosts.len() > 1 {
        job.redirect.check_for_several_hosts()?;
    }
    let task = assign::task(&job, hosts, words, how)?;
    let command = Command::new(&task.rsh)?;
    Ok(Job {
        apps: (0..hosts.len()).map(|n| command.on(task.name(n))).collect(),
        ranks: (0..hosts.len()).collect(),
        label: false,
        timeout: job.timeout.map(|t| t + TIMEOUT_LATER),
        grace: job.grace,
        bind: Some(super::cli::Bind::None),
        // The agents handle these options.
        cpu_set: None,
        report_bindings: false,
        other_mpi: false,
        sockets: false,
        ends_with: job.ends_with,
        survive: job.survive,
        coordinator: job.coordinator,
        redirect: Redirect::default(),
        display_map: job.display_map,
        verbose: job.verbose,
        summary: job.summary,
        trace: TraceAsked::No,
        metrics: None,
        remote: Some(Remote {
            whole: Some(Whole {
                insecure: how.insecure,
                cipher: how.cipher,
                progress: how.progress,
                tuned: tuned(hosts),
            }),
            task,
        }),
        part: None,
        parent: job.parent,
    })
}

/// The command that starts an agent on a host.
struct Command {
    file: PathBuf,
    words: Vec<OsString>,
    agent: String,
}

impl Command {
    /// Returns the command. `words` are ssh, or the command in its place, with its options.
    fn new(words: &[String]) -> Result<Command, Failure> {
        let Some(name) = words.first() else {
            return Err(Failure::usage("--rsh names no command".into()));
        };
        let path = std::env::var_os("PATH").unwrap_or_default();
        let dirs: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let here = std::env::current_dir().unwrap_or_default();
        let file = super::program::find(&OsString::from(name), &dirs, &here).map_err(|f| Failure {
            message: format!("to start an agent on each host: {}; another command can be given with --rsh", f.message),
            ..f
        })?;
        let own = own()?.into_string().map_err(|_| Failure::launcher("this program's own path is not UTF-8".into()))?;
        let agent = format!("exec '{}' agent", own.replace('\'', r"'\''"));
        Ok(Command { file, words: words.iter().map(OsString::from).collect(), agent })
    }

    fn on(&self, host: &str) -> App {
        let options = self.words[1..].iter().cloned();
        App {
            file: self.file.clone(),
            name: self.words[0].clone(),
            args: options.chain([host.into(), (&self.agent).into()]).collect(),
            wdir: None,
            env: Vec::new(),
            shared_heap: false,
        }
    }
}

/// Returns the path of this program's file.
fn own() -> Result<OsString, Failure> {
    let file = std::env::current_exe();
    file.map(Into::into).map_err(|e| Failure::launcher(format!("cannot find this program's own file: {e}")))
}

/// How much later the launcher times out than its agents, which end the job first and report what their ranks were
/// doing.
const TIMEOUT_LATER: Duration = Duration::from_secs(2);

/// Returns the results of `clump tune` for this job's hosts. If stored results cannot be read, the job
/// continues without them.
fn tuned(hosts: &[list::Share]) -> KnownHosts {
    let names: Vec<&str> = hosts.iter().map(|h| &*h.name).collect();
    KnownHosts::of(&names).unwrap_or_else(|why| {
        eprintln!("clump run: {why}");
        KnownHosts::default()
    })
}

/// The hosts of a job, as a list names them, and where the list comes from.
pub struct Asked {
    pub slots: Vec<list::Slots>,
    pub from: &'static str,
}

/// Returns the hosts that the options name, or else the batch system's allocation, or else another launcher's default
/// host file; `None` if there are none, or if only this machine is named.
pub fn asked(programs: &[RunArgs]) -> Result<Option<Asked>, Failure> {
    let mut slots = Vec::new();
    let mut from = "--hosts and --hostfile";
    let is_spawned = programs.iter().any(|p| p.spawned);
    match programs.iter().find(|p| p.hosts.is_some() || p.hostfile.is_some()) {
        None => {
            let (found, variable) = match allocation::hosts(is_spawned)? {
                Some(allocated) => (Some(allocated), allocation::variable()),
                // Children without named hosts run beside the rank that starts them.
                None if is_spawned => (None, ""),
                None => (defaults::hosts()?, defaults::variable()),
            };
            slots.extend(found.into_iter().flatten());
            from = variable;
        }
        Some(program) => {
            if let Some(text) = &program.hosts {
                slots.extend(list::parse(text.split(','))?);
            }
            if let Some(file) = &program.hostfile {
                slots.extend(list::read(file)?);
            }
        }
    }
    let unnamed = |s: &list::Slots| s.ranks.is_none() && list::is_this_machine(&s.name);
    let rsh = programs.iter().any(|p| p.rsh.is_some());
    Ok((!slots.is_empty() && (rsh || !slots.iter().all(unnamed))).then_some(Asked { slots, from }))
}
