//! Builds MPICH's own tests (`test/mpi` of its sources) with our `mpicc` and runs each line of their files `testlist`
//! by `clump run`. xtask/mpich-tests.toml lists the tests that are known to fail, each with a reason. A listed test
//! that passes is a failure too.
mod known;
mod line;

use super::{Place, Tried, debian};
use crate::hosts::Hosts;
use crate::{demo, install, need, paths, steps};
use anyhow::{Result, bail};
use known::{Known, Outcome};
use line::{Judge, Line};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The tests' folder in MPICH's sources.
const TESTS: &str = "test/mpi";
/// Time limit, in seconds, of a test that names none.
const SECONDS: u64 = 60;
/// Time limit, in seconds, of a test that is known not to end.
const SOON: u64 = 5;
/// Folders with a list of tests. The lists of `errors` and `threads` name folders in turn.
const FOLDERS: [&str; 17] = [
    "attr", "coll", "comm", "datatype", "errhan", "errors", "group", "info", "init", "io", "mpi_t", "part", "pt2pt",
    "rma", "spawn", "threads", "topo",
];

/// The prefix of the test hosts' names.
const HOSTS: &str = "clumpmpich";

/// A sample of the tests, short enough for CI.
pub const SAMPLE: Tried = Tried { name: "mpich-tests", fetch, build, check: sample };

fn fetch(place: &Place) -> Result<String> {
    debian::fetch(place, "mpich", Some(TESTS))
}

/// The compiler's options. Without this macro the tests' threads wait for each other by taking a mutex again and again:
/// on fewer processors than threads, tests then last minutes, with every MPI.
const FLAGS: &str = "CFLAGS=-O1 -w -DHAVE_PTHREAD_BARRIER_INIT=1";

/// Configures the tests and builds their common parts. Each test program is built when it first runs.
fn build(place: &Place) -> Result<()> {
    let configure = std::fs::canonicalize(place.home.join("source").join(TESTS))?.join("configure");
    let mpi = format!("--with-mpi={}", place.prefix.display());
    place
        .run(configure)
        .args([&*mpi, FLAGS, "--disable-fortran", "--disable-cxx", "--disable-dependency-tracking"])
        .dir(place.built())
        .run()?;
    for part in ["dtpools", "util"] {
        place.make(&place.built().join(part)).arg("all").run()?;
    }
    Ok(())
}

/// Runs the tests in the list's sample. Fails unless all of them pass.
fn sample(place: &Place) -> Result<u64> {
    let known = Known::read()?;
    let all = lines(place, &FOLDERS.map(str::to_owned))?;
    let named = |line: &&Line| known.sample.contains(&line.name());
    let chosen: Vec<Line> = all.iter().filter(named).cloned().collect();
    if chosen.len() != known.sample.len() {
        let found: BTreeSet<String> = chosen.iter().map(Line::name).collect();
        let missing: Vec<_> = known.sample.iter().filter(|name| !found.contains(*name)).cloned().collect();
        bail!("MPICH has no test of these names: {}", missing.join(", "));
    }
    make(place, &chosen)?;
    for line in &chosen {
        if let Some(why) = failure(place, None, line, line.seconds.unwrap_or(SECONDS))? {
            bail!("MPICH's {}: {why}", line.name());
        }
    }
    Ok(chosen.len() as u64)
}

/// Runs the tests of these folders, or of all if `folders` is empty, on this machine or on that many test hosts. With
/// `relist`, writes the list of known failures anew.
pub fn run(folders: &[String], relist: bool, hosts: Option<u32>) -> Result<()> {
    need::ensure(&[need::C_COMPILER])?;
    let prefix = install::quietly(&paths::target().join("demo/prefix"))?;
    let (place, _) =
        steps::step("MPICH's tests fetched and configured", || SAMPLE.prepare(&prefix), |(_, v)| v.clone())?;
    let mut known = Known::read()?;
    let hosts = match hosts {
        Some(count) => {
            let hosts = Hosts::up(HOSTS, count)?;
            hosts.name_each(count)?;
            Some((hosts, count))
        }
        None => None,
    };
    let folders = match folders {
        [] => FOLDERS.map(str::to_owned).into_iter().filter(|folder| !known.left_out(folder)).collect(),
        some => some.to_vec(),
    };
    let mut wrong = Vec::new();
    for folder in &folders {
        let lines = lines(&place, std::slice::from_ref(folder))?;
        if lines.is_empty() {
            bail!("MPICH has no tests in a folder {folder}; there are {}", FOLDERS.join(", "));
        }
        make(&place, &lines)?;
        let work = || {
            let mut outcomes = Vec::new();
            for line in &lines {
                let name = line.name();
                let seconds = match known.is_endless(&name) {
                    true => SOON,
                    false => known.seconds(&name).or(line.seconds).unwrap_or(SECONDS),
                };
                outcomes.push(Outcome { failure: failure(&place, hosts.as_ref(), line, seconds)?, name });
            }
            Ok(outcomes)
        };
        let outcomes = steps::step(folder, work, |all| {
            let passed = all.iter().filter(|outcome| outcome.failure.is_none()).count();
            format!("{passed} of {} passed", all.len())
        })?;
        wrong.extend(known.compare(&outcomes));
        known.update(folder, &outcomes);
        if relist {
            known.write()?;
        }
    }
    if relist {
        return Ok(());
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => bail!(
            "{}\n\n{} tests came out otherwise than xtask/mpich-tests.toml says; `--relist` writes it anew",
            wrong.join("\n\n"),
            wrong.len()
        ),
    }
}

