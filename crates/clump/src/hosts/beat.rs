//! The agents of a job's hosts tell each other that their hosts are there, over the same sealed network as the ranks: a rank
//! stopped in a debugger is not dead, and a host whose cable is cut is.
use super::Plan;
use crate::Error;
use crate::bootstrap::network::place;
use clump_fabric::mem::Region;
use clump_fabric::udp::{self, Udp};
use clump_fabric::{Fabric, Rx as _, Tx as _};
use std::net::UdpSocket;
use std::time::{Duration, Instant};

/// From one sign of life to the next.
pub const EVERY: Duration = Duration::from_millis(400);
/// A host that was heard of and then not for so long is lost.
const LOST: Duration = Duration::from_millis(3600);
/// One that was never heard of, for so long.
const NEVER: Duration = Duration::from_secs(10);
/// This agent itself did not run for so long (a stopped job): what it did not hear says nothing.
const ASLEEP: Duration = Duration::from_millis(1500);
/// Up to this many hosts each tells all; with more, those next to it.
const ALL: u32 = 16;

/// A sign of life, and the last one.
const ALIVE: u64 = 1;
const BYE: u64 = 2;
/// How often the last one is sent.
const BYES: u32 = 3;

/// Another host that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Its number.
    pub host: u32,
    pub why: Why,
}

/// What is known of a host that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It has answered before.
    Silent,
    /// It has never answered.
    Unreached,
    /// The same, and datagrams of another version of Clump have come.
    Foreign,
}

struct Neighbour {
    host: u32,
    heard: Option<Instant>,
    over: bool,
}

/// One agent's part.
pub struct Beat {
    tx: <Udp as Fabric>::Tx,
    rx: <Udp as Fabric>::Rx,
    ranks: u32,
    neighbours: Vec<Neighbour>,
    began: Instant,
    last: Instant,
}

impl Beat {
    /// For the agent of `host`, whose socket this is.
    pub fn new(plan: &Plan, socket: UdpSocket, host: u32, now: Instant) -> Result<Beat, Error> {
        let (ranks, hosts) = (plan.ranks() as u32, plan.hosts.len() as u32);
        let (tx, rx) = place(plan, socket, ranks + host)?.split();
        let distance = |other: u32| {
            let d = other.abs_diff(host);
            d.min(hosts - d)
        };
        let neighbours = (0..hosts)
            .filter(|&other| other != host && (hosts <= ALL || distance(other) <= 2))
            .map(|host| Neighbour { host, heard: None, over: false })
            .collect();
        Ok(Beat { tx, rx, ranks, neighbours, began: now, last: now })
    }

    /// When to call [`Beat::tick`] next; `None`: there is nobody to tell.
    pub fn next(&self) -> Option<Instant> {
        (!self.neighbours.is_empty()).then(|| self.last + EVERY)
    }

