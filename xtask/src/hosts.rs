//! `cargo xtask hosts`: test hosts on one machine, as network namespaces joined by one Ethernet bridge. Needs root, or
//! a user namespace in which one is root.
use crate::need::{self, Need};
use crate::paths;
use crate::process::Program;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Command {
    /// Make N hosts, clump0 and so on, with addresses 10.79.0.1 and so on
    Up {
        #[arg(value_name = "N")]
        count: u32,
    },
    /// Take all of them away
    Down,
}

/// What test hosts are made with.
pub const IPROUTE: Need = Need { package: "iproute2", present: || Program::new("ip").arg("-V").works() };

/// What makes them lose datagrams, or refuse them.
pub const NFTABLES: Need = Need { package: "nftables", present: || Program::new("nft").arg("-v").works() };

/// A shell in which namespaces may be made without being root; they go away with it.
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

/// Hosts, which go away with this value.
pub struct Hosts {
    prefix: String,
    /// Starts a command on one, called as ssh is.
    pub rsh: PathBuf,
    kept: bool,
}

fn ip(args: &str) -> Result<()> {
    Program::new("ip").args(args.split(' ')).run().map(drop)
}

/// The names of all network namespaces that begin with `prefix` and a number, and of their bridge.
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
    /// Makes `count` hosts named `prefix` and a number. Those of an earlier run that was killed go away first.
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
        let script = "#!/bin/sh\n# rsh [OPTIONS] HOST COMMAND: as ssh would, in the test host of that name.\n\
                      while case $1 in -*) true ;; *) false ;; esac; do shift; done\n\
                      host=$1; shift\nexec ip netns exec \"$host\" sh -c \"$*\"\n";
        std::fs::write(&rsh, script).with_context(|| format!("cannot write {}", rsh.display()))?;
        std::fs::set_permissions(&rsh, std::fs::Permissions::from_mode(0o755))?;
        let hosts = Hosts { prefix: prefix.to_owned(), rsh, kept: false };
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

    /// Of the n-th.
    pub fn address(n: u32) -> String {
        format!("10.79.{}.{}", n / 250, n % 250 + 1)
    }

    pub fn names(&self, count: u32) -> Vec<String> {
        (0..count).map(|n| format!("{}{n}", self.prefix)).collect()
    }

    /// So many in a thousand datagrams that arrive at a host are dropped (rows of them at once, where they come in
    /// rows).
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

    /// And are not any more.
    pub fn lose_nothing(&self, count: u32) -> Result<()> {
        for host in self.names(count) {
            ip(&format!("netns exec {host} nft delete table inet loss"))?;
        }
        Ok(())
    }

    /// Pulls a host's cable.
    pub fn cut(&self, host: u32) -> Result<()> {
        ip(&format!("-n {}-bridge link set port{host} down", self.prefix))
    }

    /// Puts the cable of a host back.
    pub fn mend(&self, host: u32) -> Result<()> {
        ip(&format!("-n {}-bridge link set port{host} up", self.prefix))
    }

    /// They stay when this process ends.
    fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        if !self.kept {
            // What cannot be taken away now is at the next start.
            let _ = down(&self.prefix);
        }
    }
}
