//! Tests that broadcasts between hosts go by multicast if multicast works, and down a tree if it does not work or
//! stops working.
mod common;
use common::hosts::Hosts;
use common::{Done, program, rank, run};
use std::path::Path;
use std::time::{Duration, Instant};

fn hosts(count: usize, v6: bool) -> Option<Hosts> {
    let hosts = Hosts::up(count)?;
    for n in 0..count {
        hosts.on(
            n,
            &match v6 {
                true => format!("ip addr add fd09::{}/64 dev eth0 nodad", n + 1),
                false => format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1),
            },
        );
    }
    Some(hosts)
}

/// Runs broadcasts among all hosts, in which every rank compares every byte.
fn broadcasts(hosts: &Hosts, count: usize, options: &[&str], what: &[&str]) -> Done {
    job(hosts, count, options, what).finish()
}

fn job(hosts: &Hosts, count: usize, options: &[&str], what: &[&str]) -> common::Job {
    role(hosts, count, options, &[&["broadcast"], what].concat())
}

/// Returns a job with one rank on each host. All ranks play that role.
fn role(hosts: &Hosts, count: usize, options: &[&str], role: &[&str]) -> common::Job {
    let names: Vec<String> = (0..count).map(|n| format!("h{n}")).collect();
    run(["--timeout", "25", "-v", "--rsh", &hosts.rsh(), "--hosts", &names.join(",")])
        .args(options)
        .arg(rank())
        .args(role)
}

/// Checks that the job succeeded, and that this many ranks report at the end that their own broadcasts went the way
/// that `at_last` names.
#[track_caller]
fn went(done: &Done, ranks: usize, at_last: &str) {
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    let how = format!(" then {at_last};");
    let lines = done.out.lines().filter(|line| line.contains(&how)).count();
    assert_eq!(lines, ranks, "{}{}", done.out, done.err);
}

const CLUMP: &str = env!("CARGO_BIN_EXE_clump");
const MULTICAST: &str = "multicast";
const TREE: &str = "a tree";

#[test]
fn multicast_is_used_through_bridges_with_and_without_snooping() {
    for v6 in [false, true] {
        let Some(hosts) = hosts(4, v6) else { return };
        for snooping in ["mcast_snooping 1 mcast_querier 1", "mcast_snooping 1", "mcast_snooping 0"] {
            hosts.on_bridge(&format!("ip link set br0 type bridge {snooping}"));
            for (options, what) in [(&[][..], ["40", "4096"]), (&["--insecure"], ["16", "100000"])] {
                let done = broadcasts(&hosts, 4, options, &what);
                went(&done, 4, MULTICAST);
                let says = if v6 { "multicast between the hosts, to ff12:" } else { "hosts, to 239.255." };
                assert!(done.err.contains(says), "{}", done.err);
                assert_eq!(done.err.matches(" down a tree of messages\n").count(), 4, "{}", done.err);
            }
        }
    }
}

#[test]
fn broadcasts_go_down_a_tree_if_the_bridge_drops_multicasts() {
    let Some(hosts) = hosts(3, false) else { return };
    // One host receives no multicast.
    hosts.on_bridge("ip link set br0 type bridge mcast_snooping 0; bridge link set dev port2 mcast_flood off");
    for what in [["30", "4096"], ["6", "300000"]] {
        let done = broadcasts(&hosts, 3, &[], &what);
        went(&done, 2, TREE);
        // The multicasts of that host reach the other hosts.
        went(&done, 1, MULTICAST);
        let says = "0 by multicast, 10 down a tree of messages; no multicast was seen to reach all hosts";
        assert!(what[0] != "30" || done.err.contains(&format!("broadcasts from host h0: {says}")), "{}", done.err);
    }
    hosts.on_bridge(&format!("bridge link set dev port2 mcast_flood on; {DROPPED}"));
    for what in [["30", "4096"], ["6", "300000"]] {
        went(&broadcasts(&hosts, 3, &[], &what), 3, TREE);
    }
    hosts.on_bridge("nft delete table bridge f");
    // One host has an interface without multicast.
    hosts.on(1, "ip link set eth0 multicast off");
    let done = broadcasts(&hosts, 3, &[], &["30", "4096"]);
    went(&done, 3, TREE);
    assert!(done.err.contains("no multicast between the hosts: on host h1, interface eth0"), "{}", done.err);
}

