//! Creates test hosts for benchmarks: network namespaces of this machine, joined by one Ethernet bridge, and a
//! command in the place of ssh between them. The hosts vanish with the value.
use super::kind::Kind;
use super::port::{Passed, Port};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The network interface of each host.
const INTERFACE: &str = "eth0";

/// The beginning of the names of test hosts, followed by the number of the process that created them.
const MARK: &str = "cb";

#[derive(Debug)]
pub struct TestHosts {
    prefix: String,
    count: u32,
    /// The limit of the hosts' ports; `None` if they are as fast as the machine.
    port: Option<Port>,
    directory: PathBuf,
}

fn ip(words: &str) -> Result<(), String> {
    let out = Command::new("ip").args(words.split(' ')).stdin(Stdio::null()).output();
    let out = out.map_err(|e| format!("test hosts need the program ip (package iproute2): {e}"))?;
    if out.status.success() {
        return Ok(());
    }
    let why = String::from_utf8_lossy(&out.stderr);
    Err(format!(
        "test hosts are network namespaces, for which root is needed, or (where user namespaces are allowed) a shell \
         that `unshare --user --map-root-user --net --mount sh -c 'mount -t tmpfs none /run; exec bash'` gives: ip \
         {words}: {}",
        why.trim()
    ))
}

impl TestHosts {
    /// Creates `count` hosts, with the addresses 10.78.0.1 and so on.
    pub fn up(count: u32, port: Option<Port>) -> Result<TestHosts, String> {
        remove_what_was_left();
        let prefix = format!("{MARK}{}-", std::process::id());
        let hosts = TestHosts { directory: env::temp_dir().join(format!("{prefix}hosts")), prefix, count, port };
        hosts.make()?;
        hosts.begin()?;
        Ok(hosts)
    }

    /// Resets the counters of limited ports before a run.
    pub fn begin(&self) -> Result<(), String> {
        let Some(port) = &self.port else { return Ok(()) };
        let ports = if port.all { self.count } else { 1 };
        (0..ports).try_for_each(|n| {
            port.put(&format!("{}bridge", self.prefix), &format!("port{n}"))?;
            port.put_on_host(&self.name(n), INTERFACE)
        })
    }

    /// Returns the limited ports after a run, and the counts of what the first host's port has forwarded and dropped.
    pub fn passed(&self) -> Result<Option<(Port, Passed)>, String> {
        let Some(port) = self.port else { return Ok(None) };
        Ok(Some((port, Port::passed(&format!("{}bridge", self.prefix), "port0")?)))
    }

    fn make(&self) -> Result<(), String> {
        let TestHosts { prefix, directory, .. } = self;
        ip(&format!("netns add {prefix}bridge"))?;
        ip(&format!("-n {prefix}bridge link add br0 type bridge"))?;
        ip(&format!("-n {prefix}bridge link set br0 up"))?;
        for n in 0..self.count {
            let host = self.name(n);
            ip(&format!("netns add {host}"))?;
            ip(&format!("link add port{n} netns {prefix}bridge type veth peer name {INTERFACE} netns {host}"))?;
            ip(&format!("-n {prefix}bridge link set port{n} master br0 up"))?;
            ip(&format!("-n {host} addr add {}/24 dev {INTERFACE}", address(n)))?;
            ip(&format!("-n {host} link set {INTERFACE} up"))?;
            ip(&format!("-n {host} link set lo up"))?;
        }
        // The script is called like ssh: options, an address, a command. Launchers ask for the host's name, so that
        // each host has its own.
        let script = format!(
            "#!/bin/sh\nwhile case $1 in -*) true ;; *) false ;; esac; do shift; done\nn=$((${{1##*.}} - 1)); shift\n\
             exec ip netns exec {prefix}$n unshare --uts sh -c \"hostname {prefix}$n; cd '$PWD'; $*\"\n"
        );
        let failed = |e: std::io::Error| format!("{} cannot be written: {e}", directory.display());
        fs::create_dir_all(directory).map_err(failed)?;
        fs::write(self.rsh(), script).map_err(failed)?;
        fs::set_permissions(self.rsh(), fs::Permissions::from_mode(0o755)).map_err(failed)
    }

    /// Drops this percentage of the packets to each host, whatever their protocol. If the kernel forwards several
    /// datagrams or segments in one row, drops the whole row.
    pub fn lose(&self, percent: f64) -> Result<(), String> {
        let per_million = (percent * 1e4).round() as u32;
        let table = format!(
            "table inet loss {{\nchain in {{\ntype filter hook input priority 0\niifname \"{INTERFACE}\" \
             meta l4proto {{ tcp, udp }} numgen random mod 1000000 < {per_million} drop\n}}\n}}\n"
        );
        for n in (0..self.count).filter(|_| per_million > 0) {
            let mut nft = Command::new("ip");
            nft.args(["netns", "exec", &self.name(n), "nft", &table]).stdin(Stdio::null());
            let out = nft.output().map_err(|e| format!("loss needs the program nft (package nftables): {e}"))?;
            if !out.status.success() {
                let why = String::from_utf8_lossy(&out.stderr);
                return Err(format!("loss needs the program nft (package nftables) and root: {}", why.trim()));
            }
        }
        Ok(())
    }

    fn name(&self, n: u32) -> String {
        format!("{}{n}", self.prefix)
    }

    /// Returns the namespaces and the addresses of the first two hosts.
    pub fn first_two(&self) -> [(String, String); 2] {
        [0, 1].map(|n| (self.name(n), address(n)))
    }

