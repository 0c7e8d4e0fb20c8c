//! Tests that messages arrive whatever length the path between two hosts carries, and whatever is said of it: two
//! hosts behind two routers, whose cable is shorter in what it carries than the hosts' own links.
mod common;
use common::hosts::Hosts;
use common::{Running, rank, run, wait_until};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The longest time that one message may take while the path changes.
const STOP_MS: u64 = 1000;
/// How often something may be tried until no message stops for longer.
const TRIES: usize = 4;
/// The time by which datagrams have grown to what a wider path carries.
const WIDENED: Duration = Duration::from_secs(60);
/// The lengths that datagrams have on paths of 1,500, of 1,264 to 1,463, and of 589 to 603 bytes.
const LONG: usize = 1464;
const SHORTER: usize = 1264;
const SHORTEST: usize = 589;

#[derive(Clone, Copy, PartialEq)]
enum Family {
    V4,
    V6,
}

/// Creates hosts 0 and 1, behind routers 2 and 3.
fn routed(family: Family) -> Option<Hosts> {
    let hosts = Hosts::up(4)?;
    for (one, two) in [((0, "wire"), (2, "wire")), ((1, "wire"), (3, "wire")), ((2, "core"), (3, "core"))] {
        hosts.cable(one, two);
    }
    let address = |net: usize, host: usize| match family {
        Family::V4 => format!("10.{net}.0.{host}"),
        Family::V6 => format!("fd{net:02}::{host}"),
    };
    let (bits, nodad) = if family == Family::V4 { (24, "") } else { (64, "nodad") };
    let ip = if family == Family::V4 { "ip" } else { "ip -6" };
    for n in [0, 1] {
        let (router, beyond) = (n + 2, address(10 + 1 - n, 0).replace("::0", "::"));
        let (far, own) = (address(12, 2 - n), address(12, n + 1));
        hosts.on(
            n,
            &format!(
                "ip link set eth0 down; ip addr add {}/{bits} dev wire {nodad}; {ip} route add default via {}",
                address(10 + n, 1),
                address(10 + n, 2)
            ),
        );
        hosts.on(
            router,
            &format!(
                "ip link set eth0 down; echo 1 >/proc/sys/net/ipv4/ip_forward
                 echo 1 >/proc/sys/net/ipv6/conf/all/forwarding
                 ip addr add {}/{bits} dev wire {nodad}; ip addr add {own}/{bits} dev core {nodad}
                 {ip} route add {beyond}/{bits} via {far}",
                address(10 + n, 2)
            ),
        );
    }
    Some(hosts)
}

/// Sets the length of packets between the routers.
fn narrow(hosts: &Hosts, mtu: usize) {
    [2, 3].iter().for_each(|router| hosts.on(*router, &format!("ip link set core mtu {mtu}")));
}

/// Makes the routers say nothing of packets that are too long.
fn silence(hosts: &Hosts) {
    for router in [2, 3] {
        hosts.on(
            router,
            "nft 'table inet f { chain o { type filter hook output priority 0
               icmp type destination-unreachable drop
               icmpv6 type packet-too-big drop
             } ; }'",
        );
    }
}

/// What rank 0 has written last.
#[derive(Clone, Copy, Debug)]
struct Told {
    rounds: u64,
    longest_ms: u64,
    length: usize,
}

/// A job in which the two hosts exchange messages.
struct Exchange {
    job: Running,
    dir: tempfile::TempDir,
}

impl Exchange {
    fn start(hosts: &Hosts, options: &[&str]) -> Exchange {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("told").to_str().expect("UTF-8").to_owned();
        let job = run(["--timeout", "80", "--rsh", &hosts.rsh(), "--hosts", "h0,h1"]).args(options).args([
            rank(),
            "exchange".into(),
            file,
        ]);
        Exchange { job: job.start(), dir }
    }

    fn file(&self, end: &str) -> PathBuf {
        self.dir.path().join(format!("told{end}"))
    }

