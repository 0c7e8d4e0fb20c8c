//! The goals that a comparison can show, each judged at every point that the run measured.
use super::collective_goals;
use super::floors;
use super::goal::Goal;
use super::heap_goals;
use super::host_goals;
use super::onesided_goals;
use super::program_goals;
use super::ring;
use clump_tools::measure::results::{Key, Results, Row};
use clump_tools::measure::table::{best_peer, number, title};

/// Judges all goals that this run can judge: those with figures of Clump and of at least one peer, or with an
/// absolute bound.
pub fn judge(results: &Results, systems: &[&str]) -> Vec<Goal> {
    let mut goals: Vec<_> = results.rows().flat_map(|(key, row)| at(key, row, systems)).collect();
    goals.extend(collective_goals::judge(results, systems));
    goals.extend(results.rows().filter_map(|(key, row)| heap_goals::at(key, row, systems)));
    goals.extend(host_goals::judge(results, systems));
    goals.extend(program_goals::judge(results, systems));
    goals.extend(onesided_goals::judge(results, systems));
    goals
}

/// Judges the goals for the cost of the shared heap, from a run with the heap and without.
pub fn judge_cost(results: &Results) -> Vec<Goal> {
    results.rows().filter_map(|(key, row)| heap_goals::cost(key, row)).collect()
}

fn at(key: &Key, row: &Row, systems: &[&str]) -> Vec<Goal> {
    let median = |s: &str| row.systems.get(s).and_then(|v| v.median());
    let Some(ours) = median("clump") else {
        return vec![];
    };
    let at_most = |bound: Option<f64>, why: String| {
        let bound = bound?;
        Some(Goal { text: format!("{}: at most {why}", title(key)), ours, bound, holds: ours <= bound })
    };
    let best = best_peer(row, systems).map(|b| b.1);
    let open = [median("mpich"), median("openmpi")].into_iter().flatten().reduce(f64::min);
    let goals = match (key.name.as_str(), key.ranks, key.size) {
        ("latency", 2, 8) => {
            let floor = median(floors::NAME).map_or(0.0, |f| f + 0.060);
            let bound = best.map(|b| (0.8 * b).max(floor));
            let first = at_most(bound, "0.8 of the best peer, or the cache-line floor + 60 ns".into());
            let ring = median(ring::NAME).map(|r| r + 0.030);
            vec![
                first,
                at_most(ring, "the raw ring + 30 ns (the stack's own cost)".into()),
                at_most(open.map(|b| 1.1 * b), "1.1 of MPICH's and Open MPI's best".into()),
            ]
        }
        ("latency", 2, s) if s >= 65536 => {
            vec![at_most(open.map(|b| 0.9 * b), "0.9 of MPICH's and Open MPI's best".into())]
        }
        ("latency", 2, s) if s > 8 => {
            vec![at_most(open.map(|b| 1.1 * b), "1.1 of MPICH's and Open MPI's best".into())]
        }
        ("strided" | "strided_send", 2, s) if (64 << 10..=4 << 20).contains(&s) => {
            vec![at_most(best.map(|b| 0.7 * b), "0.7 of the best peer".into())]
        }
        ("rate" | "threads" | "threads_comm", 2, 8) => {
            let bound = best.map(|b| 1.5 * b);
            let text = format!("{}: at least 1.5 of the best peer", title(key));
            vec![bound.map(|bound| Goal { text, ours, bound, holds: ours >= bound })]
        }
        ("barrier", n @ (4 | 8 | 16), 0) | ("allreduce", n @ (4 | 8 | 16), 8) => {
            let part = if n == 4 { 0.8 } else { 0.6 };
            vec![at_most(best.map(|b| part * b), format!("{part} of the best peer"))]
        }
        ("stranger_allreduce_pinned" | "stranger_allreduce_free" | "stranger_allreduce_nice", _, 8)
        | ("stranger_pingpong_pinned" | "stranger_pingpong_free" | "stranger_pingpong_nice", _, 8)
        | ("quota_allreduce" | "quota_pingpong" | "quota_turns", _, 8) => {
            vec![at_most(best, "the best peer".into())]
        }
        ("jobs_talking" | "jobs_computing", 4, _) => {
            vec![at_most(Some(1.15), "1.15 of the sum of each alone".into())]
        }
        ("posted", 2, 10_000) => vec![at_most(best.map(|b| 0.5 * b), "0.5 of the best peer".into())],
        ("memory", 64, _) => vec![at_most(Some(20.0), "20 MiB for a rank".into())],
        ("startup", 8, _) => {
            vec![at_most(best.map(|b| 0.25 * b), "0.25 of the best peer".into()), at_most(Some(80.0), "80 ms".into())]
        }
        _ => vec![],
    };
    goals.into_iter().flatten().collect()
}

