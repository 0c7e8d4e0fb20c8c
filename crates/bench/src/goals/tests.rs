//! Tests that each line of the table of goals judges figures by its limit, and that the commands in the table exist.
use super::super::args::BenchArgs;
use super::super::what::What;
use super::*;
use clap::Parser;
use clump_tools::measure::results::Point;

const K: u64 = 1 << 10;
const M: u64 = 1 << 20;
const SYSTEMS: [&str; 5] = ["insecure", "clump", "mpich", "openmpi", "intel"];

/// Figures of one point: name, size, and values by column.
type Figures<'a> = (&'a str, u64, &'a [(&'a str, f64)]);

fn judged(command: &str, ranks: u32, unit: &str, figures: &[Figures]) -> Vec<Goal> {
    let mut r = Results::default();
    for &(name, size, values) in figures {
        for &(column, value) in values {
            let key = Key { name: name.into(), ranks, size };
            r.add(column, Point { key, value, unit: unit.into(), more: Default::default() });
        }
    }
    judge(command, &r, &SYSTEMS).unwrap()
}

fn peers(name: &str, ranks: u32, size: u64, unit: &str, values: &[(&str, f64)]) -> Vec<Goal> {
    judged("peers", ranks, unit, &[(name, size, values)])
}

fn held(goals: &[Goal]) -> Vec<bool> {
    goals.iter().map(|g| g.holds).collect()
}

#[test]
fn every_command_exists_and_measures_on_the_machine_that_its_line_names() {
    let lines = read(TABLE).unwrap();
    assert!(lines.len() > 60);
    for line in &lines {
        let words = std::iter::once("bench").chain(line.command.split(' '));
        let args = BenchArgs::try_parse_from(words).unwrap_or_else(|e| panic!("{}: {e}", line.command));
        let makes_hosts = args.hosts.is_some() || args.name == What::Receivers;
        assert_eq!(makes_hosts, line.between_hosts, "{}", line.command);
        assert_eq!(args.what.len(), usize::from(args.name == What::Peers), "{}", line.command);
        assert!(!line.figures.is_empty() && line.columns.iter().all(|c| !c.contains(',')), "{line:?}");
    }
}

#[test]
fn small_latency_may_reach_the_floor_instead() {
    let goals = |ours| peers("latency", 2, 8, "us", &[("clump", ours), ("openmpi", 0.15), ("floor", 0.10)]);
    assert!(goals(0.159)[0].holds && goals(0.119)[0].holds && !goals(0.161)[0].holds);
    assert_eq!(goals(0.1)[0].text, "latency 8: at most 0.8 of the best peer, or floor + 0.06 us");
    let ring = |ours| peers("latency", 2, 8, "us", &[("clump", ours), ("ring", 0.100)]);
    assert_eq!((held(&ring(0.129)), held(&ring(0.131))), (vec![true], vec![false]));
}

#[test]
fn large_latency_is_held_against_the_open_libraries_and_the_best() {
    let goals = peers("latency", 2, M, "us", &[("clump", 80.0), ("mpich", 100.0), ("intel", 40.0)]);
    assert_eq!((goals[0].bound, goals[1].bound, held(&goals)), (90.0, 24.0, vec![true, false]));
    let by_floor = |floor| {
        peers("latency", 2, M, "us", &[("clump", 61.0), ("intel", 100.0), ("mpich", 300.0), ("floor", floor)])[1].holds
    };
    assert!(by_floor(50.0) && !by_floor(10.0));
}

#[test]
fn bounds_and_sizes_of_single_figures() {
    let of = |name, ranks, size, ours| held(&peers(name, ranks, size, "us", &[("clump", ours), ("intel", 10.0)]));
    assert_eq!((of("strided", 2, 64 * K, 6.9), of("strided", 2, 4 * M, 7.1)), (vec![true], vec![false]));
    assert!(of("strided", 2, 8 * M, 1.0).is_empty() && of("posted", 2, 1000, 1.0).is_empty());
    assert_eq!((of("posted", 2, 10_000, 4.9), of("posted", 2, 10_000, 5.1)), (vec![true], vec![false]));
    assert_eq!((of("malloc", 2, 8192, 7.9), of("malloc", 2, 8192, 8.1)), (vec![true], vec![false]));
    assert!(of("malloc", 2, 2048, 1.0).is_empty() && of("first100_malloc", 2, 8192, 1.0).is_empty());
    assert_eq!((of("jobs_computing", 4, 0, 1.14), of("jobs_computing", 4, 0, 1.16)), (vec![true], vec![false]));
    assert!(of("bcast", 3, 64, 1.0).is_empty() && of("bcast", 4, 128 * K, 1.0).is_empty());
}