    fn told(&self) -> Option<Told> {
        let text = std::fs::read_to_string(self.file("")).ok()?;
        let mut numbers = text.split(' ').map(|n| n.parse().expect("a number"));
        let (rounds, longest_ms, length) = (numbers.next()?, numbers.next()?, numbers.next()?);
        Some(Told { rounds, longest_ms, length: length as usize })
    }

    /// Waits until rank 0 sends packets of at most this length, and some more rounds are over.
    #[track_caller]
    fn await_length(&self, length: usize) -> Told {
        wait_until(&format!("packets of {length} bytes; now {:?}", self.told()), || {
            self.told().is_some_and(|told| told.length == length)
        });
        let before = self.told().expect("it was there").rounds;
        wait_until("more rounds", || self.told().is_some_and(|told| told.rounds >= before + 3));
        self.told().expect("it was there")
    }

    /// Makes rank 0 count the longest time of one message anew.
    fn clear(&self) {
        let file = self.file(".clear");
        std::fs::write(&file, "").expect("a file");
        wait_until("the longest time is cleared", || !file.exists());
    }

    #[track_caller]
    fn finish(self) {
        std::fs::write(self.file(".stop"), "").expect("a file");
        let done = self.job.finish();
        assert_eq!((done.code, &*done.err), (0, ""), "{}", done.out);
        assert_eq!(done.out.lines().count(), 2, "{}", done.out);
    }
}

/// Runs the exchange over a path of `mtu` bytes, with and without reports of the routers.
#[track_caller]
fn arrives(family: Family, mtu: usize, length: usize) {
    for silent in [true, false] {
        let Some(hosts) = routed(family) else { return };
        narrow(&hosts, mtu);
        if silent {
            silence(&hosts);
        }
        stops_shortly(&format!("{mtu} bytes, silent: {silent}"), || {
            let exchange = Exchange::start(&hosts, &[]);
            let told = exchange.await_length(length);
            exchange.finish();
            told
        });
    }
}

/// Tries `what` until no message has stopped for longer than [`STOP_MS`]: where other processes take the processors,
/// messages stop for other reasons, too.
#[track_caller]
fn stops_shortly(name: &str, mut what: impl FnMut() -> Told) {
    let mut longest = Vec::new();
    while longest.iter().all(|ms| *ms > STOP_MS) {
        assert!(longest.len() < TRIES, "{name}: {longest:?} ms");
        longest.push(what().longest_ms);
    }
    eprintln!("{name}: {longest:?} ms");
}

#[test]
fn a_path_of_1400_bytes_carries_messages_of_all_lengths() {
    arrives(Family::V4, 1400, SHORTER);
    arrives(Family::V6, 1400, SHORTER);
}

#[test]
fn a_path_of_1280_bytes_carries_messages_of_all_lengths() {
    arrives(Family::V4, 1280, SHORTER);
    arrives(Family::V6, 1280, SHORTER);
}

#[test]
fn a_path_of_600_bytes_carries_messages_of_all_lengths() {
    arrives(Family::V4, 600, SHORTEST);
}

#[test]
fn datagrams_follow_a_path_that_changes_during_a_stream() {
    for family in [Family::V4, Family::V6] {
        let Some(hosts) = routed(family) else { return };
        silence(&hosts);
        let exchange = Exchange::start(&hosts, &[]);
        exchange.await_length(LONG);
        for own_link in [false, true] {
            let set = |mtu| match own_link {
                false => narrow(&hosts, mtu),
                true => hosts.on(0, &format!("ip link set wire mtu {mtu}")),
            };
            stops_shortly(&format!("a change, own link: {own_link}"), || {
                exchange.clear();
                set(1300);
                let told = exchange.await_length(SHORTER);
                set(1500);
                let begin = Instant::now();
                exchange.await_length(LONG);
                assert!(begin.elapsed() < WIDENED, "{:?}", begin.elapsed());
                eprintln!("1,500 bytes again after {:?}", begin.elapsed());
                told
            });
        }
        exchange.finish();
    }
}

