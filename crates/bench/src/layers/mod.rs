//! `cargo xtask bench layers`: the cost of each layer on top of the layer below (Fast Messages, figures 3, 4, 7 and
//! 8). The layers of the library are the raw ring, messages to functions, streams, tagged messages and MPI. In C, Fast
//! Messages 1.x and 2.x are measured beside message passing that is a layer on each of them (`bench/c/layering.h`).
//! Between two ranks, it measures round trips and streams of messages over size, a stream of messages of many sizes
//! (section 2.1), and the instructions of a message (figure 2).
//!
//! This program starts two processes (`rank`), which measure the library's own layers in turn. C programs measure Fast
//! Messages and MPI, with as many messages in flight.
mod figures;
mod rank;
mod words;

use super::args::BenchArgs;
use super::floors::Floors;
use super::hosts::TestHosts;
use super::job::{BETWEEN, Job};
use super::port::Port;
use super::programs::Programs;
use super::ring;
pub use super::ring_over::{RATE, TRIP, window};
use super::systems::{self, Kind, System};
use clump_tools::measure::child::output;
use clump_tools::measure::results::{Key, Point, Results, parse_point};
use indicatif::ProgressBar;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

pub use figures::{drawn, names_drawn};
pub use rank::run as run_rank;
pub use words::explain;

/// A layer of the library, or of a program on top of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Whole messages to functions, as FM 1.x has them.
    Functions,
    /// Streams that handlers read, as FM 2.x has them.
    Streams,
    /// Messages with tags, to receives that are posted before them.
    Tags,
}

impl Layer {
    const ALL: [Layer; 3] = [Layer::Functions, Layer::Streams, Layer::Tags];

    pub const fn name(self) -> &'static str {
        match self {
            Layer::Functions => "functions",
            Layer::Streams => "streams",
            Layer::Tags => "tags",
        }
    }
}

/// The columns of Fast Messages in C, each beside message passing as a layer on it.
pub const FAST_MESSAGES: [(&str, &str); 2] = [("FM 1.x", "on FM 1.x"), ("FM 2.x", "on FM 2.x")];
/// The name of the figures with the share of the data that a layer has copied, both ranks together.
pub const COPIED: &str = "copied";

/// The name of MPI's column.
pub const MPI: &str = "MPI";

/// The name of the figures with a mix of message sizes as networks carry them (section 2.1): 60 % of at most 50 B, a
/// quarter up to 200 B, the rest up to 576 B.
pub const MIX: &str = "mix";
/// The sizes of the mix's messages in bytes, in the order in which they are sent.
pub const MIXED: [usize; 20] = [10, 44, 120, 16, 4, 256, 28, 50, 64, 12, 400, 32, 96, 20, 40, 576, 24, 160, 8, 200];
/// The mean of [`MIXED`], in bytes.
pub const MEAN: usize = 108;

/// The names of the instruction counts of a message of 16 words on one machine (figure 2): at the sender and at the
/// receiver.
pub const COUNTED: [&str; 2] = ["send", "receive"];

/// Returns the names of all columns, in the order of the table.
pub fn names(args: &BenchArgs) -> Vec<&'static str> {
    let ring = args.hosts.is_none().then_some(ring::NAME);
    let in_c = FAST_MESSAGES.into_iter().flat_map(|(fm, on)| [fm, on]);
    ring.into_iter().chain(Layer::ALL.map(Layer::name)).chain(in_c).chain([MPI]).collect()
}

fn sizes(args: &BenchArgs) -> Vec<u64> {
    if !args.sizes.is_empty() {
        return args.sizes.clone();
    }
    let every = if args.quick { 2 } else { 1 };
    (1..=10).map(|p| 4u64 << (2 * (p - 1))).filter(|s| *s <= 1 << 20).step_by(every).collect()
}

