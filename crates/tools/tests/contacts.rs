//! Tests that hosts find working addresses of each other, whatever their interfaces are, or report what they tried.
mod common;
use common::hosts::Hosts;
use common::{Done, rank, run};
use std::time::{Duration, Instant};

/// Runs a job with one rank on each of `count` hosts.
fn ring(hosts: &Hosts, count: usize, options: &[&str]) -> Done {
    let names: Vec<String> = (0..count).map(|n| format!("h{n}")).collect();
    run(["--timeout", "25", "--rsh", &hosts.rsh(), "--hosts", &names.join(",")])
        .args(options)
        .args([rank(), "ring".into()])
        .finish()
}

#[track_caller]
fn works(done: &Done, ranks: usize, says: &str) {
    assert_eq!((done.code, &*done.err), (0, says));
    assert_eq!(done.out.lines().count(), ranks, "{}", done.out);
}

/// Shell commands that give a host useless addresses before its real one.
const DEAD: &str = "ip link add docker0 type bridge; ip addr add 172.17.0.1/16 dev docker0; ip link set docker0 up
                    ip link add dead mtu 1300 type veth peer name gone; ip link set dead up";

#[test]
fn dead_interfaces_and_shared_addresses_do_not_prevent_a_job() {
    let Some(hosts) = Hosts::up(3) else { return };
    for n in 0..3 {
        hosts.on(n, DEAD);
        hosts.on(n, &format!("ip addr add 192.0.2.1{n}/32 dev dead; ip addr add fd77:{n}::1/64 dev dead nodad"));
        hosts.on(n, "ip addr add 169.254.7.1/16 dev eth0");
        hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
    }
    works(&ring(&hosts, 3, &[]), 3, "");
    works(&ring(&hosts, 3, &["--insecure"]), 3, "clump run: nothing between the hosts is sealed (--insecure)\n");
}

#[test]
fn ipv6_alone_and_both_are_enough() {
    let Some(hosts) = Hosts::up(3) else { return };
    for n in 0..3 {
        hosts.on(n, &format!("ip addr add fd09::{}/64 dev eth0 nodad", n + 1));
    }
    works(&ring(&hosts, 3, &[]), 3, "");
    for n in 0..3 {
        hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
    }
    works(&ring(&hosts, 3, &[]), 3, "");
    // If a host has addresses of two families, the job uses the family that the firewall lets through.
    for family in ["ip", "ip6"] {
        let rule = format!(
            "nft 'table {family} f {{ chain i {{ type filter hook input priority 0; udp dport 1-65535 drop; }} ; }}'"
        );
        hosts.on(1, &rule);
        works(&ring(&hosts, 3, &[]), 3, "");
        hosts.on(1, "nft flush ruleset");
    }
}

#[test]
fn a_firewall_between_two_hosts_is_reported_in_a_table() {
    let Some(hosts) = Hosts::up(3) else { return };
    for n in 0..3 {
        hosts.on(n, DEAD);
        hosts.on(n, &format!("ip addr add 10.9.0.{0}/24 dev eth0; ip addr add fd09::{0}/64 dev eth0 nodad", n + 1));
    }
    // Host 2 receives nothing from host 1 by IPv4, and rejects its datagrams by IPv6.
    hosts.on(
        2,
        "nft 'table inet f { chain i { type filter hook input priority 0
           ip saddr 10.9.0.2 meta l4proto udp drop
           ip6 saddr fd09::2 meta l4proto udp reject with icmpv6 port-unreachable
         } ; }'",
    );
    let begin = Instant::now();
    let done = ring(&hosts, 3, &[]);
    assert_eq!((done.code, &*done.out), (1, ""), "{}", done.err);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    let lines: Vec<&str> = done.err.lines().collect();
    assert!(lines[0].starts_with("clump run: looking for ways between the hosts: 1 of 3"), "{}", done.err);
    assert!(done.err.contains("\nclump run: hosts h1 and h2 do not reach each other by UDP"), "{}", done.err);
    let row = |from: &str, to: &str, address: &str| {
        let found = lines.iter().find(|l| l.split_whitespace().take(3).eq([from, to, address]));
        *found.unwrap_or_else(|| panic!("no line for {from} {to} {address}: {}", done.err))
    };
    assert!(row("h1", "h2", "10.9.0.3").ends_with("  nothing"), "{}", done.err);
    assert!(row("h1", "h2", "fd09::3").ends_with("port unreachable (refused)"), "{}", done.err);
    assert!(row("h1", "h2", "172.17.0.1").contains("not tried"), "{}", done.err);
    assert!(row("h2", "h1", "10.9.0.2").ends_with("  nothing"), "{}", done.err);
    assert!(done.err.contains("h2's contacts do reach h1"), "{}", done.err);
    assert!(!done.err.contains("h0"), "{}", done.err);
}