/// Sends 1,000 ICMP packets to a host which say that packets of every UDP socket of that host were too long. Arguments:
/// the host's address, and its lines of /proc/net/udp and udp6, as words.
const FORGER: &str = r#"
import ipaddress, socket, struct, sys
host = ipaddress.ip_address(sys.argv[1])
def address(word):
    raw, port = word.split(':')
    words = (bytes.fromhex(raw[i:i + 8])[::-1] for i in range(0, len(raw), 8))
    a = ipaddress.ip_address(b''.join(words))
    return getattr(a, 'ipv4_mapped', None) or a, int(port, 16)
pairs = []
for local, remote in zip(sys.argv[2::2], sys.argv[3::2]):
    (_, sport), (to, dport) = address(local), address(remote)
    if to.version != host.version or int(to) == 0:
        to, dport = ipaddress.ip_address('10.11.0.1' if host.version == 4 else 'fd11::1'), 9
    pairs.append((sport, to, dport))
assert pairs
def checksum(data):
    s = sum(struct.unpack('>%dH' % (len(data) // 2), data))
    s = (s & 0xffff) + (s >> 16)
    return ~(s + (s >> 16)) & 0xffff
v4 = host.version == 4
raw = socket.socket(socket.AF_INET if v4 else socket.AF_INET6, socket.SOCK_RAW, 1 if v4 else 58)
for n in range(1000):
    sport, to, dport = pairs[n % len(pairs)]
    udp = struct.pack('>HHHH', sport, dport, 1400, 0)
    if v4:
        ip = struct.pack('>BBHHHBBH', 0x45, 0, 1420, n, 0x4000, 64, 17, 0) + host.packed + to.packed
        head = struct.pack('>BBHHH', 3, 4, 0, 0, 576)
        head = struct.pack('>BBHHH', 3, 4, checksum(head + ip + udp), 0, 576)
    else:
        ip = struct.pack('>IHBB', 0x60000000, 1400, 17, 64) + host.packed + to.packed
        head = struct.pack('>BBHI', 2, 0, 0, 1280)
    raw.sendto(head + ip + udp, (str(host), 0))
"#;

/// The shell command that prints the addresses of a host's UDP sockets: pairs of local and remote ones.
const SOCKETS: &str =
    "cat /proc/net/udp /proc/net/udp6 | awk '/:/ && $2 ~ /:/ && $2 != \"local_address\" { print $2, $3 }'";

/// The shell command that prints how many reports of packets that were too long a host has got.
const REPORTS: &str = "awk '$1 == \"Icmp:\" && $2 ~ /[0-9]/ { n += $5 } $1 == \"Icmp6InPktTooBigs\" { n += $2 }
                       END { print n + 0 }' /proc/net/snmp /proc/net/snmp6";

#[test]
fn forged_reports_of_a_short_path_are_not_believed() {
    for (family, host) in [(Family::V4, "10.10.0.1"), (Family::V6, "fd10::1")] {
        let Some(hosts) = routed(family) else { return };
        let exchange = Exchange::start(&hosts, &[]);
        exchange.await_length(LONG);
        let script = exchange.file(".py");
        std::fs::write(&script, FORGER).expect("a file");
        let reports = || hosts.told_on(0, REPORTS).trim().parse::<u32>().expect("a number");
        stops_shortly("forged reports", || {
            exchange.clear();
            let sockets = hosts.told_on(0, SOCKETS).replace('\n', " ");
            let before = reports();
            hosts.on(2, &format!("python3 {} {host} {sockets}", path(&script)));
            assert!(reports() - before >= 1000, "{} reports arrived", reports() - before);
            exchange.await_length(LONG)
        });
        exchange.finish();
    }
}

fn path(file: &Path) -> &str {
    file.to_str().expect("UTF-8")
}
