//! What the launcher and an agent say to each other.
use super::list::Share;
use crate::run::Failure;
use crate::run::cli::Bind;
use crate::run::plan::Job;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::time::Duration;

/// The version of these messages: both sides must be of one build of Clump anyhow, which `version` checks.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// One program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    pub file: String,
    pub name: String,
    pub args: Vec<String>,
    pub wdir: String,
    pub env: Vec<(String, String)>,
    pub shared_heap: bool,
}

/// What an agent is to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub version: String,
    /// This host's number, and all names.
    pub host: usize,
    pub names: Vec<String>,
    pub first: usize,
    pub total: usize,
    pub programs: Vec<Program>,
    /// For each rank of this host, its program.
    pub ranks: Vec<usize>,
    pub label: bool,
    pub verbose: bool,
    /// Milliseconds.
    pub timeout: Option<u64>,
    /// `true`: to cores, `false`: not; else as the agent finds good.
    pub bind: Option<bool>,
}

/// What an agent answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub version: String,
    pub kernel: String,
    pub cores: u32,
    pub mtu: usize,
    pub addresses: Vec<std::net::IpAddr>,
    pub ports: Vec<u16>,
    pub agent: u16,
}

/// What the launcher says then: the plan, as `clump::hosts` writes it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Start {
    pub plan: String,
}

/// Begins the agent's line among whatever a login shell prints.
pub const MARK: &str = "clump-agent ";

/// Variables that belong to this machine or this login.
const OWN: &[&str] =
    &["HOSTNAME", "PWD", "OLDPWD", "SHLVL", "_", "TERM", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "LS_COLORS"];
const OWN_PREFIXES: &[&str] = &["SSH_", "XDG_", "DBUS_", "LC_TERMINAL"];

/// This process's environment, as far as ranks on other hosts shall have it too.
fn environment() -> Vec<(String, String)> {
    let foreign = crate::run::environment::foreign();
    std::env::vars_os()
        .filter(|(name, _)| !foreign.contains(name))
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .filter(|(name, _)| !OWN.contains(&&**name) && !OWN_PREFIXES.iter().any(|p| name.starts_with(p)))
        .collect()
}

/// The task of each host.
pub fn tasks(job: &Job, hosts: &[Share]) -> Result<Vec<Task>, Failure> {
    let text = |what: &OsStr| {
        what.to_str().map(str::to_owned).ok_or_else(|| {
            Failure::usage(format!("`{}` is not UTF-8, and cannot be passed on to other hosts", what.to_string_lossy()))
        })
    };
    let here = std::env::current_dir().map_err(|e| {
        Failure::launcher(format!("cannot tell which directory this is: {e}; go to another and try again"))
    })?;
    let own = environment();
    let programs = job.apps.iter().map(|app| {
        let mut env = own.clone();
        for (name, value) in &app.env {
            env.push((text(name)?, text(value)?));
        }
        Ok(Program {
            file: text(app.file.as_os_str())?,
            name: text(&app.name)?,
            args: app.args.iter().map(|a| text(a)).collect::<Result<_, _>>()?,
            wdir: text(app.wdir.as_deref().unwrap_or(&here).as_os_str())?,
            env,
            shared_heap: app.shared_heap,
        })
    });
    let programs: Vec<Program> = programs.collect::<Result<_, Failure>>()?;
    let names: Vec<String> = hosts.iter().map(|h| h.name.clone()).collect();
    Ok(hosts
        .iter()
        .enumerate()
        .map(|(host, share)| Task {
            version: VERSION.into(),
            host,
            names: names.clone(),
            first: share.first,
            total: job.size(),
            programs: programs.clone(),
            ranks: job.ranks[share.first..share.first + share.count].to_vec(),
            label: job.label,
            verbose: job.verbose,
            timeout: job.timeout.map(|t| t.as_millis() as u64),
            bind: job.bind.map(|b| b == Bind::Core),
        })
        .collect())
}

impl Task {
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout.map(Duration::from_millis)
    }
}
