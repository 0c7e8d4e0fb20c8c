//! What the launcher and an agent say to each other.
use super::list::Share;
use crate::run::Failure;
use crate::run::cli::Bind;
use crate::run::plan::Job;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::time::Duration;

/// What can be read of a message of any version.
#[derive(Deserialize)]
struct Versioned {
    version: String,
}

/// Reads a message of the other side, if it is of this version. Error: what is to be said of that side ("is …", "says …").
pub fn read<T: serde::de::DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    let nonsense = |e: serde_json::Error| format!("says something that makes no sense ({e})");
    let Versioned { version } = serde_json::from_slice(json).map_err(nonsense)?;
    let own = clump::hosts::version();
    if version != own {
        return Err(format!("is Clump {version}, and this is {own}"));
    }
    serde_json::from_slice(json).map_err(nonsense)
}

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
    /// The first and the last UDP port that sockets may have.
    pub ports: Option<(u16, u16)>,
}

/// What an agent answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub version: String,
    pub kernel: String,
    pub net: u64,
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

/// What the agent says when it has looked for ways to the other hosts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// Bytes of the longest packet that the ways carry.
    pub mtu: Option<usize>,
    pub unreached: Vec<Unreached>,
}

/// A host that has not answered it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreached {
    pub host: usize,
    pub attempts: Vec<Attempt>,
    /// Where that host's own contacts come from.
    pub heard: Option<std::net::IpAddr>,
    /// Datagrams of another version come in.
    pub foreign: bool,
}

/// What was tried to reach it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub address: std::net::IpAddr,
    pub sent: u32,
    /// What came back, in words.
    pub back: String,
}

/// What the launcher says last: all hosts reach each other, by packets of so many bytes.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Go {
    pub mtu: usize,
}

/// Begins the agent's lines among whatever a login shell prints.
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
pub fn tasks(job: &Job, hosts: &[Share], ports: Option<(u16, u16)>) -> Result<Vec<Task>, Failure> {
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
            version: clump::hosts::version(),
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
            ports,
        })
        .collect())
}

impl Task {
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout.map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn task() -> String {
        let program = Program {
            file: "/bin/true".into(),
            name: "true".into(),
            args: vec!["a".into()],
            wdir: "/".into(),
            env: vec![("A".into(), "b".into())],
            shared_heap: false,
        };
        let task = Task {
            version: clump::hosts::version(),
            host: 1,
            names: vec!["a".into(), "b".into()],
            first: 1,
            total: 2,
            programs: vec![program],
            ranks: vec![0],
            label: true,
            verbose: false,
            timeout: Some(1500),
            bind: None,
            ports: Some((20000, 20100)),
        };
        let text = serde_json::to_string(&task).expect("JSON");
        assert_eq!(read::<Task>(text.as_bytes()), Ok(task));
        text
    }

    proptest! {
        #[test]
        fn spoiled_messages_are_refused_in_a_sentence(
            at: prop::sample::Index, byte: u8, cut in 0usize..400, any in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let mut text = task().into_bytes();
            let at = at.index(text.len());
            text[at] = byte;
            text.truncate(text.len().saturating_sub(cut % 3 * cut));
            for message in [&text[..], &any] {
                // What can still be read has the version of this build.
                match (read::<Task>(message), read::<Hello>(message)) {
                    (Ok(task), _) => prop_assert_eq!(task.version, clump::hosts::version()),
                    (Err(why), Err(_)) => prop_assert!(why.starts_with("says ") || why.starts_with("is Clump "), "{why}"),
                    (Err(_), Ok(_)) => prop_assert!(false, "a task is no answer"),
                }
            }
        }
    }
}
