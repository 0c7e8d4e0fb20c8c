//! `cargo xtask bench streams`: messages that run handlers (Fast Messages 2.x) between two ranks of this machine. It
//! measures a short message from its send to the first instruction of its handler, compared with the raw ring. It
//! also measures long messages, in one piece, and gathered from many pieces and scattered into many others. Handlers
//! in C are measured by `bench/c/handlers.c`.
//!
//! This program starts two processes (`rank`), which measure all variants in turn.
mod rank;

use super::args::BenchArgs;
use super::floors::Floors;
use super::job::Job;
use super::programs::Programs;
use super::ring;
use super::systems;
use clump_tools::measure::child::output;
use clump_tools::measure::results::{Key, Point, Results, parse_point};
use clump_tools::measure::sizes::show_size;
use clump_tools::measure::stats::median;
use indicatif::ProgressBar;
use std::process::Command;
use std::time::Duration;

pub use rank::run as run_rank;

/// How a message is divided into pieces, at its sender and at its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub name: &'static str,
    sent: usize,
    read: usize,
    /// True if each rank hands over and reads its pieces one by one, waiting for each; false if it passes all pieces
    /// in one call.
    single: bool,
}

/// The column of short messages, from the send to the first instruction of a handler that does not read the message.
const CALL: &str = "call";
/// The column of short messages that an ordinary function gets whole.
const FUNCTION: &str = "function";
/// The column of a handler in C, in `bench/c/handlers.c`.
const IN_C: &str = "in C";
/// The column of a request of active messages and its reply, in C.
const ACTIVE: &str = "active";
/// The column of long messages in one piece at both ranks, with which all other divisions are compared.
const ONE: &str = "one piece";

/// The divisions that are measured. The goal is for 16 pieces into 16 others of other
/// lengths.
const WAYS: [Way; 5] = [
    Way { name: ONE, sent: 1, read: 1, single: true },
    Way { name: "gathered", sent: 16, read: 1, single: false },
    Way { name: "scattered", sent: 1, read: 16, single: false },
    Way { name: "both", sent: 16, read: 16, single: false },
    Way { name: "one by one", sent: 16, read: 16, single: true },
];

/// The longest messages that are measured as calls, in bytes.
const SHORT: u64 = 64;

/// The name of the rows with one-way times.
const TRIP: &str = "one-way";
/// The name of the rows with the time of the whole turn of a message whose handler waits in the middle.
const WAITS: &str = "waits";
/// Bytes of each piece of a message whose handler waits, and of messages to handlers in C.
const PIECE: u64 = 8;

/// The rows of Active Messages' LogP parameters: the program's name, what it is, and the paper's figure in us (the CLIP
/// thesis, table 2.2).
const LOGP: [(&str, &str, f64); 4] =
    [("o_s", "send overhead", 5.6), ("o_r", "receive overhead", 8.1), ("g", "gap", 17.6), ("L", "latency", 13.8)];
/// The rows of a request and its reply by a rank that polls, and by one that computes while its thread runs handlers.
const REPLIES: [&str; 2] = ["reply", "computing"];

/// Returns the names of all columns, in the order of the table.
pub fn names() -> Vec<&'static str> {
    [ring::NAME, FUNCTION, CALL, IN_C, ACTIVE].into_iter().chain(WAYS.map(|w| w.name)).collect()
}

