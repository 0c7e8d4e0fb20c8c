//! Creates test hosts: network namespaces on one bridge, without names, which vanish with the value. Root may create
//! them, and other users in a user namespace if the system allows it. If they cannot be created, tests print this and
//! are skipped, unless TEST_HOSTS is set.
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};

pub struct Hosts {
    /// The process that holds the bridge and all hosts, as long as its standard input is open.
    keeper: Child,
    pids: Vec<String>,
    dir: tempfile::TempDir,
    root: bool,
}

/// A script that creates the hosts and prints the process that holds each host, one a line. All hosts end when its
/// standard input ends.
const KEEPER: &str = "
own=$(readlink /proc/self/ns/net)
ip link add br0 type bridge && ip link set br0 up || exit 1
for n in $(seq 0 $1); do
    unshare --net sleep 100000 >/dev/null 2>&1 &
    p=$!; all=\"$all $p\"
    while kill -0 $p && [ \"$(readlink /proc/$p/ns/net)\" = \"$own\" ]; do sleep 0.01; done
    ip link add port$n type veth peer name eth0 netns $p && ip link set port$n master br0 up || break
    echo $p
done
cat >/dev/null
kill $all
";

impl Hosts {
    /// Creates `count` hosts, h0 and so on, each with an eth0 that is up and has no address.
    pub fn up(count: usize) -> Option<Hosts> {
        let root = rustix::process::geteuid().is_root();
        let mut keeper = Command::new("unshare");
        if !root {
            keeper.args(["--user", "--map-root-user"]);
        }
        let last = (count - 1).to_string();
        keeper.args(["--net", "sh", "-c", KEEPER, "keeper", &last]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut keeper = keeper.stderr(Stdio::inherit()).spawn().expect("unshare (package util-linux)");
        let lines = BufReader::new(keeper.stdout.take().expect("a pipe")).lines();
        let pids: Vec<String> = lines.take(count).map_while(Result::ok).collect();
        let dir = tempfile::tempdir().expect("a directory");
        let hosts = Hosts { keeper, pids, dir, root };
        if hosts.pids.len() < count {
            assert!(std::env::var_os("TEST_HOSTS").is_none(), "test hosts are needed here, and cannot be made");
            eprintln!("skipped: network namespaces cannot be made here");
            return None;
        }
        let cases: String = hosts.pids.iter().enumerate().map(|(n, pid)| format!("h{n}) pid={pid} ;;\n")).collect();
        let user = if root { "" } else { "--user --preserve-credentials" };
        let script = format!(
            "#!/bin/sh\nhost=$1; shift\ncase $host in\n{cases}*) echo no such host >&2; exit 1 ;;\nesac\n\
             exec nsenter --target $pid {user} --net sh -c \"$*\"\n"
        );
        std::fs::write(hosts.dir.path().join("rsh"), script).expect("a script");
        std::fs::set_permissions(hosts.dir.path().join("rsh"), std::fs::Permissions::from_mode(0o755)).expect("a mode");
        for host in 0..count {
            hosts.on(host, "ip link set lo up; ip link set eth0 up");
        }
        Some(hosts)
    }

    /// Returns the command that tests use in the place of ssh.
    pub fn rsh(&self) -> String {
        self.dir.path().join("rsh").to_str().expect("UTF-8").to_owned()
    }

    /// Runs a shell script on a host. Panics if the script fails.
    pub fn on(&self, host: usize, script: &str) {
        self.within(&self.pids[host], script);
    }

    /// Runs a shell script where the hosts' bridge, br0, is; host n is at its port `portn`. Panics if the script
    /// fails.
    pub fn on_bridge(&self, script: &str) {
        self.within(&self.keeper.id().to_string(), script);
    }

    /// Connects two hosts by a cable of their own. Each end is a host's number and the name of its interface, which is
    /// up and has no address.
    pub fn cable(&self, one: (usize, &str), two: (usize, &str)) {
        let [a, b] = [one, two].map(|(host, name)| format!("{name} netns {}", self.pids[host]));
        self.on_bridge(&format!("ip link add name {a} type veth peer name {b}"));
        for (host, name) in [one, two] {
            self.on(host, &format!("ip link set {name} up"));
        }
    }

    /// Returns the output of a shell script that runs on a host.
    pub fn told_on(&self, host: usize, script: &str) -> String {
        let out = self.entered(&self.pids[host], script).output().expect("nsenter (package util-linux)");
        assert!(out.status.success(), "{script}");
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    /// Returns the output of a shell script that runs where the bridge is.
    pub fn told_on_bridge(&self, script: &str) -> String {
        let out = self.entered(&self.keeper.id().to_string(), script).output().expect("nsenter (package util-linux)");
        assert!(out.status.success(), "{script}");
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    /// Returns the words of a command that runs the words behind them on a host, under its own process number.
    pub fn on_host(&self, host: usize) -> Vec<String> {
        let user: &[&str] = if self.root { &[] } else { &["--user", "--preserve-credentials"] };
        let words = ["nsenter", "--target", &self.pids[host], "--net"].into_iter().chain(user.iter().copied());
        words.map(str::to_owned).collect()
    }

    fn within(&self, pid: &str, script: &str) {
        let done = self.entered(pid, script).status().expect("nsenter (package util-linux)");
        assert!(done.success(), "{script}");
    }

    fn entered(&self, pid: &str, script: &str) -> Command {
        let mut nsenter = Command::new("nsenter");
        nsenter.args(["--target", pid]);
        if !self.root {
            nsenter.args(["--user", "--preserve-credentials"]);
        }
        nsenter.args(["--net", "sh", "-ec", script]);
        nsenter
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}
