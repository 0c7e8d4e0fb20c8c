//! Runs jobs on systems in turn, A B C D A B C D …, with the floors measured between.
use super::floors::{self, Floors};
use super::job::Job;
use super::programs::Programs;
use super::results::{Point, Results};
use super::ring;
use super::systems::System;
use indicatif::{ProgressBar, ProgressStyle};

/// Measures every job on every system `repeat` times. What fails is told in the second value, once, and the rest goes
/// on without it.
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
    for job in jobs {
        let mut failed = vec![false; systems.len()];
        let mut floors_failed = false;
        for round in 1..=repeat {
            for (i, system) in systems.iter().enumerate() {
                bar.set_message(format!("{} ({}), round {round} of {repeat}", job.title(), system.name()));
                bar.inc(1);
                if failed[i] {
                    continue;
                }
                match job.run(system, programs.of(system, job.program)) {
                    Ok(points) => points.into_iter().for_each(|p| results.add(system.name(), p)),
                    Err(why) => {
                        failed[i] = true;
                        failures.push(why);
                    }
                }
            }
            bar.inc(1);
            if floors_failed || ["startup", "instructions", "memory", "heap", "heap.py"].contains(&job.program) {
                continue;
            }
            bar.set_message(format!("{} (floors), round {round} of {repeat}", job.title()));
            match floors.measure(&job.sizes) {
                Ok(points) => add_floors(&mut results, job, &points),
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

/// Puts the floors beside the figures that they bound, and the raw ring beside the latency of 8 bytes.
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

/// A progress bar for `steps` runs; it shows only on a terminal.
pub fn bar(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}").expect("a valid template");
    ProgressBar::new(steps as u64).with_style(style)
}
