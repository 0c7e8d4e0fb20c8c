//! Tests starting agents on many hosts, all of which are this machine; some agents fail to start.
mod common;
use common::{Job, rank, run};
use std::os::unix::fs::PermissionsExt;

/// Returns a job that starts agents through a command in the place of ssh. The command runs `before` with the host's
/// name in `$host`, then starts the agent on this machine.
fn over(before: &str, hosts: &str) -> (Job, tempfile::TempDir) {
    let dir = tempfile::tempdir().expect("a directory");
    let rsh = dir.path().join("rsh");
    std::fs::write(&rsh, format!("#!/bin/bash\nhost=$1; shift\n{before}\nexec sh -c \"$*\"\n")).expect("a script");
    std::fs::set_permissions(&rsh, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let job = run(["--timeout", "25", "--rsh", rsh.to_str().expect("UTF-8"), "--hosts", hosts]);
    (job, dir)
}

fn nodes(count: usize) -> String {
    (0..count).map(|n| format!("node{n}:1")).collect::<Vec<_>>().join(",")
}

/// Records which process started each host, for [`over`]: the launcher (`run`) or another agent (`agent`).
const NOTE: &str = "by=$(tr '\\0' ' ' </proc/$PPID/cmdline | cut -d' ' -f2); echo $by $host >>$(dirname $0)/started";

/// Returns how many agents the launcher started, and how many agents other agents started.
fn started(dir: &tempfile::TempDir) -> (usize, usize) {
    let text = std::fs::read_to_string(dir.path().join("started")).expect("written");
    let by = |who: &str| text.lines().filter(|line| line.starts_with(who)).count();
    (by("run "), by("agent "))
}

#[test]
fn with_many_hosts_agents_start_others() {
    let (job, dir) = over(NOTE, &nodes(70));
    let text = "if [ $OMPI_COMM_WORLD_RANK = 0 ]; then wc -c; else echo here; fi";
    let done = job.args(["sh", "-c", text]).input(&[7; 200_000]).finish();
    assert_eq!((done.code, &*done.err), (0, ""));
    let mut lines: Vec<&str> = done.out.lines().collect();
    lines.sort_unstable();
    assert_eq!((lines[0], &lines[1..]), ("200000", &["here"; 69][..]));
    assert_eq!(started(&dir), (32, 38));
}

#[test]
fn a_rank_that_fails_behind_two_agents_gives_its_code() {
    let (job, dir) = over(NOTE, &nodes(33));
    let done = job.args(["--label", "sh", "-c", "exit $((OMPI_COMM_WORLD_RANK == 32 ? 3 : 0))"]).finish();
    assert_eq!(done.code, 3, "{}", done.err);
    assert!(done.err.starts_with("clump run: rank 32 (pid ") && done.err.lines().count() < 40, "{}", done.err);
    assert_eq!(started(&dir), (32, 1));
}

#[test]
fn the_launcher_starts_all_agents_if_hosts_refuse_each_others_logins() {
    let refuse = format!("{NOTE}\ncase $by in agent) echo Permission denied >&2; exit 255 ;; esac");
    let (job, dir) = over(&refuse, &nodes(40));
    let done = job.args(["sh", "-c", "echo here"]).finish();
    assert_eq!((done.code, done.out), (0, "here\n".repeat(40)));
    assert!(done.err.starts_with("clump run: hosts cannot start the agents of others, so all are started from here ("));
    assert!(done.err.contains("it said: Permission denied") && done.err.lines().count() == 1, "{}", done.err);
    let (own, by_agents) = started(&dir);
    assert!((40..=72).contains(&own) && (1..=8).contains(&by_agents), "{own} {by_agents}");
}

/// The launcher sends each agent more than a pipe holds, and no agent reads before all agents have started. No agent
/// waits for the login of another.
#[test]
fn a_slow_login_does_not_delay_the_others() {
    let all = "touch $(dirname $0)/$host; for i in $(seq 200); do [ $(ls $(dirname $0) | grep -c node) = 3 ] && \
        break; sleep 0.1; done";
    let (job, _dir) = over(all, &nodes(3));
    let (first, second) = ("a".repeat(100_000), "b".repeat(100_000));
    let done = job.args(["sh", "-c", "echo $#", "sh", &first, &second]).finish();
    assert_eq!((done.code, &*done.out, &*done.err), (0, "2\n2\n2\n", ""));
}

#[test]
fn signals_go_through_agents() {
    let (job, _dir) = over("", &nodes(40));
    let running = job.args(["sleep", "100"]).start();
    running.await_processes("sleep 100", 40 + 2);
    running.signal(2);
    let done = running.finish();
    assert_eq!((done.code, &*done.err), (130, ""));
}

#[test]
fn a_host_that_an_agent_loses_is_named() {
    let (job, _dir) = over("bash -c \"$*\"; exit", &nodes(40));
    let running = job.args(["sleep", "100"]).start();
    running.await_processes("sleep 100", 40 + 2);
    // Kill the command by which node38's agent has started the agent of node39.
    running.processes("rsh node39 ").into_iter().for_each(|pid| common::kill(pid, 9));
    let done = running.finish();
    assert_eq!(done.code, 137, "{}", done.err);
    assert!(done.err.contains("lost the agent on host node39: the command that started it was killed by signal 9"));
}

#[test]
fn a_host_that_does_not_start_is_named_with_the_reason() {
    // While hosts answer late, the launcher starts only a bounded number of agents.
    let (job, dir) = over(
        &format!(
            "{NOTE}
             case $host in node17) echo 'ssh: connect to host node17 port 22: No route to host' >&2; exit 255 ;; esac
             sleep 5"
        ),
        &nodes(32),
    );
    let done = job.arg("true").finish();
    let says = "clump run: cannot start an agent on host node17: the command ended before the agent answered; it \
        said: ssh: connect to host node17 port 22: No route to host\n";
    assert_eq!((done.code, &*done.err), (1, says));
    assert!(started(&dir).0 <= 32);

    // With more hosts, an agent notices the failure first.
    let fails = "case $host in node17) echo No route to host >&2; exit 255 ;; esac";
    let (job, _dir) = over(fails, &nodes(60));
    let done = job.arg("true").finish();
    let says = "\nclump run: cannot start an agent on host node17: the command ended before the agent answered; it \
        said: No route to host\n";
    assert!(done.code == 1 && done.err.ends_with(says), "{}", done.err);
}