/// Returns one line for each goal.
pub fn print(goals: &[Goal]) -> String {
    let line = |g: &Goal| {
        let verdict = if g.holds { "holds" } else { "MISSED" };
        format!("{verdict:6}  {}: {} against {}\n", g.text, number(Some(g.ours)), number(Some(g.bound)))
    };
    let held = goals.iter().filter(|g| g.holds).count();
    goals.iter().map(line).collect::<String>() + &format!("{held} of {} goals hold\n", goals.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_tools::measure::results::Point;

    fn one(name: &str, ranks: u32, size: u64, unit: &str, figures: &[(&str, f64)]) -> Vec<Goal> {
        let mut r = Results::default();
        for (s, v) in figures {
            let key = Key { name: name.into(), ranks, size };
            r.add(s, Point { key, value: *v, unit: unit.into(), more: Default::default() });
        }
        judge(&r, &["clump", "mpich", "openmpi", "intel"])
    }

    #[test]
    fn small_latency_may_reach_the_floor_instead() {
        let goals = |ours| one("latency", 2, 8, "us", &[("clump", ours), ("openmpi", 0.15), ("floor", 0.10)]);
        assert!(goals(0.159)[0].holds && goals(0.119)[0].holds);
        assert!(!goals(0.161)[0].holds);
    }

    #[test]
    fn the_stack_may_add_30_ns() {
        let goals = |ours| one("latency", 2, 8, "us", &[("clump", ours), ("ring", 0.100)]);
        assert!(goals(0.129)[0].holds && !goals(0.131)[0].holds);
    }

    #[test]
    fn large_latency_is_held_against_the_open_ones() {
        let goals = one("latency", 2, 1 << 20, "us", &[("clump", 80.0), ("mpich", 100.0), ("intel", 40.0)]);
        assert_eq!((goals.len(), goals[0].bound, goals[0].holds), (2, 90.0, true));
        assert_eq!((goals[1].bound, goals[1].holds), (24.0, false));
    }

    #[test]
    fn strided_messages_are_held_against_every_peer() {
        let goals = |size, ours| one("strided", 2, size, "us", &[("clump", ours), ("openmpi", 20.0), ("intel", 100.0)]);
        assert!(goals(64 << 10, 13.9)[0].holds && !goals(4 << 20, 14.1)[0].holds);
        assert!(goals(8 << 20, 1.0).is_empty());
    }

    #[test]
    fn rate_wants_more() {
        let goals = |ours| one("rate", 2, 8, "M/s", &[("clump", ours), ("openmpi", 10.0), ("mpich", 1.0)]);
        assert!(goals(15.1)[0].holds && !goals(14.9)[0].holds);
        let threads = one("threads", 2, 8, "M/s", &[("clump", 4.0), ("intel", 3.0)]);
        assert_eq!((threads.len(), threads[0].bound, threads[0].holds), (1, 4.5, false));
    }

    #[test]
    fn long_queues_are_held_against_the_best_peer() {
        let goals = |ours, size| one("posted", 2, size, "us", &[("clump", ours), ("openmpi", 9.0), ("mpich", 4.0)]);
        assert!(goals(1.9, 10_000)[0].holds && !goals(2.1, 10_000)[0].holds);
        assert!(goals(1.0, 1000).is_empty());
    }

    #[test]
    fn two_jobs_lose_little() {
        let holds = |ratio| one("jobs_computing", 4, 0, "of sum", &[("clump", ratio), ("mpich", 3.0)])[0].holds;
        assert!(holds(1.14) && !holds(1.16));
        assert!(one("jobs_computing", 8, 0, "of sum", &[("clump", 1.0)]).is_empty());
    }

    #[test]
    fn without_peers_only_absolute_bounds_are_judged() {
        assert_eq!(one("startup", 8, 0, "ms", &[("clump", 50.0)]).len(), 1);
        assert!(one("latency", 2, 8, "us", &[("clump", 0.1)]).is_empty());
    }
}
