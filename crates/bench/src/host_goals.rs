//! The goals that `cargo xtask bench peers --hosts` can judge: against the best peer over TCP on the same hosts,
//! sealed (the default) and not sealed; the cost of sealing; over hosts that lose packets; and over ports that carry
//! less than the machine can.
use super::floors;
use super::goal::Goal;
use super::job::BETWEEN;
use clump_tools::measure::results::{Key, Results};
use clump_tools::measure::table::{best_peer, title};

const COLUMNS: [(&str, &str); 2] = [("insecure", "not sealed"), ("clump", "sealed")];
/// The highest ratio of the time of 8 bytes between hosts to the time over a connected socket between pinned
/// processes.
const DATAGRAMS: f64 = 1.25;
/// The longest that 99 of 100 round trips may take when packets are lost, in us.
const TAIL: f64 = 5000.0;

/// The least share of an exchange that must overlap with computing, in percent.
const HIDDEN: f64 = 80.0;
/// The least use of a port to which many ranks send (incast), in percent.
const INCAST_USE: f64 = 95.0;
/// The least use of a port shared with TCP (neighbour), in percent.
const NEIGHBOUR_USE: f64 = 90.0;
/// The most packets per thousand that may be lost beside TCP.
const NEIGHBOUR_LOST: f64 = 10.0;
/// The least share of all bytes that TCP must get, as a fraction.
const TCP_KEEPS: f64 = 0.25;

/// Returns the greatest fractions of the best peer's time: without sealing (if that has a goal of its own), and
/// sealed.
fn parts(size: u64) -> Option<(Option<f64>, f64)> {
    let open = match size {
        8 => Some(0.65),
        0x400..=0x10000 => Some(0.75),
        0x10_0000 | 0x100_0000 => Some(0.7),
        _ => None,
    };
    match size {
        8 => Some((open, 0.7)),
        9..=0x1000 => Some((open, 0.85)),
        0x1001..=0x100_0000 => Some((open, 1.0)),
        _ => None,
    }
}

/// Returns the most time in us that sealing may add to a message of `size` bytes that takes `open` us unsealed. For
/// short messages the bound is a fixed time for both ranks together, for long messages a share of `open`.
fn sealing(size: u64, open: f64) -> Option<f64> {
    match size {
        8 => Some(0.3),
        0x10000.. => Some(0.15 * open),
        _ => None,
    }
}

/// Returns the greatest fractions of the best peer's time for collectives of four hosts with two ranks each:
/// unsealed, and sealed.
fn collective_parts(name: &str, size: u64) -> Option<(f64, f64)> {
    matches!((name, size), ("allreduce", 8 | 0x10000) | ("bcast", 256 | 0x10000)).then_some((0.7, 0.8))
}

/// Returns the greatest fractions of the best peer's time for broadcasts from one host to three or seven other hosts:
/// unsealed, and sealed.
fn broadcast_part(size: u64) -> Option<(f64, f64)> {
    match size {
        1..=0x1000 => Some((0.5, 0.5)),
        0x1001..=0x10_0000 => Some((0.8, 0.8)),
        _ => None,
    }
}

/// Returns the greatest fractions of the best peer's time for a figure with a goal: unsealed, and sealed.
fn wanted(key: &Key) -> Option<(Option<f64>, f64)> {
    let both = |(open, sealed)| (Some(open), sealed);
    match (key.name.strip_prefix(BETWEEN)?, key.ranks) {
        ("latency", 2) => parts(key.size),
        ("broadcast", 4 | 8) => broadcast_part(key.size).map(both),
        // Hosts that share cores, with or without another program's busy process beside them.
        (name, 2 | 4) if name.starts_with("stranger_") => Some((Some(1.0), 1.0)),
        (name, 8) => collective_parts(name, key.size).map(both),
        _ => None,
    }
}

