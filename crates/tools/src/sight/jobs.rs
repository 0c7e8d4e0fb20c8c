//! Finds this user's running jobs: a launcher's supervisor keeps the description of its job open.
use super::processes::{Processes, uptime};
use super::{printable, seconds};
use crate::run::description::{JobDescription, LINK};
use clump_fabric::shm::SegmentView;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

/// A running job, or the part of one that an agent has started.
pub struct RunningJob {
    /// The pid of the launcher that the user has started, or of the agent.
    pub number: i32,
    /// The pid of the launcher's process that has started the ranks.
    pub supervisor: i32,
    pub described: JobDescription,
    /// The ranks' segment, or why it cannot be read.
    pub segment: Result<SegmentView, String>,
    /// How long the job has run.
    pub age: Duration,
}

impl JobDescription {
    /// Returns the command lines of the job's programs in a line of at most `most` characters.
    pub fn program_line(&self, most: usize) -> String {
        let lines = self.programs.iter().map(|words| words.join(" "));
        let all = printable(&lines.collect::<Vec<_>>().join(" : "));
        match all.chars().count() > most {
            true => all.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
            false => all,
        }
    }

    /// Returns the hosts of the job, as far as its launcher here knows them.
    pub fn host_names(&self) -> String {
        let names: Vec<String> = self.hosts.iter().map(|host| printable(&host.name)).collect();
        match names.len() {
            0..=4 => names.join(","),
            n => format!("{},… ({n} hosts)", names[..3].join(",")),
        }
    }

    /// Returns the number of ranks, and how many of them this launcher has started if these are fewer: `4`, `2 of 4`.
    pub fn rank_count(&self) -> String {
        let JobDescription { here, total, is_part, .. } = *self;
        if is_part { format!("{here} of {total}") } else { total.to_string() }
    }

    /// Returns what JSON says of the job with this number.
    pub fn json(&self, number: i32) -> serde_json::Map<String, Value> {
        let fields = [
            ("job", json!(number)),
            ("programs", json!(self.programs)),
            ("ranks", json!(self.total)),
            ("first_rank_here", json!(self.first)),
            ("ranks_here", json!(self.here)),
            ("is_part", json!(self.is_part)),
            ("hosts", json!(self.hosts)),
            ("version", json!(self.version)),
        ];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl RunningJob {
    /// Returns what JSON says of the job.
    pub fn json(&self) -> serde_json::Map<String, Value> {
        let mut fields = self.described.json(self.number);
        fields.insert("seconds".into(), json!(seconds(self.age)));
        fields.insert("unreadable".into(), json!(self.segment.as_ref().err()));
        fields
    }
}

/// Returns this user's running jobs by their numbers.
pub fn running(processes: &Processes) -> Vec<RunningJob> {
    let mut seen = HashSet::new();
    let mut jobs: Vec<RunningJob> = Vec::new();
    // A child of a supervisor that has not executed its program yet has the same descriptors as the supervisor, and is
    // younger.
    let mut own: Vec<i32> = processes.own().collect();
    own.sort_by_key(|pid| (processes.get(*pid).map(|process| process.started), *pid));
    for pid in own {
        let Some((fd, file)) = description(pid) else { continue };
        let Ok(about) = std::fs::metadata(&fd) else { continue };
        if !seen.insert((about.dev(), about.ino())) {
            continue;
        }
        jobs.extend(job(processes, pid, file));
    }
    jobs.sort_by_key(|job| job.number);
    jobs
}

/// Opens the description that a process keeps open, if it keeps one. Returns its path, too.
fn description(pid: i32) -> Option<(std::path::PathBuf, File)> {
    let files = std::fs::read_dir(format!("/proc/{pid}/fd")).ok()?;
    let is_one = |path: &std::path::PathBuf| std::fs::read_link(path).is_ok_and(|link| link == Path::new(LINK));
    let path = files.flatten().map(|entry| entry.path()).find(is_one)?;
    let file = File::open(&path).ok()?;
    Some((path, file))
}

fn job(processes: &Processes, supervisor: i32, file: File) -> Option<RunningJob> {
    let process = processes.get(supervisor)?;
    // A description that this version cannot read belongs to another version, or to no launcher.
    let described = JobDescription::read(file.into()).ok()?;
    let path = format!("/proc/{supervisor}/fd/{}", described.segment);
    let segment = File::open(path)
        .and_then(|file| SegmentView::attach(file.into()))
        .map_err(|e| e.to_string())
        .and_then(|view| match view.ranks() as usize >= described.first + described.here {
            true => Ok(view),
            false => Err("the job's shared memory is smaller than its launcher says".into()),
        });
    let age = uptime().saturating_sub(process.started);
    Some(RunningJob { number: process.parent, supervisor, described, segment, age })
}
