//! `cargo xtask bench broadcast`: the figures of "Efficient Reliable Broadcast on Commodity Clusters" (4.1 and 4.2)
//! on test hosts. It measures latency against size and against the number of hosts, for the paper's simple and
//! push-pull broadcast, for Clump's, and for the binomial tree of messages that libraries use without multicast. It
//! also computes the memory that a shared buffer saves.
//!
//! All variants are settings of one library, so this program starts itself as the ranks (`rank`). The hosts share one
//! machine's processors. To study more hosts than one machine can serve, use the simulator's model of switches.
mod memory;
mod rank;
pub mod variant;

use super::args::BenchArgs;
use super::hosts::TestHosts;
use super::port::Port;
use super::systems::{self, Kind};
use clump_tools::measure::child::output;
use clump_tools::measure::picture::OVER_HOSTS;
use clump_tools::measure::results::{Key, Point, Results, parse_point};
use clump_tools::measure::sizes::show_size;
use clump_tools::measure::table::{align, number};
use indicatif::ProgressBar;
use std::time::Duration;

pub use memory::text as memory;
pub use rank::run as run_rank;
pub use variant::Variant;

const ALL: [Variant; 6] = [
    Variant::Ours,
    Variant::PushPull,
    Variant::PushPullAll,
    Variant::Simple,
    Variant::SimpleByTimeout,
    Variant::Messages,
];

/// Returns the variants that the user asks for; all by default.
pub fn variants(args: &BenchArgs) -> Result<Vec<Variant>, String> {
    let named = |name: &String| {
        let all = ALL.map(Variant::name).join(", ");
        ALL.into_iter().find(|v| v.name() == name).ok_or(format!("--only {name}: the broadcasts are {all}"))
    };
    match args.only.is_empty() {
        true => Ok(ALL.into()),
        false => args.only.iter().map(named).collect(),
    }
}

/// The default numbers of hosts. More than 8 would overload a machine with two processors.
const HOSTS: [u32; 3] = [2, 4, 8];
/// Bytes in a KiB.
const K: u64 = 1 << 10;
/// How long one start of the ranks may take.
const LIMIT: Duration = Duration::from_secs(300);

/// Measures the variants in turn, `repeat` times, on each number of hosts.
pub fn measure(args: &BenchArgs, repeat: u32, bar: &ProgressBar) -> Result<Results, String> {
    let (exe, launcher) = systems::programs(args)?;
    let variants = variants(args)?;
    let counts = args.hosts.map_or(HOSTS.to_vec(), |hosts| vec![hosts]);
    let sizes = match (args.sizes.is_empty(), args.quick) {
        (false, _) => args.sizes.clone(),
        (true, true) => vec![8, 4 * K, 64 * K],
        (true, false) => vec![8, 256, K, 4 * K, 16 * K, 64 * K, 256 * K, 1024 * K],
    };
    let list = sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let iterations = args.iterations.unwrap_or(500).to_string();
    let budget = args.budget.unwrap_or(if args.quick { 0.2 } else { 1.0 }).to_string();
    let mut results = Results::default();
    bar.set_length(u64::from(repeat) * (variants.len() * counts.len()) as u64);
    for count in counts {
        let hosts = TestHosts::up(count, args.link.map(Port::link))?;
        hosts.lose(args.loss.unwrap_or(0.0))?;
        for round in 1..=repeat {
            for variant in &variants {
                bar.set_message(format!("{} on {count} hosts, round {round} of {repeat}", variant.name()));
                bar.inc(1);
                let mut c = hosts.command(Kind::Clump, &launcher, count);
                c.args(["-n", &count.to_string()]).arg(&exe).args(["broadcast"]);
                c.args(["--as-broadcast", variant.name(), "--sizes", &list]);
                c.args(["--iterations", &iterations, "--budget", &budget]);
                let (text, _) = output(c, LIMIT).map_err(|e| format!("{} on {count} hosts: {e}", variant.name()))?;
                for point in text.lines().filter_map(|line| parse_point(line, count)) {
                    results.add(variant.name(), point?);
                }
            }
        }
    }
    bar.finish_and_clear();
    Ok(results)
}

