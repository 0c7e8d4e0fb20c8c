//! `sim`: runs seeds, and says which one fails and how to run it again.
use clap::Parser;
use clump_sim::Coverage;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// Runs whole clusters of the real protocol code, one for each seed.
#[derive(Parser)]
struct Args {
    /// How many seeds to run
    #[arg(long, default_value_t = 1000)]
    seeds: u64,
    /// The first of them
    #[arg(long, default_value_t = 0)]
    start: u64,
    /// Only this one
    #[arg(long, conflicts_with_all = ["seeds", "start"])]
    seed: Option<u64>,
    /// Print every call, frame and match
    #[arg(long)]
    trace: bool,
}

/// The seed that runs now: for a panic in the protocol.
static RUNNING: AtomicU64 = AtomicU64::new(0);

fn main() -> ExitCode {
    let args = Args::parse();
    let seeds = match args.seed {
        Some(seed) => seed..seed + 1,
        None => args.start..args.start + args.seeds,
    };
    std::panic::set_hook(Box::new(|panic| {
        failed(RUNNING.load(Ordering::Relaxed), &format!("panic: {panic}"));
        std::process::exit(1);
    }));
    let (count, mut coverage) = (seeds.end - seeds.start, Coverage::default());
    for seed in seeds {
        RUNNING.store(seed, Ordering::Relaxed);
        let report = clump_sim::run(seed, args.trace);
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
    println!("run it again: cargo run --release -p clump-sim -- --seed {seed} --trace");
}

/// The commit that is checked out, if git knows it.
fn commit() -> String {
    let output = std::process::Command::new("git").args(["describe", "--always", "--dirty", "--abbrev=12"]).output();
    let name = output.ok().filter(|o| o.status.success()).map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    name.unwrap_or_else(|| "unknown".to_owned())
}
