//! The machines of a job: which ranks run where, and how to reach them. The launcher writes the plan for each rank
//! ([`Plan::to_text`]) into memory that only the rank inherits, because the plan contains the job's secret.
mod agents;
mod beat;
mod contacts;
mod local;
mod tuning;

pub use beat::{Beat, EVERY as SIGN_EVERY, LOST, Silence};
pub use clump_fabric::{Cipher, GroupPlace};
pub use contacts::{Attempt, ContactOutcome, Contacts, STALE as CONTACT_LIMIT, Unreached};
pub(crate) use local::key;
pub use local::{Local, Speed, multicast, secret, speeds, version};
pub use tuning::Tuning;

use crate::error::{Error, ErrorKind};
use clump_core::Rank;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;

/// First line of the text, with the version of the datagrams: a build with another version can read neither the text
/// nor the datagrams.
const TITLE: &str = "clump-hosts 10";

/// One machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// Identifies this boot of this machine; contains no blanks. Hosts with equal `kernel` share cores.
    pub kernel: String,
    /// Distinguishes the host's network stack (its interfaces and addresses) from other network stacks of that kernel.
    pub net: u64,
    /// Number of the host's cores that the job may use.
    pub cores: u32,
    /// The addresses by which other hosts reach this host, the best first.
    pub addresses: Vec<IpAddr>,
    /// The port of each of the host's ranks, in order. Rank numbers continue from host to host, unless
    /// [`Plan::order`] says otherwise.
    pub ports: Vec<u16>,
    /// The port of the host's agent, which watches whether the other hosts are alive.
    pub agent: u16,
}

/// How all traffic between the machines is sealed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Sealing {
    /// The cipher.
    pub cipher: Cipher,
    /// The job's secret, from which all keys are derived.
    pub secret: [u8; 32],
}

impl std::fmt::Debug for Sealing {
    /// Formats everything but the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sealing").field("cipher", &self.cipher).finish_non_exhaustive()
    }
}

/// The plan of a whole job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How traffic is sealed; `None` if it is not sealed.
    pub sealing: Option<Sealing>,
    /// Bytes of the longest packet that all network links carry.
    pub mtu: usize,
    /// True if each rank's helper thread makes progress while the program computes, from the start of the job.
    pub progress: bool,
    /// The parameters that `clump tune` has found for these hosts.
    pub tuning: Option<Tuning>,
    /// Where multicasts go; `None`: the hosts have no multicast in common.
    pub groups: Option<GroupPlace>,
    /// The hosts, in the order of each host's first rank.
    pub hosts: Vec<Host>,
    /// The rank at each port, host by host, for launchers that deal ranks out to the hosts in turn. Empty if rank
    /// numbers continue from host to host.
    pub order: Vec<Rank>,
}

/// The parts of a plan that a rank needs often.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    host_of: Vec<u32>,
    kernel_of: Vec<u32>,
    cores: u32,
    cipher: Option<Cipher>,
    /// A number that no other living job has: its ports and addresses are this job's.
    job: u64,
}

impl Hosts {
    /// Returns the number of the machine that `rank` runs on, from 0 in the order of each machine's first rank.
    #[inline]
    pub fn host_of(&self, rank: Rank) -> u32 {
        self.host_of.get(rank as usize).copied().unwrap_or(0)
    }

    /// Returns the number of ranks of the job.
    pub fn ranks(&self) -> u32 {
        self.host_of.len() as u32
    }

    /// Returns how many ranks share the cores of `rank`: all ranks on the same kernel, even if its hosts have
    /// different names.
    pub fn beside(&self, rank: Rank) -> u32 {
        let own = self.kernel_of.get(rank as usize);
        self.kernel_of.iter().filter(|k| Some(*k) == own).count() as u32
    }

    /// Returns a number that no other living job has.
    pub fn job(&self) -> u64 {
        self.job
    }

    /// Returns the number of cores of all machines together.
    pub fn cores(&self) -> u32 {
        self.cores
    }

    /// Returns the cipher that seals all traffic between the hosts; `None` if the traffic is not sealed.
    pub fn cipher(&self) -> Option<Cipher> {
        self.cipher
    }
}

impl Plan {
    /// Returns a plan without what `clump tune` measures and without multicast. Rank numbers continue from host to
    /// host.
    pub fn new(sealing: Option<Sealing>, mtu: usize, hosts: Vec<Host>) -> Plan {
        Plan { sealing, mtu, progress: false, tuning: None, groups: None, hosts, order: Vec::new() }
    }

