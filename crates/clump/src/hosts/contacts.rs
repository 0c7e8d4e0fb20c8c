//! Before a job starts, the agents of its hosts look for ways to each other: a sealed contact goes to every address of
//! every other host, and the first that is answered wins. Nothing depends on names, or on which interface comes first.
use super::agents::{ANSWER, Agents, CONTACT};
use super::beat::{ALIVE, is_neighbour};
use super::{Beat, Host, Plan};
use crate::Error;
use clump_fabric::udp::{self, Letter, Post};
use std::net::{IpAddr, UdpSocket};
use std::time::{Duration, Instant};

/// So long contacts are tried, at the most.
const LIMIT: Duration = Duration::from_secs(10);
/// No longer than this after the last host that was found: one that is not there is to be named within 5 s.
pub const STALE: Duration = Duration::from_secs(4);
/// From the first to the second; from then on twice as long each time, up to the last.
const FIRST: Duration = Duration::from_millis(50);
const LAST: Duration = Duration::from_millis(800);
/// No more addresses of a host are tried.
const MOST: usize = 64;

/// The system's number for an error that it has none for.
const EIO: i32 = 5;

/// What became of the contacts to one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactOutcome {
    /// Nothing came back.
    Silent,
    Answered,
    /// Nothing is sent there: this host has the same address itself, so it cannot lead to another.
    Own,
    /// The network brought it back, or this host's system did not send it; the system's number for why.
    Returned {
        errno: i32,
        told: bool,
    },
}

/// One address of another host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub address: IpAddr,
    /// Contacts that left.
    pub sent: u32,
    pub outcome: ContactOutcome,
}

