//! Measures the engines that copy large messages, one by one: the table of `clump info --engines`.
//!
//! Programs leave the choice of engine to the library. To measure an engine, this program tells the library which one
//! to use: it starts itself again as two ranks (`rank`), with the shared heap and without. Only ranks without the
//! heap measure system calls, because the library copies mapped memory by loads.
mod rank;
mod shown;

use crate::measure::child::output;
use crate::measure::results::{Key, Point, Results, parse_point};
use crate::measure::sizes::show_size;
use clump::driver::CopyEngine;
use indicatif::ProgressBar;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub use rank::run as run_rank;
pub use shown::{json, table};

/// The engines that two ranks measure.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineSet {
    /// The engines that need the shared heap; then the library's own choice.
    Heap,
    /// The other engines, in ranks without the shared heap.
    System,
}

impl EngineSet {
    fn name(self) -> &'static str {
        match self {
            EngineSet::Heap => "heap",
            EngineSet::System => "system",
        }
    }

    fn engines(self) -> &'static [CopyEngine] {
        match self {
            EngineSet::Heap => &[CopyEngine::HeapBoth, CopyEngine::HeapOne],
            EngineSet::System => &[CopyEngine::SystemBoth, CopyEngine::SystemOne, CopyEngine::TwoCopies],
        }
    }
}

/// The name of every figure: all of them are one-way times.
const WHAT: &str = "one-way";

/// The results that the two ranks printed.
#[derive(Default)]
pub struct Told {
    pub results: Results,
    /// Why an engine could not be measured at some sizes: the sizes for each engine and reason.
    pub missing: BTreeMap<(&'static str, String), BTreeSet<u64>>,
    /// The engine that the library chose for each size.
    pub chosen: BTreeMap<u64, String>,
}

pub fn names() -> Vec<&'static str> {
    CopyEngine::ALL.iter().map(|e| e.name()).collect()
}

/// Measures all engines in turn, `repeat` times. `clump` is the launcher's program.
pub fn measure(clump: &Path, sizes: &[u64], repeat: u32, bar: &ProgressBar) -> Result<Told, String> {
    let mut told = Told::default();
    bar.set_length(u64::from(repeat) * 2);
    for round in 1..=repeat {
        for part in [EngineSet::Heap, EngineSet::System] {
            bar.set_message(format!("{}, round {round} of {repeat}", part.name()));
            bar.inc(1);
            told.take(&start(clump, part, sizes)?)?;
        }
    }
    bar.finish_and_clear();
    told.results.sort();
    Ok(told)
}

/// Runs two ranks, and returns what they print.
fn start(clump: &Path, part: EngineSet, sizes: &[u64]) -> Result<String, String> {
    let list: Vec<_> = sizes.iter().map(u64::to_string).collect();
    let mut c = Command::new(clump);
    c.arg("run");
    if part == EngineSet::System {
        c.arg("--no-shared-heap");
    }
    c.args(["-n", "2"]).arg(clump).args(["info", "--as-engines", part.name(), "--sizes", &list.join(",")]);
    output(c, Duration::from_secs(300)).map(|o| o.0).map_err(|e| format!("engines, {}: {e}", part.name()))
}

/// Returns the key of the figures of one size.
pub fn key(size: u64) -> Key {
    Key { name: WHAT.into(), ranks: 2, size }
}

impl Told {
    /// Returns one sentence for each reason why an engine could not be measured.
    pub fn sentences(&self) -> Vec<String> {
        let sizes = |all: &BTreeSet<u64>| all.iter().map(|s| show_size(*s)).collect::<Vec<_>>().join(", ");
        self.missing
            .iter()
            .map(|((engine, why), at)| format!("{engine} is not available ({}): {why}", sizes(at)))
            .collect()
    }

    fn take(&mut self, text: &str) -> Result<(), String> {
        let known = |name: &str| CopyEngine::ALL.into_iter().map(CopyEngine::name).find(|n| *n == name);
        for line in text.lines() {
            if let Some(point) = parse_point(line, 2) {
                let point = point?;
                if let Some(engine) = known(&point.key.name) {
                    self.results.add(engine, Point { key: key(point.key.size), ..point });
                }
                continue;
            }
            let words: Vec<_> = line.splitn(4, ' ').collect();
            match words[..] {
                ["missing", engine, size, why] => {
                    if let (Some(engine), Ok(size)) = (known(engine), size.parse()) {
                        self.missing.entry((engine, why.to_string())).or_default().insert(size);
                    }
                }
                ["chosen", size, engine] => {
                    if let Ok(size) = size.parse() {
                        self.chosen.insert(size, engine.to_string());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ranks_tell_is_understood() {
        let mut told = Told::default();
        told.take("point heap-both 65536 3.5 us\nmissing heap-one 65536 it is not there\nchosen 65536 heap-both\n")
            .unwrap();
        assert_eq!(told.results.rows().next().unwrap().1.systems["heap-both"].median(), Some(3.5));
        assert_eq!(told.missing[&("heap-one", "it is not there".to_string())], BTreeSet::from([65536]));
        assert_eq!(told.chosen[&65536], "heap-both");
        assert!(told.take("point heap-both x").is_err());
    }
}