/// Returns the tests in the lists of these folders, and of folders that the lists name in turn, each once.
fn lines(place: &Place, folders: &[String]) -> Result<Vec<Line>> {
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    let mut left: Vec<String> = folders.iter().rev().cloned().collect();
    while let Some(folder) = left.pop() {
        let Some(text) = list(place, &folder) else { continue };
        for (program, rest) in text.lines().filter_map(line::words) {
            let inner = format!("{folder}/{program}");
            if source(place).join(&inner).is_dir() {
                left.push(inner);
            } else if let Some(line) = Line::read(&folder, program, rest).filter(|line| seen.insert(line.name())) {
                lines.push(line);
            }
        }
    }
    Ok(lines)
}

/// Returns the list of a folder's tests: the list that configure made, or else the list in the sources.
fn list(place: &Place, folder: &str) -> Option<String> {
    let places = [place.built(), source(place)];
    places.iter().find_map(|at| std::fs::read_to_string(at.join(folder).join("testlist")).ok())
}

fn source(place: &Place) -> PathBuf {
    place.home.join("source").join(TESTS)
}

/// Builds the missing programs. A program that cannot be built is still missing afterwards.
fn make(place: &Place, lines: &[Line]) -> Result<()> {
    let folders: BTreeSet<&str> = lines.iter().map(|line| &*line.folder).collect();
    for folder in folders {
        let dir = place.built().join(folder);
        let of_it = lines.iter().filter(|line| line.folder == folder && !dir.join(&line.program).exists());
        let programs: BTreeSet<&str> = of_it.map(|line| &*line.program).collect();
        if !programs.is_empty() && dir.join("Makefile").exists() {
            place.make(&dir).arg("-k").args(programs).outcome()?;
        }
    }
    Ok(())
}

/// Runs a test on this machine or on a number of test hosts. Returns why it failed; `None` if it passed.
fn failure(place: &Place, hosts: Option<&(Hosts, u32)>, line: &Line, seconds: u64) -> Result<Option<String>> {
    let dir = place.built().join(&line.folder);
    if !dir.join(&line.program).exists() {
        return Ok(Some(unbuilt(place, &dir, line)?));
    }
    let launch = match hosts {
        Some((hosts, count)) => hosts.launch(&place.prefix, *count, line.ranks, seconds),
        None => demo::launch_for(&place.prefix, &line.ranks.to_string(), seconds),
    };
    let mut program = launch.arg(Path::new(".").join(&line.program)).args(&line.args).dir(&dir);
    for (name, value) in &line.env {
        program = program.env(name, value);
    }
    let outcome = program.within(seconds + 30).outcome()?;
    let right = match line.judge {
        Judge::Fails => !outcome.status.success(),
        Judge::FailsWithoutErrors => !outcome.status.success() && says_no_errors(&outcome.output),
        Judge::Passes => outcome.status.success() && says_no_errors(&outcome.output),
    };
    let shown = outcome.output.lines().take(30).collect::<Vec<_>>().join("\n");
    Ok((!right).then(|| format!("ended with {}:\n{shown}", outcome.status)))
}

/// Returns the compiler's output for a program that cannot be built.
fn unbuilt(place: &Place, dir: &Path, line: &Line) -> Result<String> {
    let said = place.make(dir).arg(&line.program).outcome()?.output;
    let error = said.lines().find(|l| l.contains("error:") || l.contains("undefined reference") || l.contains("***"));
    Ok(format!("cannot be built: {}", error.unwrap_or("make says nothing")))
}

/// Returns true if a test's output reports success: MPICH's tests then print "No Errors" once, and nothing else.
fn says_no_errors(output: &str) -> bool {
    let mut lines = output.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "Test Passed");
    lines.next().is_some_and(|line| line.eq_ignore_ascii_case("no errors"))
        && lines.all(|line| line.eq_ignore_ascii_case("no errors") || line.starts_with("clump run: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_passes_that_says_so_and_nothing_else() {
        assert!(says_no_errors(" No Errors\n") && says_no_errors("Test Passed\nNo errors\n\n"));
        assert!(!says_no_errors("") && !says_no_errors("3 is not 4\n No Errors\n") && !says_no_errors("Test Passed\n"));
    }
}
