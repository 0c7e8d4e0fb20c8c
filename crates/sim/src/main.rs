//! `sim`: runs seeds, and prints which one fails and how to run it again.
use clump_sim::Coverage;
use std::cell::Cell;
use std::ops::Range;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

const USAGE: &str = "\
Runs whole jobs of the endpoints that programs use, one for each seed, on all processors.

sim [--seeds N] [--start S]   N seeds (1000) from S (0) on
sim --seed X [--trace]        one seed; prints every call, frame and match
sim --growth HOSTS            broadcasts over a model of switches, from 2 hosts to so many (4096 at most)
sim --exchange HOSTS          collectives over a model of a switch, from 4 hosts to so many (1024 at most)
sim --widget[=FILE]           the Avalanche paper's machine: figures 1 and 2 beside a model; a picture in FILE
    --plant NAME              with this bug in the code (built with `--cfg planted`)";

struct Args {
    seeds: Range<u64>,
    trace: bool,
}

impl Args {
    fn parse() -> Result<Args, lexopt::Error> {
        use lexopt::prelude::*;
        let (mut count, mut start, mut trace) = (1000u64, 0u64, false);
        let mut parser = lexopt::Parser::from_env();
        while let Some(arg) = parser.next()? {
            match arg {
                Long("seeds") => count = parser.value()?.parse()?,
                Long("start") => start = parser.value()?.parse()?,
                Long("seed") => (start, count) = (parser.value()?.parse()?, 1),
                Long("trace") => trace = true,
                Long("growth") => {
                    clump_sim::switched::growth::print(parser.value()?.parse()?, 10);
                    std::process::exit(0);
                }
                Long("exchange") => {
                    clump_sim::exchange::growth::print(parser.value()?.parse()?, 3);
                    std::process::exit(0);
                }
                Long("widget") => {
                    clump_sim::widget::print();
                    if let Some(file) = parser.optional_value() {
                        draw(&file.string()?)?;
                    }
                    std::process::exit(0);
                }
                #[cfg(planted)]
                Long("plant") => clump_core::plant(parser.value()?.parse()?),
                Short('h') | Long("help") => {
                    println!("{USAGE}");
                    std::process::exit(0);
                }
                _ => return Err(arg.unexpected()),
            }
        }
        let end = start.checked_add(count).ok_or("seeds are numbers below 2^64")?;
        Ok(Args { seeds: start..end, trace })
    }
}

#[cfg(feature = "picture")]
fn draw(file: &str) -> Result<(), lexopt::Error> {
    clump_sim::widget::picture::draw(&clump_sim::widget::cells(), file.as_ref())?;
    println!("picture: {file}");
    Ok(())
}
#[cfg(not(feature = "picture"))]
fn draw(file: &str) -> Result<(), lexopt::Error> {
    Err(format!("this build draws no picture {file}; `cargo xtask sim --widget` does").into())
}

thread_local! {
    /// The running seed, for the report of a panic in the protocol.
    static RUNNING: Cell<u64> = const { Cell::new(0) };
}

/// The longest run of a seed, which mostly takes some milliseconds: a longer one hangs in a loop of the library.
const LONGEST: Duration = Duration::from_secs(30);

/// The seed that a thread runs, and since when; `None` if it runs none.
type Watched = Arc<Mutex<Option<(u64, Instant)>>>;

/// Ends the program, and names the seed, if a seed runs for too long.
fn watch(all: Vec<Watched>) {
    loop {
        thread::sleep(LONGEST / 10);
        for watched in &all {
            let running = *watched.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((seed, _)) = running.filter(|(_, since)| since.elapsed() > LONGEST) {
                failed(seed, &format!("it has not ended after {} s", LONGEST.as_secs()));
                std::process::exit(1);
            }
        }
    }
}

fn main() -> ExitCode {
    let Args { seeds, trace } = match Args::parse() {
        Ok(args) => args,
        Err(error) => {
            eprintln!("sim: {error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    std::panic::set_hook(Box::new(move |panic| {
        failed(RUNNING.get(), &format!("panic: {panic}"));
        if trace {
            println!("{}", std::backtrace::Backtrace::force_capture());
        }
        std::process::exit(1);
    }));
    let count = seeds.end - seeds.start;
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    let ends = thread::scope(|scope| {
        let part = |first| seeds.clone().skip(first).step_by(threads);
        let watched: Vec<Watched> = (0..threads).map(|_| Watched::default()).collect();
        let all = watched.clone();
        thread::spawn(move || watch(all));
        let threads = watched.into_iter().enumerate();
        let started: Vec<_> =
            threads.map(|(first, watched)| scope.spawn(move || run(part(first), trace, &watched))).collect();
        started.into_iter().map(|t| t.join().expect("the hook ends a thread that panics")).collect::<Vec<_>>()
    });
    let mut coverage = Coverage::default();
    ends.iter().for_each(|end| coverage.add(&end.coverage));
    if let Some((seed, why)) = ends.into_iter().filter_map(|end| end.failure).min() {
        failed(seed, &why);
        return ExitCode::FAILURE;
    }
    println!("{count} seeds pass: {coverage}");
    let missing = coverage.missing();
    if !missing.is_empty() {
        println!("never happened: {}", missing.join(", "));
    }
    // A thousand seeds reach every corner. If they do not, the workload has become worse.
    if count >= 1000 && !missing.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

struct End {
    coverage: Coverage,
    /// The first seed that failed, and why.
    failure: Option<(u64, String)>,
}

/// Runs these seeds, and stops at the first that fails.
fn run(seeds: impl Iterator<Item = u64>, trace: bool, watched: &Watched) -> End {
    let mut coverage = Coverage::default();
    for seed in seeds {
        *watched.lock().unwrap_or_else(PoisonError::into_inner) = Some((seed, Instant::now()));
        RUNNING.set(seed);
        let report = clump_sim::run(seed, trace);
        *watched.lock().unwrap_or_else(PoisonError::into_inner) = None;
        if let Some(why) = report.failure {
            return End { coverage, failure: Some((seed, why)) };
        }
        coverage.add(&report.coverage);
    }
    *watched.lock().unwrap_or_else(PoisonError::into_inner) = None;
    End { coverage, failure: None }
}

fn failed(seed: u64, why: &str) {
    println!("seed {seed} fails at commit {}: {why}", commit());
    println!("run it again: cargo xtask sim --seed {seed} --trace");
}

/// Returns the commit that is checked out, as git describes it.
fn commit() -> String {
    let output = std::process::Command::new("git").args(["describe", "--always", "--dirty", "--abbrev=12"]).output();
    let name = output.ok().filter(|o| o.status.success()).map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    name.unwrap_or_else(|| "unknown".to_owned())
}
