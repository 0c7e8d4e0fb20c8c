//! The sending side of the network between machines.
use crate::hosts::Hosts;
use crate::net;
use clump_core::Rank;
use clump_fabric::{Fabric, Network};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The most ranks of a job in which a rank tells all other ranks that it leaves. In larger jobs it tells only ranks
/// with which it has exchanged messages: each notice costs a few datagrams, and all ranks leave at about the same
/// time.
const MOST_FAREWELLS: u32 = 64;

/// The sending side of a network, made reliable.
pub(super) type ReliableTx<N> = net::Tx<<N as Fabric>::Tx, <N as Network>::Clock>;

/// The network, and the machines of the ranks, which tell whether a rank is reached by the network.
pub(super) struct FarTx<N: Network> {
    pub tx: ReliableTx<N>,
    pub hosts: Arc<Hosts>,
    /// The number of this process's machine.
    pub host: u32,
    /// Set by every call that may make a timer fall due.
    pub used: Arc<AtomicBool>,
}

impl<N: Network> FarTx<N> {
    pub fn reaches(&self, rank: Rank) -> bool {
        self.hosts.host_of(rank) != self.host
    }

    /// Opens a channel to every rank of another machine, so that each of them hears when this rank leaves: a rank
    /// that waits for a first message from this rank would otherwise wait forever. Does nothing in large jobs, where
    /// only ranks that have exchanged messages with this rank hear it.
    pub fn open_all_channels(&mut self) {
        let ranks = self.hosts.ranks();
        if ranks <= MOST_FAREWELLS {
            (0..ranks).filter(|rank| self.hosts.host_of(*rank) != self.host).for_each(|rank| self.tx.meet(rank));
        }
    }
}