#[test]
fn a_host_without_addresses_is_reported() {
    let Some(hosts) = Hosts::up(2) else { return };
    hosts.on(0, "ip addr add 10.9.0.1/24 dev eth0");
    let done = ring(&hosts, 2, &[]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("hosts h0 and h1 do not reach each other"), "{}", done.err);
    assert!(done.err.contains("no way to that network"), "{}", done.err);
}

#[test]
fn a_host_whose_cable_is_cut_is_named() {
    let Some(hosts) = Hosts::up(2) else { return };
    for n in 0..2 {
        hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
    }
    let job = run(["--rsh", &hosts.rsh(), "--hosts", "h0,h1", "sleep", "61"]).start();
    // Four processes have the command in their command line: the launcher's guardian and supervisor, and two ranks.
    job.await_processes("sleep 61", 4);
    let begin = Instant::now();
    hosts.on(1, "ip link set eth0 down");
    let done = job.finish();
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert!(done.code == 1 && done.err.contains(" does not answer host h"), "{} {}", done.code, done.err);
}

#[test]
fn a_job_outlives_a_cable_that_is_out_for_less_than_the_users_time() {
    let Some(hosts) = Hosts::up(2) else { return };
    for n in 0..2 {
        hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
    }
    let dir = tempfile::tempdir().expect("a directory");
    let end = dir.path().join("end").to_str().expect("a path in UTF-8").to_owned();
    let job = run(["--host-timeout", "60", "--rsh", &hosts.rsh(), "--hosts", "h0,h1", &rank(), "rounds", &end]).start();
    job.await_processes(&format!("rounds {end}"), 4);
    hosts.on(1, "ip link set eth0 down");
    // Longer than the 3.6 s after which a host is lost without the option.
    std::thread::sleep(Duration::from_secs(6));
    hosts.on(1, "ip link set eth0 up");
    std::fs::write(&end, "").expect("a file");
    let done = job.finish();
    assert_eq!((done.code, done.out.lines().count()), (0, 2), "{} {}", done.out, done.err);
    for host in ["host h0 has not answered host h1 for 3.6 s", "host h1 has not answered host h0 for 3.6 s"] {
        assert_eq!(done.err.matches(host).count(), 1, "{}", done.err);
    }
    assert!(done.err.contains("waits for it up to 60 s (--host-timeout)"), "{}", done.err);
}

#[test]
fn a_host_may_not_be_given_less_time_than_a_busy_one_needs() {
    for (option, variable) in [(true, "30"), (false, "2")] {
        let options = if option { &["--host-timeout", "2"][..] } else { &[] };
        let done = run(["--hosts", "h0,h1"]).args(options).arg("true").env("CLUMP_HOST_TIMEOUT", variable).finish();
        assert!(done.code == 2 && done.err.contains("for 3.6 s at least"), "{} {}", done.code, done.err);
        assert_eq!(done.err.contains("CLUMP_HOST_TIMEOUT"), !option, "{}", done.err);
    }
}

/// A host is cut off while the job starts: before the hosts have found each other, at that moment, or while they
/// start ranks.
#[test]
fn a_host_that_is_cut_while_the_job_starts_is_named() {
    std::thread::scope(|scope| {
        for ms in [0, 60, 120, 250, 500] {
            scope.spawn(move || {
                let Some(hosts) = Hosts::up(2) else { return };
                for n in 0..2 {
                    hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
                }
                let job = run(["--rsh", &hosts.rsh(), "--hosts", "h0,h1", "sleep", "62"]).start();
                std::thread::sleep(Duration::from_millis(ms));
                let begin = Instant::now();
                hosts.on(1, "ip link set eth0 down");
                let done = job.finish();
                let took = begin.elapsed();
                assert!(took < Duration::from_secs(5), "cut after {ms} ms: {took:?} {}", done.err);
                let named = ["does not answer host h", "do not reach each other", "h1"];
                assert!(done.code == 1 && named.iter().any(|n| done.err.contains(n)), "{} {}", done.code, done.err);
            });
        }
    });
}

#[test]
fn a_range_of_ports_passes_a_firewall() {
    let Some(hosts) = Hosts::up(2) else { return };
    for n in 0..2 {
        hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
        let only =
            "nft 'table inet f { chain i { type filter hook input priority 0; udp dport != 30000-30003 drop; } ; }'";
        hosts.on(n, only);
    }
    works(&ring(&hosts, 2, &["-n", "4", "--ports", "30000-30003"]), 4, "");
    let done = ring(&hosts, 2, &["-n", "4", "--ports", "30000-30001"]);
    assert_eq!(done.code, 1, "{}", done.err);
    let says = "of the UDP ports 30000-30001 only 2 are free, and 3 are needed here";
    assert!(done.err.contains("on host h") && done.err.contains(says), "{}", done.err);
}

#[test]
fn malformed_port_ranges_are_refused() {
    for bad in ["0-5", "7-6", "x", "1-70000", "-"] {
        let done = run(["--ports", bad, "true"]).finish();
        assert_eq!(done.code, 2, "{bad}: {}", done.err);
        assert!(done.err.contains("20000-20100"), "{bad}: {}", done.err);
    }
}
