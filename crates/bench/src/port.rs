//! Limits the ports of test hosts to the speed of a real wire: with `tc`'s token bucket on the bridge's side, a queue
//! as long as a switch's, and counters of what the port has forwarded and dropped.
use clump_tools::measure::results::{Key, Point, SHARE};
use std::collections::BTreeMap;
use std::process::{Command, Stdio};

/// The rate of a port, and the length of its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// The rate in Mbit/s, Ethernet headers included.
    pub rate: u64,
    /// The length of the port's queue, in bytes.
    pub queue: u64,
    /// True if every host's port is limited, false if only the first host's port is.
    pub all: bool,
    /// Bytes that may leave at once. A row of packets that the system forwards in one piece is split here if it is
    /// longer: its packets are queued, dropped and received one by one. A shorter row stays together.
    pub burst: u64,
    /// True if the host's own sending direction is limited too, false if only its receiving direction is.
    pub both_ways: bool,
}

/// Bytes that a host's own queue holds before the kernel drops what the host sends. The queue is longer than a
/// switch's, because a host's sockets limit senders before the queue is full.
const HOST_QUEUE: u64 = 4 << 20;
/// Bytes that a switch queues for one port (`--link`), as a shallow-buffered switch does.
const SWITCH_QUEUE: u64 = 1 << 20;

/// The unit of lost packets, of which less is better.
pub const LOST: &str = "permille";

/// Counts of what a port has forwarded and dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    pub bytes: u64,
    pub packets: u64,
    pub dropped: u64,
}

impl Port {
    /// Returns a limit of `rate` Mbit/s for every host's link, in both directions.
    pub fn link(rate: u64) -> Port {
        Port { rate, queue: SWITCH_QUEUE, all: true, burst: 64 << 10, both_ways: true }
    }

    /// Limits the packets that the host itself sends through `device`. Does nothing unless the port is limited in
    /// both directions.
    pub fn put_on_host(&self, namespace: &str, device: &str) -> Result<(), String> {
        match self.both_ways {
            true => Port { queue: HOST_QUEUE, ..*self }.put(namespace, device),
            false => Ok(()),
        }
    }

    /// Limits `device` in the namespace, and resets its counters.
    pub fn put(&self, namespace: &str, device: &str) -> Result<(), String> {
        // The first time, there is no old queue to remove, and this fails.
        let _ = tc(&["-n", namespace, "qdisc", "del", "dev", device, "root"]);
        let (rate, queue, burst) = (format!("{}mbit", self.rate), self.queue.to_string(), self.burst.to_string());
        let words = ["-n", namespace, "qdisc", "add", "dev", device, "root", "tbf", "rate", &rate];
        tc(&[&words[..], &["burst", &burst, "limit", &queue]].concat()).map(drop)
    }

    /// Returns the counts of what `device` has forwarded and dropped since the last reset.
    pub fn passed(namespace: &str, device: &str) -> Result<Passed, String> {
        let said = tc(&["-n", namespace, "-s", "qdisc", "show", "dev", device])?;
        parse(&said).ok_or_else(|| format!("tc tells nothing of {device} that makes sense: {}", said.trim()))
    }

    /// Returns the figures of a run: the share of the port's rate that was used while the program's operations
    /// lasted, and the packets lost per thousand. `of` is the first figure of `program`.
    pub fn figures(&self, program: &str, of: &Point, passed: Passed) -> Vec<Point> {
        let point = |name: &str, value: f64, unit: &str| Point {
            key: Key { name: format!("{program}_{name}"), ..of.key.clone() },
            value,
            unit: unit.into(),
            more: BTreeMap::new(),
        };
        let all = (passed.packets + passed.dropped).max(1) as f64;
        let mut figures = vec![point("lost", passed.dropped as f64 / all * 1e3, LOST)];
        // The bytes of the whole run, or of the part that the program has counted itself.
        let wire = match (of.more.get("active"), of.more.get("wire"), of.more.get("seconds")) {
            (Some(&seconds), ..) => Some((passed.bytes as f64, seconds)),
            (None, Some(&bytes), Some(&seconds)) => Some((bytes, seconds)),
            _ => None,
        };
        if let Some((bytes, seconds)) = wire.filter(|w| w.1 > 0.0) {
            let rate = self.rate as f64 * 1e6 / 8.0;
            figures.push(point("port", bytes / seconds / rate * 100.0, SHARE));
        }
        figures
    }
}

