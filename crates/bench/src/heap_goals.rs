//! Goals for large messages against the best peer, and for the cost of the shared heap in programs that send none.
use super::floors;
use super::goal::Goal;
use super::heap;
use clump_tools::measure::results::{Key, Row};
use clump_tools::measure::table::{best_peer, title};

/// The highest ratio of a program's time with the shared heap to its time without, if the program sends nothing.
const COST: f64 = 1.05;

const K: u64 = 1 << 10;
const M: u64 = 1 << 20;

/// Judges the goal for large messages at one point, if there is one and the run can judge it.
pub fn at(key: &Key, row: &Row, systems: &[&str]) -> Option<Goal> {
    let median = |s: &str| row.systems.get(s).and_then(|v| v.median());
    let ours = median("clump")?;
    let best = best_peer(row, systems)?.1;
    let (part, floor) = match (key.name.as_str(), key.ranks, key.size) {
        ("latency", 2, s) if [64 * K, M, 4 * M].contains(&s) => (0.6, median(floors::NAME).map(|f| 1.25 * f)),
        ("latency", 2, s) if s == 16 * M => (0.75, None),
        ("sendrecv" | "isend_irecv", 2, s) if [M, 4 * M].contains(&s) => (0.8, None),
        ("bcast" | "allgather" | "alltoall", 2 | 4, s) if s == M => (0.7, None),
        _ => return None,
    };
    let bound = floor.unwrap_or(0.0).max(part * best);
    let or = if floor.is_some() { ", or 1.25 of the copy floor" } else { "" };
    let text = format!("{}: at most {part} of the best peer{or} (large messages)", title(key));
    Some(Goal { text, ours, bound, holds: ours <= bound })
}

/// Judges the goal for a program without messages, with the shared heap and without.
pub fn cost(key: &Key, row: &Row) -> Option<Goal> {
    if !heap::HELD.contains(&key.name.as_str()) || key.ranks != 1 {
        return None;
    }
    let median = |s: &str| row.systems.get(s).and_then(|v| v.median());
    let (ours, bound) = (median("clump")?, COST * median("by-system")?);
    let text = format!("{}: at most {COST} of the time without the shared heap", title(key));
    Some(Goal { text, ours, bound, holds: ours <= bound })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_tools::measure::results::{Point, Results};

    fn judged(name: &str, ranks: u32, size: u64, figures: &[(&str, f64)]) -> Option<Goal> {
        let mut r = Results::default();
        for (s, value) in figures {
            let key = Key { name: name.into(), ranks, size };
            r.add(s, Point { key, value: *value, unit: "us".into(), more: Default::default() });
        }
        let (key, row) = r.rows().next()?;
        at(key, row, &["clump", "intel", "mpich"]).or_else(|| cost(key, row))
    }

    #[test]
    fn large_messages_are_held_against_the_best_peer_or_the_floor() {
        let one = |ours, floor| {
            let figures = [("clump", ours), ("intel", 100.0), ("mpich", 300.0), ("floor", floor)];
            judged("latency", 2, M, &figures).unwrap()
        };
        assert!(one(59.0, 10.0).holds && !one(61.0, 10.0).holds && one(61.0, 50.0).holds);
        let of = |name, ranks, size| judged(name, ranks, size, &[("clump", 69.0), ("intel", 100.0)]).map(|g| g.bound);
        assert_eq!(of("latency", 2, 16 * M), Some(75.0));
        assert_eq!((of("sendrecv", 2, M), of("isend_irecv", 2, 4 * M)), (Some(80.0), Some(80.0)));
        assert_eq!((of("alltoall", 4, M), of("bcast", 2, M)), (Some(70.0), Some(70.0)));
        assert_eq!((of("latency", 2, 8), of("alltoall", 8, M), of("reduce", 2, M)), (None, None, None));
    }

    #[test]
    fn a_program_without_messages_pays_at_most_a_twentieth() {
        let one = |ours| judged("append", 1, 0, &[("clump", ours), ("by-system", 100.0)]).unwrap().holds;
        assert!(one(104.9) && !one(105.1));
        assert!(judged("append", 1, 0, &[("clump", 1.0)]).is_none());
    }
}
