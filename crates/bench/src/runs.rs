//! Run files, which store a result with its machine, commit and command.
use super::goal::Goal;
use super::systems::System;
use clump_tools::measure::load;
use clump_tools::measure::results::{Results, Series};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

/// The contents of a run file.
#[derive(Serialize)]
pub struct Run {
    /// The date and time in UTC, such as 2026-11-21T21:05:00Z.
    pub date: String,
    pub machine: Machine,
    /// The commit of the repository around the current directory, with "+changes" if there are uncommitted changes;
    /// null outside any repository.
    pub commit: Option<String>,
    pub command: Vec<String>,
    pub repeat: u32,
    /// The version and the path of each system, by name.
    pub systems: BTreeMap<String, String>,
    pub points: Vec<PointOut>,
    pub goals: Vec<Goal>,
    pub failures: Vec<String>,
}

#[derive(Serialize)]
pub struct Machine {
    pub host: String,
    pub kernel: String,
    pub processor: String,
    pub cores: usize,
    /// /proc/loadavg before the run, which shows other work on the cores.
    pub load_before: String,
    /// How many threads of other programs wanted a processor when the run began.
    pub others: Option<f64>,
}

#[derive(Serialize)]
pub struct PointOut {
    pub name: String,
    pub ranks: u32,
    pub size: u64,
    pub unit: String,
    /// Median of the repeats by system.
    pub median: BTreeMap<String, f64>,
    /// All values by system.
    pub systems: BTreeMap<String, Series>,
}

impl Machine {
    pub fn look() -> Machine {
        let read = |p: &str| fs::read_to_string(p).unwrap_or_default().trim().to_string();
        let cpu = read("/proc/cpuinfo");
        let named = cpu.lines().find(|l| l.starts_with("model name")).and_then(|l| l.split(": ").nth(1));
        Machine {
            host: read("/proc/sys/kernel/hostname"),
            kernel: read("/proc/sys/kernel/osrelease"),
            processor: named.unwrap_or("unknown").to_string(),
            cores: std::thread::available_parallelism().map_or(1, |n| n.get()),
            load_before: read("/proc/loadavg"),
            others: load::others(),
        }
    }

    /// Returns a warning if other programs ran when the run began, or in the minute before (a load above a quarter of a
    /// core).
    pub fn busy(&self) -> Option<String> {
        if let Some(note) = load::note(self.others) {
            return Some(note);
        }
        let load: f64 = self.load_before.split_whitespace().next()?.parse().ok()?;
        (load > 0.25).then(|| format!("note: load {load} before the run; other work on these cores spoils figures"))
    }
}

impl Run {
    pub fn new(machine: Machine, repeat: u32, systems: &[System]) -> Run {
        let place = |s: &System| format!("{} ({})", s.version(), s.prefix.display());
        Run {
            date: utc(SystemTime::now()),
            machine,
            commit: commit(),
            command: env::args().collect(),
            repeat,
            systems: systems.iter().map(|s| (s.name().to_string(), place(s))).collect(),
            points: vec![],
            goals: vec![],
            failures: vec![],
        }
    }

    pub fn take(&mut self, results: &Results) {
        self.points = results
            .rows()
            .map(|(k, r)| PointOut {
                name: k.name.clone(),
                ranks: k.ranks,
                size: k.size,
                unit: r.unit.clone(),
                median: r.systems.iter().filter_map(|(s, v)| Some((s.clone(), v.median()?))).collect(),
                systems: r.systems.clone(),
            })
            .collect();
    }

    pub fn write(&self, file: &Path) -> Result<(), String> {
        let text = serde_json::to_string(self).map_err(|e| format!("the run file: {e}"))?;
        fs::write(file, text + "\n").map_err(|e| format!("{} cannot be written: {e}", file.display()))
    }

    /// Returns the run file's name: date, host and benchmark.
    pub fn file_name(&self, what: &str) -> String {
        let plain = |t: &str| t.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect::<String>();
        format!("{}-{}-{what}.json", plain(&self.date.replace(':', "")), plain(&self.machine.host))
    }
}

/// Returns the directory for run files: the nearest `bench/runs` above the current directory.
pub fn directory() -> Option<PathBuf> {
    let here = env::current_dir().ok()?;
    here.ancestors().map(|a| a.join("bench/runs")).find(|d| d.is_dir())
}

fn commit() -> Option<String> {
    let git = |args: &[&str]| {
        let out = Command::new("git").args(args).output().ok().filter(|o| o.status.success())?;
        Some(String::from_utf8_lossy(&out.stdout).trim().to_string())
    };
    let head = git(&["rev-parse", "HEAD"])?;
    let clean = git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    Some(if clean { head } else { head + "+changes" })
}

/// Returns seconds since 1970 as UTC date and time (proleptic Gregorian calendar; days are counted from
/// 0000-03-01).
fn utc(time: SystemTime) -> String {
    let secs = time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (days, second) = (secs / 86400 + 719_468, secs % 86400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{date:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_are_right() {
        for (secs, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_795_294_800, "2026-11-21T21:00:00Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(secs)), text);
        }
    }
}
