//! `sim`: runs seeds, and says which one fails and how to run it again.
use clump_sim::Coverage;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

const USAGE: &str = "\
Runs whole clusters of the real protocol code, one for each seed.

sim [--seeds N] [--start S]   N seeds (1000) from S (0) on
sim --seed X [--trace]        one seed; prints every call, frame and match";

struct Args {
    seeds: std::ops::Range<u64>,
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

/// The seed that runs now: for a panic in the protocol.
static RUNNING: AtomicU64 = AtomicU64::new(0);

fn main() -> ExitCode {
    let Args { seeds, trace } = match Args::parse() {
        Ok(args) => args,
        Err(error) => {
            eprintln!("sim: {error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    std::panic::set_hook(Box::new(|panic| {
        failed(RUNNING.load(Ordering::Relaxed), &format!("panic: {panic}"));
        std::process::exit(1);
    }));
    let (count, mut coverage) = (seeds.end - seeds.start, Coverage::default());
    for seed in seeds {
        RUNNING.store(seed, Ordering::Relaxed);
        let report = clump_sim::run(seed, trace);
        if let Some(why) = report.failure {
            failed(seed, &why);
            return ExitCode::FAILURE;
        }
        coverage.add(&report.coverage);
    }
    println!("{count} seeds pass: {coverage}");
    let missing = coverage.missing();
    if !missing.is_empty() {
        println!("never happened: {}", missing.join(", "));
    }
    // A thousand seeds reach every corner, or the workload has changed for the worse.
    if count >= 1000 && !missing.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn failed(seed: u64, why: &str) {
    println!("seed {seed} fails at commit {}: {why}", commit());
    println!("run it again: cargo xtask sim --seed {seed} --trace");
}

/// The commit that is checked out, if git knows it.
fn commit() -> String {
    let output = std::process::Command::new("git").args(["describe", "--always", "--dirty", "--abbrev=12"]).output();
    let name = output.ok().filter(|o| o.status.success()).map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    name.unwrap_or_else(|| "unknown".to_owned())
}
