//! Forgets a peer for good: a job that had connected to this one is gone. The peer's place is for the next new peer.
use super::Transfers;
use super::class::CLASSES;
use super::peer::{Peer, VACANT};
use super::sink::Path;
use crate::planted::planted;

impl Transfers {
    /// Returns true if no message to or from the peer is under way.
    pub fn is_idle(&self, p: usize) -> bool {
        let peer = &self.peers[p];
        let waits = !peer.streams.is_empty() || !peer.outbox.is_empty();
        let arrives = !peer.open.is_empty() || !peer.pushing.is_empty() || self.arrivals.values().any(|a| a.p == p);
        !waits && !arrives && !self.sends.values().any(|s| s.to == peer.rank)
    }

    /// Returns all peers that are not forgotten, each with its index.
    pub fn known_peers(&self) -> impl Iterator<Item = (usize, &Peer)> {
        self.peers.iter().enumerate().filter(|(_, peer)| !peer.is_vacant())
    }

    /// Forgets a peer that [is idle](Self::is_idle), with its accounts.
    pub fn vacate(&mut self, p: usize) {
        if !planted("forgotten_peer_is_known") {
            self.index.remove(&self.peers[p].rank);
        }
        let busy = self.peers[p].busy;
        self.peers[p] = Peer::new(VACANT, Path::default(), &self.limits, [0; CLASSES], [0; CLASSES]);
        // The list of busy peers may still name the place.
        self.peers[p].busy = busy;
        self.vacant.push(p as u32);
    }

    /// Puts a new peer into a vacant place, or at the end. Returns the peer's index.
    pub(super) fn take_place(&mut self, mut peer: Peer) -> usize {
        let Some(p) = self.vacant.pop() else {
            self.peers.push(peer);
            return self.peers.len() - 1;
        };
        let p = p as usize;
        peer.busy = self.peers[p].busy;
        self.peers[p] = peer;
        p
    }
}
