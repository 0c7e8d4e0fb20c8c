//! What a lossy fabric offers beside frames: to the layer that makes it reliable, the length of its datagrams; to a
//! rank that reaches other machines by it, a clock and a thread that watches it.
use crate::clock::Clock;
use crate::{Fabric, Help, Rx, Tx};
use std::time::Duration;

/// A network between machines, which may lose frames.
pub trait Network: Fabric<Tx: Datagrams, Rx: NetworkRx> {
    /// The clock of the network's timers.
    type Clock: Clock;

    /// Returns the clock.
    fn clock(&self) -> Self::Clock;
}

/// The receiving side of a network.
pub trait NetworkRx: Rx {
    /// The thread that watches the network for this process.
    type Watcher: NetworkWatcher;

    /// Starts the watcher, which calls `ring` when it wakes up. Returns `None` if the network has none, or the system
    /// starts no thread: sleeps then end by their own limit.
    fn start_watcher(&self, ring: impl Fn() + Send + 'static) -> Option<Self::Watcher>;

    /// Makes the watcher wake up for multicast frames too. Returns true if it did not before.
    fn watch_groups(&self, watcher: &Self::Watcher) -> bool;
}

/// A thread that sleeps on the network for a process that does not poll it.
pub trait NetworkWatcher: 'static {
    /// Arms the thread: it wakes up when a frame has arrived, or after `after` if that is given.
    fn arm(&self, after: Option<Duration>);

    /// Arms the timer: the thread wakes up after `after`, or earlier if it is armed for frames.
    fn arm_timer(&self, after: Duration);

    /// Sets how the thread helps while the program computes; `None`: it does not.
    fn set_help(&self, help: Option<Help>);
}

/// A sending side that cuts frames into datagrams. The lengths of datagrams have numbers: 0 is the longest, and each
/// further one is shorter. A path may lose every datagram that is too long for it, so the caller probes lengths and
/// sets for each peer the longest that comes through.
pub trait Datagrams: Tx {
    /// Returns how many lengths there are, at least one.
    fn lengths(&self) -> u8;

    /// Returns the number of the length in use for datagrams to `to`. If the system itself refuses a datagram as too
    /// long, the fabric sends the frame in shorter ones at once, and uses their length from then on.
    fn length(&self, to: u32) -> u8;

    /// Sets the length of the datagrams of later frames to `to`.
    fn set_length(&mut self, to: u32, length: u8);

    /// Sends a frame of zeros in one datagram of exactly this length. The frame is dropped if the system refuses it.
    fn probe(&mut self, to: u32, length: u8, head: u64);

    /// Looks for the address of `to` anew, because nothing that is sent there is answered.
    fn find_way(&mut self, to: u32);
}

/// Implements [`Datagrams`] for a fabric whose frames all have one length, so that there is nothing to probe.
#[macro_export]
macro_rules! datagrams_of_one_length {
    ($tx:ty) => {
        impl $crate::Datagrams for $tx {
            fn lengths(&self) -> u8 {
                1
            }
            fn length(&self, _: u32) -> u8 {
                0
            }
            fn set_length(&mut self, _: u32, _: u8) {}
            fn probe(&mut self, to: u32, _: u8, head: u64) {
                let _ = $crate::Tx::send(self, to, head, &[], $crate::mem::Region::EMPTY);
            }
            fn find_way(&mut self, _: u32) {}
        }
    };
}
