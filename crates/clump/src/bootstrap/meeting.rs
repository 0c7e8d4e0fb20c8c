//! How the hosts of a job meet that another launcher than `clump run` has started: the ranks' cards say where each
//! listens; rank 0 seals the job's secret for the lowest rank of each other host; these try each other's addresses, as
//! the agents of `clump run` do, and hand the plan to the ranks beside them.
use super::card::{Card, all_cores};
use super::far_card::{FarCard, bytes, hex};
use super::network::{self, Network};
use super::space::KeySpace;
use crate::error::{Error, ErrorKind};
use crate::hosts::{Cipher, Contacts, Host, Local, Plan, SIGN_EVERY, Sealing, Unreached, secret, version};
use clump_core::Rank;
use clump_fabric::udp::{KeyAgreement, SEALED, seal_secret};
use rustix::fs::{MemfdFlags, memfd_create};
use std::fs::File;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Returns the key under which rank 0 publishes the secret for another host's lowest rank.
fn for_rank(rank: Rank) -> String {
    format!("secret-{rank}")
}

/// The life of a process in a job whose processes meet: each meeting draws a secret of its own, so a process that meets
/// the others again has other keys.
const FIRST_LIFE: u16 = 0;
/// The key under which a host's lowest rank publishes the longest packet that its routes carry.
const MTU: &str = "mtu";
/// How often the answering thread looks whether all hosts have met.
const ANSWER: Duration = Duration::from_millis(20);
/// The most addresses of a card: a value of PMI has 1,023 characters.
const ADDRESSES: usize = 12;

fn failed(why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Launch, why.to_string())
}

/// This process's sockets, and its half of the agreement on the job's secret.
pub(super) struct Visitor {
    local: Local,
    agreement: KeyAgreement,
}

impl Visitor {
    pub fn new() -> Result<(Visitor, FarCard), Error> {
        let (local, agreement) = (Local::new(1, None)?, KeyAgreement::new()?);
        // Blanks and slashes part the words of a card.
        let plain = |text: String| text.replace([' ', '/', '\n'], "_");
        let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let Some(&port) = local.host.ports.first() else { return Err(failed("a socket has no port")) };
        let card = FarCard {
            version: plain(version()),
            name: plain(name),
            cores: local.host.cores,
            mtu: local.mtu,
            aes: local.aes,
            addresses: local.host.addresses.iter().take(ADDRESSES).copied().collect(),
            port,
            agent: local.host.agent,
            public: agreement.public(),
        };
        Ok((Visitor { local, agreement }, card))
    }

    /// Meets the other hosts until that time, for the lowest rank of a host. Returns this rank's network, and the plan
    /// for the ranks beside it.
    pub fn lead(
        self,
        space: &mut dyn KeySpace,
        rank: Rank,
        cards: &[Card],
        hosts: &[Vec<Rank>],
        end: Instant,
    ) -> Result<(Network, File), Error> {
        let far = far(cards)?;
        check_versions(&far)?;
        let (Local { mut ranks, agent, .. }, agreement) = (self.local, self.agreement);
        let cipher = Cipher::aegis(far.iter().map(|c| c.aes).min().unwrap_or(0));
        let cipher = cipher.unwrap_or(Cipher::ChaCha20Poly1305);
        let leaders = || hosts.iter().filter_map(|ranks| ranks.first().copied());
        let secret = if rank == 0 {
            let secret = secret()?;
            for other in leaders().filter(|&other| other != 0) {
                let sealed = seal_secret(&secret, &far[other as usize].public)?;
                space.put(rank, &for_rank(other), &hex(&sealed))?;
            }
            space.fence()?;
            secret
        } else {
            space.fence()?;
            let text = space.get(0, &for_rank(rank))?;
            let sealed: [u8; SEALED] = bytes(&text).ok_or_else(|| failed("rank 0 has published no sealed secret"))?;
            agreement.open(&sealed)?
        };
        let mut plan = plan(cards, &far, hosts, Sealing { cipher, secret });
        let host = leaders().position(|leader| leader == rank).unwrap_or(0);
        let contacts = Contacts::new(&plan, agent, host as u32, Instant::now())?;
        let contacts = contact(contacts, space, rank, &far, hosts, end)?;
        contacts.narrow(&mut plan);
        for leader in leaders() {
            let mtu = space.get(leader, MTU)?.parse().map_err(|_| failed(format!("rank {leader} tells no MTU")))?;
            plan.mtu = plan.mtu.min(mtu);
        }
        let mut file = File::from(memfd_create("clump-hosts", MemfdFlags::CLOEXEC).map_err(std::io::Error::from)?);
        file.write_all(plan.to_text().as_bytes())?;
        let socket = ranks.pop().ok_or_else(|| failed("there is no socket"))?;
        Ok((network::join(plan, socket, (rank, FIRST_LIFE), cards.len() as u32)?, file))
    }