/// Measures everything `repeat` times. Also returns a sentence about C, if C could not be measured.
pub fn measure(
    args: &BenchArgs,
    floors: &Floors,
    repeat: u32,
    bar: &ProgressBar,
) -> Result<(Results, Option<String>), String> {
    let (exe, launcher) = systems::programs(args)?;
    let sizes = if args.sizes.is_empty() { vec![8, 64, 64 << 10, 1 << 20] } else { args.sizes.clone() };
    let list: Vec<_> = sizes.iter().map(u64::to_string).collect();
    let iterations = args.iterations.unwrap_or(if args.quick { 200 } else { 1000 });
    let budget = args.budget.unwrap_or(0.05);
    let job = |program| Job { program, ranks: 2, sizes: vec![PIECE], ops: None, budget, quota: None };
    let jobs = [job("handlers"), job("am")];
    let c = systems::clump(args).and_then(|system| {
        let programs = Programs::compile(std::slice::from_ref(&system), &jobs)?;
        Ok((system, programs))
    });
    let mut results = Results::default();
    bar.set_length(u64::from(repeat));
    for round in 1..=repeat {
        bar.set_message(format!("round {round} of {repeat}"));
        if let Some(point) = floors.ring()? {
            results.add(ring::NAME, Point { key: key(TRIP, 8), ..point });
        }
        let mut command = Command::new(&launcher);
        command.args(["run", "-n", "2"]).arg(&exe).args(["streams", "--as-streams"]);
        command.args(["--iterations", &iterations.to_string(), "--sizes", &list.join(",")]);
        let (text, _) = output(command, Duration::from_secs(300)).map_err(|e| format!("streams: {e}"))?;
        for line in text.lines() {
            let Some(point) = parse_point(line, 2) else { continue };
            let point = point?;
            let name = point.key.name.replace('_', " ");
            if name == WAITS {
                results.add(CALL, Point { key: key(WAITS, point.key.size), ..point });
            } else if let Some(way) = names().into_iter().find(|n| *n == name) {
                results.add(way, Point { key: key(TRIP, point.key.size), ..point });
            }
        }
        if let Ok((system, programs)) = &c {
            let [handlers, am] = &jobs;
            for point in handlers.run(system, programs.of(system, handlers.program))? {
                let name = if point.key.name == WAITS { WAITS } else { TRIP };
                let column = if point.key.name == ACTIVE { ACTIVE } else { IN_C };
                results.add(column, Point { key: key(name, point.key.size), ..point });
            }
            for point in am.run(system, programs.of(system, am.program))? {
                results.add(ACTIVE, point);
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    results.sort();
    Ok((results, c.err()))
}

fn key(name: &str, size: u64) -> Key {
    Key { name: name.into(), ranks: 2, size }
}

/// Describes how much longer a handler in C takes than a handler in Rust.
fn dearer(results: &Results) -> String {
    let mut text = String::new();
    for name in [TRIP, WAITS] {
        let Some((_, row)) = results.rows().find(|(key, _)| **key == self::key(name, PIECE)) else { continue };
        let (Some(c), Some(rust)) = (row.systems.get(IN_C), row.systems.get(CALL)) else { continue };
        let each: Vec<_> = c.values.iter().zip(&rust.values).map(|(c, rust)| (c - rust) * 1e3).collect();
        let what = if name == TRIP { "a handler in C" } else { "one in C that waits in its middle" };
        if let Some(ns) = median(&each) {
            text += &format!("{PIECE} B to {what}: {ns:+.1} ns beside one in Rust\n");
        }
    }
    text
}

/// Describes Active Messages' parameters beside the paper's, and their replies while the receiver computes.
fn active(results: &Results) -> String {
    let of = |name: &str| {
        let (_, row) = results.rows().find(|(key, _)| key.name == name)?;
        row.systems.get(ACTIVE)?.median()
    };
    let mut text = String::new();
    for (name, what, paper) in LOGP {
        if let Some(us) = of(name) {
            text += &format!("active messages, {name} ({what}): {us:.3} us (the paper: {paper} us)\n");
        }
    }
    if let [Some(polls), Some(computes)] = REPLIES.map(of) {
        text += &format!(
            "a request and its reply: {polls:.2} us from a rank that polls, {computes:.1} us from one that computes \
             while its thread runs handlers\n"
        );
    }
    text
}

/// Describes the ratios to the raw ring and to messages in one piece. Each ratio divides medians of the same rounds.
pub fn ratios(results: &Results) -> String {
    let mut text = dearer(results) + &active(results);
    for (key, row) in results.rows().filter(|(key, _)| key.name == TRIP) {
        let ratio = |ours: &str, base: &str| {
            let (ours, base) = (&row.systems.get(ours)?.values, &row.systems.get(base)?.values);
            let each: Vec<_> = ours.iter().zip(base).map(|(a, b)| a / b).collect();
            median(&each)
        };
        for (way, what) in [
            (FUNCTION, "to a function"),
            (CALL, "to a handler that could wait"),
            (ACTIVE, "in an active message and in its reply"),
        ] {
            if let Some(r) = ratio(way, ring::NAME) {
                text += &format!("{} B {what} take {r:.2} times the raw ring\n", show_size(key.size));
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