    /// Returns the number of ranks of all hosts.
    pub fn ranks(&self) -> usize {
        self.hosts.iter().map(|h| h.ports.len()).sum()
    }

    /// Returns the number of the host and the port of each rank.
    pub fn places(&self) -> Vec<(u32, u16)> {
        let hosts = self.hosts.iter().zip(0..);
        let all: Vec<_> = hosts.flat_map(|(h, host)| h.ports.iter().map(move |&port| (host, port))).collect();
        let mut places = all.clone();
        for (&rank, place) in self.order.iter().zip(all) {
            places[rank as usize] = place;
        }
        places
    }

    /// Returns true if `order` names every rank once.
    fn is_ordered(&self) -> bool {
        let mut sorted = self.order.clone();
        sorted.sort_unstable();
        sorted.is_empty() || sorted.iter().copied().eq(0..self.ranks() as Rank)
    }

    /// Returns how many ranks of earlier hosts share that host's cores.
    pub fn before(&self, host: usize) -> usize {
        let Some(own) = self.hosts.get(host) else { return 0 };
        self.hosts[..host].iter().filter(|h| h.kernel == own.kernel).map(|h| h.ports.len()).sum()
    }

    /// Returns what an endpoint keeps of the plan.
    pub fn hosts(&self) -> Hosts {
        let (mut hosts, mut kernels) = (Hosts::default(), Vec::<&str>::new());
        let mut kernel_of = Vec::new();
        for host in &self.hosts {
            kernel_of.push(kernels.iter().position(|k| *k == host.kernel).unwrap_or_else(|| {
                kernels.push(&host.kernel);
                hosts.cores += host.cores;
                kernels.len() - 1
            }));
        }
        let mut job = DefaultHasher::new();
        for host in &self.hosts {
            (&host.kernel, host.net, &host.addresses, &host.ports, host.agent).hash(&mut job);
        }
        hosts.job = job.finish();
        hosts.cipher = self.sealing.as_ref().map(|s| s.cipher);
        hosts.host_of = self.places().into_iter().map(|(host, _)| host).collect();
        hosts.kernel_of = hosts.host_of.iter().map(|&host| kernel_of[host as usize] as u32).collect();
        hosts
    }

    /// Returns the plan as the text that [`Plan::from_text`] reads.
    pub fn to_text(&self) -> String {
        let mut text = format!("{TITLE}\nmtu {}\n", self.mtu);
        // Writing to a string does not fail.
        let _ = match &self.sealing {
            Some(Sealing { cipher, secret }) => {
                let hex: String = secret.iter().map(|b| format!("{b:02x}")).collect();
                writeln!(text, "sealed {} {hex}", cipher.name())
            }
            None => writeln!(text, "unsealed"),
        };
        if self.progress {
            text.push_str("progress\n");
        }
        if let Some(tuning) = &self.tuning {
            let _ = writeln!(text, "tuned {}", tuning.to_text());
        }
        if let Some(GroupPlace { address, port, interface }) = &self.groups {
            let _ = writeln!(text, "groups {address} {port} {interface}");
        }
        for h in &self.hosts {
            let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(",");
            let addresses = list(&mut h.addresses.iter().map(|a| a.to_string()));
            let ports = list(&mut h.ports.iter().map(|p| p.to_string()));
            let _ = writeln!(text, "host {} {} {} {} {addresses} {ports}", h.kernel, h.net, h.cores, h.agent);
        }
        if !self.order.is_empty() {
            let order: Vec<String> = self.order.iter().map(Rank::to_string).collect();
            let _ = writeln!(text, "order {}", order.join(","));
        }
        text
    }

