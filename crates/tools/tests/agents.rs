//! Agents are started on many hosts, all of which are this machine; some do not come.
mod common;
use common::{Job, rank, run};
use std::os::unix::fs::PermissionsExt;

/// A command that stands in for ssh: `before` is done with the host's name in `$host`, then the agent is started here.
fn over(before: &str, hosts: &str) -> (Job, tempfile::TempDir) {
    let dir = tempfile::tempdir().expect("a directory");
    let rsh = dir.path().join("rsh");
    std::fs::write(&rsh, format!("#!/bin/sh\nhost=$1; shift\n{before}\nexec sh -c \"$*\"\n")).expect("a script");
    std::fs::set_permissions(&rsh, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let job = run(["--timeout", "25", "--rsh", rsh.to_str().expect("UTF-8"), "--hosts", hosts]);
    (job, dir)
}

fn nodes(count: usize) -> String {
    (0..count).map(|n| format!("node{n}:1")).collect::<Vec<_>>().join(",")
}

#[test]
fn more_hosts_than_are_started_at_a_time_all_come() {
    let (job, dir) = over("echo $host >>$(dirname $0)/started", &nodes(40));
    let done = job.args(["sh", "-c", "echo here"]).finish();
    assert_eq!((done.code, &*done.err), (0, ""));
    assert_eq!(done.out, "here\n".repeat(40));
    let started = std::fs::read_to_string(dir.path().join("started")).expect("written");
    assert_eq!(started.lines().count(), 40);
}

#[test]
fn a_host_that_does_not_come_is_named_and_so_is_the_reason() {
    // Of hosts that answer late, no more than some are started.
    let (job, dir) = over(
        "echo $host >>$(dirname $0)/started
         case $host in node17) echo 'ssh: connect to host node17 port 22: No route to host' >&2; exit 255 ;; esac
         sleep 5",
        &nodes(60),
    );
    let done = job.arg("true").finish();
    let says = "clump run: cannot start an agent on host node17: the command ended before the agent answered; it said: ssh: \
                connect to host node17 port 22: No route to host\n";
    assert_eq!((done.code, &*done.err), (1, says));
    let started = std::fs::read_to_string(dir.path().join("started")).expect("written");
    assert!((1..=32).contains(&started.lines().count()), "{started}");
}

#[test]
fn who_is_waited_for_is_told() {
    let (job, _dir) = over("case $host in node[2-8]) sleep 4 ;; esac", &nodes(9));
    let done = job.arg("true").finish();
    let says = "clump run: starting: 2 of 9 hosts; waiting for node2, node3, node4, node5 and 3 more\n";
    assert_eq!((done.code, &*done.err), (0, says));
}

#[test]
fn hosts_on_one_kernel_share_its_cores() {
    let cores = clump_fabric::sys::usable_cores();
    // As many ranks as cores are no crowd, and one more is, although it is on another host.
    for (hosts, ranks, crowded) in
        [(format!("node0:{cores}"), cores, false), (format!("node0:{cores},node1:1"), cores + 1, true)]
    {
        let (job, _dir) = over("", &hosts);
        let done = job.args([rank(), "cores".into()]).finish();
        let says = format!("{cores} cores, crowded: {crowded}\n").repeat(ranks);
        assert_eq!((done.code, &*done.err, done.out), (0, "", says));
    }
}
