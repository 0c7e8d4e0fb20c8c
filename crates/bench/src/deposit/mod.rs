//! `cargo xtask bench deposit`: the tables and pictures of the Avalanche paper (sections 5.1 and 5.2), between two
//! ranks of this machine. It measures one-way latency over size until a note has arrived (untouched) and until the
//! receiver has read every line of the data (touched), compared with a message of equal size. It also measures the
//! times of calls: a receive, a send, the check whether a send is complete, an empty poll.
//!
//! This program starts two processes (`rank`), which measure all figures in turn.
mod rank;

use super::args::BenchArgs;
use super::systems;
use clump_tools::measure::child::output;
use clump_tools::measure::results::{Key, Point, Results, parse_point};
use clump_tools::measure::sizes::show_size;
use indicatif::ProgressBar;
use std::process::Command;
use std::time::Duration;

pub use rank::run as run_rank;

/// The name of the rows with latencies, in us.
const LATENCY: &str = "latency";
/// The column of deposits whose note the receiver has seen.
const UNTOUCHED: &str = "untouched";
/// The column of deposits of which the receiver has read all lines.
const TOUCHED: &str = "touched";
/// The column of messages of which the receiver has read all lines.
const MESSAGE: &str = "message";
/// The name of the rows with the times of calls, in ns.
const OVERHEAD: &str = "overhead";
/// The column of the time to receive a deposit.
const RECEIVE: &str = "receive";
/// The column of the time to send a deposit.
const SEND: &str = "send";
/// The column of the time to check whether a send is complete.
const QUERY: &str = "query";
/// The column of the time of an empty poll whose note is in the cache.
const POLL: &str = "poll";
/// The column of the time of a first empty poll, which misses the cache.
const FIRST_POLL: &str = "first-poll";

/// Returns the names of the table's columns.
pub fn names() -> Vec<&'static str> {
    vec![UNTOUCHED, TOUCHED, MESSAGE, RECEIVE, SEND, QUERY, POLL, FIRST_POLL]
}

/// Measures everything `repeat` times.
pub fn measure(args: &BenchArgs, repeat: u32, bar: &ProgressBar) -> Result<Results, String> {
    let (exe, launcher) = systems::programs(args)?;
    let all = (2..=20).map(|p| 1u64 << p).collect();
    let sizes = if args.sizes.is_empty() { all } else { args.sizes.clone() };
    let list: Vec<_> = sizes.iter().map(u64::to_string).collect();
    let iterations = args.iterations.unwrap_or(if args.quick { 200 } else { 1000 });
    let mut results = Results::default();
    bar.set_length(u64::from(repeat));
    for round in 1..=repeat {
        bar.set_message(format!("round {round} of {repeat}"));
        let mut c = Command::new(&launcher);
        c.args(["run", "-n", "2"]).arg(&exe).args(["deposit", "--as-deposit"]);
        c.args(["--iterations", &iterations.to_string(), "--sizes", &list.join(",")]);
        let (text, _) = output(c, Duration::from_secs(300)).map_err(|e| format!("deposit: {e}"))?;
        for line in text.lines() {
            let Some(point) = parse_point(line, 2) else { continue };
            let point = point?;
            let Some((what, column)) = point.key.name.split_once('_') else { continue };
            let key = Key { name: what.into(), ..point.key };
            if let Some(name) = names().into_iter().find(|n| *n == column) {
                results.add(name, Point { key, ..point });
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(results)
}

fn medians<'a>(results: &'a Results, what: &'a str, column: &'a str) -> impl Iterator<Item = (u64, f64)> + 'a {
    let rows = results.rows().filter(move |(key, _)| key.name == what);
    rows.filter_map(move |(key, row)| Some((key.size, row.systems.get(column)?.median()?)))
}

/// Describes the sizes at which deposits and messages are equally fast.
pub fn crossover(results: &Results) -> String {
    let messages: Vec<_> = medians(results, LATENCY, MESSAGE).collect();
    let mut wins: Vec<(u64, bool)> = Vec::new();
    for (size, deposit) in medians(results, LATENCY, TOUCHED) {
        if let Some((_, message)) = messages.iter().find(|(s, _)| *s == size) {
            wins.push((size, deposit <= *message));
        }
    }
    wins.sort_unstable();
    let turns = wins.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| (pair[1].0, pair[1].1));
    let who = |deposit: bool| if deposit { "a deposit" } else { "a message" };
    match wins.first() {
        None => String::new(),
        Some(&(size, deposit)) => {
            let first = format!("until its bytes are read {} is the faster from {} on", who(deposit), show_size(size));
            let then = turns.map(|(size, deposit)| format!(", {} from {} on", who(deposit), show_size(size)));
            first + &then.collect::<String>() + "\n"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(points: &[(&str, &str, u64, f64)]) -> Results {
        let mut r = Results::default();
        for &(what, column, size, value) in points {
            let key = Key { name: what.into(), ranks: 2, size };
            r.add(column, Point { key, value, unit: "ns".into(), more: Default::default() });
        }
        r
    }

    #[test]
    fn the_crossover_is_told() {
        let points = [
            (LATENCY, TOUCHED, 8, 1.0),
            (LATENCY, MESSAGE, 8, 2.0),
            (LATENCY, TOUCHED, 65536, 9.0),
            (LATENCY, MESSAGE, 65536, 8.0),
        ];
        let text = crossover(&results(&points));
        assert!(text.contains("a deposit is the faster from 8 on, a message from 64k on"), "{text}");
        assert!(crossover(&Results::default()).is_empty());
    }
}
