//! `cargo xtask ci`: every check and test, one line each, up to the first failure.
mod conformance;
mod examples;
mod leftovers;
mod mpi4py;
mod rust;
mod wrapper;

use crate::python::Python;
use crate::{cmake, demo, install, paths, process, python, steps, tidy};
use anyhow::{Context as _, Result, bail};
use std::path::PathBuf;
use std::time::Instant;

/// What later steps need of earlier ones.
struct Job {
    /// Where files of tests go.
    home: PathBuf,
    prefix: PathBuf,
    python: Option<Python>,
}

impl Job {
    fn python(&self) -> Result<&Python> {
        self.python
            .as_ref()
            .context("no Python environment: run the whole of `cargo xtask ci`")
    }
}

/// A name, and what to do; it tells how many tests passed. A failed test is an error.
type Step = (String, Box<dyn FnOnce(&mut Job) -> Result<u64>>);

/// Always looked at, whatever else runs.
const LAST: &str = "nothing left behind";

fn one(name: &str, work: impl FnOnce(&mut Job) -> Result<()> + 'static) -> Step {
    (name.to_owned(), Box::new(|job| work(job).map(|()| 1)))
}
fn many(name: &str, work: impl FnOnce(&mut Job) -> Result<u64> + 'static) -> Step {
    (name.to_owned(), Box::new(work))
}

fn all_steps() -> Result<Vec<Step>> {
    let mut steps = vec![
        one("tools", |_| rust::tools()),
        one("format", |_| rust::format()),
        one("clippy", |_| rust::clippy()),
        many("tidy", |_| tidy::count()),
        many("unit and integration tests", |_| rust::tests()),
        many("lock-free structures, model-checked (loom)", |_| {
            rust::loom()
        }),
        one("install", |job| install::quietly(&job.prefix).map(drop)),
        many("mpicc and mpicxx: options, moved, linked to", |job| {
            wrapper::check(&job.prefix, &job.home)
        }),
        one("CMake finds MPI", |job| {
            cmake::check(&job.prefix, &job.home.join("cmake"))
        }),
        many("C conformance programs", |job| {
            conformance::check(&job.prefix, &job.home)
        }),
        one("Python environment", |job| {
            job.python = Some(python::prepare(&job.prefix)?);
            Ok(())
        }),
    ];
    steps.extend(mpi4py::steps()?);
    steps.push(many("examples on 1, 2 and 4 ranks", |job| {
        examples::check(&job.prefix, job.python()?, &job.home)
    }));
    steps.push(one("demo", |_| demo::whole().map(drop)));
    Ok(steps)
}

/// Runs the steps whose name contains `only` (and what they rest on), and ends with `N passed, N failed`.
pub fn run(only: Option<&str>) -> Result<()> {
    let start = Instant::now();
    let home = paths::target().join("ci");
    let temporary = home.join("tmp");
    std::fs::create_dir_all(&temporary)?;
    let mark = process::mark(&temporary);
    let before = leftovers::Before::look();
    // The demo's prefix: mpi4py is built for it once, and serves both.
    let mut job = Job {
        home,
        prefix: paths::target().join("demo/prefix"),
        python: None,
    };
    let all = all_steps()?;
    let python = only.is_some_and(|word| {
        all.iter()
            .any(|(name, _)| name.contains(word) && rests_on_python(name))
    });
    let wanted = |name: &str| match only {
        None => true,
        Some(word) => {
            name.contains(word) || name == "install" || (python && name == "Python environment")
        }
    };

    let (mut passed, mut failure) = (0, None);
    let steps = all
        .into_iter()
        .chain([one(LAST, move |_| before.compare(&mark, &temporary))]);
    for (name, work) in steps {
        if !wanted(&name) {
            continue;
        }
        match steps::step(&name, || work(&mut job), |n| format!("{n} passed")) {
            Ok(count) => passed += count,
            Err(error) => {
                failure = Some((name, error));
                break;
            }
        }
    }
    println!("{:<58} {:>7.1} s", "in all", start.elapsed().as_secs_f64());
    let failed = match &failure {
        Some((name, error)) => {
            println!("\n{name}: {error:#}\n");
            rust::failures(&format!("{error:#}")).max(1)
        }
        None => 0,
    };
    println!("{passed} passed, {failed} failed");
    match failure {
        Some((name, _)) => bail!("stopped at the first failure: {name}"),
        None => Ok(()),
    }
}

fn rests_on_python(step: &str) -> bool {
    step.starts_with("mpi4py") || step.starts_with("examples")
}
