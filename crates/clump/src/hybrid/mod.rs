//! Routes each peer to shared memory or to the network. This costs shared memory nothing: a sender tries the network
//! only if shared memory does not reach the receiver, and a receiver polls it only if shared memory delivers nothing.
mod body;
mod rx;
mod tx;

pub use body::NearFarBody;
pub use rx::Rx;
pub use tx::Tx;

use crate::Rank;
use crate::hosts::Hosts;
use crate::net::{Monotonic, Reliable};
use clump_fabric::Fabric;
use clump_fabric::shm::Shm;
use clump_fabric::udp::{Udp, Watcher};
use rx::FarRx;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tx::FarTx;

/// The network, made reliable.
type Far = Reliable<Udp, Monotonic>;

/// A rank's shared memory, and its network if the job has several machines.
pub struct Hybrid {
    shm: Shm,
    net: Option<(Far, Arc<Hosts>, Rank)>,
}

impl Hybrid {
    /// Returns a fabric of shared memory alone.
    pub fn near(shm: Shm) -> Hybrid {
        Hybrid { shm, net: None }
    }

    /// Returns a fabric on which `rank` reaches the ranks of other machines through `net`.
    pub fn new(shm: Shm, net: Udp, buffer: u64, hosts: Arc<Hosts>, rank: Rank) -> Hybrid {
        Hybrid { shm, net: Some((Reliable::new(net, Monotonic::default(), buffer), hosts, rank)) }
    }
}

impl Fabric for Hybrid {
    type Tx = Tx;
    type Rx = Rx;
    fn split(self) -> (Tx, Rx) {
        let (near, near_rx) = self.shm.split();
        let Some((far, hosts, rank)) = self.net else {
            return (Tx { near, far: None }, Rx { near: near_rx, far: None });
        };
        let (far, far_rx) = far.split();
        let own = near_rx.bell();
        // Without the watcher's thread, sleeps end by their own limit: a frame may be noticed late, but is never
        // missed.
        let watcher = Watcher::start(far_rx.inner().socket(), move || own.ring()).ok();
        let host = hosts.host_of(rank);
        let used = Arc::new(AtomicBool::new(false));
        let far = Box::new(FarTx { tx: far, hosts, host, used: used.clone() });
        let far_rx = FarRx::new(far_rx, watcher, used);
        (Tx { near, far: Some(far) }, Rx { near: near_rx, far: Some(Box::new(far_rx)) })
    }
}
