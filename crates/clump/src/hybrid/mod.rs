//! Routes each peer to shared memory or to the network. This costs shared memory nothing: a sender tries the network
//! only if shared memory does not reach the receiver, and a receiver polls it only if shared memory delivers nothing.
mod body;
mod far_rx;
mod far_tx;
mod joint_rx;
mod joint_tx;
mod rx;
mod tx;

pub use body::NearFarBody;
pub(crate) use joint_rx::JointRx;
pub(crate) use joint_tx::JointTx;
pub use rx::Rx;
pub use tx::Tx;

use crate::hosts::Hosts;
use crate::net::Reliable;
use clump_core::Rank;
use clump_fabric::shm::{Bell, Shm};
use clump_fabric::udp::Udp;
use clump_fabric::{Fabric, Network, NetworkRx};
use far_rx::FarRx;
use far_tx::FarTx;
use rx::Elsewhere;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The network of a rank, made reliable.
type Far<N> = Reliable<N, <N as Network>::Clock>;

/// A rank's shared memory, and its network if the job has several machines.
pub struct Hybrid<N: Network = Udp> {
    shm: Shm,
    clock: N::Clock,
    net: Option<(Far<N>, Arc<Hosts>, Rank)>,
}

impl<N: Network> Hybrid<N> {
    /// Returns a fabric of shared memory alone, whose timers take their time from `clock`.
    pub fn near(shm: Shm, clock: N::Clock) -> Hybrid<N> {
        Hybrid { shm, clock, net: None }
    }

    /// Returns a fabric on which `rank` reaches the ranks of other machines through `net`.
    pub fn new(shm: Shm, net: N, buffer: u64, hosts: Arc<Hosts>, rank: Rank) -> Hybrid<N> {
        let own = hosts.host_of(rank);
        let peers = (0..hosts.ranks()).filter(|&peer| hosts.host_of(peer) != own).count();
        let clock = net.clock();
        Hybrid { shm, clock: clock.clone(), net: Some((Reliable::new(net, clock, buffer).among(peers), hosts, rank)) }
    }
}

impl<N: Network> Fabric for Hybrid<N> {
    type Tx = Tx<N>;
    type Rx = Rx<N>;
    fn split(self) -> (Tx<N>, Rx<N>) {
        let Hybrid { shm, clock, net } = self;
        let (near, near_rx) = shm.split();
        let Some((far, hosts, rank)) = net else {
            return (Tx { near, clock, far: None, joints: Vec::new() }, Rx { near: near_rx, elsewhere: None });
        };
        let (far, far_rx) = split(far, hosts, rank, near_rx.bell());
        let elsewhere = Some(Box::new(Elsewhere::of_network(far_rx)));
        (Tx { near, clock, far: Some(Box::new(far)), joints: Vec::new() }, Rx { near: near_rx, elsewhere })
    }
}

/// Returns both sides of a network. Its watcher rings `bell`.
fn split<N: Network>(far: Far<N>, hosts: Arc<Hosts>, rank: Rank, bell: Bell) -> (FarTx<N>, FarRx<N>) {
    let (tx, rx) = far.split();
    let watcher = rx.inner().start_watcher(move || bell.ring());
    let host = hosts.host_of(rank);
    let used = Arc::new(AtomicBool::new(false));
    (FarTx { tx, hosts, host, used: used.clone() }, FarRx::new(rx, watcher, used))
}

impl<N: Network> Hybrid<N> {
    /// Returns both sides of a joint job, in which this process is `rank`. The numbers of its processes begin with
    /// `first`. `jobs` says for each rank how many ranks the rank's own job has. The network's watcher rings `bell`;
    /// the shared memory's senders ring the bell that this returns.
    pub(crate) fn split_joint(
        self,
        first: Rank,
        jobs: Vec<u32>,
        bell: Bell,
        border: Arc<crate::border::Border>,
    ) -> (JointTx<N>, JointRx<N>, Bell) {
        let (near, near_rx) = self.shm.split();
        let (own, ranks) = (near_rx.bell(), jobs.len() as u32);
        let (far, far_rx) = self.net.map(|(far, hosts, rank)| split(far, hosts, rank, bell)).unzip();
        (JointTx::new(near, far.map(Box::new), first, jobs), JointRx::new(near_rx, far_rx, (first, ranks), border), own)
    }
}
