//! `cargo xtask bench clip`: chapter 5 of the CLIP thesis and its foundation (4.2.2), between two ranks of this
//! machine. It measures one-way latency (figures 5.1 and 5.2) and bandwidth (5.3) over size: by Clump's own choice,
//! by the same method for all sizes, with buffers one byte off, and for endpoints of two scenarios. It also measures
//! the foundation of these choices without any library (`bench/c/clip.c`): flags polled in the poller's cache and in
//! the writer's memory, padding, and copies.
//!
//! `cargo xtask bench pipeline` compares pieces of a fixed length with adaptive pieces between hosts (figure 5.4,
//! table 5.1).
mod rank;
pub mod variant;

use super::args::BenchArgs;
use super::floors::Floors;
use super::systems;
use clap::ValueEnum;
use clump_tools::measure::child::output;
use clump_tools::measure::results::{Key, Point, Results, parse_point};
use clump_tools::measure::sizes::show_size;
use clump_tools::measure::stats::median;
use indicatif::ProgressBar;
use std::process::Command;
use std::time::Duration;

pub use rank::run as run_rank;
pub use variant::Variant;

/// The columns that `bench/c/clip.c` measures.
const LOCAL: &str = "local";
const REMOTE: &str = "remote";
const ONE_LINE: &str = "one-line";
const MEMCPY: &str = "memcpy";
const MOVS: &str = "movs";
const STREAMING: &str = "streaming";

/// The name of the rows with one-way latencies.
const LATENCY: &str = "latency";
/// The name of the rows with bandwidths.
const BANDWIDTH: &str = "bandwidth";
/// The name of the rows with figures of copies without a library.
const COPY: &str = "copy";
/// The name of the rows with the times of flags that one processor polls and another sets.
const NOTIFICATION: &str = "notification";

/// Returns the names of the table's columns.
pub fn names() -> Vec<&'static str> {
    let ours = Variant::value_variants().iter().map(|v| v.name());
    ours.chain([LOCAL, REMOTE, ONE_LINE, MEMCPY, MOVS, STREAMING]).collect()
}

fn sizes(args: &BenchArgs) -> Vec<u64> {
    if !args.sizes.is_empty() {
        return args.sizes.clone();
    }
    (2..=16).step_by(if args.quick { 3 } else { 1 }).map(|p| 1 << p).collect()
}

/// Measures everything `repeat` times.
pub fn measure(args: &BenchArgs, floors: &Floors, repeat: u32, bar: &ProgressBar) -> Result<Results, String> {
    let (exe, launcher) = systems::programs(args)?;
    let sizes = sizes(args);
    let list = sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let iterations = args.iterations.unwrap_or(if args.quick { 200 } else { 1000 }).to_string();
    let variants = Variant::value_variants();
    let mut results = Results::default();
    bar.set_length(u64::from(repeat) * (variants.len() as u64 + 1));
    for round in 1..=repeat {
        for variant in variants {
            bar.set_message(format!("{}, round {round} of {repeat}", variant.name()));
            let mut c = Command::new(&launcher);
            c.args(["run", "-n", "2"]).arg(&exe).args(["clip", "--as-clip", variant.name()]);
            c.args(["--iterations", &iterations, "--sizes", &list]);
            let (text, _) = output(c, Duration::from_secs(300)).map_err(|e| format!("{}: {e}", variant.name()))?;
            for line in text.lines() {
                if let Some(point) = parse_point(line, 2) {
                    results.add(variant.name(), point?);
                }
            }
            bar.inc(1);
        }
        for point in floors.clip(&sizes)? {
            let Some((name, way)) = point.key.name.split_once('_') else { continue };
            let key = Key { name: name.into(), ..point.key };
            if let Some(column) = names().into_iter().find(|n| *n == way) {
                results.add(column, Point { key, ..point });
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    results.sort();
    Ok(results)
}

/// By how many per cent the thesis' single-task system was faster than its multi-task system, for each size in bytes.
const THESIS: [(u64, u32); 2] = [(16, 22), (64 << 10, 46)];

/// Describes the figures in the order of the thesis. Each ratio is the median of the rounds' ratios.
pub fn explain(results: &Results) -> String {
    let all = |name: &str, ours: &str, base: &str| -> Vec<(u64, f64)> {
        let rows = results.rows().filter(|(key, _)| key.name == name);
        rows.filter_map(|(key, row)| {
            let (ours, base) = (&row.systems.get(ours)?.values, &row.systems.get(base)?.values);
            let each: Vec<_> = ours.iter().zip(base).map(|(a, b)| a / b).collect();
            Some((key.size, median(&each)?))
        })
        .collect()
    };
    let mut text = String::new();
    for (name, ours, base, what) in [
        (LATENCY, Variant::Copied.name(), Variant::Native.name(), "copied against native, latency"),
        (BANDWIDTH, Variant::Adaptive.name(), Variant::Copied.name(), "adaptive against copied, bandwidth (table 5.1)"),
        (LATENCY, Variant::Misaligned.name(), Variant::Adaptive.name(), "one byte off against aligned, latency"),
        (LATENCY, Variant::Shared.name(), Variant::Exclusive.name(), "shared, blocking against exclusive, polling"),
        (NOTIFICATION, REMOTE, LOCAL, "polling the other's memory against the own"),
        (NOTIFICATION, ONE_LINE, LOCAL, "both flags in one line against padded ones"),
        (COPY, Variant::Misaligned.name(), MEMCPY, "a copy one byte off against aligned"),
        (COPY, MOVS, MEMCPY, "rep movsb against memcpy"),
        (COPY, STREAMING, MEMCPY, "streaming stores against memcpy"),
    ] {
        let ratios: Vec<_> =
            all(name, ours, base).into_iter().map(|(size, r)| format!("{} {r:.2}", show_size(size))).collect();
        if !ratios.is_empty() {
            text += &format!("{what}: {}\n", ratios.join(", "));
        }
    }
    for (size, ratio) in all(LATENCY, Variant::Exclusive.name(), Variant::Shared.name()) {
        if let Some((_, paper)) = THESIS.into_iter().find(|(bytes, _)| *bytes == size) {
            let less = (1.0 - ratio) * 100.0;
            text += &format!(
                "the exclusive scenario at {} takes {less:.0} % less time than the shared one (thesis: {paper} %)\n",
                show_size(size)
            );
        }
    }
    let faster = all(LATENCY, Variant::Copied.name(), Variant::Native.name());
    if let Some((size, _)) = faster.iter().rev().take_while(|(_, ratio)| *ratio > 1.0).last() {
        text += &format!("from {} on native is the faster of the two\n", show_size(*size));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_switch_is_where_native_stays_ahead() {
        let mut results = Results::default();
        for (size, copied, native) in [(4096, 2.0, 1.0), (8192, 1.0, 2.0), (16384, 3.0, 2.0), (32768, 5.0, 2.5)] {
            for (system, value) in [("copied", copied), ("native", native)] {
                let key = Key { name: LATENCY.into(), ranks: 2, size };
                results.add(system, Point { key, value, unit: "us".into(), more: Default::default() });
            }
        }
        let text = explain(&results);
        assert!(text.contains("copied against native, latency: 4k 2.00, 8k 0.50, 16k 1.50, 32k 2.00"), "{text}");
        assert!(text.contains("from 16k on native is the faster of the two"), "{text}");
    }
}
