//! One of the ranks that `clump tune` starts, one on each host.
use super::stages::{Served, StageTimer};
use super::{BUSY, SEALED_BY, TuneArgs};
use crate::machine;
use crate::measure::load;
use crate::measure::pair::{Rank, now};
use crate::measure::stats::{median, middle_80};
use clump::driver::Leaked;
use clump::driver::hosts::Tuning;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What the ranks measure.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuneStep {
    /// The time of each stage of a pull, for pieces of each length.
    Stages,
    /// Single trips of a message, with each tuning of `--try` in turn.
    Trips,
}

impl TuneStep {
    pub fn name(self) -> &'static str {
        match self {
            TuneStep::Stages => "stages",
            TuneStep::Trips => "trips",
        }
    }
}

/// How often all tunings are measured in turn: a disturbance that changes over time then affects all tunings alike.
/// More rounds take longer.
const ROUNDS: usize = 40;
/// No round begins after this time for each wanted sample: on loaded hosts the measurement then ends in time, with
/// fewer samples.
const EACH: Duration = Duration::from_millis(20);
/// No round begins after this time, however many samples are wanted.
const MOST: Duration = Duration::from_secs(20);
/// The fewest samples of the stages, however long they take.
const LEAST_SAMPLES: usize = 5;

/// Runs this rank. The error is a sentence.
pub fn run(args: &TuneArgs, part: TuneStep) -> Result<(), String> {
    let n = args.iterations.unwrap_or(1000) as usize;
    match part {
        TuneStep::Stages => stages(&args.sizes, n),
        TuneStep::Trips => {
            let len = args.sizes.first().copied().unwrap_or(0) as usize;
            let ways: Option<Vec<_>> =
                args.ways.iter().map(|way| Tuning::from_words(&mut way.split_whitespace())).collect();
            trips(len, n, &ways.ok_or("--try is no list of ways")?)
        }
    }
}

/// Returns how long the rounds of `n` samples may take.
fn enough(n: usize) -> Duration {
    (EACH * n as u32).min(MOST)
}

fn point(name: &str, size: usize, value: Option<f64>, unit: &str) {
    if let Some(v) = value {
        // A time of less than a tick is no figure.
        println!("point {name} {size} {:.6} {unit}", v.max(1e-3));
    }
}

fn stages(sizes: &[u64], n: usize) -> Result<(), String> {
    // Both ranks wait here before either one polls, so that they do not count each other on one machine.
    if let Some(others) = load::others().filter(|n| load::is_busy(*n)) {
        println!("{BUSY}{}: {others:.1} threads of other programs want a processor", machine::host());
    }
    let mut net = StageTimer::open().map_err(|e| e.to_string())?;
    if let (0, Some(cipher)) = (net.rank(), net.cipher()) {
        println!("{SEALED_BY}{}", cipher.name());
    }
    let buffer = Leaked::new(sizes.iter().max().copied().unwrap_or(1) as usize);
    buffer.region().write(&vec![7; buffer.region().len()]);
    if net.rank() == 1 {
        let mut of: BTreeMap<usize, Vec<Served>> = BTreeMap::new();
        for served in net.serve(buffer.region()).map_err(|e| e.to_string())? {
            of.entry(served.len).or_default().push(served);
        }
        // A message of one byte marks the end of the measurement.
        for (len, served) in of.into_iter().filter(|(len, _)| *len > 1) {
            let us =
                |what: fn(&Served) -> u64| median(&served.iter().map(|s| what(s) as f64 / 1e3).collect::<Vec<_>>());
            point("copy", len, us(|s| s.copy), "us");
            point("send", len, us(|s| s.send), "us");
        }
        return Ok(());
    }
    let mut whole = vec![Vec::new(); sizes.len()];
    let mut receive = whole.clone();
    let start = Instant::now();
    for round in 0..n + n / 10 {
        if round > n / 10 + LEAST_SAMPLES && start.elapsed() > enough(n) {
            break;
        }
        for (at, &size) in sizes.iter().enumerate() {
            let f = net.fetch(buffer.region().slice(0, size as usize)).map_err(|e| e.to_string())?;
            if round >= n / 10 {
                whole[at].push(f.whole as f64 / 1e3);
                receive[at].push(f.receive as f64 / 1e3);
            }
        }
    }
    net.fetch(buffer.region().slice(0, 1)).map_err(|e| e.to_string())?;
    for (at, &size) in sizes.iter().enumerate() {
        point("whole", size as usize, median(&whole[at]), "us");
        point("receive", size as usize, median(&receive[at]), "us");
    }
    Ok(())
}

/// Runs the test of section 3.2: prints half of a round trip for each tuning, and the bytes of a request. The
/// tuning's number stands in the place of a size.
fn trips(len: usize, n: usize, ways: &[Tuning]) -> Result<(), String> {
    let mut rank = Rank::open(len)?;
    rank.rehearse(len)?;
    let each = n.div_ceil(ROUNDS);
    let mut samples = vec![Vec::new(); ways.len()];
    let mut asks = vec![0; ways.len()];
    let start = Instant::now();
    for round in 0..ROUNDS {
        if !rank.agree(round == 0 || start.elapsed() < enough(n))? {
            break;
        }
        for (at, way) in ways.iter().enumerate() {
            asks[at] = rank.endpoint.tuned().tune(way).ok_or("both ranks are on one host")?;
            for i in 0..each + each / 4 {
                let start = now();
                rank.round_trip(len)?;
                if i >= each / 4 {
                    samples[at].push((now() - start) as f64 / 2e3);
                }
            }
        }
    }
    if rank.first() {
        for (at, samples) in samples.iter().enumerate() {
            if let Some(trip) = middle_80(samples) {
                println!("point trip {at} {trip:.6} us ask={}", asks[at]);
            }
        }
    }
    rank.close()
}