#[test]
fn of_rates_more_is_better() {
    let rate = |ours| peers("rate", 2, 8, "M/s", &[("clump", ours), ("openmpi", 10.0), ("mpich", 1.0)])[0].holds;
    assert!(rate(15.1) && !rate(14.9));
    let values = [("clump", 25.0), ("intel", 10.0), ("mpich", 20.0)];
    let goals = peers("osu_bw", 2, 8192, "MB/s", &values);
    assert_eq!((goals.len(), goals[0].bound, held(&goals)), (2, 20.0, vec![true, false]));
    assert!((goals[1].ours - 1.25).abs() < 1e-9);
}

#[test]
fn the_mean_is_geometric_and_over_all_figures_of_a_line() {
    const NAMES: [&str; 6] = ["barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall"];
    let goals = |names: &[&str], ranks, ratios: [f64; 2]| {
        let values = ratios.map(|ratio| [("clump", 10.0 * ratio), ("intel", 10.0), ("mpich", 30.0)]);
        let figures: Vec<Figures> =
            names.iter().flat_map(|n| [(*n, 64, &values[0][..]), (*n, 72, &values[1][..])]).collect();
        judged("peers", ranks, "us", &figures)
    };
    let mean = |ranks, ratios| goals(&NAMES, ranks, ratios).pop().unwrap();
    assert!((mean(2, [0.5, 1.0]).ours - 0.5f64.sqrt()).abs() < 1e-9);
    assert!(mean(2, [0.6, 1.0]).holds && !mean(2, [0.7, 1.0]).holds);
    assert!(mean(8, [0.3, 1.0]).holds && !mean(8, [0.6, 0.7]).holds);
    assert_eq!((goals(&NAMES, 2, [1.0; 2]).len(), goals(&NAMES[1..], 2, [1.0; 2]).len()), (13, 10));
}

#[test]
fn without_peers_only_absolute_bounds_are_judged() {
    assert_eq!(peers("startup", 8, 0, "ms", &[("clump", 50.0)]).len(), 1);
    assert!(peers("latency", 2, 8, "us", &[("clump", 0.1)]).is_empty());
    assert!(peers("os_put", 2, 8, "us", &[("clump", 1.0)]).is_empty());
}

#[test]
fn one_sided_operations_may_reach_their_floors_instead() {
    let put = |ours, best| held(&peers("os_put", 2, 8, "us", &[("clump", ours), ("openmpi", best)]));
    assert_eq!((put(0.027, 0.018), put(0.029, 0.018)), (vec![true], vec![false]));
    assert_eq!((put(1.09, 1.0), put(1.11, 1.0)), (vec![true], vec![false]));
    let values = [("clump", 31.0), ("mpich", 29.0)];
    let copy = |more: &[Figures]| judged("peers", 2, "us", &[&[("os_put", M, &values[..])], more].concat());
    assert_eq!((copy(&[])[0].bound, copy(&[("os_memcpy", M, &[("clump", 30.0)])])[0].bound), (29.0, 31.5));
    assert_eq!(held(&peers("os_kept", 2, 8, "%", &[("clump", 96.0)])), [false]);
}

