//! The goals that `cargo xtask bench peers --what onesided` can judge: one-sided communication against the best peer,
//! on one machine and, with `--hosts 2`, on two.
use super::goal::Goal;
use super::job::BETWEEN;
use clump_tools::measure::results::{Key, Results, Row};
use clump_tools::measure::table::{best_peer, title};

const K: u64 = 1 << 10;
const M: u64 = 1 << 20;
/// How much longer than the best peer an operation may take, in us, if the operation is short compared with a
/// program's own instructions.
const LITTLE: f64 = 0.010;
/// The highest ratio of a transfer's time to the time of a copy between the same buffers.
const COPY: f64 = 1.05;
/// The highest ratio of the time until a flag behind its data is seen to the time in which two cores hand over two
/// cache lines.
const HANDOVERS: f64 = 1.3;
/// The least share of its speed that a computing target must keep while peers work on its memory, in percent.
const KEPT: f64 = 97.0;
/// The longest that an operation on a computing target on another machine may take, in us, if the hosts' ranks have
/// no spare core.
const COMPUTING: f64 = 10_000.0;

/// An upper bound of a figure.
struct Bound {
    us: f64,
    why: String,
}

fn median(row: &Row, system: &str) -> Option<f64> {
    row.systems.get(system)?.median()
}

/// Returns Clump's figure `name` of the same run, at this key's size and number of ranks.
fn beside(results: &Results, name: &str, key: &Key) -> Option<f64> {
    let same = |k: &Key| k.name == name && k.size == key.size && k.ranks == key.ranks;
    results.rows().find(|(k, _)| same(k)).and_then(|(_, row)| median(row, "clump"))
}

/// Returns the bound on one machine: a fraction of the best peer's time, or an absolute time that is good enough.
fn near(results: &Results, key: &Key, best: Option<f64>) -> Option<Bound> {
    let of_best = |part: f64| Some(Bound { us: part * best?, why: format!("{part} of the best peer") });
    let or = |bound: Option<Bound>, us: Option<f64>, why: String| match (bound, us) {
        (Some(b), Some(us)) => Some(Bound { us: b.us.max(us), why: format!("{}, or {why}", b.why) }),
        (bound, us) => bound.or(us.map(|us| Bound { us, why })),
    };
    match (key.name.as_str(), key.ranks, key.size) {
        ("os_put" | "os_get" | "os_fop", 2, 8) => {
            or(of_best(1.1), best.map(|b| b + LITTLE), "10 ns more than that".into())
        }
        ("os_put" | "os_get", 2, size) if size == 64 * K || size == M => {
            let copy = beside(results, "os_memcpy", key).map(|us| COPY * us);
            or(of_best(1.0), copy, format!("{COPY} of a copy between the same buffers"))
        }
        ("os_flag", 2, _) => {
            let lines = beside(results, "os_handover", key).map(|us| HANDOVERS * us);
            or(of_best(1.0), lines, format!("{HANDOVERS} of a hand-over of two lines"))
        }
        ("os_fence", 2, _) => of_best(0.7),
        ("os_computing", 2, _) => of_best(1.0),
        ("os_contended" | "os_acc_apart" | "os_acc_same", 4, _) => of_best(0.8),
        _ => None,
    }
}

/// Returns the bound between hosts, with sealed traffic.
fn far(name: &str, size: u64, best: Option<f64>) -> Option<Bound> {
    let of_best = |part: f64| Some(Bound { us: part * best?, why: format!("{part} of the best peer, sealed") });
    match (name, size) {
        ("os_put" | "os_get" | "os_fop", 8) => of_best(0.75),
        ("os_flag", _) => of_best(0.6),
        ("os_put", M) => of_best(1.0),
        ("os_computing", _) => Some(Bound { us: COMPUTING, why: "10 ms without a spare core".into() }),
        _ => None,
    }
}

pub fn judge(results: &Results, systems: &[&str]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (key, row) in results.rows() {
        let Some(ours) = median(row, "clump") else { continue };
        let best = best_peer(row, systems).map(|(_, best)| best);
        let between = key.name.strip_prefix(BETWEEN);
        if between.unwrap_or(&key.name) == "os_kept" {
            let text = format!("{}: at least {KEPT} % of its speed", title(key));
            goals.push(Goal { text, ours, bound: KEPT, holds: ours >= KEPT });
            continue;
        }
        let bound = match between {
            Some(name) => far(name, key.size, best),
            None => near(results, key, best),
        };
        if let Some(Bound { us, why }) = bound {
            goals.push(Goal { text: format!("{}: at most {why}", title(key)), ours, bound: us, holds: ours <= us });
        }
    }
    goals
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_tools::measure::results::Point;

    fn judged(ranks: u32, points: &[(&str, u64, &str, f64)]) -> Vec<(f64, bool)> {
        let mut r = Results::default();
        for &(name, size, system, value) in points {
            let key = Key { name: name.into(), ranks, size };
            let unit = if name.ends_with("kept") { "%" } else { "us" };
            r.add(system, Point { key, value, unit: unit.into(), more: Default::default() });
        }
        judge(&r, &["clump", "mpich", "openmpi"]).into_iter().map(|g| (g.bound, g.holds)).collect()
    }

    #[test]
    fn the_shortest_operations_may_take_10_ns_more() {
        let one = |ours, best| judged(2, &[("os_put", 8, "clump", ours), ("os_put", 8, "openmpi", best)]);
        assert!(one(0.027, 0.018)[0].1 && !one(0.029, 0.018)[0].1);
        assert!(one(1.09, 1.0)[0].1 && !one(1.11, 1.0)[0].1);
    }

    #[test]
    fn copies_and_flags_may_reach_the_floor_instead() {
        let m = 1 << 20;
        let copies = [("os_put", m, "clump", 31.0), ("os_put", m, "mpich", 29.0), ("os_memcpy", m, "clump", 30.0)];
        assert_eq!(judged(2, &copies), [(31.5, true)]);
        let flags = [("os_flag", 8, "clump", 0.2), ("os_flag", 8, "mpich", 0.1), ("os_handover", 8, "clump", 0.15)];
        assert!(!judged(2, &flags)[0].1);
        assert_eq!(judged(2, &copies[..2]), [(29.0, false)]);
    }

    #[test]
    fn hosts_have_goals_of_their_own() {
        let two = [("hosts_os_put", 8, "clump", 15.0), ("hosts_os_put", 8, "mpich", 20.0)];
        assert_eq!(judged(2, &two), [(15.0, true)]);
        assert_eq!(judged(2, &[("hosts_os_computing", 8, "clump", 9_000.0)]), [(10_000.0, true)]);
        assert_eq!(judged(2, &[("hosts_os_kept", 8, "clump", 96.0)]), [(97.0, false)]);
        assert!(judged(2, &[("os_put", 8, "clump", 1.0)]).is_empty());
        let four = [("os_acc_same", 4096, "clump", 0.8), ("os_acc_same", 4096, "mpich", 0.9)];
        assert!(!judged(4, &four)[0].1 && judged(2, &four).is_empty());
    }
}
