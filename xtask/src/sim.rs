//! `cargo xtask sim`: runs the simulator's seeds, or checks that it finds every planted bug.
//!
//! A planted bug is a `planted("name")` in crates/core, clump or coll; a normal build does not contain it. One build
//! has all of them. Each, switched on alone, must make one of the first seeds fail.
use crate::process::Program;
use crate::{paths, steps};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Number of seeds that CI runs, and within which every planted bug must be found.
pub const SEEDS: u64 = 10_000;
/// The folders that have planted bugs.
const PLANTED: [&str; 3] = ["crates/core/src", "crates/clump/src", "crates/coll/src"];
/// The least number of planted bugs; fewer mean that some were not found in the sources.
const LEAST: usize = 149;

#[derive(Args)]
pub struct Options {
    /// Number of seeds to run
    #[arg(long, default_value_t = SEEDS, value_name = "N")]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 0, value_name = "S")]
    start: u64,
    /// Run only this seed
    #[arg(long, value_name = "X")]
    seed: Option<u64>,
    /// Print every call, frame and match
    #[arg(long)]
    trace: bool,
    /// Print instead how broadcasts grow with the number of hosts, up to this number, on a model of switches
    #[arg(long, value_name = "HOSTS", value_parser = clap::value_parser!(u32).range(2..=4096))]
    growth: Option<u32>,
    /// Print instead how collectives grow with the number of hosts, up to this number, and what is lost where many send
    /// to one
    #[arg(long, value_name = "HOSTS", value_parser = clap::value_parser!(u32).range(4..=1024))]
    exchange: Option<u32>,
    /// Print instead figures 1 and 2 of the Avalanche paper beside a model of its machine, and draw a picture
    #[arg(long)]
    widget: bool,
    /// Check instead that every planted bug is found
    #[arg(long)]
    planted: bool,
    /// Check only this planted bug
    #[arg(long, value_name = "NAME", requires = "planted")]
    only: Option<String>,
}

pub fn run(o: &Options) -> Result<()> {
    if o.planted {
        return planted(o.only.as_deref());
    }
    if o.widget {
        let picture = paths::target().join("widget.svg");
        let mut words = std::ffi::OsString::from("--widget=");
        words.push(&picture);
        return started(Command::new(built(&paths::target(), "", &["--features", "picture"])?).arg(words));
    }
    let mut command = Command::new(build(&paths::target(), "")?);
    match o.seed {
        _ if o.growth.is_some() => command.args(["--growth", &o.growth.unwrap_or(0).to_string()]),
        _ if o.exchange.is_some() => command.args(["--exchange", &o.exchange.unwrap_or(0).to_string()]),
        Some(seed) => command.args(["--seed", &seed.to_string()]),
        None => command.args(["--seeds", &o.seeds.to_string(), "--start", &o.start.to_string()]),
    };
    if o.trace {
        command.arg("--trace");
    }
    started(&mut command)
}

/// Runs the simulator with its output on the terminal.
fn started(command: &mut Command) -> Result<()> {
    if !command.current_dir(paths::root()).status().context("cannot run the simulator")?.success() {
        bail!("the simulator found something: see above");
    }
    Ok(())
}

/// Runs the first `count` seeds, without output. If a seed fails, returns an error with the simulator's report.
pub fn seeds(count: u64) -> Result<()> {
    let program = build(&paths::target(), "")?;
    Program::new(program).args(["--seeds", &count.to_string()]).within(10 * 60).run().map(drop)
}

fn planted(only: Option<&str>) -> Result<()> {
    let mut all = BTreeSet::new();
    for at in PLANTED {
        all.append(&mut names(&paths::root().join(at))?);
    }
    let names = all;
    if names.len() < LEAST {
        bail!("only {} bugs are planted in {}, not {LEAST}", names.len(), PLANTED.join(" and "));
    }
    if let Some(only) = only
        && !names.contains(only)
    {
        bail!("no planted bug is called {only}; there are {}", names.into_iter().collect::<Vec<_>>().join(", "));
    }
    let program = build_planted()?;
    let mut shown = Shown::read()?;
    let mut missed = Vec::new();
    for name in names.iter().filter(|name| only.is_none_or(|o| o == *name)) {
        let found = steps::step(
            &format!("planted bug {name}"),
            || find(&program, name, shown.seeds.get(name).copied()),
            |found| found.as_ref().map_or_else(|| format!("NOT FOUND within {SEEDS} seeds"), |f| f.how.clone()),
        )?;
        match found {
            Some(Found { seed: Some(seed), .. }) => drop(shown.seeds.insert(name.clone(), seed)),
            Some(Found { seed: None, .. }) => drop(shown.seeds.remove(name)),
            None => missed.push(name.as_str()),
        }
    }
    shown.seeds.retain(|name, _| names.contains(name));
    shown.write()?;
    if !missed.is_empty() {
        bail!("the simulator does not find {} within {SEEDS} seeds", missed.join(", "));
    }
    Ok(())
}

