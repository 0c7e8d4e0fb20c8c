//! The Push-Pull paper's intranode figure (sections 3.1 and 3.2.2): single-trip latency over size for push-zero,
//! push-pull and push-all, with an early and a late receiver, and the peak bandwidth.
//!
//! The variants differ in a parameter of the library that only this benchmark changes: the bytes to push are 0,
//! Clump's default, or unlimited. This program therefore calls the library itself: it starts itself again as two
//! ranks (`rank`).
mod rank;
pub mod variant;

use super::args::BenchArgs;
use super::systems;
use clump_tools::measure::child::output;
use clump_tools::measure::results::{Results, parse_point};
use clump_tools::measure::sizes::show_size;
use indicatif::ProgressBar;
use std::process::Command;
use std::time::Duration;

pub use rank::run as run_rank;
pub use variant::Variant;

/// All variants, in the order of the table.
pub const VARIANTS: [Variant; 4] = [Variant::Zero, Variant::Pull, Variant::Sixteen, Variant::All];

/// The paper's number of iterations.
const ITERATIONS: u32 = 1000;

/// Measures the variants in turn, `repeat` times.
pub fn measure(args: &BenchArgs, repeat: u32, bar: &ProgressBar) -> Result<Results, String> {
    let (exe, launcher) = systems::programs(args)?;
    let few = [16, 1 << 10, 16 << 10, 256 << 10];
    let all = [4, 16, 64, 256, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20];
    let sizes = match (args.sizes.is_empty(), args.quick) {
        (false, _) => &args.sizes[..],
        (true, true) => &few,
        (true, false) => &all,
    };
    let list: Vec<_> = sizes.iter().map(u64::to_string).collect();
    let iterations = if args.quick { ITERATIONS / 5 } else { ITERATIONS };
    let mut results = Results::default();
    bar.set_length(u64::from(repeat) * VARIANTS.len() as u64);
    for round in 1..=repeat {
        for variant in VARIANTS {
            bar.set_message(format!("{}, round {round} of {repeat}", variant.name()));
            bar.inc(1);
            let mut c = Command::new(&launcher);
            c.args(["run", "-n", "2"]).arg(&exe).args(["push-pull", "--as-rank", variant.name()]);
            c.args(["--iterations", &iterations.to_string(), "--sizes", &list.join(",")]);
            let (text, _) = output(c, Duration::from_secs(300)).map_err(|e| format!("{}: {e}", variant.name()))?;
            for line in text.lines() {
                if let Some(point) = parse_point(line, 2) {
                    results.add(variant.name(), point?);
                }
            }
        }
    }
    bar.finish_and_clear();
    Ok(results)
}

/// Describes the highest bandwidth of each variant.
pub fn peaks(results: &Results) -> String {
    let mut text = String::new();
    for variant in VARIANTS {
        let rates = results.rows().filter(|(k, _)| k.name == "bandwidth");
        let of = rates.filter_map(|(k, r)| Some((k.size, r.systems.get(variant.name())?.median()?)));
        if let Some((size, rate)) = of.reduce(|a, b| if b.1 > a.1 { b } else { a }) {
            text += &format!("peak bandwidth of {}: {rate:.0} MB/s at {} B\n", variant.name(), show_size(size));
        }
    }
    text
}
