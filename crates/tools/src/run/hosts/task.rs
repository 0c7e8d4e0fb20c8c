//! The messages between the launcher and an agent.
use crate::run::redirect::Redirect;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::time::Duration;

/// The version of a message, which builds of every version can read.
#[derive(Deserialize)]
struct Versioned {
    version: String,
}

/// Parses a message from a process on another host. Fails if the message is from another version of Clump. The error is
/// the rest of a sentence about that process ("is …", "says …").
pub fn read<T: serde::de::DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    let nonsense = |e: serde_json::Error| format!("says something that makes no sense ({e})");
    let Versioned { version } = serde_json::from_slice(json).map_err(nonsense)?;
    let own = clump::driver::hosts::version();
    if version != own {
        return Err(format!("is Clump {version}, and this is {own}"));
    }
    serde_json::from_slice(json).map_err(nonsense)
}

/// One program of the job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    pub file: String,
    pub name: String,
    pub args: Vec<String>,
    pub wdir: String,
    pub env: Vec<(String, String)>,
    pub shared_heap: bool,
}

/// One host's part of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The host's number among all hosts of the job.
    pub host: usize,
    /// The number of the host's first rank.
    pub first: usize,
    /// The index of the program of each of the host's ranks.
    pub ranks: Vec<usize>,
}

/// The task of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub version: String,
    /// The agent's own host and, if there are more, the hosts whose agents it starts.
    pub places: Vec<Place>,
    /// The command that starts another command on a host.
    pub rsh: Vec<String>,
    /// All hosts of the job.
    pub names: Vec<String>,
    pub total: usize,
    pub programs: Vec<Program>,
    pub label: bool,
    pub verbose: bool,
    /// True if the agent tells the launcher what its ranks have called.
    pub summary: bool,
    /// True if the ranks keep their last calls for `clump trace`.
    pub trace: bool,
    /// The time limit of the job, in milliseconds.
    pub timeout: Option<u64>,
    /// How long ranks may run on after a signal has ended the first one, in milliseconds.
    pub grace: u64,
    /// `true` to bind ranks to cores, `false` not to bind them; `None` lets the agent decide.
    pub bind: Option<bool>,
    /// The cores of each host that ranks may run on, in order.
    pub cpu_set: Option<Vec<usize>>,
    /// True if the agent prints which cores each rank has.
    pub report_bindings: bool,
    pub other_mpi: bool,
    /// True if each agent carries the TCP connections between its ranks.
    pub sockets: bool,
    /// The index of the program whose end ends the job.
    pub ends_with: Option<usize>,
    /// True if the job goes on when ranks die.
    pub survive: bool,
    /// The number of the coordinator of joint jobs' deaths, if this job's launcher is it.
    pub coordinator: Option<u64>,
    pub redirect: Redirect,
    /// The first and the last UDP port of sockets.
    pub ports: Option<(u16, u16)>,
    /// How long to wait for hosts that cannot be reached yet, in milliseconds.
    pub wait: u64,
    /// How long a host may be silent before the job ends, in milliseconds.
    pub host_timeout: u64,
}

/// An agent's first answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub version: String,
    /// The hosts, in the order of the task.
    pub hosts: Vec<Found>,
}

/// A host as its agent finds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    pub kernel: String,
    pub net: u64,
    pub cores: u32,
    pub mtu: usize,
    /// How many bits the host's processor encrypts with AES at a time; 0 if the processor has no AES.
    pub aes: u32,
    pub addresses: Vec<std::net::IpAddr>,
    pub ports: Vec<u16>,
    pub agent: u16,
}

/// The launcher's second message: the plan, as `clump::driver::hosts` writes it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Start {
    pub plan: String,
}

/// The agent's answer once it and the agents that it has started have tried the other hosts: the routes of each of
/// their hosts, in order.
pub type AllWays = Vec<Ways>;

/// The routes from one host to the other hosts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ways {
    /// Bytes of the longest packet that the routes carry.
    pub mtu: Option<usize>,
    /// Whether the host can multicast.
    pub multicast: Multicasting,
    pub unreached: Vec<Unreached>,
}