/// The seeds that showed the planted bugs last time, which are tried first: a file in git. Where a change of the
/// library or of the simulator has made another run of such a seed, all seeds are searched, and the file is written
/// anew.
struct Shown {
    before: String,
    seeds: BTreeMap<String, u64>,
}

impl Shown {
    fn path() -> PathBuf {
        paths::root().join("crates/sim/planted.tsv")
    }

    fn read() -> Result<Shown> {
        let before = std::fs::read_to_string(Shown::path()).or_else(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Ok(String::new()),
            _ => Err(error).with_context(|| format!("cannot read {}", Shown::path().display())),
        })?;
        let row = |line: &str| {
            let (name, seed) = line.split_once('\t')?;
            Some((name.to_owned(), seed.parse::<u64>().ok().filter(|seed| *seed < SEEDS)?))
        };
        let seeds = before.lines().filter_map(row).collect();
        Ok(Shown { before, seeds })
    }

    fn write(&self) -> Result<()> {
        let text: String = self.seeds.iter().map(|(name, seed)| format!("{name}\t{seed}\n")).collect();
        if text != self.before {
            std::fs::write(Shown::path(), text).with_context(|| format!("cannot write {}", Shown::path().display()))?;
        }
        Ok(())
    }
}

/// How a planted bug shows.
struct Found {
    /// The seed that shows it; `None` if the simulator was ended by a signal, which tells no seed.
    seed: Option<u64>,
    how: String,
}

/// Returns how a planted bug shows: in the seed that showed it last time, else in the first of [`SEEDS`] that does so;
/// `None` if no seed finds it. A bug may write to memory that is no longer there, which ends the simulator as it would
/// end a program.
fn find(program: &Path, name: &str, last: Option<u64>) -> Result<Option<Found>> {
    if let Some(seed) = last
        && let Some(found) = run_planted(program, name, &["--seed", &seed.to_string()])?
    {
        return Ok(Some(Found { seed: Some(seed), ..found }));
    }
    run_planted(program, name, &["--seeds", &SEEDS.to_string()])
}

/// Runs seeds with a planted bug. Returns how the bug shows, or `None` if all seeds pass.
fn run_planted(program: &Path, name: &str, seeds: &[&str]) -> Result<Option<Found>> {
    let output = Command::new(program)
        .args(["--plant", name])
        .args(seeds)
        .current_dir(paths::root())
        .output()
        .context("cannot run the simulator")?;
    if output.status.success() {
        return Ok(None);
    }
    if let Some(signal) = output.status.signal() {
        return Ok(Some(Found { seed: None, how: format!("a run ends by signal {signal}") }));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let line = said.lines().find(|l| l.starts_with("seed ")).with_context(|| format!("the simulator said: {said}"))?;
    let seed = line.split(' ').nth(1).and_then(|n| n.parse::<u64>().ok()).with_context(|| line.to_owned())?;
    let why = line.split_once(": ").map_or(line, |(_, why)| why);
    let how = format!("seed {seed}: {}", why.chars().take(70).collect::<String>());
    Ok(Some(Found { seed: Some(seed), how }))
}

/// Returns the names of all planted bugs below `dir`.
pub fn names(dir: &Path) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(dir).with_context(|| format!("cannot list {}", dir.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.append(&mut names(&path)?);
        } else {
            let text = std::fs::read_to_string(&path)?;
            let marks = text.split("planted(\"").skip(1);
            found.extend(marks.filter_map(|rest| rest.split_once('"')).map(|(name, _)| name.to_owned()));
        }
    }
    Ok(found)
}

/// Builds the simulator with all planted bugs. Returns the program's path.
pub fn build_planted() -> Result<PathBuf> {
    build(&paths::target().join("planted"), "--cfg planted")
}

/// Builds the simulator into `target`. Returns the program's path.
fn build(target: &Path, flags: &str) -> Result<PathBuf> {
    built(target, flags, &[])
}

fn built(target: &Path, flags: &str, more: &[&str]) -> Result<PathBuf> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--quiet", "--profile", "sim", "-p", "clump-sim", "--target-dir"]).arg(target).args(more);
    if !flags.is_empty() {
        command.env("RUSTFLAGS", flags);
    }
    if !command.current_dir(paths::root()).status().context("cannot run cargo")?.success() {
        bail!("the simulator does not build");
    }
    Ok(target.join("sim/clump-sim"))
}
