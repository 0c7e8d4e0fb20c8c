//! `cargo xtask ci`: every check and test, one line each, up to the first failure.
mod aarch64;
mod capi;
mod conformance;
mod debian;
mod environment;
mod examples;
mod fft;
mod hosts;
mod killer;
mod leftovers;
mod metrics;
mod mpi4py;
mod ranks;
mod rust;
mod shmem;
mod simulator;
mod sockets;
mod standins;
mod torch;
mod traces;
mod wheel;
pub mod workshop;
mod wrapper;

pub use rust::{clippy, format};

use crate::python::Python;
use crate::{cmake, demo, fuzz, install, moves, paths, process, programs, python, steps, tidy, without};
use anyhow::{Context as _, Result, bail};
use std::path::PathBuf;
use std::time::Instant;

/// Results of earlier steps that later steps need.
struct Job {
    /// Directory for the files of tests.
    home: PathBuf,
    prefix: PathBuf,
    python: Option<Python>,
}

impl Job {
    fn python(&self) -> Result<&Python> {
        self.python.as_ref().context("no Python environment: run the whole of `cargo xtask ci`")
    }
}

/// What a step needs of earlier steps.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Needs {
    Nothing,
    Prefix,
    Python,
}

struct Step {
    name: String,
    needs: Needs,
    /// Runs the step. Returns how many tests passed, or an error if a test fails.
    work: Work,
}
type Work = Box<dyn FnOnce(&mut Job) -> Result<u64>>;

const INSTALL: &str = "install";
const PYTHON: &str = "Python environment";
/// The name of the step that always runs, as the last.
const LAST: &str = "nothing left behind";

fn many(name: &str, needs: Needs, work: impl FnOnce(&mut Job) -> Result<u64> + 'static) -> Step {
    Step { name: name.to_owned(), needs, work: Box::new(work) }
}
fn one(name: &str, needs: Needs, work: impl FnOnce(&mut Job) -> Result<()> + 'static) -> Step {
    many(name, needs, |job| work(job).map(|()| 1))
}

fn all_steps(all_ranks: bool) -> Result<Vec<Step>> {
    use Needs::{Nothing, Prefix, Python};
    let mut steps = vec![
        one("tools", Nothing, |_| rust::tools()),
        one("format", Nothing, |_| rust::format()),
        one("clippy", Nothing, |_| rust::clippy()),
        many("tidy", Nothing, |_| tidy::count()),
        one("unit and integration tests, compiled", Nothing, |_| rust::compile_tests()),
        many("unit and integration tests", Nothing, |_| rust::tests()),
        many("lock-free structures, model-checked (loom)", Nothing, |_| rust::loom()),
        many("simulator: seeds", Nothing, |_| simulator::seeds()),
        many("simulator: decoders on spoiled inputs", Nothing, |_| fuzz::briefly()),
        many("simulator: planted bugs are found", Nothing, |_| simulator::planted()),
        one(INSTALL, Nothing, |job| {
            // Files that an older commit installed must not stay: the steps look at the whole prefix.
            if job.prefix.exists() {
                std::fs::remove_dir_all(&job.prefix)?;
            }
            install::quietly(&job.prefix).map(drop)
        }),
        many("the compiler shares no arguments between calls", Prefix, |_| moves::check()),
        many("mpicc and mpicxx: options, moved, linked to", Prefix, |job| wrapper::check(&job.prefix, &job.home)),
        one("CMake finds MPI", Prefix, |job| cmake::check(&job.prefix, &job.home.join("cmake"))),
        many("C conformance programs", Prefix, |job| conformance::check(&job.prefix, &job.home)),
        many("C conformance programs on several hosts", Prefix, |job| hosts::check(&job.prefix, &job.home)),
        many("programs of MPICH and Open MPI", Prefix, |job| standins::check(&job.prefix, &job.home)),
        many("Debian's libraries for MPICH and Open MPI", Prefix, |job| debian::check(&job.prefix, &job.home)),
        many("C's other interfaces: headers, programs, leaks", Prefix, |job| capi::check(&job.prefix, &job.home)),
        many("OpenSHMEM: header, programs, two hosts", Prefix, |job| shmem::check(&job.prefix, &job.home)),
        many("AArch64: compiled, and run by an emulator", Prefix, |job| aarch64::check(&job.prefix, &job.home)),
        many("sockets: redis", Prefix, |job| sockets::redis(&job.prefix, &job.home)),
        many("sockets: planted bugs are found", Prefix, |job| sockets::planted(&job.prefix, &job.home)),
        one(PYTHON, Prefix, |job| {
            job.python = Some(python::prepare(&job.prefix)?);
            Ok(())
        }),
    ];
    steps.push(many("the wheel in a new environment; installations side by side", Python, |job| {
        wheel::check(&job.prefix, job.python()?, &job.home)
    }));
    steps.extend(mpi4py::steps(all_ranks)?);
    steps.extend(fft::steps(all_ranks));
    for (name, program) in [
        ("rsmpi's examples on 2 and 4 ranks", programs::RSMPI),
        ("FFTW's MPI check on 2 and 4 ranks", programs::FFTW),
        ("MPICH's tests, a sample", programs::MPICH),
    ] {
        steps.push(many(name, Prefix, move |job| Ok(program.all(&job.prefix)?.checks)));
    }
    steps.push(many("the Python package clump_mpi on 1, 2 and 4 ranks", Python, |job| {
        capi::python(&job.prefix, &job.python()?.bin)
    }));
    steps.push(many("traces, read by Perfetto's package", Python, |job| {
        traces::check(&job.prefix, job.python()?, &job.home)
    }));
    steps.push(many("metrics, read by Prometheus' parser", Python, |job| {
        metrics::check(&job.prefix, job.python()?, &job.home)
    }));
    steps.push(many("torch.distributed on 2 and 4 ranks", Prefix, |job| torch::check(&job.prefix)));
    steps.push(many("examples on 1, 2 and 4 ranks", Python, |job| {
        let personalities = capi::examples(&job.prefix, &job.home)?;
        Ok(examples::check(&job.prefix, job.python()?, &job.home)? + personalities)
    }));
    steps.push(many("environments: users, filters, limits, children", Python, |job| {
        environment::check(&job.prefix, job.python()?, &job.home)
    }));
    steps.push(many("2,000 ranks on one machine", Prefix, |job| ranks::check(&job.prefix, &job.home)));
    steps.push(many("the workshop's commands, for a moment each", Prefix, |job| {
        workshop::check(&job.prefix, &job.home)
    }));
    steps.push(one("demo", Nothing, |_| demo::whole().map(drop)));
    Ok(steps)
}