pub fn judge(results: &Results, systems: &[&str]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (key, row) in results.rows() {
        let (Some((open, sealed)), Some((_, best))) = (wanted(key), best_peer(row, systems)) else { continue };
        for ((system, how), part) in COLUMNS.into_iter().zip([open, Some(sealed)]) {
            let Some(part) = part else { continue };
            let Some(ours) = row.systems.get(system).and_then(|v| v.median()) else { continue };
            let (text, bound) = (format!("{}, {how}: at most {part} of the best peer", title(key)), part * best);
            goals.push(Goal { text, ours, bound, holds: ours <= bound });
        }
    }
    let bare = results.rows().filter(|(k, _)| k.name == format!("{BETWEEN}latency") && k.size == 8);
    for (key, row) in bare {
        let median = |system: &str| row.systems.get(system).and_then(|v| v.median());
        let (Some(ours), Some(floor)) = (median("insecure"), median(floors::NAME)) else { continue };
        let (text, bound) =
            (format!("{}, not sealed: at most {DATAGRAMS} of bare datagrams", title(key)), DATAGRAMS * floor);
        goals.push(Goal { text, ours, bound, holds: ours <= bound });
    }
    for (key, row) in results.rows().filter(|(k, _)| k.name == format!("{BETWEEN}latency") && k.ranks == 2) {
        let median = |system: &str| row.systems.get(system).and_then(|v| v.median());
        let (Some(open), Some(ours)) = (median("insecure"), median("clump")) else { continue };
        let Some(more) = sealing(key.size, open) else { continue };
        let (text, bound) = (format!("{}: sealing adds at most {more:.2} us", title(key)), open + more);
        goals.push(Goal { text, ours, bound, holds: ours <= bound });
    }
    let lossy = format!("{BETWEEN}loss");
    for (key, row) in results.rows().filter(|(k, _)| k.name == lossy && k.size == 8) {
        for (system, how) in COLUMNS {
            let Some(ours) = row.systems.get(system).and_then(|v| v.median()) else { continue };
            let text =
                format!("{}, {how}: of 100 round trips over hosts that lose packets 99 take at most 5 ms", title(key));
            goals.push(Goal { text, ours, bound: TAIL, holds: ours <= TAIL });
        }
    }
    // Bandwidth between hosts is measured only over hosts that lose packets.
    for (key, row) in results.rows().filter(|(k, _)| k.name == format!("{BETWEEN}bandwidth")) {
        let Some((_, best)) = best_peer(row, systems) else { continue };
        for (system, how) in COLUMNS {
            let Some(ours) = row.systems.get(system).and_then(|v| v.median()) else { continue };
            let text = format!("{}, {how}: at least 2 of the best peer where packets are lost", title(key));
            goals.push(Goal { text, ours, bound: 2.0 * best, holds: ours >= 2.0 * best });
        }
    }
    goals.extend(COLUMNS.into_iter().flat_map(|(system, how)| on_ports(results, systems, system, how)));
    goals
}