    /// Parses a plan. The error is a sentence that names the line.
    pub fn from_text(text: &str) -> Result<Plan, Error> {
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Err(Error::new(
                ErrorKind::Launch,
                "the list of hosts is of another version of Clump; use one version on all hosts",
            ));
        }
        let mut plan = Plan::new(None, 0, Vec::new());
        // Exactly one line must say how traffic is sealed: a list that has lost this line must not pass for the list
        // of an unsealed job.
        let says = |line: &&str| matches!(line.split(' ').next(), Some("sealed" | "unsealed"));
        let complete = text.lines().filter(says).count() == 1;
        for (line, number) in lines.zip(2..) {
            // The error shows nothing of the line, which may contain the secret.
            plan.line(line).ok_or_else(|| {
                Error::new(
                    ErrorKind::Launch,
                    format!("line {number} of the list of hosts, written by the launcher, makes no sense"),
                )
            })?;
        }
        if plan.mtu == 0 || plan.hosts.is_empty() || !complete || !plan.is_ordered() {
            return Err(Error::new(ErrorKind::Launch, "the list of hosts, written by the launcher, is not complete"));
        }
        Ok(plan)
    }

    fn line(&mut self, line: &str) -> Option<()> {
        fn list<T: std::str::FromStr>(words: &str) -> Option<Vec<T>> {
            words.split(',').filter(|w| !w.is_empty()).map(|w| w.parse().ok()).collect()
        }
        let mut words = line.split(' ');
        match words.next()? {
            "mtu" => self.mtu = words.next()?.parse().ok()?,
            "progress" => self.progress = true,
            "tuned" => self.tuning = Some(Tuning::from_words(&mut words)?),
            "groups" => {
                let (address, port) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                let groups = GroupPlace { address, port, interface: words.next()?.to_owned() };
                self.groups = Some(groups).filter(GroupPlace::is_sound);
                self.groups.as_ref()?;
            }
            "order" => self.order = list(words.next()?)?,
            "unsealed" => {}
            "sealed" => {
                let (cipher, hex) = (Cipher::named(words.next()?)?, words.next()?);
                let byte = |i: usize| u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok();
                let bytes: Option<Vec<u8>> = (0..32).map(byte).collect();
                let secret = bytes.filter(|_| hex.len() == 64)?.try_into().ok()?;
                self.sealing = Some(Sealing { cipher, secret });
            }
            "host" => {
                let kernel = words.next()?.to_owned();
                let net = words.next()?.parse().ok()?;
                let (cores, agent) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                let (addresses, ports) = (list(words.next()?)?, list(words.next()?)?);
                self.hosts.push(Host { kernel, net, cores, addresses, ports, agent });
            }
            _ => return None,
        }
        words.next().is_none().then_some(())
    }
}

/// Returns the name of this boot of this machine, for [`Host::kernel`].
pub fn kernel() -> String {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let id = id.trim().replace([' ', ','], "");
    if id.is_empty() { "unknown".into() } else { id }
}

