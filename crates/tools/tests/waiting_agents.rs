//! Tests jobs without ssh: agents wait on the hosts until the launcher reaches them. Each host is a network namespace.
mod common;
use common::hosts::Hosts;
use common::{Job, Running, kill, program, rank};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const KILL: i32 = 9;
const INT: i32 = 2;
const TERM: i32 = 15;

/// Three hosts: the launcher's, 10.9.0.1, and 10.9.0.2 and 10.9.0.3, on which agents wait.
struct Cluster {
    hosts: Hosts,
    dir: tempfile::TempDir,
}

impl Cluster {
    fn up() -> Option<Cluster> {
        let hosts = Hosts::up(3)?;
        for n in 0..3 {
            hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
        }
        let cluster = Cluster { hosts, dir: tempfile::tempdir().expect("a directory") };
        cluster.write("secret", "an agreed secret of some length\n");
        Some(cluster)
    }

    /// Writes a file that only this user may read.
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).expect("written");
        std::fs::set_permissions(self.file(name), std::fs::Permissions::from_mode(0o600)).expect("permissions");
    }

    fn file(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Returns a job that runs `clump` on a host.
    fn clump(&self, host: usize) -> Job {
        let words = self.hosts.on_host(host);
        program(&words[0]).args(&words[1..]).arg(env!("CARGO_BIN_EXE_clump"))
    }

    fn agent(&self, host: usize, options: &[&str]) -> Running {
        let job = self.clump(host).args(["agent", "--wait", "--secret-file"]).arg(self.file("secret"));
        job.args(options).start()
    }

    /// Returns the job `clump run --agents` on these hosts.
    fn run(&self, hosts: &str, options: &[&str]) -> Job {
        let job = self.clump(0).args(["run", "--timeout", "25", "--hosts", hosts, "--agents", "--secret-file"]);
        job.arg(self.file("secret")).args(options)
    }
}

/// Both hosts with agents, with three ranks in all.
const BOTH: &str = "10.9.0.2:1,10.9.0.3:2";

/// Ends a waiting agent.
fn end(agent: Running) {
    agent.signal(TERM);
    let done = agent.finish();
    assert_eq!((done.code, &*done.err), (128 + TERM, "clump agent: waits for launchers on TCP port 7613\n"));
}

#[test]
fn agents_serve_one_job_after_another() {
    let Some(cluster) = Cluster::up() else { return };
    let agents = [1, 2].map(|host| cluster.agent(host, &[]));
    let done = cluster.run(BOTH, &[]).args([rank(), "ring".into()]).finish();
    assert_eq!((done.code, &*done.err, done.out.lines().count()), (0, "", 3));

    let text = "if [ $OMPI_COMM_WORLD_RANK = 0 ]; then cksum; else wc -c; fi";
    let bytes: Vec<u8> = (0..3_000_000u32).map(|n| (n ^ n >> 7) as u8).collect();
    let done = cluster.run(BOTH, &["--label", "sh", "-c", text]).input(&bytes).finish();
    let mut lines: Vec<&str> = done.out.lines().collect();
    lines.sort_unstable();
    let local = program("cksum").input(&bytes).finish();
    assert_eq!((done.code, &*done.err), (0, ""));
    assert_eq!(lines, [&*format!("[0] {}", local.out.trim()), "[1] 0", "[2] 0"]);

    // More output than the connection holds.
    let done = cluster.run(BOTH, &["head", "-c", "2000000", "/dev/zero"]).finish();
    assert_eq!((done.code, done.out.len()), (0, 6_000_000), "{}", done.err);

    let fails = "if [ $OMPI_COMM_WORLD_RANK = 2 ]; then exit 3; fi; sleep 100";
    let done = cluster.run(BOTH, &["sh", "-c", fails]).finish();
    assert!(done.code == 3 && done.err.starts_with("clump run: rank 2 (pid "), "{} {}", done.code, done.err);
    agents.into_iter().for_each(end);
}

#[test]
fn a_signal_reaches_the_ranks_and_a_dead_agent_ends_the_job() {
    let Some(cluster) = Cluster::up() else { return };
    let [one, two] = [1, 2].map(|host| cluster.agent(host, &[]));
    let running = cluster.run(BOTH, &["sleep", "100"]).start();
    running.await_processes("sleep 100", 2 + 3);
    running.signal(INT);
    let done = running.finish();
    assert_eq!((done.code, &*done.err), (128 + INT, ""));

    let running = cluster.run(BOTH, &["sleep", "100"]).start();
    running.await_processes("sleep 100", 2 + 3);
    kill(two.child.id() as i32, KILL);
    let done = running.finish();
    assert_eq!(done.code, 255, "{}", done.err);
    let says = "clump run: lost the connection to the agent on host 10.9.0.3 (exit code 255); the job is ended\n";
    assert!(done.err.ends_with(says), "{}", done.err);
    assert_eq!(two.finish().code, 128 + KILL);
    end(one);
}