    /// Tells the others, and looks who told: the first host that is lost, if one is.
    pub fn tick(&mut self, now: Instant) -> Option<Lost> {
        let slept = now.saturating_duration_since(self.last) > EVERY + ASLEEP;
        self.last = now;
        self.say(ALIVE);
        let Beat { rx, neighbours, ranks, .. } = self;
        while rx.poll(64, |from: u32, head: u64, _: &<udp::Rx as clump_fabric::Rx>::Body<'_>| {
            let sender = neighbours.iter_mut().find(|n| from.checked_sub(*ranks) == Some(n.host));
            if let Some(n) = sender {
                n.heard = Some(now);
                n.over |= head == BYE;
            }
        }) > 0
        {}
        if slept {
            self.began = now;
            self.neighbours.iter_mut().filter_map(|n| n.heard.as_mut()).for_each(|heard| *heard = now);
        }
        let lost = |n: &&Neighbour| {
            let limit = if n.heard.is_some() { LOST } else { NEVER };
            !n.over && now.saturating_duration_since(n.heard.unwrap_or(self.began)) > limit
        };
        let n = self.neighbours.iter().find(lost)?;
        let why = match n.heard {
            Some(_) => Why::Silent,
            None if self.rx.counters().foreign > 0 => Why::Foreign,
            None => Why::Unreached,
        };
        Some(Lost { host: n.host, why })
    }

    /// This agent ends in order.
    pub fn bye(&mut self) {
        for _ in 0..BYES {
            self.say(BYE);
        }
    }

    fn say(&mut self, what: u64) {
        for n in self.neighbours.iter().filter(|n| !n.over) {
            // What is lost is said again.
            let _ = self.tx.send(self.ranks + n.host, what, &[], Region::EMPTY);
        }
        self.tx.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Host, Plan};
    use super::*;

    fn plan(sockets: &[UdpSocket]) -> Plan {
        let host = |s: &UdpSocket| Host {
            kernel: "k".into(),
            cores: 1,
            addresses: vec!["127.0.0.1".parse().expect("an address")],
            ports: vec![1],
            agent: s.local_addr().expect("bound").port(),
        };
        Plan { secret: Some([3; 32]), mtu: 1500, hosts: sockets.iter().map(host).collect() }
    }

    #[test]
    fn a_silent_host_is_named_and_one_that_left_is_not() {
        let sockets: Vec<_> = (0..3).map(|_| udp::bind(None).expect("a socket")).collect();
        let plan = plan(&sockets);
        let mut now = Instant::now();
        let mut beats: Vec<_> =
            sockets.into_iter().zip(0..).map(|(s, host)| Beat::new(&plan, s, host, now).expect("a beat")).collect();
        let mut lost = None;
        for round in 0..30 {
            now += EVERY;
            for (host, beat) in beats.iter_mut().enumerate() {
                match (host, round) {
                    (1, 5) => beat.bye(),
                    (1, 6..) | (2, 10..) => {}
                    _ => lost = lost.or(beat.tick(now).map(|l| (host, round, l))),
                }
            }
        }
        let (by, round, lost) = lost.expect("host 2 went silent");
        assert_eq!((by, lost), (0, Lost { host: 2, why: Why::Silent }));
        assert!((17..=21).contains(&round), "{round}");
    }

    #[test]
    fn a_host_that_speaks_another_version_is_known() {
        let sockets: Vec<_> = (0..2).map(|_| udp::bind(None).expect("a socket")).collect();
        let plan = plan(&sockets);
        let other = UdpSocket::bind(("127.0.0.1", 0)).expect("a socket");
        let to = ("127.0.0.1", sockets[0].local_addr().expect("bound").port());
        let mut now = Instant::now();
        let mut beat = Beat::new(&plan, sockets.into_iter().next().expect("two"), 0, now).expect("a beat");
        // As agent 1 of this job would, if it were of the version before.
        let mut datagram = [0; 60];
        datagram[0] = udp::VERSION - 1;
        datagram[4] = plan.ranks() as u8 + 1;
        other.send_to(&datagram, to).expect("sent");
        let lost = (0..30).find_map(|_| {
            now += EVERY;
            beat.tick(now)
        });
        assert_eq!(lost, Some(Lost { host: 1, why: Why::Foreign }));
    }

    #[test]
    fn an_agent_that_was_stopped_blames_nobody() {
        let sockets: Vec<_> = (0..2).map(|_| udp::bind(None).expect("a socket")).collect();
        let plan = plan(&sockets);
        let begin = Instant::now();
        let mut beats: Vec<_> =
            sockets.into_iter().zip(0..).map(|(s, host)| Beat::new(&plan, s, host, begin).expect("a beat")).collect();
        for beat in &mut beats {
            beat.tick(begin + EVERY);
        }
        assert_eq!(beats[0].tick(begin + 2 * EVERY), None);
        assert_eq!(beats[0].tick(begin + Duration::from_secs(60)), None);
        assert_eq!(beats[0].tick(begin + Duration::from_secs(60) + EVERY), None);
    }
}