    /// Returns the command that launchers use in the place of ssh.
    pub fn rsh(&self) -> PathBuf {
        self.directory.join("rsh")
    }

    /// Returns the hosts' names for `clump run`.
    pub fn names(&self) -> Vec<String> {
        (0..self.count).map(address).collect()
    }

    /// Returns the hosts' addresses, separated by commas, each followed by `behind`.
    fn list(&self, behind: &str) -> String {
        (0..self.count).map(|n| address(n) + behind).collect::<Vec<_>>().join(",")
    }

    /// Returns the command that starts `launcher` on the first host, with `ranks` ranks on all hosts, by the options
    /// of the library `kind`.
    pub fn command(&self, kind: Kind, launcher: &Path, ranks: u32) -> Command {
        let each = ranks.div_ceil(self.count);
        let oversubscribed = ranks as usize > std::thread::available_parallelism().map_or(1, |n| n.get());
        let first = self.name(0);
        let mut c = Command::new("ip");
        c.args(["netns", "exec", &first, "unshare", "--uts", "sh", "-c"]);
        c.arg(format!("hostname {first}; exec \"$@\"")).arg("sh").arg(launcher);
        let rsh = self.rsh().display().to_string();
        match kind {
            Kind::Clump | Kind::ClumpBySystem | Kind::ClumpInsecure => {
                c.args(["run", "--rsh", &rsh, "--hosts", &self.list(&format!(":{each}"))]);
                if kind == Kind::ClumpInsecure {
                    c.arg("--insecure");
                }
            }
            Kind::Mpich | Kind::Intel => {
                c.args(["-launcher", "ssh", "-launcher-exec", &rsh, "-hosts", &self.list("")]);
                c.args(["-ppn", &each.to_string()]);
                if kind == Kind::Mpich {
                    c.envs([("UCX_TLS", "tcp,self"), ("UCX_NET_DEVICES", INTERFACE)]);
                } else {
                    c.env("I_MPI_FABRICS", if each == 1 { "ofi" } else { "shm:ofi" }).env("FI_PROVIDER", "tcp");
                    c.envs([("FI_TCP_IFACE", INTERFACE), ("I_MPI_HYDRA_IFACE", INTERFACE)]);
                    if oversubscribed {
                        c.env("I_MPI_WAIT_MODE", "1");
                    }
                }
            }
            Kind::OpenMpi => {
                c.args(["--allow-run-as-root", "--bind-to", "none", "--prtemca", "plm_ssh_agent", &rsh]);
                c.args(["--prtemca", "plm_ssh_no_tree_spawn", "1", "--host", &self.list(&format!(":{each}"))]);
                let ways = if each > 1 { "tcp,self,sm" } else { "tcp,self" };
                c.args(["--mca", "btl", ways, "--mca", "pml", "ob1", "--mca", "btl_tcp_if_include", INTERFACE]);
                if oversubscribed {
                    c.args(["--mca", "mpi_yield_when_idle", "1"]);
                }
            }
        }
        c
    }
}

/// Removes test hosts of benchmarks that were killed before they could remove them.
fn remove_what_was_left() {
    let is_alive = |pid: u32| Path::new(&format!("/proc/{pid}")).exists();
    let in_folder = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|e| e.file_name().into_string().ok()).filter(|name| is_left(name, is_alive)).collect()
    };
    let hosts: Vec<String> = in_folder(Path::new("/run/netns"));
    hosts.iter().for_each(|name| _ = ip(&format!("netns del {name}")));
    let folders: Vec<String> = in_folder(&env::temp_dir());
    folders.iter().for_each(|name| _ = fs::remove_dir_all(env::temp_dir().join(name)));
}

/// Returns true if `name` is the name of a test host, or of its folder, and the process that created it is gone.
fn is_left(name: &str, is_alive: impl Fn(u32) -> bool) -> bool {
    let maker = name.strip_prefix(MARK).and_then(|rest| rest.split_once('-'));
    maker.and_then(|(pid, _)| pid.parse().ok()).is_some_and(|pid| !is_alive(pid))
}

fn address(n: u32) -> String {
    format!("10.78.0.{}", n + 1)
}

/// Returns a note about the largest receive buffer of a datagram socket here: packets that find the buffer full are
/// lost too.
pub fn buffers() -> String {
    const LIMIT: &str = "/proc/sys/net/core/rmem_max";
    match fs::read_to_string(LIMIT) {
        Ok(bytes) => format!("note: sockets get receive buffers of up to {} bytes (net.core.rmem_max)", bytes.trim()),
        Err(e) => format!("note: {LIMIT} cannot be read ({e}): how large receive buffers are is unknown"),
    }
}

impl Drop for TestHosts {
    fn drop(&mut self) {
        for n in 0..self.count {
            let _ = ip(&format!("netns del {}", self.name(n)));
        }
        let _ = ip(&format!("netns del {}bridge", self.prefix));
        let _ = fs::remove_dir_all(&self.directory);
    }
}

#[cfg(test)]
mod tests {
    use super::is_left;

    #[test]
    fn only_hosts_of_processes_that_are_gone_are_removed() {
        let is_alive = |pid| pid == 12;
        for (name, left) in
            [("cb11-0", true), ("cb11-bridge", true), ("cb11-hosts", true), ("cb12-0", false), ("cb", false)]
        {
            assert_eq!(is_left(name, is_alive), left, "{name}");
        }
        for other in ["h0", "cb-0", "cbx-1", "cb11", "cb11x-1"] {
            assert!(!is_left(other, is_alive), "{other}");
        }
    }
}
