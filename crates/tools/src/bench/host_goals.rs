//! The goals of issue 5 that `clump bench peers --hosts` can show: against the best peer over TCP on the same hosts, sealed
//! (as it is by default) and not.
use super::goals::Goal;
use super::job::BETWEEN;
use super::results::Results;
use super::table::{best_peer, title};

/// At most so much of the best peer's time: without seals, and sealed.
fn parts(size: u64) -> Option<(f64, f64)> {
    match size {
        8 => Some((0.65, 0.7)),
        0x400..=0x10000 => Some((0.75, 1.0)),
        0x10_0000 | 0x100_0000 => Some((0.7, 1.3)),
        _ => None,
    }
}

pub fn judge(results: &Results, systems: &[&str]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (key, row) in results.rows().filter(|(k, _)| k.name == format!("{BETWEEN}latency") && k.ranks == 2) {
        let (Some((open, sealed)), Some((_, best))) = (parts(key.size), best_peer(row, systems)) else { continue };
        for (system, how, part) in [("insecure", "not sealed", open), ("clump", "sealed", sealed)] {
            let Some(ours) = row.systems.get(system).and_then(|v| v.median()) else { continue };
            let (text, bound) = (format!("{}, {how}: at most {part} of the best peer", title(key)), part * best);
            goals.push(Goal { text, ours, bound, holds: ours <= bound });
        }
    }
    goals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::{Key, Point};

    #[test]
    fn both_columns_are_held_against_the_best_peer() {
        let judge = |name: &str, size, figures: [(&str, f64); 4]| {
            let mut r = Results::default();
            for (s, value) in figures {
                let key = Key { name: name.into(), ranks: 2, size };
                r.add(s, Point { key, value, unit: "us".into(), more: Default::default() });
            }
            judge(&r, &["insecure", "clump", "mpich", "intel"])
        };
        let goals = judge("hosts_latency", 8, [("insecure", 6.6), ("clump", 6.9), ("mpich", 10.0), ("intel", 12.0)]);
        assert_eq!(goals.iter().map(|g| g.holds).collect::<Vec<_>>(), [false, true]);
        assert_eq!(goals[0].bound, 6.5);
        let none = [("insecure", 1.0), ("clump", 1.0), ("mpich", 10.0), ("intel", 12.0)];
        assert!(judge("latency", 8, none).is_empty() && judge("hosts_latency", 64, none).is_empty());
    }
}