/// Returns the goals of one column over slow ports.
fn on_ports(results: &Results, systems: &[&str], system: &str, how: &str) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (key, row) in results.rows() {
        let Some(name) = key.name.strip_prefix(BETWEEN) else { continue };
        let median = |system: &str| row.systems.get(system).and_then(|v| v.median());
        let Some(ours) = median(system) else { continue };
        let mut goal = |what: String, bound: f64, holds: bool| {
            goals.push(Goal { text: format!("{}, {how}: {what}", title(key)), ours, bound, holds });
        };
        match name {
            "overlap" => goal(format!("at least {HIDDEN} % hidden"), HIDDEN, ours >= HIDDEN),
            "incast" => {
                if let Some((_, best)) = best_peer(row, systems) {
                    goal("at most 0.8 of the best peer".into(), 0.8 * best, ours <= 0.8 * best);
                }
            }
            "incast_port" => {
                goal(format!("at least {INCAST_USE} % of the port's rate"), INCAST_USE, ours >= INCAST_USE)
            }
            "incast_lost" => goal("nothing is more than the port's queue takes".into(), 0.0, ours <= 0.0),
            "neighbour_port" => {
                goal(format!("at least {NEIGHBOUR_USE} % of the port is used"), NEIGHBOUR_USE, ours >= NEIGHBOUR_USE);
            }
            "neighbour_lost" => {
                let less = format!("less than {} % lost", NEIGHBOUR_LOST / 10.0);
                goal(less, NEIGHBOUR_LOST, ours < NEIGHBOUR_LOST);
            }
            "neighbour_tcp" => {
                let mpi = results.rows().find(|(k, _)| k.name == format!("{BETWEEN}neighbour_mpi"));
                let Some(mpi) = mpi.and_then(|(_, r)| r.systems.get(system)?.median()) else { continue };
                let bound = TCP_KEEPS * (ours + mpi);
                goal("TCP keeps a quarter".into(), bound, ours >= bound);
            }
            _ => {}
        }
    }
    goals
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_tools::measure::results::Point;

    #[test]
    fn collectives_of_four_hosts_have_goals() {
        let held = |name: &str, ranks, size| {
            let mut r = Results::default();
            for (s, value) in [("insecure", 71.0), ("clump", 79.0), ("openmpi", 100.0), ("intel", 120.0)] {
                let key = Key { name: name.into(), ranks, size };
                r.add(s, Point { key, value, unit: "us".into(), more: Default::default() });
            }
            let goals = super::judge(&r, &["insecure", "clump", "openmpi", "intel"]);
            goals.iter().map(|g| g.holds).collect::<Vec<_>>()
        };
        assert_eq!(held("hosts_allreduce", 8, 8), [false, true]);
        assert_eq!(held("hosts_bcast", 8, 64 << 10), [false, true]);
        assert!(held("hosts_bcast", 8, 8).is_empty() && held("hosts_bcast", 4, 256).is_empty());
        assert_eq!(held("hosts_broadcast", 8, 4 << 10), [false, false]);
        assert_eq!(held("hosts_broadcast", 4, 64 << 10), [true, true]);
        assert!(held("hosts_broadcast", 2, 256).is_empty());
        assert!(held("bcast", 8, 256).is_empty() && held("hosts_reduce", 8, 256).is_empty());
    }

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
        let goals = judge("hosts_latency", 8, [("insecure", 6.6), ("clump", 6.8), ("mpich", 10.0), ("intel", 12.0)]);
        // The last goal is the cost of sealing.
        assert_eq!(goals.iter().map(|g| g.holds).collect::<Vec<_>>(), [false, true, true]);
        assert_eq!(goals[0].bound, 6.5);
        let held = |size, insecure, clump| {
            let goals = judge(
                "hosts_latency",
                size,
                [("insecure", insecure), ("clump", clump), ("mpich", 10.0), ("intel", 12.0)],
            );
            goals.iter().map(|g| g.holds).collect::<Vec<_>>()
        };
        assert_eq!(held(256, 8.0, 8.6), [false]);
        assert_eq!(held(4 << 10, 7.5, 8.5), [true, true]);
        assert_eq!(held(8, 6.0, 6.4), [true, true, false]);
        assert_eq!(held(128 << 10, 9.0, 10.1), [false, true]);
        assert_eq!(held(4 << 20, 8.0, 9.4), [true, false]);
        let figures = [("insecure", 300.0), ("clump", 190.0), ("mpich", 100.0), ("intel", 90.0)];
        let mut r = Results::default();
        for (name, size, unit, scale) in [("hosts_bandwidth", 1 << 20, "MB/s", 1.0), ("hosts_loss", 8, "us", 20.0)] {
            for (s, value) in figures {
                let key = Key { name: name.into(), ranks: 2, size };
                r.add(s, Point { key, value: value * scale, unit: unit.into(), more: Default::default() });
            }
        }
        let goals = super::judge(&r, &["insecure", "clump", "mpich", "intel"]);
        assert_eq!(goals.iter().map(|g| g.holds).collect::<Vec<_>>(), [false, true, true, false]);
        let none = [("insecure", 1.0), ("clump", 1.0), ("mpich", 10.0), ("intel", 12.0)];
        assert!(judge("latency", 8, none).is_empty() && judge("hosts_latency", 0, none).is_empty());
    }

    #[test]
    fn slow_ports_have_their_goals() {
        let mut r = Results::default();
        for (name, unit, value, peer) in [
            ("hosts_overlap", "%", 81.0, 20.0),
            ("hosts_incast", "us", 79.0, 100.0),
            ("hosts_incast_port", "%", 94.0, 90.0),
            ("hosts_incast_lost", "permille", 0.0, 3.0),
            ("hosts_neighbour_mpi", "MB/s", 16.0, 10.0),
            ("hosts_neighbour_tcp", "MB/s", 5.0, 10.0),
            ("hosts_neighbour_port", "%", 89.0, 95.0),
            ("hosts_neighbour_lost", "permille", 10.0, 1.0),
        ] {
            for (system, value) in [("clump", value), ("mpich", peer)] {
                let key = Key { name: name.into(), ranks: 8, size: 1 << 20 };
                r.add(system, Point { key, value, unit: unit.into(), more: Default::default() });
            }
        }
        let goals = judge(&r, &["insecure", "clump", "mpich"]);
        let held: Vec<_> = goals.iter().map(|g| g.holds).collect();
        assert_eq!(held, [true, true, false, true, false, false, false], "{goals:?}");
    }
}
