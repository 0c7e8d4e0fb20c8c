//! A job on several hosts, as its launcher and as each agent knows it.
use super::task::Task;
use crate::run::cli::AskedCipher;
use crate::tuned::KnownPairs;
use clump::hosts::Beat;
use std::os::fd::OwnedFd;

/// What a launcher knows of the hosts that it starts agents on. Each is an app of its job.
pub struct Remote {
    pub task: Task,
    /// The job as a whole; `None`: an agent that starts others knows no more of it than it is told.
    pub whole: Option<Whole>,
}

/// What the user's launcher decides for all hosts.
pub struct Whole {
    pub insecure: bool,
    /// What the user wants everything sealed by.
    pub cipher: Option<AskedCipher>,
    /// Progress while ranks compute.
    pub progress: bool,
    /// What `clump tune` has found for these hosts.
    pub tuned: KnownPairs,
}

/// One host's part of a job, as its agent knows it.
pub struct Part {
    pub host: usize,
    pub names: Vec<String>,
    /// The number of its first rank, and of all ranks.
    pub first: usize,
    pub total: usize,
    /// Ranks that hosts before it have on the same cores.
    pub before: usize,
    /// The plan, in memory that ranks inherit.
    pub plan: OwnedFd,
    /// A socket for each rank.
    pub sockets: Vec<OwnedFd>,
    /// Taken by the supervisor.
    pub beat: Option<Beat>,
}