/// A host that has not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    pub host: u32,
    pub attempts: Vec<Attempt>,
    /// Its own contacts do come in, from there.
    pub heard: Option<IpAddr>,
    /// Datagrams of another version of Clump come in.
    pub foreign: bool,
    /// Datagrams that are not sealed by this job's cipher come in.
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
            // On one network stack they are all this host's own, and lead there.
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
            let mut sent = agents.send(self.host, attempt.address, CONTACT, [number as u64, 0]);
            if sent.is_err() {
                // It may have been the complaint about an earlier one, to elsewhere; that is in the queue now.
                sent = agents.send(self.host, attempt.address, CONTACT, [number as u64, 0]);
            }
            match sent {
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
                    // It comes from where nobody has looked for it.
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

/// One host's contacts to all others.
pub struct Contacts {
    agents: Agents,
    others: Vec<Other>,
    /// It is of no use to try on: at the latest, and as things are.
    limit: Instant,
    end: Instant,
    found: usize,
    next: Instant,
    pause: Duration,
}

impl Contacts {
    /// For the agent of host number `host`, whose socket this is.
    pub fn new(plan: &Plan, socket: UdpSocket, host: u32, now: Instant) -> Result<Contacts, Error> {
        let (ranks, hosts) = (plan.ranks() as u32, plan.hosts.len() as u32);
        let Some(own) = plan.hosts.get(host as usize) else {
            return Err(Error(format!("there is no host number {host} among {hosts}")));
        };
        let post = Post::new(socket, ranks + host, ranks + hosts, super::key(plan))
            .map_err(|e| Error(format!("cannot use a UDP socket to talk to other hosts: {e}")))?;
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

    /// Looks at what has come, and sends what is due. When to come again, at the latest.
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
                        // With many hosts, answers to the first are there before the last is asked.
                        self.look();
                    }
                    // It may have begun already, and waits for signs of life; what is lost is said again.
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
            // Something that came back hides, for one look, what has come.
            let Some(back) = self.agents.post.returned() else { break };
            let attempts = self.others.iter_mut().flat_map(|o| &mut o.attempts);
            for attempt in attempts.filter(|a| Some(a.address) == back.to && a.outcome != ContactOutcome::Answered) {
                attempt.outcome = ContactOutcome::Returned { errno: back.errno, told: back.told };
            }
        }
    }

    /// Every other host has answered.
    pub fn is_settled(&self) -> bool {
        self.others.iter().all(|o| o.works.is_some())
    }

    /// It is of no use to try on.
    pub fn is_over(&self, now: Instant) -> bool {
        self.is_settled() || now >= self.end
    }

    /// Hosts that have not answered.
    pub fn unreached(&self) -> Vec<Unreached> {
        let dropped = self.agents.post.counters();
        let (foreign, other_cipher) = (dropped.foreign > 0, dropped.other_cipher > 0);
        let silent = self.others.iter().filter(|o| o.works.is_none());
        let unreached =
            |o: &Other| Unreached { host: o.host, attempts: o.attempts.clone(), heard: o.heard, foreign, other_cipher };
        silent.map(unreached).collect()
    }

    /// Sleeps until something has come, the other descriptor can be read, or that time.
    pub fn wait(&self, other: i32, now: Instant, until: Instant) {
        let ms = until.saturating_duration_since(now).as_millis().min(60_000) as i32;
        self.agents.post.wait(Some(other), ms + 1);
    }

    /// Bytes of the longest packet that the ways to all other hosts carry, as far as this host knows; `None`: there are
    /// none.
    pub fn mtu(&self) -> Option<usize> {
        self.others.iter().filter_map(|o| udp::mtu_to(o.works?)).min()
    }

    /// What frames to groups could leave this host by: the interface that all others are reached by. Error: why there
    /// is none.
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

    /// Leaves each other host the one address that works.
    pub fn narrow(&self, plan: &mut Plan) {
        for other in &self.others {
            if let (Some(host), Some(address)) = (plan.hosts.get_mut(other.host as usize), other.works) {
                host.addresses = vec![address];
            }
        }
    }

    /// The signs of life that go on over the ways that were found.
    pub fn beat(self, now: Instant) -> Beat {
        let ways = self.others.iter().filter_map(|o| Some((o.host, o.works?)));
        Beat::new(ways.collect(), self.agents, now)
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
            // The kernel may take a moment.
            std::thread::sleep(Duration::from_millis(1));
            if contacts.iter().all(|c| c.is_over(now)) {
                break;
            }
        }
        contacts.iter().all(Contacts::is_settled)
    }

    #[test]
    fn the_address_that_answers_is_found_wherever_it_stands() {
        // TEST-NET-1 and the discard prefix lead nowhere; the last is this machine.
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
    fn what_was_tried_and_why_it_failed_is_told() {
        let good: IpAddr = "127.0.0.1".parse().expect("v4");
        let (mut plan, mut sockets) = agents(3, &[good]);
        let own: IpAddr = "172.17.0.1".parse().expect("v4");
        // Host 1 is on another machine, has an address that is host 0's too, and nobody listens at the other.
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
    fn a_refusal_is_told() {
        let good: IpAddr = "127.0.0.1".parse().expect("v4");
        let (mut plan, sockets) = agents(2, &[good]);
        // Port 1 is nobody's.
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
    fn a_host_that_speaks_another_version_is_known() {
        let (plan, sockets) = agents(2, &["127.0.0.1".parse().expect("v4")]);
        let other = UdpSocket::bind(("127.0.0.1", 0)).expect("a socket");
        let to = ("127.0.0.1", sockets[0].local_addr().expect("bound").port());
        let now = Instant::now();
        let socket = sockets.into_iter().next().expect("two");
        let mut contacts = vec![Contacts::new(&plan, socket, 0, now).expect("contacts")];
        // As agent 1 of this job would, if it were of the version before.
        let mut datagram = [0; 60];
        datagram[0] = udp::VERSION - 1;
        datagram[4] = plan.ranks() as u8 + 1;
        other.send_to(&datagram, to).expect("sent");
        assert!(!settle(&mut contacts, now));
        assert!(contacts[0].unreached()[0].foreign);
    }

    /// Somebody between has one host seal by another cipher, or not at all: both hosts know why they do not meet.
    #[test]
    fn a_host_that_was_told_another_cipher_is_known() {
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