/// For one size, returns each number of hosts that was measured with a variant's median in us.
fn by_hosts<'a>(results: &'a Results, size: u64, variant: &'a str) -> impl Iterator<Item = (u32, f64)> + 'a {
    let rows = results.rows().filter(move |(key, _)| key.size == size);
    rows.filter_map(move |(key, row)| Some((key.ranks, row.systems.get(variant)?.median()?)))
}

fn sizes(results: &Results) -> Vec<u64> {
    let mut sizes: Vec<u64> = results.rows().map(|(key, _)| key.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Describes how many times as long each broadcast takes on the most hosts as on the fewest. Returns an empty text if
/// only one number of hosts was measured.
pub fn growth(results: &Results) -> String {
    let hosts = || results.rows().map(|(key, _)| key.ranks);
    let (Some(few), Some(many)) = (hosts().min(), hosts().max()) else { return String::new() };
    if few == many {
        return String::new();
    }
    let mut rows = vec![vec![format!("t({many})/t({few})")]];
    rows[0].extend(ALL.map(|v| v.name().to_owned()));
    for size in sizes(results) {
        let ratio = |variant: Variant| {
            let at = |n: u32| by_hosts(results, size, variant.name()).find(|(hosts, _)| *hosts == n).map(|(_, us)| us);
            Some(at(many)? / at(few)?)
        };
        let mut row = vec![show_size(size)];
        row.extend(ALL.map(|v| number(ratio(v))));
        rows.push(row);
    }
    align(&rows) + "These hosts share one machine's processors. With more of them: cargo xtask sim --growth 32.\n"
}

/// Returns the results to draw: latency against size for each number of hosts, latency against the number of hosts
/// for each size, and the memory saved.
pub fn drawn(results: &Results) -> Results {
    let mut all = Results::default();
    let mut add = |variant: &str, key: Key, value: f64, unit: &str| {
        all.add(variant, Point { key, value, unit: unit.into(), more: Default::default() });
    };
    for (key, row) in results.rows() {
        for (variant, series) in &row.systems {
            if let Some(us) = series.median() {
                add(variant, key.clone(), us, &row.unit);
            }
        }
    }
    for size in sizes(results) {
        for variant in ALL.map(Variant::name) {
            for (hosts, us) in by_hosts(results, size, variant) {
                let name = format!("broadcast of {}{OVER_HOSTS}", show_size(size));
                add(variant, Key { name, ranks: 0, size: hosts.into() }, us, "us");
            }
        }
    }
    for (nodes, series, percent) in memory::saved() {
        let name = format!("memory saved by a shared buffer{OVER_HOSTS}");
        add(series, Key { name, ranks: 0, size: nodes.into() }, percent, "%");
    }
    all
}

/// Returns the names of a picture's lines.
pub fn names() -> Vec<&'static str> {
    ALL.map(Variant::name).into_iter().chain([memory::PAPER]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Results {
        let mut results = Results::default();
        for (hosts, size, value) in [(2, 4096, 10.0), (8, 4096, 12.0), (8, 8192, 15.0)] {
            let key = Key { name: "broadcast".into(), ranks: hosts, size };
            results.add("ours", Point { key, value, unit: "us".into(), more: Default::default() });
        }
        results
    }

    #[test]
    fn growth_is_from_the_fewest_to_the_most() {
        let text = growth(&some());
        assert!(text.starts_with("t(8)/t(2)") && text.contains("4k") && text.contains("1.200"), "{text}");
    }

    #[test]
    fn pictures_show_size_hosts_and_memory() {
        let all = drawn(&some());
        let named = |name: &str| all.rows().filter(|(key, _)| key.name.starts_with(name)).count();
        assert_eq!((named("broadcast of 4k"), named("memory saved")), (2, 7));
        let file = std::env::temp_dir().join(format!("clump-broadcast-{}.svg", std::process::id()));
        clump_tools::measure::picture::draw(&all, &names(), &file).expect("a picture");
        let text = std::fs::read_to_string(&file).expect("a picture");
        std::fs::remove_file(&file).expect("a file");
        assert!(text.contains("hosts") && text.contains("bytes") && text.contains("memory saved"), "{text}");
    }
}
