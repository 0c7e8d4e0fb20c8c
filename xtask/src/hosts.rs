//! `cargo xtask hosts`: makes test hosts on one machine: network namespaces joined by one Ethernet bridge. Needs root,
//! or a user namespace in which the caller is root.
use crate::need::{self, Need};
use crate::paths;
use crate::process::Program;
use crate::without::clump_run;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub enum Command {
    /// Create N hosts: clump0, clump1, …, with addresses 10.79.0.1, 10.79.0.2, …
    Up {
        #[arg(value_name = "N")]
        count: u32,
    },
    /// Remove all of them
    Down,
}

/// `ip` of iproute2, which creates test hosts.
pub const IPROUTE: Need = Need { package: "iproute2", present: || Program::new("ip").arg("-V").works() };

/// `nft`, which makes test hosts lose or refuse datagrams.
pub const NFTABLES: Need = Need { package: "nftables", present: || Program::new("nft").arg("-v").works() };

/// A command that starts a shell in which a user may create namespaces without being root. The namespaces end with the
/// shell.
const USER_NAMESPACE: &str =
    "`unshare --user --map-root-user --net --mount sh -c 'mount -t tmpfs none /run; exec bash'`";

pub fn run(command: &Command) -> Result<()> {
    match command {
        Command::Up { count } => {
            let hosts = Hosts::up("clump", *count)?;
            println!("clump run --rsh {} --hosts {} PROGRAM", hosts.rsh.display(), hosts.names(*count).join(","));
            hosts.keep();
        }
        Command::Down => down("clump")?,
    }
    Ok(())
}

/// Test hosts. They are removed when this value is dropped.
pub struct Hosts {
    prefix: String,
    /// A script that starts a command on a host, with the arguments of ssh.
    pub rsh: PathBuf,
    kept: bool,
}

fn ip(args: &str) -> Result<()> {
    Program::new("ip").args(args.split(' ')).run().map(drop)
}

/// Returns the names of all network namespaces called `prefix` and a number, and of their bridge.
fn namespaces(prefix: &str) -> Result<Vec<String>> {
    let list = Program::new("ip").args(["netns", "list"]).run()?;
    let ours =
        |name: &&str| name.strip_prefix(prefix).is_some_and(|rest| rest == "-bridge" || rest.parse::<u32>().is_ok());
    Ok(list.lines().filter_map(|l| l.split_whitespace().next()).filter(ours).map(str::to_owned).collect())
}

fn down(prefix: &str) -> Result<()> {
    for name in namespaces(prefix)? {
        ip(&format!("netns del {name}"))?;
    }
    Ok(())
}

impl Hosts {
    /// Creates `count` hosts named `prefix` and a number. First removes the hosts that an earlier, killed run has left.
    pub fn up(prefix: &str, count: u32) -> Result<Hosts> {
        need::ensure(&[IPROUTE])?;
        if Program::new("id").arg("-u").run()?.trim() != "0" {
            bail!(
                "test hosts with names are network namespaces, which root alone may make; run this as root, or, where \
                 the system allows user namespaces, in a shell that {USER_NAMESPACE} gives"
            );
        }
        down(prefix)?;
        let rsh = paths::target().join("hosts/rsh");
        std::fs::create_dir_all(paths::target().join("hosts"))?;
        let hosts = Hosts { prefix: prefix.to_owned(), rsh, kept: false };
        hosts.write_rsh("sh -c \"$*\"")?;
        let bridge = format!("{prefix}-bridge");
        ip(&format!("netns add {bridge}"))?;
        ip(&format!("-n {bridge} link add br0 type bridge"))?;
        ip(&format!("-n {bridge} link set br0 up"))?;
        for n in 0..count {
            let host = format!("{prefix}{n}");
            ip(&format!("netns add {host}"))?;
            ip(&format!("link add port{n} netns {bridge} type veth peer name eth0 netns {host}"))?;
            ip(&format!("-n {bridge} link set port{n} master br0 up"))?;
            ip(&format!("-n {host} addr add {}/16 dev eth0", Hosts::address(n)))?;
            ip(&format!("-n {host} link set eth0 up"))?;
            ip(&format!("-n {host} link set lo up"))?;
        }
        Ok(hosts)
    }

