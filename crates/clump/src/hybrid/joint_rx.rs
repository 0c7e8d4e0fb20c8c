//! The receiving side of the fabric of a joint job (see `joint_tx.rs`).
use super::body::NearFarBody;
use super::far_rx::{FarRx, ReliableRx};
use super::far_tx::ReliableTx;
use super::tx::Tx;
use crate::border::Border;
use clump_core::Rank;
use clump_fabric::shm;
use clump_fabric::{Network, Receiver, View};
use std::marker::PhantomData;
use std::sync::Arc;

/// Takes the frames of all joint jobs, under the numbers of their senders.
pub(super) trait JointReceiver<N: Network> {
    /// Returns the sending side of the hybrid fabric.
    fn tx(&mut self) -> &mut Tx<N>;

    /// Takes a frame of the process with this number.
    fn frame(&mut self, from: Rank, head: u64, body: &NearFarBody<'_>);

    /// See [`Receiver::handed_over`].
    fn handed_over(&mut self);
}

/// The receiving side of a joint job.
pub(crate) struct JointRx<N: Network> {
    near: shm::Rx,
    far: Option<FarRx<N>>,
    first: Rank,
    ranks: u32,
    border: Arc<Border>,
}

impl<N: Network> JointRx<N> {
    pub(super) fn new(
        near: shm::Rx,
        far: Option<FarRx<N>>,
        (first, ranks): (Rank, u32),
        border: Arc<Border>,
    ) -> JointRx<N> {
        JointRx { near, far, first, ranks, border }
    }

    /// Returns the shared memory of the joint job that a number belongs to, and the rank there. A rank of another
    /// machine has sent nothing into it.
    #[inline]
    pub(super) fn near_rank(&mut self, number: Rank) -> Option<(&mut shm::Rx, Rank)> {
        let rank = number.checked_sub(self.first).filter(|&rank| rank < self.ranks)?;
        Some((&mut self.near, rank))
    }

    /// Returns true if this is the joint job whose numbers begin with `first`.
    pub fn begins_with(&self, first: Rank) -> bool {
        self.first == first
    }

    /// Polls the shared memory, then the network. Returns the number of frames that it handed over to `to`.
    pub(super) fn poll(&mut self, burst: usize, to: &mut impl JointReceiver<N>) -> usize {
        let JointRx { near, far, first, border, .. } = self;
        let near = near.poll(burst, FromJoint::new(&mut *to, *first, border));
        let Some(far) = far.as_mut().filter(|_| near == 0) else { return near };
        far.poll(burst, FromJoint::new(to, *first, border))
    }

    /// Returns true if a poll would hand over a frame. Otherwise the watcher of the network is armed.
    pub fn ready(&mut self, tx: &mut Tx<N>) -> bool {
        if self.near.ready() {
            return true;
        }
        let Some(far) = &mut self.far else { return false };
        match &mut tx.joint_from(self.first).far {
            Some(tx) => far.ready(&mut tx.tx),
            None => false,
        }
    }
}

/// Passes on frames of a joint job under the numbers of their senders, if the border admits them.
struct FromJoint<'a, N, P> {
    to: &'a mut P,
    first: Rank,
    border: &'a Border,
    network: PhantomData<N>,
}

impl<'a, N: Network, P: JointReceiver<N>> FromJoint<'a, N, P> {
    fn new(to: &'a mut P, first: Rank, border: &'a Border) -> FromJoint<'a, N, P> {
        FromJoint { to, first, border, network: PhantomData }
    }
}

impl<N: Network, P: JointReceiver<N>> Receiver<shm::Rx> for FromJoint<'_, N, P> {
    fn tx(&mut self) -> &mut shm::Tx {
        &mut self.to.tx().joint_from(self.first).near
    }

    fn frame(&mut self, from: u32, head: u64, body: &shm::Body<'_>) {
        if self.border.admits(self.first, head) {
            self.to.frame(self.first + from, head, &NearFarBody::Near(body));
        }
    }
}

impl<N: Network, P: JointReceiver<N>> Receiver<ReliableRx<N>> for FromJoint<'_, N, P> {
    fn tx(&mut self) -> &mut ReliableTx<N> {
        let far = self.to.tx().joint_from(self.first).far.as_mut();
        &mut far.expect("both sides of one joint job have a network, or none has").tx
    }

    fn frame(&mut self, from: u32, head: u64, body: &View<'_>) {
        if self.border.admits(self.first, head) {
            self.to.frame(self.first + from, head, &NearFarBody::Far(body));
        }
    }

    fn handed_over(&mut self) {
        self.to.handed_over();
    }
}
