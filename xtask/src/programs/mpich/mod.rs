//! Builds MPICH's own tests (`test/mpi` of its sources) with our `mpicc` and `mpifort`, or with MPICH's headers for
//! C++, and runs each line of their files `testlist` by `clump run`. xtask/mpich-tests.toml lists the tests that are
//! known to fail, each with a reason. A listed test that passes is a failure too.
mod known;
mod line;
mod suites;

use super::{Options, Place, Tried};
use crate::hosts::Hosts;
use crate::{demo, need, steps};
use anyhow::{Result, bail};
use known::{Known, Outcome};
use line::{Judge, Line};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use suites::{C, SUITES, Suite, source};

/// A sample of the tests in C.
pub const SAMPLE: Tried = C.tried;

/// Time limit, in seconds, of a test that names none.
const SECONDS: u64 = 60;
/// Time limit, in seconds, of a test that is known not to end.
const SOON: u64 = 5;

/// The prefix of the test hosts' names.
const HOSTS: &str = "clumpmpich";

/// Runs the tests in the list's sample. Fails unless all of them pass.
fn sample(place: &Place) -> Result<u64> {
    let known = Known::read()?;
    let folders: Vec<String> = C.folders.iter().map(|folder| (*folder).to_owned()).collect();
    let all = lines(place, &folders)?;
    let named = |line: &&Line| known.sample.contains(&line.name());
    let chosen: Vec<Line> = all.iter().filter(named).cloned().collect();
    if chosen.len() != known.sample.len() {
        let found: BTreeSet<String> = chosen.iter().map(Line::name).collect();
        let missing: Vec<_> = known.sample.iter().filter(|name| !found.contains(*name)).cloned().collect();
        bail!("MPICH has no test of these names: {}", missing.join(", "));
    }
    make(&C, place, &chosen)?;
    for line in &chosen {
        if let Some(why) = failure(&C, place, None, line, line.seconds.unwrap_or(SECONDS))? {
            bail!("MPICH's {}: {why}", line.name());
        }
    }
    Ok(chosen.len() as u64)
}

/// Runs the tests of these folders, or of all if `folders` is empty, on this machine or on test hosts. With `relist`,
/// writes the list of known failures anew.
pub fn run(folders: &[String], options: &Options) -> Result<()> {
    need::ensure(&[need::C_COMPILER])?;
    if let Some(unknown) = folders.iter().find(|folder| !SUITES.iter().any(|suite| suite.has(folder))) {
        let known: Vec<&str> = SUITES.iter().flat_map(|suite| suite.folders).copied().collect();
        bail!("MPICH has no tests in a folder {unknown}; there are {}", known.join(", "));
    }
    let prefix = options.installed()?;
    let mut known = Known::read()?;
    let hosts = match options.hosts {
        Some(count) => {
            let hosts = Hosts::up(HOSTS, count)?;
            hosts.name_each(count)?;
            Some((hosts, count))
        }
        None => None,
    };
    let mut wrong = Vec::new();
    for suite in &SUITES {
        let chosen: Vec<&str> = match folders {
            [] => suite.folders.iter().copied().filter(|folder| !known.left_out(folder)).collect(),
            some => some.iter().map(String::as_str).filter(|folder| suite.has(folder)).collect(),
        };
        if chosen.is_empty() {
            continue;
        }
        if let Some(why) = (suite.missing)() {
            if !folders.is_empty() {
                bail!("{}: {why}", chosen.join(", "));
            }
            println!("{}: not tried, because {why}", chosen.join(", "));
            continue;
        }
        wrong.extend(run_suite(suite, &prefix, &chosen, &mut known, hosts.as_ref(), options.relist)?);
    }
    match wrong.is_empty() || options.relist {
        true => Ok(()),
        false => bail!(
            "{}\n\n{} tests came out otherwise than xtask/mpich-tests.toml says; `--relist` writes it anew",
            wrong.join("\n\n"),
            wrong.len()
        ),
    }
}

/// Runs the tests of some folders of a suite. Returns the outcomes that differ from the list, a paragraph each.
fn run_suite(
    suite: &Suite,
    prefix: &Path,
    folders: &[&str],
    known: &mut Known,
    hosts: Option<&(Hosts, u32)>,
    relist: bool,
) -> Result<Vec<String>> {
    let name = format!("MPICH's tests in {} fetched and configured", suite.language);
    let (place, _) = steps::step(&name, || suite.tried.prepare(prefix), |(_, v)| v.clone())?;
    let mut wrong = Vec::new();
    for folder in folders {
        let lines = lines(&place, &[(*folder).to_owned()])?;
        if lines.is_empty() {
            bail!("MPICH has no tests in the folder {folder}");
        }
        make(suite, &place, &lines)?;
        let work = || {
            let mut outcomes = Vec::new();
            for line in &lines {
                let name = line.name();
                let seconds = match known.is_endless(&name) {
                    true => SOON,
                    false => known.seconds(&name).or(line.seconds).unwrap_or(SECONDS),
                };
                outcomes.push(Outcome { failure: failure(suite, &place, hosts, line, seconds)?, name });
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
    Ok(wrong)
}

/// Returns the tests in the lists of these folders, and of folders that the lists name in turn, each once.
fn lines(place: &Place, folders: &[String]) -> Result<Vec<Line>> {
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    let mut left: Vec<String> = folders.iter().rev().cloned().collect();
    while let Some(folder) = left.pop() {
        let Some(text) = list(place, &folder)? else { continue };
        for (program, rest) in text.lines().filter_map(line::words) {
            let inner = format!("{folder}/{program}");
            if source(place)?.join(&inner).is_dir() {
                left.push(inner);
            } else if let Some(line) = Line::read(&folder, program, rest).filter(|line| seen.insert(line.name())) {
                lines.push(line);
            }
        }
    }
    Ok(lines)
}

/// Returns the list of a folder's tests: the list that configure made, or else the list in the sources.
fn list(place: &Place, folder: &str) -> Result<Option<String>> {
    let places: [PathBuf; 2] = [place.built(), source(place)?];
    Ok(places.iter().find_map(|at| std::fs::read_to_string(at.join(folder).join("testlist")).ok()))
}

/// Builds the missing programs. A program that cannot be built is still missing afterwards.
fn make(suite: &Suite, place: &Place, lines: &[Line]) -> Result<()> {
    let folders: BTreeSet<&str> = lines.iter().map(|line| &*line.folder).collect();
    for folder in folders {
        let dir = place.built().join(folder);
        let of_it = lines.iter().filter(|line| line.folder == folder && !dir.join(&line.program).exists());
        let programs: BTreeSet<&str> = of_it.map(|line| &*line.program).collect();
        if !programs.is_empty() && dir.join("Makefile").exists() {
            suite.make(place, folder)?.arg("-k").args(programs).outcome()?;
        }
    }
    Ok(())
}

/// Runs a test on this machine or on a number of test hosts. Returns why it failed; `None` if it passed.
fn failure(
    suite: &Suite,
    place: &Place,
    hosts: Option<&(Hosts, u32)>,
    line: &Line,
    seconds: u64,
) -> Result<Option<String>> {
    let dir = place.built().join(&line.folder);
    if !dir.join(&line.program).exists() {
        return Ok(Some(unbuilt(suite, place, line)?));
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
fn unbuilt(suite: &Suite, place: &Place, line: &Line) -> Result<String> {
    let said = suite.make(place, &line.folder)?.arg(&line.program).outcome()?.output;
    let is_error = |l: &&str| ["error:", "Error:", "undefined reference", "***"].iter().any(|mark| l.contains(mark));
    let error = said.lines().find(is_error);
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