#[test]
fn the_user_is_told_which_hosts_are_awaited() {
    let (job, _dir) = over("case $host in node[2-8]) sleep 4 ;; esac", &nodes(9));
    let done = job.arg("true").finish();
    let says = "clump run: starting: 2 of 9 hosts; waiting for node2, node3, node4, node5 and 3 more\n";
    assert_eq!((done.code, &*done.err), (0, says));
}

#[test]
fn hosts_on_one_kernel_share_its_cores() {
    let cores = clump_fabric::sys::usable_cores();
    // A job with as many ranks as cores is not oversubscribed. With one more rank it is, although that rank runs on
    // another host.
    for (hosts, ranks, oversubscribed) in
        [(format!("node0:{cores}"), cores, false), (format!("node0:{cores},node1:1"), cores + 1, true)]
    {
        let (job, _dir) = over("", &hosts);
        let done = job.args([rank(), "cores".into()]).finish();
        let says = format!("{cores} cores, oversubscribed: {oversubscribed}\n").repeat(ranks);
        assert_eq!((done.code, &*done.err, done.out), (0, "", says));
    }
}

#[test]
fn hosts_on_one_kernel_do_not_bind_to_the_same_core() {
    let (job, _dir) = over("", "node0:1,node1:1");
    let done = job.args(["--bind", "core", "grep", "Cpus_allowed_list", "/proc/self/status"]).finish();
    let mut cores: Vec<&str> = done.out.split_whitespace().filter(|word| word.parse::<u32>().is_ok()).collect();
    assert_eq!((done.code, cores.len()), (0, 2), "{} {}", done.out, done.err);
    cores.sort_unstable();
    cores.dedup();
    assert_eq!(cores.len(), clump_fabric::sys::usable_cores().min(2), "{}", done.out);
}

#[test]
fn options_of_one_machine_apply_to_several() {
    let dir = tempfile::tempdir().expect("a directory");
    let name = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    let (job, _dir) = over("", "node0:2,node1:1");
    let job = job.args(["--display-map", "--report-bindings", "--cpu-set", "0", "--bind", "core"]);
    let done = job.args(["--output-file", &name("%h.%r"), "/bin/sh", "-c", "echo here"]).finish();
    assert_eq!((done.code, &*done.out), (0, ""));
    for file in ["node0.0", "node0.1", "node1.2"] {
        assert_eq!(std::fs::read_to_string(name(file)).expect(file), "here\n");
    }
    let map = "clump run: 3 ranks on 2 hosts:\n  host node0: ranks 0-1, /bin/sh\n  host node1: rank 2, /bin/sh\n";
    assert!(done.err.contains(map), "{}", done.err);
    for line in ["\n  ranks 0-1: bound to core 0\n", "\n  rank 2: bound to core 0\n"] {
        assert!(done.err.contains(line), "{}", done.err);
    }
    let (job, _dir) = over("", "node0:1,node1:1");
    let done = job.args(["--merge-stderr-to-stdout", "sh", "-c", "echo here >&2"]).finish();
    assert_eq!((done.code, &*done.out, &*done.err), (0, "here\nhere\n", ""));
}
