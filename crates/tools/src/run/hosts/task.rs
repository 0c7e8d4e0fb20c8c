//! What the launcher and an agent say to each other.
use crate::run::redirect::Redirect;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::time::Duration;

/// What can be read of a message of any version.
#[derive(Deserialize)]
struct Versioned {
    version: String,
}

/// Reads a message of the other side, if it is of this version. Error: what is to be said of that side ("is …", "says
/// …").
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

/// A host's part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Its number among all hosts of the job.
    pub host: usize,
    /// The number of its first rank.
    pub first: usize,
    /// For each of its ranks, its program.
    pub ranks: Vec<usize>,
}

/// What an agent is to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub version: String,
    /// The agent's own host and, if there are more, those whose agents it is to start.
    pub places: Vec<Place>,
    /// The command that starts another on a host.
    pub rsh: Vec<String>,
    /// All hosts of the job.
    pub names: Vec<String>,
    pub total: usize,
    pub programs: Vec<Program>,
    pub label: bool,
    pub verbose: bool,
    /// Milliseconds.
    pub timeout: Option<u64>,
    /// `true`: to cores, `false`: not; else as the agent finds good.
    pub bind: Option<bool>,
    /// The cores of each host that ranks may run on, in order.
    pub cpu_set: Option<Vec<usize>>,
    /// Say which cores each rank has.
    pub report_bindings: bool,
    pub redirect: Redirect,
    /// The first and the last UDP port that sockets may have.
    pub ports: Option<(u16, u16)>,
}

/// What an agent answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub version: String,
    /// In the task's order.
    pub hosts: Vec<Found>,
}

/// A host as its agent finds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    pub kernel: String,
    pub net: u64,
    pub cores: u32,
    pub mtu: usize,
    /// Bits that its processor encrypts by AES at a time; 0: it has no AES.
    pub aes: u32,
    pub addresses: Vec<std::net::IpAddr>,
    pub ports: Vec<u16>,
    pub agent: u16,
}

/// What the launcher says then: the plan, as `clump::hosts` writes it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Start {
    pub plan: String,
}

/// What the agent says when it and those that it has started have looked for ways to the other hosts: each host's, in
/// order.
pub type AllWays = Vec<Ways>;

/// The ways from one host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ways {
    /// Bytes of the longest packet that the ways carry.
    pub mtu: Option<usize>,
    /// What frames to groups could take.
    pub multicast: Multicasting,
    pub unreached: Vec<Unreached>,
}

/// By which family of addresses the interface to all other hosts has multicast, or why it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Multicasting {
    pub v4: bool,
    pub v6: bool,
    pub why: Option<String>,
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
    /// Datagrams that are not sealed by the job's cipher come in.
    pub other_cipher: bool,
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
    /// The job's first address of groups and their port; `None`: the hosts have no multicast in common.
    pub groups: Option<(std::net::IpAddr, u16)>,
}

/// Begins the agent's lines among whatever a login shell prints.
pub const MARK: &str = "clump-agent ";

impl Task {
    /// The same for these places alone.
    pub fn part(&self, places: Range<usize>) -> Task {
        Task { places: self.places[places].to_vec(), ..self.clone() }
    }
    /// The name of the n-th place's host.
    pub fn name(&self, n: usize) -> &str {
        &self.names[self.places[n].host]
    }
    /// Why it makes no sense, if it does not.
    pub fn check(&self) -> Result<(), String> {
        let known = |p: &Place| p.host < self.names.len() && p.ranks.iter().all(|&r| r < self.programs.len());
        match !self.places.is_empty() && !self.rsh.is_empty() && self.places.iter().all(known) {
            true => Ok(()),
            false => Err("names hosts or programs that it does not list".into()),
        }
    }
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
            places: vec![Place { host: 1, first: 1, ranks: vec![0] }],
            rsh: vec!["ssh".into()],
            names: vec!["a".into(), "b".into()],
            total: 2,
            programs: vec![program],
            label: true,
            verbose: false,
            timeout: Some(1500),
            bind: None,
            cpu_set: Some(vec![3, 1]),
            report_bindings: true,
            redirect: Redirect { out: Some("/a.%r".into()), err: None, merge: true },
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
                    (Err(why), Err(_)) => {
                        prop_assert!(why.starts_with("says ") || why.starts_with("is Clump "), "{why}");
                    }
                    (Err(_), Ok(_)) => prop_assert!(false, "a task is no answer"),
                }
            }
        }
    }
}