    /// Writes the script that starts a command on a host. `start` is what the script runs there.
    fn write_rsh(&self, start: &str) -> Result<()> {
        let Hosts { prefix, rsh, .. } = self;
        let script = format!(
            "#!/bin/sh\n# rsh [OPTIONS] HOST COMMAND: as ssh would, in the test host of that name or address.\n\
             while case $1 in -*) true ;; *) false ;; esac; do shift; done\n\
             host=$1; shift\n\
             case $host in 10.79.*) last=${{host#10.79.}}\n\
             host={prefix}$((${{last%.*}} * 250 + ${{last#*.}} - 1)) ;; esac\n\
             exec ip netns exec \"$host\" {start}\n"
        );
        std::fs::write(rsh, script).with_context(|| format!("cannot write {}", rsh.display()))?;
        Ok(std::fs::set_permissions(rsh, std::fs::Permissions::from_mode(0o755))?)
    }

    /// Gives each of `count` hosts its own name, which all of them know, for programs that connect to a processor's
    /// name. Without this call the hosts have the machine's name.
    pub fn name_each(&self, count: u32) -> Result<()> {
        let file = self.rsh.with_file_name("hosts");
        let lines = self.names(count).into_iter().enumerate().map(|(n, name)| {
            let address = Hosts::address(n as u32);
            format!("{address} {name}\n")
        });
        std::fs::write(&file, format!("127.0.0.1 localhost\n{}", lines.collect::<String>()))?;
        self.write_rsh(&format!(
            "unshare --uts --mount sh -c 'echo \"$0\" >/proc/sys/kernel/hostname; mount --bind {} /etc/hosts; \
             exec sh -c \"$1\"' \"$host\" \"$*\"",
            file.display()
        ))
    }

    /// Returns the address of host `n`.
    pub fn address(n: u32) -> String {
        format!("10.79.{}.{}", n / 250, n % 250 + 1)
    }

    pub fn names(&self, count: u32) -> Vec<String> {
        (0..count).map(|n| format!("{}{n}", self.prefix)).collect()
    }

    /// Returns the command `clump run` with `ranks` ranks on `count` of the hosts and a time limit of `seconds`.
    pub fn launch(&self, prefix: &Path, count: u32, ranks: u32, seconds: u64) -> Program {
        let names = self.names(count).join(",");
        clump_run(prefix)
            .args(["--timeout", &seconds.to_string(), "--hosts", &names, "-n", &ranks.to_string(), "--rsh"])
            .arg(&self.rsh)
    }

    /// Makes each host drop `per_mille` of 1,000 arriving datagrams. Datagrams that arrive as one segment are dropped
    /// together.
    pub fn lose(&self, count: u32, per_mille: u32) -> Result<()> {
        need::ensure(&[NFTABLES])?;
        for host in self.names(count) {
            let nft = |words: &str| {
                Program::new("ip").args(["netns", "exec", &host, "nft"]).args(words.split(' ')).run().map(drop)
            };
            nft("add table inet loss")?;
            nft("add chain inet loss in { type filter hook input priority 0 ; }")?;
            nft(&format!("add rule inet loss in meta l4proto udp numgen random mod 1000 < {per_mille} drop"))?;
        }
        Ok(())
    }

    /// Stops the loss that [`lose`](Self::lose) began.
    pub fn lose_nothing(&self, count: u32) -> Result<()> {
        for host in self.names(count) {
            ip(&format!("netns exec {host} nft delete table inet loss"))?;
        }
        Ok(())
    }

    /// Takes the host's bridge port down, like a pulled cable.
    pub fn cut(&self, host: u32) -> Result<()> {
        ip(&format!("-n {}-bridge link set port{host} down", self.prefix))
    }

    /// Takes the host's bridge port up again.
    pub fn mend(&self, host: u32) -> Result<()> {
        ip(&format!("-n {}-bridge link set port{host} up", self.prefix))
    }

    /// Keeps the hosts after this process ends.
    fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        if !self.kept {
            // The next start removes the hosts that cannot be removed now.
            let _ = down(&self.prefix);
        }
    }
}
