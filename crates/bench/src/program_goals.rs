//! Goals with the buffers and loops of real programs (`buffers`, `osu`) against the best peer: at every point, and
//! in the geometric mean.
use super::goal::Goal;
use clump_tools::measure::results::{Key, Results};
use clump_tools::measure::table::{best_peer, title};

/// The kinds of memory that `buffers` measures. `first100_` before a kind names the figure of fresh buffers.
pub const BUFFERS: [&str; 7] = ["malloc", "stack", "bss", "data", "mmap", "block", "forked"];
/// The OSU benchmarks that run between two ranks.
const POINT_TO_POINT: [&str; 3] = ["osu_latency", "osu_bw", "osu_bibw"];
/// The OSU benchmarks that run among any number of ranks.
pub const COLLECTIVES: [&str; 12] = [
    "osu_bcast",
    "osu_reduce",
    "osu_allreduce",
    "osu_reduce_scatter",
    "osu_gather",
    "osu_gatherv",
    "osu_scatter",
    "osu_scatterv",
    "osu_allgather",
    "osu_allgatherv",
    "osu_alltoall",
    "osu_alltoallv",
];

/// Returns true if figures of that name come from `buffers`.
pub fn is_buffers(name: &str) -> bool {
    BUFFERS.contains(&name.strip_prefix("first100_").unwrap_or(name))
}

/// Returns true if figures of that name come from `osu`.
pub fn is_osu(name: &str) -> bool {
    POINT_TO_POINT.contains(&name) || COLLECTIVES.contains(&name)
}

/// A bound for the ratio to the best peer, at every point and, if all of the names were measured, in the geometric
/// mean. The bound is a lower bound if more is better, otherwise an upper bound.
struct Line {
    text: &'static str,
    names: &'static [&'static str],
    ranks: &'static [u32],
    sizes: std::ops::RangeInclusive<u64>,
    each: f64,
    mean: Option<f64>,
    more: bool,
}

const LINES: [Line; 5] = [
    Line {
        text: "buffers of all kinds",
        names: &BUFFERS,
        ranks: &[2],
        sizes: 4 << 10..=256 << 10,
        each: 0.8,
        mean: None,
        more: false,
    },
    Line {
        text: "OSU-like latency",
        names: &["osu_latency"],
        ranks: &[2],
        sizes: 1..=4 << 20,
        each: 1.0,
        mean: Some(0.75),
        more: false,
    },
    Line {
        text: "OSU-like bandwidth",
        names: &["osu_bw"],
        ranks: &[2],
        sizes: 1..=4 << 20,
        each: 1.0,
        mean: Some(1.5),
        more: true,
    },
    Line {
        text: "OSU-like bandwidth both ways",
        names: &["osu_bibw"],
        ranks: &[2],
        sizes: 1..=4 << 20,
        each: 1.0,
        mean: Some(1.5),
        more: true,
    },
    Line {
        text: "OSU-like collectives",
        names: &COLLECTIVES,
        ranks: &[2, 4, 8],
        sizes: 8..=1 << 20,
        each: 1.0,
        mean: Some(0.6),
        more: false,
    },
];

impl Line {
    fn has(&self, key: &Key) -> bool {
        self.names.contains(&key.name.as_str()) && self.ranks.contains(&key.ranks) && self.sizes.contains(&key.size)
    }

    fn holds(&self, ours: f64, bound: f64) -> bool {
        if self.more { ours >= bound } else { ours <= bound }
    }

    fn word(&self) -> &'static str {
        if self.more { "at least" } else { "at most" }
    }

    fn judge(&self, results: &Results, systems: &[&str]) -> Vec<Goal> {
        let points = results.rows().filter(|(key, _)| self.has(key)).filter_map(|(key, row)| {
            let ours = row.systems.get("clump")?.median()?;
            Some((key, ours, best_peer(row, systems)?.1))
        });
        let points: Vec<_> = points.collect();
        let each = points.iter().map(|&(key, ours, best)| {
            let (text, bound) =
                (format!("{}: {} {} of the best peer", title(key), self.word(), self.each), self.each * best);
            Goal { text, ours, bound, holds: self.holds(ours, bound) }
        });
        let mut goals: Vec<_> = each.collect();
        let complete = self.names.iter().all(|name| points.iter().any(|p| p.0.name == *name));
        if let (Some(bound), true) = (self.mean, complete) {
            let sum: f64 = points.iter().map(|(_, ours, best)| (ours / best).ln()).sum();
            let mean = (sum / points.len() as f64).exp();
            let text = format!("{}: ratio to the best peer, geometric mean: {} {bound}", self.text, self.word());
            goals.push(Goal { text, ours: mean, bound, holds: self.holds(mean, bound) });
        }
        goals
    }
}

/// Judges the results.
pub fn judge(results: &Results, systems: &[&str]) -> Vec<Goal> {
    LINES.iter().flat_map(|line| line.judge(results, systems)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_tools::measure::results::Point;

    fn goals(names: &[&str], size: u64, unit: &str, ours: f64) -> Vec<Goal> {
        let mut r = Results::default();
        for name in names {
            for (system, value) in [("clump", ours), ("intel", 10.0), ("mpich", 20.0)] {
                let key = Key { name: name.to_string(), ranks: 2, size };
                r.add(system, Point { key, value, unit: unit.into(), more: Default::default() });
            }
        }
        judge(&r, &["clump", "mpich", "openmpi", "intel"])
    }

    #[test]
    fn every_kind_of_memory_is_held_against_the_best_peer() {
        for kind in BUFFERS {
            assert!(goals(&[kind], 8192, "us", 7.9)[0].holds && !goals(&[kind], 8192, "us", 8.1)[0].holds);
            assert!(is_buffers(kind) && is_buffers(&format!("first100_{kind}")));
        }
        assert!(
            goals(&["malloc"], 2048, "us", 1.0).is_empty() && goals(&["first100_malloc"], 8192, "us", 1.0).is_empty()
        );
    }

    #[test]
    fn of_bandwidth_more_is_better_and_the_best_has_the_most() {
        let bw = goals(&["osu_bw"], 8192, "MB/s", 25.0);
        assert_eq!((bw.len(), bw[0].ours, bw[0].bound, bw[0].holds), (2, 25.0, 20.0, true));
        assert!((bw[1].ours - 1.25).abs() < 1e-9 && bw[1].bound == 1.5 && !bw[1].holds);
    }

    #[test]
    fn the_mean_is_over_all_collectives() {
        let all = goals(&COLLECTIVES, 64, "us", 7.0);
        assert_eq!((all.len(), all.iter().filter(|g| g.holds).count()), (13, 12));
        assert_eq!(goals(&COLLECTIVES[1..], 64, "us", 5.0).len(), 11, "no mean without all");
        assert!(COLLECTIVES.iter().all(|name| is_osu(name)) && !is_osu("bcast"));
    }
}
