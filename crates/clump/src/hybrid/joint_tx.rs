//! The sending side of the fabric of a joint job: the processes of two connected jobs, by the numbers that each uses
//! for the others.
//!
//! A joint job has its own shared memory on each machine, and a network if it has several machines. Its ranks count
//! from 0 there. For this process's endpoint they are numbers from `first` on, above the ranks of its own job. No
//! process reads the memory of a process of another job: frames carry all bytes.
use super::far_tx::FarTx;
use clump_core::Rank;
use clump_fabric::mem::Region;
use clump_fabric::shm;
use clump_fabric::{Capabilities, Full, Network, RemoteMemory, Tx as _};
use std::io;
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
