//! The receiving side of the network between machines, with the thread that watches it.
use super::far_tx::ReliableTx;
use super::tx::Tx;
use crate::net;
use clump_fabric::clock::{ticks, ticks_per_us};
use clump_fabric::{ArmRequest, Fabric, Help, Network, NetworkRx, NetworkWatcher, Receiver, Rx as _, ServedByThread};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The receiving side of a network, made reliable.
pub(super) type ReliableRx<N> = net::Rx<<N as Fabric>::Rx, <N as Network>::Clock>;

/// The receiving side of a network, and what wakes this process up for it.
pub(super) struct FarRx<N: Network> {
    pub rx: ReliableRx<N>,
    watcher: Option<<N::Rx as NetworkRx>::Watcher>,
    /// Set if this rank has sent or polled since the program last left a call.
    used: Arc<AtomicBool>,
    /// The flag by which the helper thread asks the program to arm it; `None` if the helper thread makes no progress.
    ask: Option<&'static ArmRequest>,
    /// When the watcher's timer ends, in ticks. Kept because every call of the program needs it, and reading the
    /// system's clock takes three times as long.
    armed: Option<u64>,
}

/// The least time after a call before the helper thread wakes up for a timer. A longer time delays acknowledgements;
/// a shorter time disturbs a program that calls all the time more often.
const LEAST_TIMER: Duration = Duration::from_millis(1);

/// Returns the tick count at which `time` will have passed.
fn in_ticks(time: Duration) -> u64 {
    let us = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    ticks().saturating_add(us.saturating_mul(ticks_per_us()))
}

impl<N: Network> FarRx<N> {
    pub fn new(rx: ReliableRx<N>, watcher: Option<<N::Rx as NetworkRx>::Watcher>, used: Arc<AtomicBool>) -> FarRx<N> {
        FarRx { rx, watcher, used, ask: None, armed: None }
    }

    #[cold]
    #[inline(never)]
    pub fn poll(&mut self, burst: usize, to: impl Receiver<ReliableRx<N>>) -> usize {
        self.used.store(true, Ordering::Relaxed);
        self.rx.poll(burst, to)
    }

    /// Arms the watcher, then polls: a datagram that arrives between the two is not missed.
    #[cold]
    pub fn ready(&mut self, tx: &mut ReliableTx<N>) -> bool {
        let limit = tx.settle();
        self.arm(limit);
        self.rx.ready(tx)
    }

    /// Makes the watcher sleep on the broadcast groups' socket too. Returns true if it did not before.
    fn watch_groups(&self) -> bool {
        self.watcher.as_ref().is_some_and(|watcher| self.rx.inner().watch_groups(watcher))
    }

    /// Arms the watcher: it wakes when a datagram arrives, or after `limit`.
    fn arm(&mut self, limit: Option<Duration>) {
        self.watch_groups();
        self.armed = limit.map(in_ticks);
        if let Some(watcher) = &self.watcher {
            watcher.arm(limit);
        }
    }
}

impl<N: Network> ServedByThread<Tx<N>> for FarRx<N> {
    fn set_help(&mut self, help: Option<Help>) {
        if let Some(watcher) = &self.watcher {
            if let Some(ask) = self.ask.take() {
                ask.answer();
            }
            self.ask = help.as_ref().map(|help| help.ask);
            watcher.set_help(help);
        }
    }

    fn watch(&mut self, tx: &mut Tx<N>) {
        let limit = tx.network().settle();
        self.used.store(false, Ordering::Relaxed);
        self.arm(limit);
    }

    fn leave(&mut self, tx: &mut Tx<N>) {
        let Some(watcher) = self.watcher.as_ref() else { return };
        let ask = self.ask.filter(|ask| ask.is_open());
        if ask.is_none() && !self.used.load(Ordering::Relaxed) {
            return;
        }
        self.used.store(false, Ordering::Relaxed);
        let joined = ask.is_none() && self.watch_groups();
        // If the timer ends so soon that no other timer would be set, the watcher need not ask for it.
        let soon = 1..=2 * LEAST_TIMER.as_micros() as u64 * ticks_per_us();
        if ask.is_none() && !joined && self.armed.is_some_and(|armed| soon.contains(&armed.saturating_sub(ticks()))) {
            return;
        }
        let due = tx.network().due().map(|due| due.max(LEAST_TIMER));
        if let Some(ask) = ask {
            ask.answer();
            self.arm(due);
        } else if joined {
            self.arm(due);
        } else if let Some(due) = due {
            let (then, latest) = (in_ticks(due), in_ticks(due + LEAST_TIMER));
            if self.armed.is_none_or(|armed| armed < ticks() || armed > latest) {
                self.armed = Some(then);
                watcher.arm_timer(due);
            }
        }
    }
}
