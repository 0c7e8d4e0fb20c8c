//! Before a job starts, the agents of its hosts look for working addresses of each other: an agent sends a sealed
//! contact to every address of every other host, and uses the first address that answers. The result does not depend
//! on names or on the order of interfaces.
use super::agents::{ANSWER, Agents, CONTACT};
use super::beat::{ALIVE, is_neighbour};
use super::{Beat, Host, Plan};
use crate::error::{Error, ErrorKind};
use clump_fabric::udp::{self, Letter, Post};
use std::net::{IpAddr, UdpSocket};
use std::time::{Duration, Instant};

/// The longest time to try contacts. Longer delays the report of a missing host.
const LIMIT: Duration = Duration::from_secs(10);
/// The longest time to go on after the last host was found, because a missing host must be reported within 5 s.
pub const STALE: Duration = Duration::from_secs(4);
/// The interval between the first and the second contact. Each further interval is twice as long, up to [`LAST`].
const FIRST: Duration = Duration::from_millis(50);
/// The longest interval between two contacts. A longer one finds late hosts later; a shorter one sends more
/// datagrams.
const LAST: Duration = Duration::from_millis(800);
/// The most addresses of a host that are tried. More addresses cost datagrams.
const MOST: usize = 64;

/// The error number to report for an error that has no number of its own.
const EIO: i32 = 5;

/// The result of the contacts to one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactOutcome {
    /// No answer and no error has come back.
    Silent,
    /// The host has answered.
    Answered,
    /// This host has the address itself, so that the address cannot lead to another host. No contact was sent.
    Own,
    /// The network returned the contact, or this host's system did not send it; `errno` is the system's reason.
    Returned {
        /// The system's error number.
        errno: i32,
        /// True if another machine reported the error, false if the own system did not send.
        told: bool,
    },
}

/// One address of another host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The address.
    pub address: IpAddr,
    /// Number of contacts sent.
    pub sent: u32,
    /// What came of it.
    pub outcome: ContactOutcome,
}

/// A host that has not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// The host's number.
    pub host: u32,
    /// The addresses that were tried.
    pub attempts: Vec<Attempt>,
    /// The address from which this host has received contacts of that host.
    pub heard: Option<IpAddr>,
    /// True if datagrams of another version of Clump arrive.
    pub foreign: bool,
    /// True if datagrams arrive that are not sealed by this job's cipher.
    pub other_cipher: bool,
}

struct Other {
    host: u32,
    attempts: Vec<Attempt>,
    works: Option<IpAddr>,
    heard: Option<IpAddr>,
}

impl Other {
    fn new(number: u32, host: &Host, own: &Host) -> Other {
        let same = host.kernel == own.kernel && host.net == own.net;
        let attempt = |address: &IpAddr| {
            // Hosts that share a network stack share all addresses, and any of them reaches the other host.
            let own = !same && (own.addresses.contains(address) || address.is_loopback());
            let outcome = if own { ContactOutcome::Own } else { ContactOutcome::Silent };
            Attempt { address: *address, sent: 0, outcome }
        };
        let attempts = host.addresses.iter().take(MOST).map(attempt).collect();
        Other { host: number, attempts, works: None, heard: None }
    }

    /// Tries every address once more.
    fn attempt(&mut self, agents: &mut Agents) {
        for (number, attempt) in self.attempts.iter_mut().enumerate() {
            if attempt.outcome == ContactOutcome::Own {
                continue;
            }
            match agents.send(self.host, attempt.address, CONTACT, [number as u64, 0]) {
                Ok(()) => attempt.sent += 1,
                Err(e) => {
                    attempt.outcome = ContactOutcome::Returned { errno: e.raw_os_error().unwrap_or(EIO), told: false };
                }
            }
        }
    }

    fn take(&mut self, letter: &Letter) {
        match (letter.kind, letter.address) {
            (CONTACT, Some(address)) => {
                self.heard = Some(address);
                let known = self.attempts.iter().any(|a| a.address == address);
                if !known && self.attempts.len() < MOST {
                    // The contact comes from an address that was not on the list.
                    self.attempts.push(Attempt { address, sent: 0, outcome: ContactOutcome::Silent });
                }
            }
            (ANSWER, _) => {
                if let Some(attempt) = self.attempts.get_mut(letter.words[0] as usize).filter(|a| a.sent > 0) {
                    attempt.outcome = ContactOutcome::Answered;
                    self.works.get_or_insert(attempt.address);
                }
            }
            _ => {}
        }
    }
}

