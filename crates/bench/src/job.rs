//! A run of a benchmark program under a library.
use super::figures;
use super::quota::Quota;
use super::systems::System;
use clump_tools::measure::child::output_so_far;
use clump_tools::measure::results::{Key, Point, parse_point};
use clump_tools::measure::sizes::show_size;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// A program with its arguments, independent of the library.
#[derive(Clone, Debug)]
pub struct Job {
    pub program: &'static str,
    pub ranks: u32,
    /// The sizes to measure, in bytes (for queues: in messages); empty if the program has no sizes.
    pub sizes: Vec<u64>,
    /// The program's operations to run, separated by commas; `None` runs all operations.
    pub ops: Option<String>,
    /// Seconds of measuring for each point.
    pub budget: f64,
    /// Number of processors that the whole job may use, if limited.
    pub quota: Option<f64>,
}

/// Prefix of the names of figures between hosts, which have goals of their own.
pub const BETWEEN: &str = "hosts_";
/// Prefix of the names of figures within a processor quota.
const QUOTA: &str = "quota_";

impl Job {
    /// Returns a title such as "collectives on 4 ranks".
    pub fn title(&self) -> String {
        format!("{} on {} ranks", self.program, self.ranks)
    }

    /// Returns true if figures called `name` come from this job's program.
    pub fn measures(&self, name: &str) -> bool {
        match self.program {
            "exchange" => ["sendrecv", "isend_irecv"].contains(&name),
            "queues" => ["posted", "any_source", "any_tag", "unexpected", "unexpected_any_source"].contains(&name),
            "threads" => ["threads", "threads_comm"].contains(&name),
            "prepared" => figures::PREPARED.contains(&name),
            "torus" => ["torus_call", "torus_init", "torus_loop"].contains(&name),
            "partitions" => ["partitions", "partitions_isend"].contains(&name),
            "instructions" => {
                ["send", "isend_wait", "send_mpif", "send_f08", "recv", "irecv_wait", "allreduce", "barrier"]
                    .contains(&name)
            }
            "overlap" => ["overlap", "overlap_without", "overlap_device"].contains(&name),
            "neighbour" => ["neighbour_mpi", "neighbour_tcp"].contains(&name),
            "heap" => super::heap::NAMES.contains(&name),
            "heap.py" => super::heap::PYTHON_NAMES.contains(&name),
            "collectives" => figures::COLLECTIVES.contains(&name),
            "buffers" => figures::is_buffers(name),
            "files" => name.starts_with("files_"),
            "arrays" => name.starts_with("ga_"),
            "jobs" => super::two_jobs::is_ours(name),
            "stranger" => name.starts_with("stranger_") || name.starts_with(QUOTA),
            "osu" => figures::is_osu(name),
            own => own == name,
        }
    }

    /// Runs the job once under `system`. The error says what failed, and quotes the run's output.
    pub fn run(&self, system: &System, program: &Path) -> Result<Vec<Point>, String> {
        match self.run_so_far(system, program) {
            (points, None) => Ok(points),
            (_, Some(why)) => Err(why),
        }
    }

    /// Runs the job once under `system`. Returns the figures that came, also those before a failure, and why it failed.
    pub fn run_so_far(&self, system: &System, program: &Path) -> (Vec<Point>, Option<String>) {
        let mut failure = None;
        match self.figures(system, program, &mut failure) {
            Ok(points) => (points, failure),
            Err(why) => (Vec::new(), Some(why)),
        }
    }

    /// Returns the figures of a run. Sets `failure` if the run failed after the first of them.
    fn figures(&self, system: &System, program: &Path, failure: &mut Option<String>) -> Result<Vec<Point>, String> {
        if self.program == "jobs" {
            return super::two_jobs::run(self, system, program);
        }
        let threads = match self.program {
            "threads" => 2,
            "partitions" => 4,
            _ => 1,
        };
        let mut c = system.command(self.ranks, threads, program);
        if self.program != "startup" {
            c.arg("--budget").arg(self.budget.to_string());
            c.arg("--sizes").arg(self.sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
            if let Some(ops) = &self.ops {
                c.args(["--ops", ops]);
            }
        }
        if let Some(hosts) = &system.hosts {
            hosts.begin()?;
        }
        let quota = self.quota.map(Quota::make).transpose()?;
        if let Some(group) = &quota {
            c = group.enter(&c);
        }
        let (text, ended) = output_so_far(c, self.limit());
        let ended = ended.map_err(|why| format!("{}, {}: {why}", system.name(), self.title()));
        if self.program == "startup" {
            let took = ended?;
            let key = Key { name: "startup".into(), ranks: self.ranks, size: 0 };
            return Ok(vec![Point { key, value: took.as_secs_f64() * 1e3, unit: "ms".into(), more: BTreeMap::new() }]);
        }
        let mut points = text.lines().filter_map(|l| parse_point(l, self.ranks)).collect::<Result<Vec<_>, _>>()?;
        *failure = ended.err();
        if points.is_empty()
            && let Some(why) = failure.take()
        {
            return Err(why);
        }
        if let Some(hosts) = &system.hosts {
            if let (Some((port, passed)), Some(first)) = (hosts.passed()?, points.first()) {
                let figures = port.figures(self.program, first, passed);
                points.extend(figures);
            }
            points.iter_mut().for_each(|p| p.key.name = format!("{BETWEEN}{}", p.key.name));
        }
        if let Some(group) = &quota {
            let periods = group.periods().unwrap_or_default();
            for p in &mut points {
                p.key.name = within_quota(&p.key.name);
                p.more.insert("periods".into(), periods.all as f64);
                p.more.insert("stopped".into(), periods.stopped as f64);
            }
        }
        if points.is_empty() {
            let sizes: Vec<_> = self.sizes.iter().map(|s| show_size(*s)).collect();
            return Err(format!("{}, {}, sizes {}: no figures came", system.name(), self.title(), sizes.join(",")));
        }
        Ok(points)
    }

    /// Returns the time after which a run counts as hung: many times its expected duration.
    pub fn limit(&self) -> Duration {
        let points = self.sizes.len().max(1) as f64 * 6.0;
        Duration::from_secs_f64(60.0 + 4.0 * points * self.budget)
    }
}

/// Returns the name, within a quota, of a figure that the program `stranger` measures alone.
fn within_quota(name: &str) -> String {
    let short = name.strip_prefix("stranger_").unwrap_or(name);
    format!("{QUOTA}{}", short.strip_suffix("_alone").unwrap_or(short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_within_a_quota_have_names_of_their_own() {
        assert_eq!(within_quota("stranger_allreduce_alone"), "quota_allreduce");
        assert_eq!(within_quota("stranger_turns_alone"), "quota_turns");
    }
}
