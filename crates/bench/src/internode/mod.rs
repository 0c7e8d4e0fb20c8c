//! The papers' figures between two test hosts: the Push-Pull paper's optimizations (figure 6) and its early and late
//! receiver (figure 8), and CLIP's bandwidth over the length of pieces (thesis, figure 5.4).
//!
//! As in `pushpull`, the variants are parameters of one library, so that this program starts itself as the ranks.
mod guarantees;
mod rank;
pub mod variant;

use super::args::BenchArgs;
use super::hosts::TestHosts;
use super::job::BETWEEN;
use super::port::Port;
use super::systems::{self, Kind};
use super::what::What;
use clump_tools::measure::child::output;
use clump_tools::measure::results::{Results, parse_point};
use clump_tools::tune;
use indicatif::ProgressBar;
use std::time::Duration;

pub use guarantees::explain as guarantees;
pub use rank::run as run_rank;
pub use variant::Variant;

/// Returns the variants of a benchmark, in the order of the table; none for a benchmark outside this module.
pub fn variants(what: What) -> &'static [Variant] {
    use Variant::*;
    match what {
        What::Receivers => &[PushZero, PushPull, PushAll, PushZeroGoBackN, PushPullGoBackN, PushAllGoBackN],
        What::Guarantees => &[AllGuarantees, NoBuffers, NoOrder, NoGuarantees],
        What::Optimizations => &[None, Masking, Overlapping, Both],
        What::Pipeline => &[Adaptive, Rows4, Rows8, Rows16, Rows32, Rows60],
        _ => &[],
    }
}

/// How long one start of the ranks may take.
const LIMIT: Duration = Duration::from_secs(300);
/// Bytes in a KiB.
const K: u64 = 1 << 10;

fn sizes(args: &BenchArgs) -> Vec<u64> {
    if !args.sizes.is_empty() {
        return args.sizes.clone();
    }
    let all: &[u64] = match args.name {
        What::Guarantees => &[guarantees::BYTES],
        What::Receivers => {
            &[4, 64, 512, 800, K, 2 * K, 3 * K, 4 * K, 8 * K, 16 * K, 24 * K, 32 * K, 48 * K, 64 * K, 128 * K]
        }
        What::Optimizations => {
            &[4, K, 8 * K, 16 * K, 24 * K, 32 * K, 36 * K, 40 * K, 48 * K, 64 * K, 96 * K, 128 * K, 256 * K]
        }
        _ => &[16 * K, 32 * K, 64 * K, 128 * K, 256 * K, 512 * K, 1024 * K, 4096 * K],
    };
    let every = if args.quick { 3 } else { 1 };
    all.iter().copied().step_by(every).collect()
}

/// Measures the variants in turn, `repeat` times, on two hosts that this function creates.
pub fn measure(args: &BenchArgs, repeat: u32, bar: &ProgressBar) -> Result<Results, String> {
    let (exe, launcher) = systems::programs(args)?;
    let hosts = TestHosts::up(2, args.link.map(Port::link))?;
    let list: Vec<_> = sizes(args).iter().map(u64::to_string).collect();
    let iterations = args.iterations.unwrap_or(if args.quick { 100 } else { 500 });
    let variants = variants(args.name);
    let grain =
        if args.name == What::Pipeline { tune::grain(&launcher, &hosts.names(), &hosts.rsh(), iterations)? } else { 0 };
    let name = clap::ValueEnum::to_possible_value(&args.name).map_or_else(String::new, |v| v.get_name().to_owned());
    let mut results = Results::default();
    bar.set_length(u64::from(repeat) * variants.len() as u64);
    for round in 1..=repeat {
        for variant in variants {
            bar.set_message(format!("{}, round {round} of {repeat}", variant.name()));
            bar.inc(1);
            let mut c = hosts.command(Kind::Clump, &launcher, 2);
            c.args(["-n", "2"]).arg(&exe).args([&name, "--as-variant", variant.name()]);
            c.args([
                "--iterations",
                &iterations.to_string(),
                "--sizes",
                &list.join(","),
                "--grain",
                &grain.to_string(),
            ]);
            let (text, _) = output(c, LIMIT).map_err(|e| format!("{}: {e}", variant.name()))?;
            for line in text.lines() {
                if let Some(point) = parse_point(line, 2) {
                    let mut point = point?;
                    point.key.name.insert_str(0, BETWEEN);
                    results.add(variant.name(), point);
                }
            }
        }
    }
    bar.finish_and_clear();
    results.sort();
    Ok(results)
}