/// One host's contacts to all other hosts.
pub struct Contacts {
    agents: Agents,
    others: Vec<Other>,
    /// Times at which to give up: `limit` in any case, `end` unless another host is found before.
    limit: Instant,
    end: Instant,
    found: usize,
    next: Instant,
    pause: Duration,
}

impl Contacts {
    /// Creates the contacts of the agent of host number `host`, whose socket this is.
    pub fn new(plan: &Plan, socket: UdpSocket, host: u32, now: Instant) -> Result<Contacts, Error> {
        let (ranks, hosts) = (plan.ranks() as u32, plan.hosts.len() as u32);
        let Some(own) = plan.hosts.get(host as usize) else {
            return Err(Error::new(ErrorKind::Argument, format!("there is no host number {host} among {hosts}")));
        };
        let post = Post::new(socket, ranks + host, ranks + hosts, super::key(plan)).map_err(|e| {
            Error::new(ErrorKind::System, format!("cannot use a UDP socket to talk to other hosts: {e}"))
        })?;
        let others = plan.hosts.iter().zip(0..).filter(|(_, number)| *number != host);
        Ok(Contacts {
            others: others.map(|(other, number)| Other::new(number, other, own)).collect(),
            agents: Agents { post, ranks, host, ports: plan.hosts.iter().map(|h| h.agent).collect() },
            limit: now + LIMIT,
            end: now + STALE,
            found: 0,
            next: now,
            pause: FIRST,
        })
    }

    /// Receives letters that have arrived, and sends contacts that are due. Returns the latest time for the next
    /// call.
    pub fn tick(&mut self, now: Instant) -> Instant {
        self.look();
        let hosts = self.others.len() as u32 + 1;
        if now >= self.next {
            self.next = now + self.pause;
            self.pause = (2 * self.pause).min(LAST);
            for at in 0..self.others.len() {
                let other = &mut self.others[at];
                match other.works {
                    None => {
                        other.attempt(&mut self.agents);
                        // If there are many hosts, the first ones have answered before this host has asked the last
                        // one.
                        self.look();
                    }
                    // The other agent may have started already, and expect heartbeats. If this one is lost, the next
                    // follows soon.
                    Some(address) if is_neighbour(self.agents.host, other.host, hosts) => {
                        let _ = self.agents.send(other.host, address, ALIVE, [0; 2]);
                    }
                    Some(_) => {}
                }
            }
        }
        let found = self.others.iter().filter(|o| o.works.is_some()).count();
        if found > self.found {
            self.found = found;
            self.end = (now + STALE).min(self.limit);
        }
        if self.is_settled() { self.end.max(now) } else { self.next.min(self.end) }
    }

    fn look(&mut self) {
        loop {
            while let Some((host, letter)) = self.agents.next() {
                if let Ok(at) = self.others.binary_search_by_key(&host, |o| o.host) {
                    self.others[at].take(&letter);
                }
            }
            // A letter that the network returned hides, for one receive, the letters that have arrived.
            let Some(back) = self.agents.post.returned() else { break };
            let attempts = self.others.iter_mut().flat_map(|o| &mut o.attempts);
            for attempt in attempts.filter(|a| Some(a.address) == back.to && a.outcome != ContactOutcome::Answered) {
                attempt.outcome = ContactOutcome::Returned { errno: back.errno, told: back.told };
            }
        }
    }

    /// Returns true if every other host has answered.
    pub fn is_settled(&self) -> bool {
        self.others.iter().all(|o| o.works.is_some())
    }

    /// Returns true if all hosts have answered or the time is over.
    pub fn is_over(&self, now: Instant) -> bool {
        self.is_settled() || now >= self.end
    }

    /// Returns the hosts that have not answered.
    pub fn unreached(&self) -> Vec<Unreached> {
        let dropped = self.agents.post.counters();
        let (foreign, other_cipher) = (dropped.foreign > 0, dropped.other_cipher > 0);
        let silent = self.others.iter().filter(|o| o.works.is_none());
        let unreached =
            |o: &Other| Unreached { host: o.host, attempts: o.attempts.clone(), heard: o.heard, foreign, other_cipher };
        silent.map(unreached).collect()
    }