/// Returns the number of this process's network stack, for [`Host::net`]; 0 if the system does not tell it.
pub fn net() -> u64 {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self/ns/net").map_or(0, |m| m.ino())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns hosts of one rank each, all of them this machine, and the sockets of their agents.
    pub fn agents(count: u32, addresses: &[IpAddr]) -> (Plan, Vec<std::net::UdpSocket>) {
        let sockets: Vec<_> = (0..count).map(|_| clump_fabric::udp::bind(None).expect("a socket")).collect();
        let host = |s: &std::net::UdpSocket| Host {
            kernel: "k".into(),
            net: 1,
            cores: 1,
            addresses: addresses.to_vec(),
            ports: vec![1],
            agent: s.local_addr().expect("bound").port(),
        };
        let sealing = Some(Sealing { cipher: Cipher::AegisX2, secret: [3; 32] });
        (Plan::new(sealing, 1500, sockets.iter().map(host).collect()), sockets)
    }

    fn plan() -> Plan {
        let host = |kernel: &str, address: &str, ports: &[u16]| Host {
            kernel: kernel.into(),
            net: 4026531840,
            cores: 2,
            addresses: vec![address.parse().expect("an address"), "fd00::7".parse().expect("an address")],
            ports: ports.to_vec(),
            agent: 9,
        };
        let hosts = vec![host("a", "10.0.0.1", &[5, 6]), host("b", "10.0.0.2", &[7]), host("a", "10.0.0.3", &[8])];
        let sealing = Some(Sealing { cipher: Cipher::AegisX2, secret: [0xa5; 32] });
        Plan::new(sealing, 1500, hosts)
    }

    #[test]
    fn a_plan_survives_being_written() {
        assert_eq!(Plan::from_text(&plan().to_text()), Ok(plan()));
        let tuning = Some(Tuning { push1: 80, push2: 680, pull: 64 << 10, depth: 3, grain: 9000, eager: 7 });
        let groups = Some(GroupPlace::drawn(&[0x3a; 32], true, None, "eth0".into()));
        let open = Plan { sealing: None, progress: true, tuning, groups, order: vec![0, 2, 3, 1], ..plan() };
        assert_eq!(Plan::from_text(&open.to_text()), Ok(open));
        for cipher in Cipher::ALL {
            let sealing = Some(Sealing { cipher, secret: [0xa5; 32] });
            let plan = Plan { sealing, ..plan() };
            assert_eq!(Plan::from_text(&plan.to_text()), Ok(plan));
        }
    }

    #[test]
    fn hosts_of_one_kernel_share_its_cores() {
        assert_eq!([0, 1, 2, 3].map(|host| plan().before(host)), [0, 0, 2, 0]);
    }

    #[test]
    fn ranks_may_be_dealt_out_to_the_hosts_in_turn() {
        let dealt = Plan { order: vec![0, 3, 1, 2], ..plan() };
        assert_eq!(dealt.places(), [(0, 5), (1, 7), (2, 8), (0, 6)]);
        assert_eq!([0, 1, 2, 3].map(|rank| dealt.hosts().host_of(rank)), [0, 1, 2, 0]);
        assert_eq!(plan().places(), [(0, 5), (0, 6), (1, 7), (2, 8)]);
        for order in [vec![0, 1], vec![0, 1, 2, 2], vec![0, 1, 2, 4]] {
            assert!(Plan::from_text(&Plan { order, ..plan() }.to_text()).is_err());
        }
    }

    #[test]
    fn malformed_plans_are_refused_without_revealing_the_secret() {
        let good = plan().to_text();
        for (from, to) in [
            (TITLE, "clump-hosts 1"),
            ("sealed aegis-128x2 a5", "sealed aegis-128x2 a"),
            // No cipher, an unknown one, an unknown word, and two lines about sealing.
            ("sealed aegis-128x2 ", "sealed "),
            ("sealed aegis-128x2 ", "sealed rot13 "),
            ("sealed aegis-128x2 ", "sealing aegis-128x2 "),
            ("sealed aegis-128x2 ", "unsealed\nsealed aegis-128x2 "),
            ("mtu 1500", "mtu x"),
            // An address that is no multicast group, a group that does not begin a job's range, a line without a
            // port, and a line without an interface.
            ("mtu 1500", "mtu 1500\ngroups 10.0.0.16 61000 eth0"),
            ("mtu 1500", "mtu 1500\ngroups 239.255.0.17 61000 eth0"),
            ("mtu 1500", "mtu 1500\ngroups 239.255.0.16 0 eth0"),
            ("mtu 1500", "mtu 1500\ngroups 239.255.0.16 61000"),
            ("host a 4", "host a b"),
            // A damaged list, in which the secret begins a line.
            ("sealed aegis-128x2 ", "sealed aegis-128x2\n"),
        ] {
            let text = Plan::from_text(&good.replacen(from, to, 1)).expect_err(to).to_string();
            assert!(!text.contains("a5a5"), "{text}");
        }
        let open = Plan { sealing: None, ..plan() }.to_text();
        let lost =
            Plan::from_text(&open.replacen("unsealed\n", "", 1)).expect_err("nothing says what seals").to_string();
        assert!(lost.contains("not complete"), "{lost}");
        assert!(!format!("{:?}", plan()).contains("165, 165"), "nor does a panic's message tell it");
        assert!(Plan::from_text("").is_err() && Plan::from_text(&format!("{TITLE}\nmtu 1500\n")).is_err());
    }

    #[test]
    fn a_plan_of_another_version_is_refused() {
        assert_eq!(TITLE, format!("clump-hosts {}", clump_fabric::udp::VERSION));
        let old = plan().to_text().replacen(TITLE, "clump-hosts 1", 1);
        let text = Plan::from_text(&old).expect_err("another version").to_string();
        assert!(text.contains("another version of Clump; use one version on all hosts"), "{text}");
    }

    #[test]
    fn hosts_on_one_kernel_share_its_cores() {
        let hosts = plan().hosts();
        assert_eq!((0..4).map(|r| hosts.host_of(r)).collect::<Vec<_>>(), [0, 0, 1, 2]);
        assert_eq!((0..4).map(|r| hosts.beside(r)).collect::<Vec<_>>(), [3, 3, 1, 3]);
        assert_eq!(hosts.cores(), 4);
    }
}