    /// Waits until the hosts have met, for a rank that is not its host's lowest.
    pub fn follow(&self, space: &mut dyn KeySpace, cards: &[Card]) -> Result<(), Error> {
        check_versions(&far(cards)?)?;
        space.fence()?;
        space.fence()
    }

    /// Returns this rank's network by the plan that its host's lowest rank has handed out.
    pub fn join(mut self, plan: OwnedFd, rank: Rank, size: u32) -> Result<Network, Error> {
        // The ranks of a host share the file's offset, so none of them uses it.
        let plan = network::read(&File::from(plan))?;
        let socket = self.local.ranks.pop().ok_or_else(|| failed("there is no socket"))?;
        network::join(plan, socket, (rank, FIRST_LIFE), size)
    }
}

/// Returns what the cards say for other machines. Fails if a rank has opened no socket.
fn far(cards: &[Card]) -> Result<Vec<&FarCard>, Error> {
    let lacks = |rank: Rank| failed(format!("rank {rank} could open no UDP socket to reach other machines"));
    cards.iter().zip(0..).map(|(card, rank)| card.far.as_ref().ok_or_else(|| lacks(rank))).collect()
}

fn check_versions(cards: &[&FarCard]) -> Result<(), Error> {
    let first = cards[0];
    match cards.iter().zip(0..).find(|(c, _)| c.version != first.version) {
        None => Ok(()),
        Some((other, rank)) => Err(failed(format!(
            "rank 0 (on {}) has version {} of Clump, and rank {rank} (on {}) {}; use one version on all hosts",
            first.name, first.version, other.name, other.version
        ))),
    }
}

fn plan(cards: &[Card], far: &[&FarCard], hosts: &[Vec<Rank>], sealing: Sealing) -> Plan {
    let host = |ranks: &Vec<Rank>| {
        let (first, card) = (far[ranks[0] as usize], &cards[ranks[0] as usize]);
        Host {
            kernel: card.kernel.clone(),
            net: card.net,
            // A launcher may have bound each rank to cores of its own.
            cores: all_cores(cards.iter().filter(|other| other.kernel == card.kernel)),
            addresses: first.addresses.clone(),
            ports: ranks.iter().map(|&rank| far[rank as usize].port).collect(),
            agent: first.agent,
        }
    };
    let mtu = far.iter().map(|c| c.mtu).min().unwrap_or(0);
    Plan { order: hosts.concat(), ..Plan::new(Some(sealing), mtu, hosts.iter().map(host).collect()) }
}

/// Looks for working addresses of the other hosts, and answers them until all hosts have finished.
fn contact(
    mut contacts: Contacts,
    space: &mut dyn KeySpace,
    rank: Rank,
    far: &[&FarCard],
    hosts: &[Vec<Rank>],
    end: Instant,
) -> Result<Contacts, Error> {
    const NOTHING: i32 = -1;
    loop {
        let now = Instant::now();
        let until = contacts.tick(now);
        if contacts.is_over(now) {
            break;
        }
        if now >= end {
            return Err(failed("a host of the connected job has not answered in time"));
        }
        contacts.wait(NOTHING, now, until.min(end));
    }
    if let [unreached, ..] = &contacts.unreached()[..] {
        return Err(failed(missing(unreached, rank, far, hosts)));
    }
    space.put(rank, MTU, &contacts.mtu().unwrap_or(usize::MAX).to_string())?;
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let answer = || {
            while !is_over.load(Ordering::Acquire) {
                let now = Instant::now();
                contacts.tick(now);
                contacts.wait(NOTHING, now, now + SIGN_EVERY.min(ANSWER));
            }
            contacts
        };
        let answering = clump_fabric::sys::without_signals(|| scope.spawn(answer));
        let fenced = space.fence();
        is_over.store(true, Ordering::Release);
        let contacts = answering.join().map_err(|_| failed("the thread that answers other hosts has died"))?;
        fenced.map(|()| contacts)
    })
}

/// Says that a host does not answer, and what was tried.
fn missing(unreached: &Unreached, rank: Rank, far: &[&FarCard], hosts: &[Vec<Rank>]) -> String {
    let name = |rank: Rank| &far[rank as usize].name;
    let other = hosts.get(unreached.host as usize).and_then(|ranks| ranks.first().copied()).unwrap_or(0);
    let tried: Vec<String> =
        unreached.attempts.iter().map(|a| format!("{} ({:?}, {} sent)", a.address, a.outcome, a.sent)).collect();
    let port = far[other as usize].agent;
    format!(
        "host {} (rank {rank}) does not reach host {} (rank {other}) by UDP, port {port}: {}; does a firewall between \
         them let UDP through?",
        name(rank),
        name(other),
        tried.join(", ")
    )
}