    /// Sleeps until a letter arrives, the other descriptor becomes readable, or `until`.
    pub fn wait(&self, other: i32, now: Instant, until: Instant) {
        let ms = until.saturating_duration_since(now).as_millis().min(60_000) as i32;
        self.agents.post.wait(Some(other), ms + 1);
    }

    /// Returns the bytes of the longest packet that the routes to all other hosts carry, as far as this host knows;
    /// `None` if there is no other host.
    pub fn mtu(&self) -> Option<usize> {
        self.others.iter().filter_map(|o| udp::mtu_to(o.works?)).min()
    }

    /// Returns the interface that reaches all other hosts, by which multicast can leave this host. The error says
    /// why there is none.
    pub fn link(&self) -> Result<udp::LinkInterface, String> {
        let mut links: Vec<udp::LinkInterface> = Vec::new();
        for works in self.others.iter().filter_map(|o| o.works) {
            let link =
                udp::LinkInterface::to(works).map_err(|e| format!("the interface to {works} is not known: {e}"))?;
            if !links.contains(&link) {
                links.push(link);
            }
        }
        match &links[..] {
            [] => Err("there is no other host".into()),
            [link] => link.no_multicast().map_or(Ok(link.clone()), Err),
            [one, two, ..] => Err(format!(
                "other hosts are reached by several interfaces, {} and {} for instance",
                one.name, two.name
            )),
        }
    }

    /// Removes from the plan all addresses of each other host but the one that works.
    pub fn narrow(&self, plan: &mut Plan) {
        for other in &self.others {
            if let (Some(host), Some(address)) = (plan.hosts.get_mut(other.host as usize), other.works) {
                host.addresses = vec![address];
            }
        }
    }

