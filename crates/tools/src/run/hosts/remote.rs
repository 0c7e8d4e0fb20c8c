//! Describes a job on several hosts, as its launcher and as each agent knows it.
use super::task::Task;
use crate::run::cli::AskedCipher;
use crate::tuned::KnownHosts;
use clump::driver::hosts::Beat;
use std::os::fd::OwnedFd;

/// What a launcher knows of the hosts on which it starts agents. To the launcher, each agent is a rank of its job.
pub struct Remote {
    pub task: Task,
    /// The job as a whole; `None` in an agent that starts other agents, because such an agent knows only its task.
    pub whole: Option<Whole>,
}

/// What the user's launcher decides for all hosts.
pub struct Whole {
    pub insecure: bool,
    /// The cipher that the user asked for.
    pub cipher: Option<AskedCipher>,
    /// True if ranks' helper threads make progress while ranks compute.
    pub progress: bool,
    /// The results of `clump tune` for these hosts.
    pub tuned: KnownHosts,
}

/// One host's part of a job, as its agent knows it.
pub struct HostPart {
    pub host: usize,
    pub names: Vec<String>,
    /// The number of the host's first rank.
    pub first: usize,
    /// The number of all ranks of the job.
    pub total: usize,
    /// Number of ranks that earlier hosts have on this host's cores.
    pub before: usize,
    /// The plan, in memory whose descriptor ranks inherit.
    pub plan: OwnedFd,
    /// A socket for each rank.
    pub sockets: Vec<OwnedFd>,
    /// The heartbeats; `None` once the supervisor has taken them.
    pub beat: Option<Beat>,
}
