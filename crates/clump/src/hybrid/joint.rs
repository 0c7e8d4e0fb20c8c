//! The fabric of a joint job: the processes of two connected jobs, by the numbers that each uses for the others.
//!
//! A joint job has its own shared memory on each machine, and a network if it has several machines. Its ranks count
//! from 0 there. For this process's endpoint they are numbers from `first` on, above the ranks of its own job. No
//! process reads the memory of a process of another job: frames carry all bytes.
use super::body::NearFarBody;
use super::rx::{FarRx, ReliableRx, Rx};
use super::tx::{FarTx, ReliableTx, Tx};
use crate::border::Border;
use clump_core::Rank;
use clump_fabric::mem::Region;
use clump_fabric::shm;
use clump_fabric::{Capabilities, Full, Network, Receiver, RemoteMemory, Tx as _, View};
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The sending side of a joint job.
pub(crate) struct JointTx<N: Network> {
    pub(super) near: shm::Tx,
    pub(super) far: Option<Box<FarTx<N>>>,
    /// The number of the joint job's rank 0.
    pub(super) first: Rank,
    /// For each rank, the number of ranks in the job that it comes from.
    jobs: Vec<u32>,
}

impl<N: Network> JointTx<N> {
    pub(super) fn new(near: shm::Tx, far: Option<Box<FarTx<N>>>, first: Rank, jobs: Vec<u32>) -> JointTx<N> {
        JointTx { near, far, first, jobs }
    }

    /// Returns the rank that a number stands for; `None` if the number is not of this joint job.
    pub fn rank_of(&self, number: Rank) -> Option<Rank> {
        number.checked_sub(self.first).filter(|&rank| (rank as usize) < self.jobs.len())
    }

    pub fn ranks_of_job(&self, rank: Rank) -> u32 {
        self.jobs[rank as usize]
    }

    fn far(&mut self, to: Rank) -> Option<&mut FarTx<N>> {
        let far = self.far.as_mut().filter(|far| far.reaches(to))?;
        far.used.store(true, Ordering::Relaxed);
        Some(far)
    }

    pub fn capabilities(&self, peer: Rank) -> Capabilities {
        match &self.far {
            Some(far) if far.reaches(peer) => far.tx.capabilities(peer),
            _ => Capabilities { native_pull: false, ..shm::CAPABILITIES },
        }
    }

    pub fn send(&mut self, to: Rank, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        match self.far(to) {
            Some(far) => far.tx.send(to, head, words, body),
            None => self.near.send(to, head, words, body),
        }
    }

    pub fn send_delayable(&mut self, to: Rank, head: u64, words: &[u64]) -> Result<(), Full> {
        match self.far(to) {
            Some(far) => far.tx.send_delayable(to, head, words),
            None => self.near.send_delayable(to, head, words),
        }
    }

    pub fn send_filled(
        &mut self,
        to: Rank,
        head: u64,
        words: &[u64],
        len: usize,
        fill: impl FnOnce(Region),
    ) -> Result<(), Full> {
        match self.far(to) {
            Some(far) => far.tx.send_filled(to, head, words, len, fill),
            None => self.near.send_filled(to, head, words, len, fill),
        }
    }

    pub fn flush(&mut self) {
        if let Some(far) = &mut self.far {
            far.tx.flush();
        }
    }

    pub fn cork(&mut self, to: Rank, on: bool) {
        if let Some(far) = self.far(to) {
            far.tx.cork(to, on);
        }
    }

    pub fn prepare(&mut self, to: Rank, len: usize) -> io::Result<bool> {
        match self.far(to) {
            Some(far) => far.tx.prepare(to, len),
            None => self.near.prepare(to, len),
        }
    }

    pub fn left(&mut self, peer: Rank) -> bool {
        self.far(peer).is_some_and(|far| far.tx.left(peer))
    }

    /// Treats a peer that has died as one that has left.
    pub fn lose(&mut self, peer: Rank) {
        match self.far(peer) {
            Some(far) => far.tx.lose(peer),
            None => self.near.lose(peer),
        }
    }

    /// Returns true if the process of a rank on this machine has certainly ended.
    pub fn died(&mut self, peer: Rank) -> bool {
        self.far(peer).is_none() && self.near.died(peer)
    }

    pub fn drained(&mut self) -> bool {
        self.far.as_mut().is_none_or(|far| far.tx.drained())
    }

    pub fn announce_departure(&mut self) {
        if let Some(far) = &mut self.far {
            far.open_all_channels();
            far.tx.announce_departure();
        }
    }
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

    pub fn poll(&mut self, burst: usize, to: &mut impl Receiver<Rx<N>>) -> usize {
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

impl<'a, N: Network, P: Receiver<Rx<N>>> FromJoint<'a, N, P> {
    fn new(to: &'a mut P, first: Rank, border: &'a Border) -> FromJoint<'a, N, P> {
        FromJoint { to, first, border, network: PhantomData }
    }
}

impl<N: Network, P: Receiver<Rx<N>>> Receiver<shm::Rx> for FromJoint<'_, N, P> {
    fn tx(&mut self) -> &mut shm::Tx {
        &mut self.to.tx().joint_from(self.first).near
    }

    fn frame(&mut self, from: u32, head: u64, body: &shm::Body<'_>) {
        if self.border.admits(self.first, head) {
            self.to.frame(self.first + from, head, &NearFarBody::Near(body));
        }
    }
}

impl<N: Network, P: Receiver<Rx<N>>> Receiver<ReliableRx<N>> for FromJoint<'_, N, P> {
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