/// Parses a rate such as "10gbit" or "100mbit" into Mbit/s. The error is a sentence.
pub fn parse_link(text: &str) -> Result<u64, String> {
    let number = |unit: &str, scale: u64| {
        let digits = text.strip_suffix(unit)?;
        digits.parse::<u64>().ok().filter(|n| (1..=400_000).contains(n))?.checked_mul(scale)
    };
    number("gbit", 1000)
        .or_else(|| number("mbit", 1))
        .filter(|rate| *rate <= 400_000)
        .ok_or_else(|| format!("a link is a rate such as 1gbit, 10gbit, 25gbit or 100mbit; not \"{text}\""))
}

fn tc(words: &[&str]) -> Result<String, String> {
    let out = Command::new("tc").args(words).stdin(Stdio::null()).output();
    let out = out.map_err(|e| format!("slow ports need the program tc (package iproute2): {e}"))?;
    if out.status.success() {
        return Ok(String::from_utf8_lossy(&out.stdout).into_owned());
    }
    let why = String::from_utf8_lossy(&out.stderr);
    Err(format!("slow ports need tc's token bucket (module sch_tbf): tc {}: {}", words.join(" "), why.trim()))
}

/// Parses ` Sent 127147292 bytes 87700 pkt (dropped 6, overlimits 5050 requeues 0)`.
fn parse(said: &str) -> Option<Passed> {
    let (_, line) = said.split_once("Sent ")?;
    let (bytes, line) = line.split_once(" bytes ")?;
    let (packets, line) = line.split_once(" pkt (dropped ")?;
    let (dropped, _) = line.split_once(',')?;
    Some(Passed { bytes: bytes.parse().ok()?, packets: packets.parse().ok()?, dropped: dropped.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_rates() {
        assert_eq!((parse_link("10gbit"), parse_link("100mbit")), (Ok(10_000), Ok(100)));
        for bad in ["", "gbit", "10", "0gbit", "-1gbit", "1000gbit"] {
            assert!(parse_link(bad).unwrap_err().contains("a link is a rate"), "{bad}");
        }
    }

    #[test]
    fn the_output_of_tc_is_parsed() {
        let said = "qdisc tbf 8004: root refcnt 3 rate 1Gbit burst 65500b lat 1.57ms \n Sent 127147292 bytes 87700 pkt \
                    (dropped 6, overlimits 5050 requeues 0) \n backlog 0b 0p requeues 0\n";
        assert_eq!(parse(said), Some(Passed { bytes: 127_147_292, packets: 87_700, dropped: 6 }));
        for bad in ["", "Sent", "Sent x bytes 1 pkt (dropped 1,", "Sent 1 bytes 1 pkt (lost 1,"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_use_of_a_port_counts_the_time_of_the_operations() {
        let port = Port { rate: 1000, queue: 256 << 10, all: false, burst: 16 << 10, both_ways: false };
        let key = Key { name: "incast".into(), ranks: 8, size: 1 << 20 };
        let more = BTreeMap::from([("active".to_string(), 2.0)]);
        let point = Point { key, value: 1.0, unit: "us".into(), more };
        let figures = port.figures("incast", &point, Passed { bytes: 200_000_000, packets: 999, dropped: 1 });
        let told: Vec<_> = figures.iter().map(|p| (p.key.name.as_str(), p.value, p.unit.as_str())).collect();
        assert_eq!(told, [("incast_lost", 1.0, LOST), ("incast_port", 80.0, SHARE)]);
    }
}
