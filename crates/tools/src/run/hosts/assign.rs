//! Turns a job into the task that the launcher sends to the agents.
use super::list::Share;
use super::task::{Place, Program, Task};
use super::{AGENTS_SECRET, How};
use crate::run::Failure;
use crate::run::cli::Bind;
use crate::run::plan::{Job, TraceAsked};
use std::ffi::OsStr;

/// Variables that describe this machine or this login, and must not reach other hosts.
const OWN: &[&str] = &[
    "HOSTNAME",
    "PWD",
    "OLDPWD",
    "SHLVL",
    "_",
    "TERM",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "LS_COLORS",
    crate::run::binding::JOB_CORES,
];
const OWN_PREFIXES: &[&str] = &["SSH_", "XDG_", "DBUS_", "LC_TERMINAL"];

/// Returns the part of this process's environment that ranks on other hosts get too.
fn environment() -> Vec<(String, String)> {
    let foreign = crate::run::environment::foreign();
    std::env::vars_os()
        .filter(|(name, _)| !foreign.contains(name))
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .filter(|(name, _)| !OWN.contains(&&**name) && !OWN_PREFIXES.iter().any(|p| name.starts_with(p)))
        .collect()
}

/// Returns the task of all hosts. `rsh` is the command that starts another command on a host.
pub fn task(job: &Job, hosts: &[Share], rsh: Vec<String>, how: &How) -> Result<Task, Failure> {
    let text = |what: &OsStr| {
        what.to_str().map(str::to_owned).ok_or_else(|| {
            Failure::usage(format!("`{}` is not UTF-8, and cannot be passed on to other hosts", what.to_string_lossy()))
        })
    };
    let here = std::env::current_dir().map_err(|e| {
        Failure::launcher(format!("cannot tell which directory this is: {e}; go to another and try again"))
    })?;
    // Ranks need the secret of waiting agents only if they reach other hosts by it.
    let has = |option: &str| rsh.iter().any(|word| word == option);
    let uses_secret = has("--dial") && !has("--secret-file");
    let mut own = environment();
    own.retain(|(name, _)| uses_secret || name != AGENTS_SECRET);
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
    let place = |(host, share): (usize, &Share)| Place {
        host,
        first: share.first,
        ranks: job.ranks[share.first..share.first + share.count].to_vec(),
    };
    Ok(Task {
        version: clump::driver::hosts::version(),
        places: hosts.iter().enumerate().map(place).collect(),
        rsh,
        names: hosts.iter().map(|h| h.name.clone()).collect(),
        total: job.size(),
        programs: programs.collect::<Result<_, Failure>>()?,
        label: job.label,
        verbose: job.verbose,
        summary: job.summary,
        trace: job.trace != TraceAsked::No,
        timeout: job.timeout.map(|t| t.as_millis() as u64),
        grace: job.grace.as_millis() as u64,
        bind: job.bind.map(|b| b == Bind::Core),
        cpu_set: job.cpu_set.clone(),
        report_bindings: job.report_bindings,
        other_mpi: job.other_mpi,
        sockets: job.sockets,
        ends_with: job.ends_with,
        survive: job.survive,
        coordinator: job.coordinator,
        redirect: job.redirect.clone(),
        ports: how.ports,
        wait: how.wait.as_millis() as u64,
        host_timeout: how.host_timeout.as_millis() as u64,
    })
}
