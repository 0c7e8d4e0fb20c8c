//! The addresses of peers. A host has several addresses. Until a genuine datagram has arrived from one of them,
//! datagrams go to all of them. From then on, datagrams go only to the address that was heard last. While a peer does
//! not answer, its newest genuine datagram says where it is now. So nothing depends on names or on the order of
//! interfaces.
use std::net::{IpAddr, SocketAddr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where a process is: its host (an index into the list of hosts) and its port there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerPort {
    pub host: u32,
    pub port: u16,
}

/// The addresses of all processes, stored once for each host.
pub struct Routes {
    peers: Vec<PeerPort>,
    hosts: Mutex<Vec<Host>>,
    /// True if the receiving side must look where datagrams come from, because some peer does not answer.
    doubted: AtomicBool,
}

struct Host {
    candidates: Vec<IpAddr>,
    works: Option<IpAddr>,
}

impl Routes {
    /// Creates the routes. `hosts[h]` are the addresses of host h.
    ///
    /// # Panics
    /// If the host of a peer does not exist.
    pub fn new(hosts: Vec<Vec<IpAddr>>, peers: Vec<PeerPort>) -> Routes {
        assert!(peers.iter().all(|p| (p.host as usize) < hosts.len()), "every peer's host has addresses");
        let hosts = hosts.into_iter().map(|candidates| Host { candidates, works: None }).collect();
        Routes { peers, hosts: Mutex::new(hosts), doubted: AtomicBool::new(false) }
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

    /// Stores in `into` the addresses to which datagrams for `rank` go. Returns true if that is a single address that
    /// is known to work.
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

    /// Asks the receiving side to look where datagrams come from: perhaps a peer has another address now.
    pub fn doubt(&self) {
        self.doubted.store(true, Ordering::Relaxed);
    }

    /// Returns true once after [`Routes::doubt`].
    #[inline]
    pub fn take_doubt(&self) -> bool {
        self.doubted.load(Ordering::Relaxed) && self.doubted.swap(false, Ordering::Relaxed)
    }

    /// Records that a genuine datagram of `rank` arrived from this address.
    pub fn heard(&self, rank: u32, from: IpAddr) {
        if let Some(peer) = self.peers.get(rank as usize) {
            self.hosts()[peer.host as usize].works = Some(from.to_canonical());
        }
    }
}