/// Makes the bridge drop all multicasts of jobs.
const DROPPED: &str = "nft 'table bridge f { chain i { type filter hook forward priority 0; \
    ip daddr 224.0.0.0/4 udp dport 61000-65535 drop; ip6 daddr ff00::/8 udp dport 61000-65535 drop; } ; }'";

/// `clump info --hosts` checks whether multicast works.
#[test]
fn info_tells_whether_multicast_works() {
    let Some(hosts) = hosts(3, false) else { return };
    let ask = |json: bool| {
        let asked = program(CLUMP).args(["info", "--hosts", "h0,h1,h2", "--rsh", &hosts.rsh()]);
        let done = if json { asked.arg("--json") } else { asked }.finish();
        assert_eq!((done.code, &*done.err), (0, ""), "{}", done.out);
        done.out
    };
    assert!(ask(false).contains("from each of these hosts reaches all others"), "{}", ask(false));
    hosts.on_bridge("ip link set br0 type bridge mcast_snooping 0; bridge link set dev port2 mcast_flood off");
    assert!(ask(false).contains("from h0, h1 does not reach all others"), "{}", ask(false));
    assert_eq!(ask(true).matches("\"reaches_all_others\": false").count(), 2, "{}", ask(true));
    hosts.on_bridge(DROPPED);
    assert!(ask(false).contains("from none of these hosts"), "{}", ask(false));
}

/// Returns the duration of each rank's longest broadcast in the second half.
fn longest(done: &Done) -> Vec<Duration> {
    let second = |line: &str| {
        let time = line.split("longest [").nth(1)?.split(']').next()?.split(", ").nth(1)?.to_owned();
        let end = time.find(|c: char| c.is_alphabetic() || c == 'µ')?;
        let (number, unit) = time.split_at(end);
        let scale = match unit {
            "ns" => 1e-9,
            "us" => 1e-6,
            "ms" => 1e-3,
            _ => 1.0,
        };
        Some(Duration::from_secs_f64(number.parse::<f64>().ok()? * scale))
    };
    done.out.lines().filter_map(second).collect()
}

#[test]
fn broadcasts_continue_down_a_tree_when_multicast_stops() {
    // Either one host stops receiving, or the bridge drops all multicasts.
    for (v6, len, by_bridge) in [(false, "4096", false), (true, "200000", false), (false, "200000", true)] {
        let Some(hosts) = hosts(4, v6) else { return };
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("at").to_str().expect("UTF-8").to_owned();
        let running = job(&hosts, 4, &[], &["80", len, &file]).start();
        await_file(&file, "half");
        let (family, what) = if v6 { ("ip6", "ip6 daddr ff00::/8") } else { ("ip", "ip daddr 224.0.0.0/4") };
        let rule = "chain i { type filter hook input priority 0; ";
        match by_bridge {
            true => hosts.on_bridge(DROPPED),
            false => {
                hosts.on(2, &format!("nft 'table {family} f {{ {rule} {what} udp dport 61000-65535 drop; }} ; }}'"))
            }
        }
        std::fs::write(format!("{file}.go"), "").expect("a file");
        let done = running.finish();
        let over = done.out.lines().filter(|line| line.contains(" by multicast, then a tree;")).count();
        assert_eq!(over, if by_bridge { 4 } else { 3 }, "{}", done.out);
        went(&done, 4 - over, MULTICAST);
        assert_eq!(done.err.matches("once, and the tree took over").count(), over, "{}", done.err);
        let longest = longest(&done);
        eprintln!("longest broadcast after multicast was taken away: {longest:?}");
        assert_eq!(longest.len(), 4, "{}", done.out);
        // On an idle machine a broadcast takes a tenth of a second at most; where two busy loops have two thirds of
        // two cores, it was seen to take 2.2 s.
        assert!(longest.iter().all(|l| *l < Duration::from_secs(6)), "{}", done.out);
    }
}

/// Counts, at the bridge, the bytes of frames that the first host sends: frames to multicast groups, and long frames
/// to single hosts.
const COUNTERS: &str = "nft 'table bridge c { chain i { type filter hook prerouting priority 0; \
    iifname port0 ip daddr 224.0.0.0/4 udp dport 61000-65535 counter; \
    iifname port0 ip daddr 10.9.0.0/24 ip length > 600 meta l4proto udp counter; } ; }'";