/// Measures everything `repeat` times. Also returns a sentence about MPI, if MPI could not be measured.
pub fn measure(
    args: &BenchArgs,
    floors: &Floors,
    repeat: u32,
    bar: &ProgressBar,
) -> Result<(Results, Option<String>), String> {
    let (exe, launcher) = systems::programs(args)?;
    let hosts = args.hosts.map(|n| TestHosts::up(n, args.link.map(Port::link)).map(Arc::new)).transpose()?;
    let sizes = sizes(args);
    let iterations = args.iterations.unwrap_or(if args.quick { 200 } else { 1000 });
    let job = |program| Job {
        program,
        ranks: 2,
        sizes: sizes.clone(),
        ops: None,
        budget: args.budget.unwrap_or(0.05),
        quota: None,
    };
    let jobs = [job("latency"), job("bandwidth"), job("mix"), job("layering1"), job("layering2")];
    let mpi = systems::clump(args).and_then(|system| {
        let programs = Programs::compile(std::slice::from_ref(&system), &jobs)?;
        Ok((System { hosts: hosts.clone(), ..system }, programs))
    });
    // Do not count between hosts: while the program is single-stepped, timers fire, and most of the counted
    // instructions would be retransmissions.
    let counted = systems::clump(args).and_then(|near| {
        let job = Job { program: "guarantees", ranks: 2, sizes: vec![64], ops: None, budget: 0.01, quota: None };
        let programs = Programs::compile(std::slice::from_ref(&near), std::slice::from_ref(&job))?;
        Ok((near, job, programs))
    });
    let mut results = Results::default();
    bar.set_length(u64::from(repeat) * 4);
    for round in 1..=repeat {
        bar.set_message(format!("round {round} of {repeat}"));
        if hosts.is_none() {
            for (name, size, value) in floors.ring_over(&sizes)? {
                results.add(ring::NAME, point(name, size, value));
            }
        }
        bar.inc(1);
        let mut c = match &hosts {
            Some(hosts) => hosts.command(Kind::Clump, &launcher, 2),
            None => Command::new(&launcher),
        };
        if hosts.is_none() {
            c.arg("run");
        }
        let list: Vec<_> = sizes.iter().map(u64::to_string).collect();
        c.args(["-n", "2"]).arg(&exe).args(["layers", "--as-layers"]);
        c.args(["--iterations", &iterations.to_string(), "--sizes", &list.join(",")]);
        let (text, _) = output(c, Duration::from_secs(300)).map_err(|e| format!("layers: {e}"))?;
        for line in text.lines() {
            let Some(parsed) = parse_point(line, 2) else { continue };
            let Point { key, value, .. } = parsed?;
            let of = |l: &Layer| key.name.strip_prefix(&l.name().replace(' ', "_"))?.strip_prefix(':').map(|n| (*l, n));
            if let Some((layer, name)) = Layer::ALL.iter().find_map(of) {
                let name = [TRIP, MIX].into_iter().find(|n| *n == name).unwrap_or(RATE);
                results.add(layer.name(), point(name, key.size, value));
            }
        }
        bar.inc(1);
        if let Ok((system, programs)) = &mpi {
            for (job, name) in jobs.iter().zip([TRIP, RATE, MIX]) {
                for p in job.run(system, programs.of(system, job.program))? {
                    if p.key.name.trim_start_matches(BETWEEN) == job.program {
                        results.add(MPI, point(name, p.key.size, p.value));
                    }
                }
            }
            for job in &jobs[3..] {
                for p in job.run(system, programs.of(system, job.program))? {
                    let Some((layer, name)) = p.key.name.trim_start_matches(BETWEEN).split_once(':') else { continue };
                    let Some(layer) = column(layer) else { continue };
                    let Some(name) = [TRIP, RATE, COPIED].into_iter().find(|n| *n == name) else { continue };
                    results.add(layer, point(name, p.key.size, p.value));
                }
            }
        }
        bar.inc(1);
        if let Ok((system, job, programs)) = &counted
            && hosts.is_none()
        {
            for p in job.run(system, programs.of(system, job.program))? {
                let Some((layer, side)) = p.key.name.split_once(':') else { continue };
                let Some(layer) = column(layer) else { continue };
                let Some(side) = COUNTED.into_iter().find(|name| *name == side) else { continue };
                let key = Key { name: side.into(), ..p.key.clone() };
                results.add(layer, Point { key, ..p });
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    results.sort();
    Ok((results, mpi.err()))
}

/// Returns the column that a C program names.
fn column(layer: &str) -> Option<&'static str> {
    let in_c = FAST_MESSAGES.into_iter().flat_map(|(fm, on)| [fm, on]);
    in_c.chain([Layer::Tags.name(), MPI]).find(|name| *name == layer.replace('_', " "))
}

fn point(name: &'static str, size: u64, value: f64) -> Point {
    let unit = match name {
        TRIP => "us",
        COPIED => "%",
        _ => "MB/s",
    };
    Point { key: Key { name: name.into(), ranks: 2, size }, value, unit: unit.into(), more: Default::default() }
}
