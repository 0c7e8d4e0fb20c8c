//! `cargo xtask bench sor`: the Avalanche paper's figure 3, asynchronous successive over-relaxation (`examples/sor.c`)
//! on 1, 2, 4 and 8 ranks of this machine: messages and bytes that each rank sends, run time, and the time by deposits
//! relative to the time by messages.
use super::args::BenchArgs;
use super::job::Job;
use super::programs::Programs;
use super::systems;
use clump_tools::measure::child::output;
use clump_tools::measure::results::{Key, Point, Results, parse_point};
use clump_tools::measure::stats::median;
use indicatif::ProgressBar;
use std::time::Duration;

/// The ways to exchange strips, in the order of the table.
const WAYS: [&str; 3] = ["messages", "deposits", "notes"];
/// The names of the rows, in the order of the paper's columns.
const ROWS: [&str; 3] = ["messages", "data", "time"];
/// The numbers of ranks by default.
const RANKS: [u32; 4] = [1, 2, 4, 8];
/// The paper's figure 3: processors, messages of each node, millions of bytes that each node sent, millions of cycles
/// with the Widget's cache, and the ratio to those without it in per cent.
const PAPER: [(u32, u32, f64, f64, f64); 4] = [
    (4, 446, 1.476, 40.92, 98.3),
    (8, 500, 1.72, 19.38, 96.2),
    (16, 1225, 1.85, 10.61, 92.7),
    (32, 2500, 1.92, 6.53, 88.2),
];
/// How long one start of the ranks may take.
const LIMIT: Duration = Duration::from_secs(300);

/// Returns the names of the table's columns.
pub fn names() -> Vec<&'static str> {
    WAYS.into()
}

/// Measures every number of ranks `repeat` times.
pub fn measure(args: &BenchArgs, repeat: u32, bar: &ProgressBar) -> Result<Results, String> {
    let system = systems::clump(args)?;
    let job = Job { program: "sor", ranks: 1, sizes: vec![], ops: None, budget: 0.1, quota: None };
    let programs = Programs::compile(std::slice::from_ref(&system), std::slice::from_ref(&job))?;
    let counts = args.ranks.map_or(RANKS.to_vec(), |n| vec![n]);
    let mut results = Results::default();
    bar.set_length(u64::from(repeat) * counts.len() as u64);
    for round in 1..=repeat {
        for &ranks in &counts {
            bar.set_message(format!("{ranks} ranks, round {round} of {repeat}"));
            bar.inc(1);
            let mut c = system.command(ranks, 1, programs.of(&system, job.program));
            c.arg("--points");
            let (text, _) = output(c, LIMIT).map_err(|e| format!("sor on {ranks} ranks: {e}"))?;
            for point in text.lines().filter_map(|line| parse_point(line, ranks)) {
                let point = point?;
                let Some((way, row)) = point.key.name.split_once(':') else { continue };
                let (Some(way), Some(row)) = (known(&WAYS, way), known(&ROWS, row)) else { continue };
                let key = Key { name: row.into(), ranks, size: 0 };
                results.add(way, Point { key, ..point });
            }
        }
    }
    bar.finish_and_clear();
    Ok(results)
}

fn known(names: &[&'static str], name: &str) -> Option<&'static str> {
    names.iter().copied().find(|n| *n == name)
}

/// Describes the ratios of run times, and the paper's figure.
pub fn explain(results: &Results) -> String {
    let mut text = String::new();
    for (key, row) in results.rows().filter(|(key, _)| key.name == ROWS[2]) {
        for way in &WAYS[1..] {
            let (Some(ours), Some(base)) = (row.systems.get(*way), row.systems.get(WAYS[0])) else { continue };
            let each: Vec<_> = ours.values.iter().zip(&base.values).map(|(a, b)| 100.0 * a / b).collect();
            if let Some(part) = median(&each) {
                text += &format!("{} ranks: {way} take {part:.1} % of the time of messages\n", key.ranks);
            }
        }
    }
    for (nodes, messages, data, cycles, ratio) in PAPER {
        text += &format!(
            "the paper, {nodes} processors: {messages} messages and {data} MB from each node, {cycles} million cycles \
             with the Widget's cache, {ratio} % of those without\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_to_messages_on_as_many_ranks() {
        let mut results = Results::default();
        for (way, ranks, value) in [("messages", 2, 8.0), ("deposits", 2, 6.0), ("messages", 4, 5.0), ("notes", 4, 4.0)]
        {
            let key = Key { name: "time".into(), ranks, size: 0 };
            results.add(way, Point { key, value, unit: "ms".into(), more: Default::default() });
        }
        let text = explain(&results);
        assert!(
            text.contains("2 ranks: deposits take 75.0 % of") && text.contains("4 ranks: notes take 80.0 % of"),
            "{text}"
        );
    }
}