/// The root sends as many bytes for a broadcast to 8 hosts as to 2. The bridge counts bytes, not frames, because the
/// system gives it several frames as one. The first half is not counted, because it begins with the tree.
#[test]
fn the_root_sends_equal_bytes_to_few_and_many_hosts() {
    const BROADCASTS: u64 = 1000;
    let mut counted = Vec::new();
    for count in [2, 4, 8] {
        let Some(hosts) = hosts(count, false) else { return };
        hosts.on_bridge(COUNTERS);
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("at").to_str().expect("UTF-8").to_owned();
        let names: Vec<String> = (0..count).map(|n| format!("h{n}")).collect();
        let job = run(["--timeout", "25", "--rsh", &hosts.rsh(), "--hosts", &names.join(",")]);
        let running =
            job.args([rank(), "one-root".into()]).args([&(2 * BROADCASTS).to_string(), "4096", &file]).start();
        await_file(&file, "half");
        let before: [u64; 2] = bytes_sent(&hosts);
        std::fs::write(format!("{file}.go"), "").expect("a file");
        let done = running.finish();
        assert_eq!(done.code, 0, "{}{}", done.out, done.err);
        let after: [u64; 2] = bytes_sent(&hosts);
        let [multicast, alone] = [after[0] - before[0], after[1] - before[1]];
        eprintln!("{count} hosts, {BROADCASTS} broadcasts: {multicast} bytes to the group, {alone} to one host");
        assert!(multicast + alone >= BROADCASTS * 4096, "{count} hosts: {multicast} bytes to the group");
        // Eight ranks on two processors read late, and request some frames again.
        assert!(alone <= multicast / 2, "{count} hosts: {multicast} bytes to the group, {alone} to one host");
        counted.push(multicast);
    }
    let (least, most) = (counted.iter().min().expect("three"), counted.iter().max().expect("three"));
    assert!(most * 10 <= least * 11, "{counted:?}");
}

/// Returns the bytes of the bridge's counters.
fn bytes_sent<const COUNTERS: usize>(hosts: &Hosts) -> [u64; COUNTERS] {
    let told = hosts.told_on_bridge("nft list table bridge c");
    let bytes = told.split(" bytes ").skip(1).filter_map(|t| t.split_whitespace().next()?.parse::<u64>().ok());
    bytes.collect::<Vec<_>>().try_into().expect("as many counters")
}

/// Counts, at the bridge, the bytes that the first host sends.
const ALL_SENT: &str = "nft 'table bridge c { chain i { type filter hook prerouting priority 0; \
    iifname port0 meta l4proto udp counter; } ; }'";

/// The root of a directed point sends as many bytes to seven hosts as to one, and its messages stay in order when the
/// group of targets begins and ends.
#[test]
fn a_directed_point_sends_equal_bytes_to_few_and_many_hosts() {
    // A receiver that reads late has the last messages still to come when the bytes are counted.
    let Some(alone) = (0..3).filter_map(|_| bytes_of_a_point(1)).max() else { return };
    for targets in [2, 3, 7] {
        // Hosts that share two processors with other programs read late, and request some frames again.
        let bytes = (0..4).filter_map(|_| bytes_of_a_point(targets)).find(|bytes| bytes * 95 <= alone * 105);
        assert!(bytes.is_some(), "the root sends more to {targets} hosts than {alone} bytes, as to one");
    }
}

/// Returns how many bytes a directed point sends for 1,000 messages of 1 KiB to that many hosts.
fn bytes_of_a_point(targets: usize) -> Option<u64> {
    let hosts = hosts(targets + 1, false)?;
    hosts.on_bridge(ALL_SENT);
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("at").to_str().expect("UTF-8").to_owned();
    let running = role(&hosts, targets + 1, &[], &["points", "2000", "1024", &file]).start();
    await_file(&file, "half");
    let [before] = bytes_sent(&hosts);
    std::fs::write(format!("{file}.go"), "").expect("a file");
    await_file(&file, "end");
    let [after] = bytes_sent(&hosts);
    std::fs::write(format!("{file}.on"), "").expect("a file");
    let done = running.finish();
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    eprintln!("1,000 messages of 1 KiB to {targets} hosts: {} bytes", after - before);
    Some(after - before)
}