/// The address families in which the interface to all other hosts supports multicast, or why none does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Multicasting {
    pub v4: bool,
    pub v6: bool,
    pub why: Option<String>,
}

/// A host that has not answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreached {
    pub host: usize,
    pub attempts: Vec<Attempt>,
    /// The address from which that host's own contacts arrive.
    pub heard: Option<std::net::IpAddr>,
    /// True if datagrams of another version arrive.
    pub foreign: bool,
    /// True if datagrams arrive that are not sealed by the job's cipher.
    pub other_cipher: bool,
}

/// An attempt to reach a host at one address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub address: std::net::IpAddr,
    pub sent: u32,
    /// What came back, in words.
    pub back: String,
}

/// The launcher's last message: all hosts reach each other, with packets of up to `mtu` bytes.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Go {
    pub mtu: usize,
    /// The job's first multicast address and port; `None`: the hosts have no multicast in common.
    pub groups: Option<(std::net::IpAddr, u16)>,
}

/// Marks the agent's lines among those that a login shell prints.
pub const MARK: &str = "clump-agent ";

impl Task {
    /// Returns the task for these places only.
    pub fn part(&self, places: Range<usize>) -> Task {
        Task { places: self.places[places].to_vec(), ..self.clone() }
    }
    /// Returns the name of the n-th place's host.
    pub fn name(&self, n: usize) -> &str {
        &self.names[self.places[n].host]
    }
    /// Returns an error that describes what is wrong with the task, if anything is.
    pub fn check(&self) -> Result<(), String> {
        let known = |p: &Place| p.host < self.names.len() && p.ranks.iter().all(|&r| r < self.programs.len());
        match !self.places.is_empty() && !self.rsh.is_empty() && self.places.iter().all(known) {
            true => Ok(()),
            false => Err("names hosts or programs that it does not list".into()),
        }
    }
    /// Returns how many of the job's hosts have ranks of the n-th program.
    pub fn hosts_of(&self, program: usize) -> usize {
        self.places.iter().filter(|place| place.ranks.contains(&program)).count()
    }
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout.map(Duration::from_millis)
    }
    pub fn wait(&self) -> Duration {
        Duration::from_millis(self.wait)
    }
    pub fn host_timeout(&self) -> Duration {
        Duration::from_millis(self.host_timeout)
    }
    pub fn grace(&self) -> Duration {
        Duration::from_millis(self.grace)
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
            version: clump::driver::hosts::version(),
            places: vec![Place { host: 1, first: 1, ranks: vec![0] }],
            rsh: vec!["ssh".into()],
            names: vec!["a".into(), "b".into()],
            total: 2,
            programs: vec![program],
            label: true,
            verbose: false,
            summary: true,
            trace: true,
            timeout: Some(1500),
            grace: 30_000,
            bind: None,
            cpu_set: Some(vec![3, 1]),
            report_bindings: true,
            other_mpi: true,
            sockets: true,
            ends_with: Some(0),
            survive: true,
            coordinator: Some(7),
            redirect: Redirect { out: Some("/a.%r".into()), err: None, merge: true },
            ports: Some((20000, 20100)),
            wait: 2000,
            host_timeout: 20_000,
        };
        let text = serde_json::to_string(&task).expect("JSON");
        assert_eq!(read::<Task>(text.as_bytes()), Ok(task));
        text
    }

    proptest! {
        #[test]
        fn damaged_messages_are_refused_with_a_sentence(
            at: prop::sample::Index, byte: u8, cut in 0usize..400, any in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let mut text = task().into_bytes();
            let at = at.index(text.len());
            text[at] = byte;
            text.truncate(text.len().saturating_sub(cut % 3 * cut));
            for message in [&text[..], &any] {
                // If a message can be read, its version must be that of this build.
                match (read::<Task>(message), read::<Hello>(message)) {
                    (Ok(task), _) => prop_assert_eq!(task.version, clump::driver::hosts::version()),
                    (Err(why), Err(_)) => {
                        prop_assert!(why.starts_with("says ") || why.starts_with("is Clump "), "{why}");
                    }
                    (Err(_), Ok(_)) => prop_assert!(false, "a task is no answer"),
                }
            }
        }
    }
}
