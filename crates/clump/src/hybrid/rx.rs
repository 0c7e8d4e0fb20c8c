//! The receiving side of the hybrid fabric.
use super::body::NearFarBody;
use super::far_rx::{FarRx, ReliableRx};
use super::far_tx::ReliableTx;
use super::joint_rx::{JointReceiver, JointRx};
use super::tx::Tx;
use clump_core::planted;
use clump_fabric::mem::Region;
use clump_fabric::shm::{self, Bell};
use clump_fabric::udp::{DroppedDatagrams, Udp};
use clump_fabric::{Network, RangeRequest, Receiver, ServedByThread, Unwrapped, View};
use std::marker::PhantomData;

/// Number of frames from this machine after which the network is polled, even if shared memory has more. A higher
/// number delays other machines' messages.
const FRAMES_PER_NETWORK_POLL: usize = 64;

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
    pub(crate) fn dropped(&self) -> DroppedDatagrams {
        let far = self.elsewhere.as_ref().and_then(|elsewhere| elsewhere.far.as_ref());
        far.map_or(DroppedDatagrams::default(), |far| far.rx.inner().counters())
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

impl<N: Network> Unwrapped for Rx<N> {
    type Inner = Rx<N>;

    fn unwrapped(&mut self) -> &mut Rx<N> {
        self
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

impl<N: Network, P: Receiver<Rx<N>>> JointReceiver<N> for P {
    fn tx(&mut self) -> &mut Tx<N> {
        Receiver::tx(self)
    }

    fn frame(&mut self, from: u32, head: u64, body: &NearFarBody<'_>) {
        Receiver::frame(self, from, head, body);
    }

    fn handed_over(&mut self) {
        Receiver::handed_over(self);
    }
}
