//! Where peers are. A host has several addresses; until a genuine datagram has come from one, what is sent goes to all
//! of them: the first that works wins, and nothing depends on names or on which interface comes first.
use std::net::{IpAddr, SocketAddr};
use std::sync::Mutex;

/// One process's place: its host (a number into the list of hosts) and its port there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    pub host: u32,
    pub port: u16,
}

/// The addresses of all processes, kept once for each host.
pub struct Routes {
    peers: Vec<Peer>,
    hosts: Mutex<Vec<Host>>,
}

struct Host {
    candidates: Vec<IpAddr>,
    works: Option<IpAddr>,
}

impl Routes {
    /// `hosts[h]` are the addresses of host h. Panics if a peer's host is not there.
    pub fn new(hosts: Vec<Vec<IpAddr>>, peers: Vec<Peer>) -> Routes {
        assert!(peers.iter().all(|p| (p.host as usize) < hosts.len()), "every peer's host has addresses");
        let hosts = hosts.into_iter().map(|candidates| Host { candidates, works: None }).collect();
        Routes { peers, hosts: Mutex::new(hosts) }
    }

    pub fn len(&self) -> usize {
        self.peers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.peers.is_empty()
    }

    fn hosts(&self) -> std::sync::MutexGuard<'_, Vec<Host>> {
        self.hosts.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Where to send what is for `rank`; true if that is known to work.
    pub fn to(&self, rank: u32, into: &mut Vec<SocketAddr>) -> bool {
        into.clear();
        let Some(peer) = self.peers.get(rank as usize) else { return false };
        let hosts = self.hosts();
        let host = &hosts[peer.host as usize];
        match host.works {
            Some(address) => into.push(SocketAddr::new(address, peer.port)),
            None => into.extend(host.candidates.iter().map(|a| SocketAddr::new(*a, peer.port))),
        }
        host.works.is_some()
    }

    /// Notes that a genuine datagram of `rank` came from there.
    pub fn heard(&self, rank: u32, from: IpAddr) {
        if let Some(peer) = self.peers.get(rank as usize) {
            self.hosts()[peer.host as usize].works = Some(from.to_canonical());
        }
    }
}