/// Returns the steps whose name contains `only`, and the steps that these need.
fn chosen(only: Option<&str>, all_ranks: bool) -> Result<Vec<Step>> {
    let mut steps = all_steps(all_ranks)?;
    let Some(word) = only else { return Ok(steps) };
    let needs = |least: Needs| steps.iter().any(|s| s.name.contains(word) && s.needs >= least);
    let (prefix, python) = (needs(Needs::Prefix), needs(Needs::Python));
    steps.retain(|s| s.name.contains(word) || (prefix && s.name == INSTALL) || (python && s.name == PYTHON));
    match steps.is_empty() {
        true => bail!("no step has `{word}` in its name"),
        false => Ok(steps),
    }
}

/// Runs the steps whose name contains `only`, and the steps that these need; then prints `N passed, N failed`. Stops at
/// the first step that fails, unless `keep_going`. Returns true if none failed.
pub fn run(only: Option<&str>, all_ranks: bool, keep_going: bool, without: Option<without::Way>) -> Result<bool> {
    let start = Instant::now();
    let home = paths::target().join("ci");
    let temporary = home.join("tmp");
    std::fs::create_dir_all(&temporary)?;
    let mark = process::mark(&temporary);
    if let Some(way) = without {
        without::set(way, &home)?;
    }
    let before = leftovers::Before::look();
    // The demo's prefix, so that mpi4py is built once for the demo and the tests.
    let mut job = Job { home, prefix: paths::target().join("demo/prefix"), python: None };
    let (mut passed, mut failures) = (0, Vec::new());
    let mut steps = chosen(only, all_ranks)?;
    steps.push(one(LAST, Needs::Nothing, move |_| before.compare(&mark, &temporary)));
    let mut seconds = Vec::new();
    for Step { name, work, .. } in steps {
        let begin = Instant::now();
        let done = steps::step(&name, || work(&mut job), |n| format!("{n} passed"));
        seconds.push((name.clone(), begin.elapsed().as_secs_f64()));
        match done {
            Ok(count) => passed += count,
            Err(error) => {
                println!("\n{name}: {error:#}\n");
                failures.push((name, format!("{error:#}")));
                if !keep_going {
                    break;
                }
            }
        }
    }
    print!("\n{}", longest_first(seconds, start.elapsed().as_secs_f64()));
    let mut failed = 0;
    for (name, said) in &failures {
        passed += rust::sum(said, "passed");
        let of_step = rust::sum(said, "failed");
        if of_step == 0 && said.contains(process::OUT_OF_TIME) {
            println!("\nA step {}, which counts as 1 failed: {name}", process::OUT_OF_TIME);
        }
        failed += of_step.max(1);
    }
    if let Some((name, _)) = failures.first().filter(|_| !keep_going) {
        println!("\nStopped at the first failure: {name}");
    }
    // The last line stands by itself, for programs that count tests.
    println!("{passed} passed, {failed} failed");
    Ok(failures.is_empty())
}

/// Returns a table of the steps, the longest first, each with its share of the whole time.
fn longest_first(mut seconds: Vec<(String, f64)>, all: f64) -> String {
    seconds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let row = |name: &str, s: f64| format!("{name:<58} {s:>7.1} s {:>3.0} %\n", s / all.max(0.001) * 100.0);
    seconds.iter().map(|(name, s)| row(name, *s)).collect::<String>() + &row("in all", all)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_longest_step_comes_first() {
        let table = super::longest_first(vec![("short".into(), 1.0), ("long".into(), 3.0)], 4.0);
        let lines: Vec<Vec<&str>> = table.lines().map(|l| l.split_whitespace().collect()).collect();
        assert_eq!(
            lines,
            [
                vec!["long", "3.0", "s", "75", "%"],
                vec!["short", "1.0", "s", "25", "%"],
                vec!["in", "all", "4.0", "s", "100", "%"]
            ]
        );
    }
}
