//! `clump bench streams`: messages that run handlers (Fast Messages 2.x) between two ranks of this machine. A short one
//! from its send to the first instruction of its handler, beside the raw ring; long ones in one piece, and gathered
//! from many pieces and scattered into many others.
//!
//! All ways of moving a message are measured in turn by the same two processes, which this program starts (`rank`).
mod rank;

use super::BenchArgs;
use super::floors::Floors;
use super::job::output;
use super::results::{Key, Point, Results, parse_point};
use super::ring;
use super::stats::median;
use super::suite::show_size;
use indicatif::ProgressBar;
use std::env;
use std::process::Command;
use std::time::Duration;

pub use rank::run as run_rank;

/// Pieces of a message, at its sender and at its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub name: &'static str,
    sent: usize,
    read: usize,
    /// Each side names its pieces one by one, and waits for each, in place of all at once.
    single: bool,
}

/// A short message, read by nobody: what its handler's first instruction waits for.
const CALL: &str = "call";
/// The same, run by an ordinary function that gets it whole.
const FUNCTION: &str = "function";
/// A long message in one piece on both sides, which the others are compared with.
const ONE: &str = "one piece";

/// The numbers are those of the goal: 16 pieces into 16 others, which are of other lengths.
const WAYS: [Way; 5] = [
    Way { name: ONE, sent: 1, read: 1, single: true },
    Way { name: "gathered", sent: 16, read: 1, single: false },
    Way { name: "scattered", sent: 1, read: 16, single: false },
    Way { name: "both", sent: 16, read: 16, single: false },
    Way { name: "one by one", sent: 16, read: 16, single: true },
];

/// Messages of at most so many bytes are measured as calls.
const SHORT: u64 = 64;

/// All that is measured, in the order of the table.
pub fn names() -> Vec<&'static str> {
    [ring::NAME, FUNCTION, CALL].into_iter().chain(WAYS.map(|w| w.name)).collect()
}

/// Measures everything `repeat` times.
pub fn measure(args: &BenchArgs, floors: &Floors, repeat: u32, bar: &ProgressBar) -> Result<Results, String> {
    let exe = env::current_exe().map_err(|e| format!("this program's own place is unknown: {e}"))?;
    let sizes = if args.sizes.is_empty() { vec![8, 64, 64 << 10, 1 << 20] } else { args.sizes.clone() };
    let list: Vec<_> = sizes.iter().map(u64::to_string).collect();
    let iterations = args.iterations.unwrap_or(if args.quick { 200 } else { 1000 });
    let mut results = Results::default();
    bar.set_length(u64::from(repeat));
    for round in 1..=repeat {
        bar.set_message(format!("round {round} of {repeat}"));
        if let Some(point) = floors.ring()? {
            results.add(ring::NAME, Point { key: key(8), ..point });
        }
        let mut c = Command::new(&exe);
        c.args(["run", "-n", "2"]).arg(&exe).args(["bench", "streams", "--as-streams"]);
        c.args(["--iterations", &iterations.to_string(), "--sizes", &list.join(",")]);
        let (text, _) = output(c, Duration::from_secs(300)).map_err(|e| format!("streams: {e}"))?;
        for line in text.lines() {
            let Some(point) = parse_point(line, 2) else { continue };
            let point = point?;
            let name = point.key.name.replace('_', " ");
            if let Some(way) = names().into_iter().find(|n| *n == name) {
                results.add(way, Point { key: key(point.key.size), ..point });
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(results)
}

fn key(size: u64) -> Key {
    Key { name: "one-way".into(), ranks: 2, size }
}

/// The ratios that the goals are about, each of medians of the same rounds, in words.
pub fn ratios(results: &Results) -> String {
    let mut text = String::new();
    for (key, row) in results.rows() {
        let ratio = |ours: &str, base: &str| {
            let (ours, base) = (&row.systems.get(ours)?.values, &row.systems.get(base)?.values);
            let each: Vec<_> = ours.iter().zip(base).map(|(a, b)| a / b).collect();
            median(&each)
        };
        for (way, what) in [(FUNCTION, "a function"), (CALL, "a handler that could wait")] {
            if let Some(r) = ratio(way, ring::NAME) {
                text += &format!("{} B to {what} take {r:.2} times the raw ring\n", show_size(key.size));
            }
        }
        for way in WAYS.iter().filter(|w| w.name != ONE) {
            if let Some(r) = ratio(way.name, ONE) {
                let size = show_size(key.size);
                let how = if way.single { ", one by one" } else { "" };
                text += &format!("{size} in {} pieces, read in {}{how}: {r:.3} times one piece\n", way.sent, way.read);
            }
        }
    }
    text
}
