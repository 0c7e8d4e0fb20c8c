//! The receiving side of the hybrid fabric.
use super::body::NearFarBody;
use super::joint::JointRx;
use super::tx::{ReliableTx, Tx};
use crate::net;
use clump_core::planted;
use clump_fabric::clock::{ticks, ticks_per_us};
use clump_fabric::mem::Region;
use clump_fabric::shm::{self, Bell};
use clump_fabric::udp::{Counters, Udp};
use clump_fabric::{
    Ask, Fabric, Help, Network, NetworkRx, NetworkWatcher, RangeRequest, Receiver, Rx as _, ServedByThread, View,
};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The receiving side of a network, made reliable.
pub(super) type ReliableRx<N> = net::Rx<<N as Fabric>::Rx, <N as Network>::Clock>;

/// Number of frames from this machine after which the network is polled, even if shared memory has more. A higher
/// number delays other machines' messages.
const FRAMES_PER_NETWORK_POLL: usize = 64;

pub(super) struct FarRx<N: Network> {
    rx: ReliableRx<N>,
    watcher: Option<<N::Rx as NetworkRx>::Watcher>,
    /// Set if this rank has sent or polled since the program last left a call.
    used: Arc<AtomicBool>,
    /// The flag by which the helper thread asks the program to arm it; `None` if the helper thread makes no progress.
    ask: Option<&'static Ask>,
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

/// The receiving sides beside this job's shared memory: polled if that has no frame.
pub(super) struct Elsewhere<N: Network> {
    far: Option<FarRx<N>>,
    joints: Vec<JointRx<N>>,
    /// Frames from this machine since the others were last polled.
    near: usize,
}

impl<N: Network> Default for Elsewhere<N> {
    fn default() -> Elsewhere<N> {
        Elsewhere { far: None, joints: Vec::new(), near: 0 }
    }
}

impl<N: Network> Elsewhere<N> {
    pub fn of_network(far: FarRx<N>) -> Elsewhere<N> {
        Elsewhere { far: Some(far), ..Elsewhere::default() }
    }

    /// Counts frames that came from this machine. Returns true if the others must be polled now.
    #[inline]
    fn waits(&mut self, came: usize) -> bool {
        self.near += came;
        self.near > FRAMES_PER_NETWORK_POLL
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self, burst: usize, mut to: impl Receiver<Rx<N>>) -> usize {
        self.near = 0;
        let far = self.far.as_mut().map_or(0, |far| far.poll(burst, FromFar(&mut to, PhantomData)));
        far + self.joints.iter_mut().map(|joint| joint.poll(burst, &mut to)).sum::<usize>()
    }

    fn ready(&mut self, tx: &mut Tx<N>) -> bool {
        self.far.as_mut().is_some_and(|far| far.ready(tx.network()))
            || self.joints.iter_mut().any(|joint| joint.ready(tx))
    }
}

/// The receiving side of both fabrics, and of the joint jobs.
pub struct Rx<N: Network = Udp> {
    pub(super) near: shm::Rx,
    pub(super) elsewhere: Option<Box<Elsewhere<N>>>,
}

impl Rx {
    /// Returns counters of datagrams from other machines that were dropped.
    pub(crate) fn dropped(&self) -> Counters {
        let far = self.elsewhere.as_ref().and_then(|elsewhere| elsewhere.far.as_ref());
        far.map_or(Counters::default(), |far| far.rx.inner().counters())
    }
}

impl<N: Network> Rx<N> {
    /// Adds the receiving side of a joint job.
    pub(crate) fn add_joint(&mut self, joint: JointRx<N>) {
        self.elsewhere.get_or_insert_default().joints.push(joint);
    }

    /// Removes the joint job whose numbers begin with `first`.
    pub(crate) fn remove_joint(&mut self, first: u32) {
        if let Some(elsewhere) = &mut self.elsewhere {
            elsewhere.joints.retain(|joint| !joint.begins_with(first));
            if elsewhere.far.is_none() && elsewhere.joints.is_empty() {
                self.elsewhere = None;
            }
        }
    }
}

impl<N: Network> clump_fabric::Rx for Rx<N> {
    type Tx = Tx<N>;
    type Body<'a> = NearFarBody<'a>;
    type Bell = Bell;

    #[inline(always)]
    fn poll(&mut self, burst: usize, mut to: impl Receiver<Rx<N>>) -> usize {
        let came = self.near.poll(burst, FromNear(&mut to, PhantomData));
        if let Some(elsewhere) = &mut self.elsewhere
            && (came == 0 && !planted("network_not_polled") || elsewhere.waits(came))
        {
            return came + elsewhere.poll(burst, &mut to);
        }
        came
    }

    #[inline(always)]
    fn take_if(
        &mut self,
        from: u32,
        looks: u32,
        into: Region,
        wanted: impl FnOnce(u64, usize) -> bool,
    ) -> Option<(u64, usize)> {
        // A receiver that takes frame after frame this way never polls the network: return nothing now and then, so
        // that the receiver polls.
        if self.elsewhere.as_mut().is_some_and(|elsewhere| elsewhere.waits(1)) {
            return None;
        }
        if let Some(elsewhere) = &mut self.elsewhere
            && let Some((near, rank)) = elsewhere.joints.iter_mut().find_map(|joint| joint.near_rank(from))
        {
            return near.take_if(rank, looks, into, wanted);
        }
        self.near.take_if(from, looks, into, wanted)
    }

    fn ready(&mut self, tx: &mut Tx<N>) -> bool {
        self.near.ready() || self.elsewhere.as_mut().is_some_and(|elsewhere| elsewhere.ready(tx))
    }

    fn bell(&self) -> Bell {
        self.near.bell()
    }

    fn progress_thread(&mut self) -> Option<&mut dyn ServedByThread<Tx<N>>> {
        let far = self.elsewhere.as_mut()?.far.as_mut()?;
        Some(far as &mut dyn ServedByThread<Tx<N>>)
    }
}

/// Receivers that pass on frames from this machine (`FromNear`) and from other machines (`FromFar`).
struct FromNear<N, P>(P, PhantomData<N>);
struct FromFar<N, P>(P, PhantomData<N>);

impl<N: Network, P: Receiver<Rx<N>>> Receiver<shm::Rx> for FromNear<N, P> {
    fn tx(&mut self) -> &mut shm::Tx {
        &mut self.0.tx().near
    }

    #[inline(always)]
    fn frame(&mut self, from: u32, head: u64, body: &shm::Body<'_>) {
        self.0.frame(from, head, &NearFarBody::Near(body));
    }
}

impl<N: Network, P: Receiver<Rx<N>>> Receiver<ReliableRx<N>> for FromFar<N, P> {
    fn tx(&mut self) -> &mut ReliableTx<N> {
        self.0.tx().network()
    }

    fn frame(&mut self, from: u32, head: u64, body: &View<'_>) {
        self.0.frame(from, head, &NearFarBody::Far(body));
    }

    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &View<'_>) {
        self.0.multicast(from, group, head, &NearFarBody::Far(body));
    }

    fn handed_over(&mut self) {
        self.0.handed_over();
    }

    fn fetched(&mut self, ticket: u64) {
        self.0.fetched(ticket);
    }

    fn requested(&mut self, from: u32, request: RangeRequest) {
        self.0.requested(from, request);
    }
}
