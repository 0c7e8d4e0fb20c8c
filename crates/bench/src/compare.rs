//! Runs jobs on systems in turn, A B C D A B C D …, and measures the floors in between.
use super::floors::{self, Floors};
use super::job::{BETWEEN, Job};
use super::programs::Programs;
use super::ring;
use super::systems::System;
use clump_tools::measure::results::{Key, Point, Results};
use indicatif::{ProgressBar, ProgressStyle};

/// If a peer takes this many times as long as another peer at each point of a job, the benchmark does not measure it
/// again, nor with more ranks. Such a peer is never the best peer of a goal, and MPICH on an oversubscribed machine
/// would take longer than all other libraries together.
const MUCH_SLOWER: f64 = 20.0;

/// Names of programs for which the machine has no floors.
const NO_FLOORS: [&str; 12] = [
    "startup",
    "arrays",
    "jobs",
    "instructions",
    "memory",
    "heap",
    "heap.py",
    "loss",
    "overlap",
    "incast",
    "neighbour",
    "broadcast",
];

/// Measures every job on every system `repeat` times. The second value reports each failure once. After a failure,
/// continues without that combination of job and system, and keeps the figures that it had returned before. Continues
/// without peers that are hopelessly slow.
pub fn run(
    jobs: &[Job],
    systems: &[System],
    programs: &Programs,
    floors: &Floors,
    repeat: u32,
) -> (Results, Vec<String>) {
    let mut results = Results::default();
    let mut failures = Vec::new();
    let bar = bar(jobs.len() * repeat as usize * (systems.len() + 1));
    let mut hopeless: Vec<Option<&Job>> = vec![None; systems.len()];
    for job in jobs {
        let more = |h: &Job| h.program == job.program && h.ranks <= job.ranks;
        let mut failed: Vec<bool> = hopeless.iter().map(|h| h.is_some_and(more)).collect();
        let mut floors_failed = false;
        for round in 1..=repeat {
            for (i, system) in systems.iter().enumerate() {
                bar.set_message(format!("{} ({}), round {round} of {repeat}", job.title(), system.name()));
                bar.inc(1);
                if failed[i] {
                    continue;
                }
                let (points, failure) = job.run_so_far(system, programs.of(system, job.program));
                points.into_iter().for_each(|p| results.add(system.name(), p));
                if let Some(why) = failure {
                    failed[i] = true;
                    failures.push(why);
                }
            }
            for (i, system) in systems.iter().enumerate() {
                if !failed[i] && is_much_slower(&results, job, system.name()) {
                    failed[i] = true;
                    hopeless[i] = Some(job);
                }
            }
            bar.inc(1);
            if floors_failed || NO_FLOORS.contains(&job.program) {
                continue;
            }
            bar.set_message(format!("{} (floors), round {round} of {repeat}", job.title()));
            let hosts = systems.iter().find_map(|s| s.hosts.as_deref());
            let measured = match hosts.filter(|_| job.program == "latency") {
                Some(hosts) => floors.between(hosts, &job.sizes).map(|points| add_datagrams(&mut results, &points)),
                None => floors.measure(&job.sizes).map(|points| add_floors(&mut results, job, &points)),
            };
            match measured {
                Ok(()) => {}
                Err(why) => {
                    floors_failed = true;
                    failures.push(why);
                }
            }
        }
    }
    bar.finish_and_clear();
    (results, failures)
}

/// Returns true if the system takes [`MUCH_SLOWER`] times as long as another system, at each point of the job that
/// both systems have.
fn is_much_slower(results: &Results, job: &Job, system: &str) -> bool {
    let points = results.rows().filter(|(key, row)| {
        let name = key.name.strip_prefix(BETWEEN).unwrap_or(&key.name);
        key.ranks == job.ranks && job.measures(name) && row.unit == "us" && row.systems.contains_key(system)
    });
    let mut any = false;
    let all = points.map(|(_, row)| row).all(|row| {
        any = true;
        let median = |name: &str| row.systems.get(name).and_then(|s| s.median());
        let others = row
            .systems
            .keys()
            .filter(|s| ![system, floors::NAME, ring::NAME, "clump", "insecure"].contains(&s.as_str()));
        let best = others.filter_map(|s| median(s)).fold(f64::INFINITY, f64::min);
        median(system).is_some_and(|m| m > MUCH_SLOWER * best)
    });
    any && all && !["clump", "insecure"].contains(&system)
}

/// Adds the floors to the figures that they bound, and the raw ring to the latency of 8 bytes.
fn add_floors(results: &mut Results, job: &Job, points: &[Point]) {
    let keys: Vec<_> = results.rows().map(|(k, _)| k.clone()).filter(|k| k.ranks == job.ranks).collect();
    for key in keys.iter().filter(|k| job.measures(&k.name)) {
        let mut add = |system: &str, names: &[&str], size: u64| {
            let named = points.iter().filter(|p| names.contains(&p.key.name.as_str()) && p.key.size == size);
            if let Some(least) = named.min_by(|a, b| a.value.total_cmp(&b.value)) {
                results.add(system, Point { key: key.clone(), ..least.clone() });
            }
        };
        if let Some((names, size)) = floors::under(&key.name, key.ranks, key.size) {
            add(floors::NAME, names, size);
        }
        if key.name == "latency" && key.size == 8 {
            add(ring::NAME, &[ring::NAME], 8);
        }
    }
}

/// Adds bare datagrams to the latency between hosts.
fn add_datagrams(results: &mut Results, points: &[Point]) {
    for point in points {
        let key = Key { name: format!("{BETWEEN}latency"), ..point.key.clone() };
        results.add(floors::NAME, Point { key, ..point.clone() });
    }
}

/// Returns a progress bar for `steps` runs, which shows only on a terminal.
pub fn bar(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}").expect("a valid template");
    ProgressBar::new(steps as u64).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_peer_that_is_slow_everywhere_is_left_out() {
        let job = Job { program: "collectives", ranks: 4, sizes: vec![8, 64], ops: None, budget: 0.1, quota: None };
        let slow = |second: f64| {
            let mut r = Results::default();
            for (size, mpich) in [(8, 8000.0), (64, second)] {
                for (system, value) in [("clump", 1.0), ("mpich", mpich), ("intel", 9.0)] {
                    let key = Key { name: "bcast".into(), ranks: 4, size };
                    r.add(system, Point { key, value, unit: "us".into(), more: Default::default() });
                }
            }
            r
        };
        assert!(is_much_slower(&slow(9000.0), &job, "mpich"));
        assert!(!is_much_slower(&slow(100.0), &job, "mpich") && !is_much_slower(&slow(9000.0), &job, "intel"));
        let mut between = Results::default();
        for (system, value) in [("insecure", 1.0), ("mpich", 31000.0), ("intel", 160.0), ("openmpi", 170.0)] {
            let key = Key { name: "hosts_bcast".into(), ranks: 4, size: 8 };
            between.add(system, Point { key, value, unit: "us".into(), more: Default::default() });
        }
        assert!(is_much_slower(&between, &job, "mpich") && !is_much_slower(&between, &job, "intel"));
        assert!(!is_much_slower(&slow(9000.0), &Job { ranks: 8, ..job }, "mpich"), "nothing was measured there");
    }
}