#[test]
fn hosts_have_goals_of_their_own_for_sealed_and_open_traffic() {
    let latency = |size, insecure, clump| {
        let values = [("insecure", insecure), ("clump", clump), ("mpich", 10.0), ("intel", 12.0)];
        held(&peers("hosts_latency", 2, size, "us", &values))
    };
    // The last goal is the cost of sealing.
    assert_eq!(latency(8, 6.6, 6.8), [false, true, true]);
    assert_eq!(latency(8, 6.0, 6.4), [true, true, false]);
    assert_eq!(latency(256, 8.0, 8.6), [false]);
    assert_eq!(latency(4 * K, 7.5, 8.5), [true, true]);
    assert_eq!(latency(128 * K, 9.0, 10.1), [false, true]);
    assert_eq!(latency(4 * M, 8.0, 9.4), [true, false]);
    assert!(latency(0, 1.0, 1.0).is_empty());
    let four = |name, ranks, size| {
        let values = [("insecure", 71.0), ("clump", 79.0), ("openmpi", 100.0), ("intel", 120.0)];
        held(&peers(name, ranks, size, "us", &values))
    };
    // The third goal is the one that every collective has between hosts.
    let held = vec![false, true, true];
    assert_eq!((four("hosts_allreduce", 8, 8), four("hosts_bcast", 8, 64 * K)), (held.clone(), held));
    assert_eq!((four("hosts_gather", 4, 8), four("hosts_bcast", 8, 8)), (vec![true], vec![true]));
    assert_eq!(
        (four("hosts_broadcast", 8, 4 * K), four("hosts_broadcast", 4, 64 * K)),
        (vec![false; 2], vec![true; 2])
    );
    assert_eq!(four("hosts_stranger_allreduce_free", 2, 8), [true, true]);
    assert!(four("hosts_bcast", 2, 8).is_empty() && four("hosts_broadcast", 2, 256).is_empty());
    let put = [("clump", 15.0), ("mpich", 20.0)];
    assert_eq!(peers("hosts_os_put", 2, 8, "us", &put)[0].bound, 15.0);
}

#[test]
fn lossy_hosts_and_slow_ports_have_goals() {
    let lossy = [("insecure", 300.0), ("clump", 190.0), ("mpich", 100.0), ("intel", 90.0)];
    assert_eq!(held(&peers("hosts_bandwidth", 2, M, "MB/s", &lossy)), [true, false]);
    assert_eq!(held(&peers("hosts_loss", 2, 8, "us", &[("insecure", 6000.0), ("clump", 3800.0)])), [false, true]);
    let one = |name, unit, ours, peer| held(&peers(name, 8, M, unit, &[("clump", ours), ("mpich", peer)]));
    assert_eq!(
        (one("hosts_overlap", "%", 81.0, 20.0), one("hosts_incast", "us", 79.0, 100.0)),
        (vec![true], vec![true])
    );
    assert_eq!(one("hosts_incast_port", "%", 94.0, 90.0), [false]);
    assert_eq!(
        (one("hosts_incast_lost", "permille", 0.0, 3.0), one("hosts_neighbour_lost", "permille", 10.0, 1.0)),
        (vec![true], vec![false])
    );
    let tcp = |tcp: f64| {
        let figures: [Figures; 2] =
            [("hosts_neighbour_mpi", M, &[("clump", 16.0)]), ("hosts_neighbour_tcp", M, &[("clump", tcp)])];
        held(&judged("peers", 8, "MB/s", &figures))
    };
    assert_eq!((tcp(5.0), tcp(5.4)), (vec![false], vec![true]), "TCP keeps a quarter of all bytes");
}

#[test]
fn other_commands_judge_their_own_columns() {
    let add = |ours| held(&judged("heap", 1, "us", &[("add", 0, &[("clump", ours), ("by-system", 100.0)])]));
    assert_eq!((add(104.9), add(105.1)), (vec![true], vec![false]));
    let flat: [Figures; 3] =
        [("overhead", 4, &[("receive", 50.0)]), ("overhead", 8192, &[("receive", 56.0)]), ("overhead", 65536, &[])];
    assert_eq!(held(&judged("deposit", 2, "ns", &flat)), [true, false]);
    assert_eq!(held(&judged("deposit", 2, "ns", &[("overhead", 0, &[("poll", 9.0)])])), [true]);
    let late = [("push-zero", 20.0), ("push-pull", 11.5), ("push-all", 10.0)];
    let receivers: [Figures; 4] =
        [("hosts_early", K, &late), ("hosts_late", K, &late), ("hosts_late", 4 * K, &late), ("early", 4 * K, &late)];
    let goals = judged("receivers", 2, "us", &receivers);
    assert_eq!(goals.iter().map(|g| (g.bound, g.holds)).collect::<Vec<_>>(), [(11.0, false), (11.0, false)]);
    let streams = judged("streams", 2, "us", &[("one-way", 8, &[("in C", 0.16), ("call", 0.14), ("ring", 0.1)])]);
    assert_eq!(held(&streams), [false]);
}
