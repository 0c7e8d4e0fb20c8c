//! The goals for collectives against the best peer, at every point and in the geometric mean.
use super::goal::Goal;
use clump_tools::measure::results::{Key, Results};
use clump_tools::measure::table::{best_peer, title};

/// The collectives that have goals.
pub const NAMES: [&str; 6] = ["barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall"];

/// The bounds for some numbers of ranks.
struct Line {
    ranks: &'static [u32],
    text: &'static str,
    largest: u64,
    /// The highest ratio to the best peer at every point.
    each: f64,
    /// The highest ratio to the best peer in the geometric mean.
    mean: f64,
}

const LINES: [Line; 2] = [
    Line { ranks: &[2], text: "2 ranks", largest: 4 << 20, each: 1.1, mean: 0.8 },
    Line { ranks: &[4, 8, 16], text: "4, 8 and 16 ranks", largest: 64 << 10, each: 1.0, mean: 0.6 },
];

impl Line {
    fn has(&self, key: &Key) -> bool {
        NAMES.contains(&key.name.as_str()) && self.ranks.contains(&key.ranks) && key.size <= self.largest
    }
}

/// Judges the results. Judges the mean only if all six collectives were measured.
pub fn judge(results: &Results, systems: &[&str]) -> Vec<Goal> {
    LINES.iter().flat_map(|line| of_line(line, results, systems)).collect()
}

fn of_line(line: &Line, results: &Results, systems: &[&str]) -> Vec<Goal> {
    let points = results.rows().filter(|(key, _)| line.has(key)).filter_map(|(key, row)| {
        let ours = row.systems.get("clump")?.median()?;
        Some((key, ours, best_peer(row, systems)?.1))
    });
    let points: Vec<_> = points.collect();
    let each = points.iter().map(|&(key, ours, best)| {
        let (text, bound) = (format!("{}: at most {} of the best peer", title(key), line.each), line.each * best);
        Goal { text, ours, bound, holds: ours <= bound }
    });
    let mut goals: Vec<_> = each.collect();
    if NAMES.iter().all(|name| points.iter().any(|p| p.0.name == *name)) {
        let sum: f64 = points.iter().map(|(_, ours, best)| (ours / best).ln()).sum();
        let mean = (sum / points.len() as f64).exp();
        let text = format!("collectives, {}: ratio to the best peer, geometric mean: at most {}", line.text, line.mean);
        goals.push(Goal { text, ours: mean, bound: line.mean, holds: mean <= line.mean });
    }
    goals
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_tools::measure::results::Point;

    fn results(names: &[&str], ranks: u32, size: u64, ratios: [f64; 2]) -> Results {
        let mut r = Results::default();
        for name in names {
            for (i, ratio) in ratios.into_iter().enumerate() {
                for (s, value) in [("clump", 10.0 * ratio), ("intel", 10.0), ("mpich", 30.0)] {
                    let key = Key { name: name.to_string(), ranks, size: size + 8 * i as u64 };
                    r.add(s, Point { key, value, unit: "us".into(), more: Default::default() });
                }
            }
        }
        r
    }
    const SYSTEMS: [&str; 4] = ["clump", "mpich", "openmpi", "intel"];

    #[test]
    fn each_point_is_held_against_the_best_peer() {
        let held = |ranks, ratio| judge(&results(&["bcast"], ranks, 64, [ratio; 2]), &SYSTEMS)[0].holds;
        assert!(held(2, 1.09) && !held(2, 1.11));
        assert!(held(16, 0.99) && !held(16, 1.01));
    }

    #[test]
    fn the_mean_is_geometric_and_over_all_collectives() {
        let mean = |ranks, ratios| judge(&results(&NAMES, ranks, 64, ratios), &SYSTEMS).pop().unwrap();
        assert!((mean(2, [0.5, 1.0]).ours - 0.5f64.sqrt()).abs() < 1e-9);
        assert!(mean(2, [0.6, 1.0]).holds && !mean(2, [0.7, 1.0]).holds);
        assert!(mean(8, [0.3, 1.0]).holds && !mean(8, [0.6, 0.7]).holds);
        let five = judge(&results(&NAMES[1..], 2, 64, [0.5, 1.0]), &SYSTEMS);
        assert_eq!(five.len(), 10, "no mean without all six");
    }

    #[test]
    fn other_ranks_and_larger_sizes_have_no_goal() {
        assert!(judge(&results(&["bcast"], 3, 64, [1.0; 2]), &SYSTEMS).is_empty());
        assert!(judge(&results(&["bcast"], 4, 128 << 10, [1.0; 2]), &SYSTEMS).is_empty());
        assert!(judge(&results(&["latency"], 2, 64, [1.0; 2]), &SYSTEMS).is_empty());
    }
}