fn await_file(file: &str, end: &str) {
    let begin = Instant::now();
    // Eight hosts on two busy processors take their time.
    while !Path::new(&format!("{file}.{end}")).exists() {
        assert!(begin.elapsed() < Duration::from_secs(90), "the rank makes no file {end}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Returns the value of a counter in a line that a rank has printed.
fn counter(line: &str, name: &str) -> u64 {
    let value = line.split(&format!(" {name}: ")).nth(1).expect(name);
    value.split([',', ' ']).next().and_then(|v| v.parse().ok()).expect("a number")
}

/// Two groups of three hosts each, of seven hosts: each group uses multicast, and the seventh host receives none of
/// its frames.
#[test]
fn groups_of_some_hosts_do_not_reach_the_others() {
    let Some(hosts) = hosts(7, false) else { return };
    let done = role(&hosts, 7, &[], &["few", "800", "4096"]).finish();
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    let roots: Vec<&str> = done.out.lines().filter(|line| line.contains("member 2 of 3")).collect();
    assert_eq!(roots.len(), 2, "{}", done.out);
    for root in roots {
        assert!(root.contains("800 rounds, then multicast"), "{root}");
        // A root that gets no answers continues down the tree until its buffer is full.
        assert!(counter(root, "by_multicast") >= 400, "{root}");
    }
    let outside = done.out.lines().find(|line| line.starts_with("rank 6:")).expect(&done.out);
    assert_eq!((counter(outside, "strays"), counter(outside, "acks")), (0, 0), "{outside}");
}

#[test]
fn two_roots_broadcast_at_once() {
    let Some(hosts) = hosts(4, false) else { return };
    // On a loaded machine, the first rounds end before multicast is known to work.
    for (rounds, len) in [("400", "700"), ("100", "200000")] {
        let done = role(&hosts, 4, &[], &["at-once", rounds, len]).finish();
        assert_eq!(done.code, 0, "{}{}", done.out, done.err);
        for root in ["member 0 of 4", "member 3 of 4"] {
            let line = done.out.lines().find(|line| line.starts_with(root)).expect(&done.out);
            assert!(
                line.contains(&format!("{rounds} rounds, then multicast")) && counter(line, "multicasts") > 0,
                "{line}"
            );
        }
    }
}

/// One host's rank opens the group 2.5 s after the other ranks, which meanwhile broadcast more than any buffer holds.
#[test]
fn a_rank_that_opens_the_group_late_gets_all_broadcasts() {
    let Some(hosts) = hosts(4, false) else { return };
    for (count, len) in [("400", "4096"), ("6", "300000")] {
        let done = role(&hosts, 4, &[], &["latecomer", count, len]).finish();
        assert_eq!(done.code, 0, "{}{}", done.out, done.err);
        assert_eq!(done.out.lines().filter(|line| line.contains("rounds, then")).count(), 4, "{}", done.out);
        let root = done.out.lines().find(|line| line.starts_with("member 0 ")).expect(&done.out);
        // The root polls the late rank now and then, not all the time.
        assert!(counter(root, "polls_alone") < 60, "{root}");
    }
}

/// A host dies in the middle of a broadcast: no rank waits forever, and the message names the host.
#[test]
fn a_host_that_dies_in_the_middle_ends_the_job() {
    for len in ["4096", "300000"] {
        let Some(hosts) = hosts(4, false) else { return };
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("at").to_str().expect("UTF-8").to_owned();
        let running = job(&hosts, 4, &[], &["80", len, &file]).start();
        await_file(&file, "half");
        hosts.on(2, "ip link set eth0 down");
        std::fs::write(format!("{file}.go"), "").expect("a file");
        let done = running.finish();
        // The launcher reports the lost host before the job's time-out.
        assert!(done.code == 1 && done.err.contains(" does not answer host h"), "{} {}", done.code, done.err);
        assert!(done.err.contains("h2"), "{}", done.err);
    }
}

/// The network drops a hundredth of all packets to each host. All broadcasts are complete in the end, and the root
/// retransmits little more than the lost packets.
#[test]
fn loss_is_repaired() {
    const BROADCASTS: u64 = 12;
    let Some(hosts) = hosts(8, false) else { return };
    for n in 0..8 {
        let rule = "iifname eth0 udp dport 1024-65535 numgen random mod 1000 < 10 drop";
        hosts.on(n, &format!("nft 'table ip loss {{ chain i {{ type filter hook input priority 0; {rule}; }} ; }}'"));
    }
    let done = role(&hosts, 8, &[], &["one-root", &BROADCASTS.to_string(), "1048576"]).finish();
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    let root = done.out.lines().find(|line| line.starts_with("rank 0:")).expect(&done.out);
    let (sent, repairs) = (counter(root, "multicasts"), counter(root, "repairs"));
    eprintln!("{sent} multicasts to 7 members, {repairs} repairs");
    assert!(root.contains("then multicast") && sent > 0, "{root}");
    // If the kernel handles several datagrams as one packet, they are lost together.
    assert!(repairs > 0 && repairs < sent * 7 / 2, "{root}");
}