#[test]
fn late_agents_are_awaited_and_missing_ones_are_named() {
    let Some(cluster) = Cluster::up() else { return };
    let one = cluster.agent(1, &["--once"]);
    let running = cluster.run(BOTH, &[]).args([rank(), "ring".into()]).start();
    std::thread::sleep(Duration::from_millis(700));
    let two = cluster.agent(2, &["--once"]);
    let done = running.finish();
    assert_eq!((done.code, &*done.err, done.out.lines().count()), (0, "", 3));
    assert_eq!([one, two].map(|agent| agent.finish().code), [0, 0], "with --once, agents end with the job");

    let one = cluster.agent(1, &[]);
    let hosts = "10.9.0.1:1,10.9.0.2:1,10.9.0.3:1";
    let done = cluster.run(hosts, &["--wait-for-hosts", "1", "true"]).finish();
    assert_eq!(done.code, 1, "{}", done.err);
    let says = |missing: &str, other: &str| {
        done.err.starts_with(&format!("clump run: cannot start an agent on host {missing}: "))
            && done.err.contains(&format!("no agent waits on {missing}, port 7613 (Connection refused"))
            && done.err.ends_with(&format!("; nor on {other}\n"))
    };
    assert!(says("10.9.0.1", "10.9.0.3") || says("10.9.0.3", "10.9.0.1"), "{}", done.err);
    end(one);
}

#[test]
fn a_launcher_with_another_secret_is_refused_at_once() {
    let Some(cluster) = Cluster::up() else { return };
    let one = cluster.agent(1, &[]);
    one.await_processes("agent --wait", 1);
    cluster.write("other", "another secret of some length");
    let start = Instant::now();
    let job = cluster.clump(0).args(["run", "--agents", "--hosts", "10.9.0.2", "--secret-file"]);
    let done = job.arg(cluster.file("other")).args(["sh", "-c", "echo never"]).finish();
    assert_eq!((done.code, &*done.out), (1, ""), "{}", done.err);
    assert!(done.err.contains("the agent that waits on 10.9.0.2, port 7613, has another secret"), "{}", done.err);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    one.signal(TERM);
    let (done, refused) = (one.finish(), "clump agent: refused a connection from 10.9.0.1:");
    assert_eq!(done.code, 128 + TERM);
    let told = done.err.lines().any(|line| line.starts_with(refused) && line.contains("does not know this port's"));
    assert!(told, "{}", done.err);

    let done = cluster.clump(0).args(["run", "--agents", "--hosts", "10.9.0.2", "true"]).finish();
    assert!(done.code == 2 && done.err.contains("set CLUMP_AGENT_SECRET"), "{}", done.err);
    let job = cluster.clump(0).args(["run", "--agents", "true"]).env("CLUMP_AGENT_SECRET", "an agreed secret of some");
    let done = job.finish();
    assert!(done.code == 2 && done.err.contains("--agents: name the hosts"), "{}", done.err);
}

#[test]
fn an_agent_waits_on_one_address_only_and_takes_no_secret_that_others_may_read() {
    let Some(cluster) = Cluster::up() else { return };
    cluster.hosts.on(1, "ip addr add 10.9.0.12/24 dev eth0");
    let one = cluster.agent(1, &["--bind", "10.9.0.12"]);
    one.await_processes("agent --wait", 1);
    let done = cluster.run("10.9.0.12:1", &["true"]).finish();
    assert_eq!((done.code, &*done.err), (0, ""));
    let done = cluster.run("10.9.0.2:1", &["--wait-for-hosts", "1", "true"]).finish();
    assert!(done.code == 1 && done.err.contains("no agent waits on 10.9.0.2"), "{} {}", done.code, done.err);
    one.signal(TERM);
    let done = one.finish();
    assert_eq!(done.err, "clump agent: waits for launchers on TCP port 7613 of 10.9.0.12\n");

    std::fs::set_permissions(cluster.file("secret"), std::fs::Permissions::from_mode(0o640)).expect("permissions");
    for done in [cluster.agent(1, &[]).finish(), cluster.run("10.9.0.2", &["true"]).finish()] {
        assert!(done.code == 2 && done.err.contains("may be read by other users (mode 0640)"), "{}", done.err);
    }
}