    /// Returns the heartbeats over the addresses that were found. A host that is silent for longer than `patience` is
    /// lost.
    pub fn beat(self, now: Instant, patience: Duration) -> Beat {
        let ways = self.others.iter().filter_map(|o| Some((o.host, o.works?)));
        Beat::new(ways.collect(), self.agents, now, patience)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::agents;
    use super::super::{Cipher, Sealing};
    use super::*;

    fn settle(contacts: &mut [Contacts], mut now: Instant) -> bool {
        for _ in 0..60 {
            now += Duration::from_millis(200);
            for c in &mut *contacts {
                c.tick(now);
            }
            // The kernel may need a moment to deliver the letters.
            std::thread::sleep(Duration::from_millis(1));
            if contacts.iter().all(|c| c.is_over(now)) {
                break;
            }
        }
        contacts.iter().all(Contacts::is_settled)
    }

    #[test]
    fn the_address_that_answers_is_found_at_any_position() {
        // TEST-NET-1 and the discard prefix lead nowhere; the last address is this machine.
        let dead: [IpAddr; 2] = ["192.0.2.1".parse().expect("v4"), "100::1".parse().expect("v6")];
        let good: IpAddr = "127.0.0.1".parse().expect("v4");
        let (plan, sockets) = agents(3, &[dead[0], dead[1], good]);
        let now = Instant::now();
        let mut contacts: Vec<Contacts> =
            sockets.into_iter().zip(0..).map(|(s, h)| Contacts::new(&plan, s, h, now).expect("contacts")).collect();
        assert!(settle(&mut contacts, now), "{:?}", contacts[0].unreached());
        for (own, c) in contacts.iter().enumerate() {
            let mut narrow = plan.clone();
            c.narrow(&mut narrow);
            for (number, host) in narrow.hosts.iter().enumerate() {
                assert_eq!(host.addresses == [good], number != own, "{:?}", host.addresses);
            }
            assert_eq!(c.link().map(|link| (link.name, link.v4)), Ok(("lo".into(), true)));
            assert!(c.mtu().is_some_and(|m| m >= 1280) && c.unreached().is_empty());
        }
    }

    #[test]
    fn each_attempt_reports_why_it_failed() {
        let good: IpAddr = "127.0.0.1".parse().expect("v4");
        let (mut plan, mut sockets) = agents(3, &[good]);
        let own: IpAddr = "172.17.0.1".parse().expect("v4");
        // Host 1 is on another machine. One of its addresses is host 0's too, and no socket listens at the other.
        plan.hosts[1].kernel = "other".into();
        plan.hosts[1].addresses = vec![own, good];
        plan.hosts[0].addresses.push(own);
        plan.hosts[1].addresses[1] = "127.0.0.2".parse().expect("v4");
        plan.hosts[1].agent = 1;
        let now = Instant::now();
        let last = sockets.pop().expect("three");
        let mut contacts = vec![
            Contacts::new(&plan, sockets.swap_remove(0), 0, now).expect("contacts"),
            Contacts::new(&plan, last, 2, now).expect("contacts"),
        ];
        assert!(!settle(&mut contacts, now));
        let unreached = contacts[0].unreached();
        assert_eq!(unreached.iter().map(|u| u.host).collect::<Vec<_>>(), [1]);
        let [one, two] = &unreached[0].attempts[..] else { panic!("{unreached:?}") };
        assert_eq!((one.address, one.sent, one.outcome), (own, 0, ContactOutcome::Own));
        assert_eq!(two.sent, 0, "loopback leads to no other machine: {unreached:?}");
        assert_ne!(contacts[1].unreached()[0].attempts[0].outcome, ContactOutcome::Own, "host 2 has no such address");
    }

    #[test]
    fn a_refused_contact_is_reported() {
        let good: IpAddr = "127.0.0.1".parse().expect("v4");
        let (mut plan, sockets) = agents(2, &[good]);
        // No socket listens on port 1.
        plan.hosts[1].agent = 1;
        let now = Instant::now();
        let socket = sockets.into_iter().next().expect("two");
        let mut contacts = vec![Contacts::new(&plan, socket, 0, now).expect("contacts")];
        assert!(!settle(&mut contacts, now));
        let attempt = contacts[0].unreached()[0].attempts[0].clone();
        assert!(attempt.sent > 5, "{attempt:?}");
        assert!(matches!(attempt.outcome, ContactOutcome::Returned { told: true, .. }), "{attempt:?}");
    }

    #[test]
    fn a_host_of_another_version_is_recognized() {
        let (plan, sockets) = agents(2, &["127.0.0.1".parse().expect("v4")]);
        let other = UdpSocket::bind(("127.0.0.1", 0)).expect("a socket");
        let to = ("127.0.0.1", sockets[0].local_addr().expect("bound").port());
        let now = Instant::now();
        let socket = sockets.into_iter().next().expect("two");
        let mut contacts = vec![Contacts::new(&plan, socket, 0, now).expect("contacts")];
        // A datagram as agent 1 of this job would send it in the version before.
        let mut datagram = [0; 60];
        datagram[0] = udp::VERSION - 1;
        datagram[4] = plan.ranks() as u8 + 1;
        other.send_to(&datagram, to).expect("sent");
        assert!(!settle(&mut contacts, now));
        assert!(contacts[0].unreached()[0].foreign);
    }

    /// If one host uses another cipher or none, both hosts report why they cannot reach each other.
    #[test]
    fn a_host_with_another_cipher_is_recognized() {
        let others = [Some(Cipher::AesGcm), Some(Cipher::ChaCha20Poly1305), None];
        std::thread::scope(|scope| {
            for other in others {
                scope.spawn(move || {
                    let (plan, sockets) = agents(2, &["127.0.0.1".parse().expect("v4")]);
                    let secret = plan.sealing.expect("sealed").secret;
                    let sealing = other.map(|cipher| Sealing { cipher, secret });
                    let plans = [plan.clone(), Plan { sealing, ..plan }];
                    let now = Instant::now();
                    let each = plans.iter().zip(sockets).zip(0..);
                    let mut contacts: Vec<_> =
                        each.map(|((p, s), host)| Contacts::new(p, s, host, now).expect("contacts")).collect();
                    assert!(!settle(&mut contacts, now));
                    for c in &contacts {
                        let unreached = &c.unreached()[0];
                        assert!(unreached.other_cipher && !unreached.foreign && unreached.heard.is_none(), "{other:?}");
                    }
                });
            }
        });
    }
}
