//! The sending side of the hybrid fabric.
use super::far_tx::{FarTx, ReliableTx};
use super::joint_tx::JointTx;
use crate::net::{self, Cut};
use clump_core::Rank;
use clump_fabric::local::LocalTx;
use clump_fabric::mem::Region;
use clump_fabric::shm::{self, Reach};
use clump_fabric::udp::Udp;
use clump_fabric::{Capabilities, Full, Network, Refused, Registration, RemoteMemory, Span, Tx as _, Unwrapped};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The sending side of both fabrics, and of the joint jobs.
pub struct Tx<N: Network = Udp> {
    pub(super) near: shm::Tx,
    pub(super) clock: N::Clock,
    pub(super) far: Option<Box<FarTx<N>>>,
    pub(super) joints: Vec<JointTx<N>>,
}

impl Tx {
    /// Returns the length of the longest packets to a rank of another machine; `None`: the rank is on this machine.
    pub(crate) fn packet_length(&mut self, to: Rank) -> Option<usize> {
        Some(self.far(to)?.inner().packet_length(to))
    }
}

impl<N: Network> Tx<N> {
    /// Returns the network, if `to` is a rank of this job on another machine.
    fn far(&mut self, to: Rank) -> Option<&mut ReliableTx<N>> {
        if self.is_of_joint(to) {
            return None;
        }
        let far = self.far.as_mut().filter(|far| far.reaches(to))?;
        far.used.store(true, Ordering::Relaxed);
        Some(&mut far.tx)
    }

    /// Returns the network. Only the receiving side of a rank with a network calls this, and then the sending side
    /// has one too.
    pub(super) fn network(&mut self) -> &mut ReliableTx<N> {
        let far = self.far.as_mut();
        &mut far.expect("both sides of one place have a network, or none has").tx
    }

    /// Sends a delayable frame over the network, because shared memory does not reach the receiver or has no room.
    #[cold]
    #[inline(never)]
    fn delayable_elsewhere(&mut self, to: Rank, head: u64, words: &[u64]) -> Result<(), Full> {
        if let Some((joint, to)) = self.joint(to) {
            return joint.send_delayable(to, head, words);
        }
        self.far(to).ok_or(Full)?.send_delayable(to, head, words)
    }

    /// Sends a frame over the network, because shared memory does not reach the receiver or has no room.
    #[cold]
    #[inline(never)]
    fn elsewhere(&mut self, to: Rank, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        if let Some((joint, to)) = self.joint(to) {
            return joint.send(to, head, words, body);
        }
        self.far(to).ok_or(Full)?.send(to, head, words, body)
    }

    /// Returns true if shared memory of this job reaches `peer`.
    fn is_near(&mut self, peer: Rank) -> bool {
        !self.is_of_joint(peer) && self.far(peer).is_none()
    }

    /// Returns true if `peer` is the number of a process of a joint job.
    fn is_of_joint(&self, peer: Rank) -> bool {
        self.joints.iter().any(|joint| joint.rank_of(peer).is_some())
    }

    /// Returns the joint job that a number belongs to, and the rank there.
    fn joint(&mut self, peer: Rank) -> Option<(&mut JointTx<N>, Rank)> {
        self.joints.iter_mut().find_map(|joint| joint.rank_of(peer).map(|rank| (joint, rank)))
    }

    /// Returns the sending side of the joint job whose numbers begin with `first`. Only the receiving side of a joint
    /// job calls this, and then the sending side exists too.
    pub(super) fn joint_from(&mut self, first: Rank) -> &mut JointTx<N> {
        let joint = self.joints.iter_mut().find(|joint| joint.first == first);
        joint.expect("both sides of a joint job exist, or none does")
    }

    /// Adds the sending side of a joint job.
    pub(crate) fn add_joint(&mut self, joint: JointTx<N>) {
        self.joints.push(joint);
    }

    /// Returns true if no frame to the joint job whose numbers begin with `first` waits in this process.
    pub(crate) fn is_joint_drained(&mut self, first: Rank) -> bool {
        self.joint_from(first).drained()
    }

    /// Tells the processes of the joint job whose numbers begin with `first` that this process leaves it, and removes
    /// the job.
    pub(crate) fn remove_joint(&mut self, first: Rank) {
        self.joint_from(first).announce_departure();
        self.joints.retain(|joint| joint.first != first);
    }

    /// Sets how long messages to and from other machines are divided. Returns the bytes of a request; `None` if
    /// there are no other machines.
    pub(crate) fn set_cut(&mut self, cut: Cut) -> Option<u64> {
        self.far.as_mut().map(|far| far.tx.set_cut(cut))
    }

    /// Makes this rank take the network's chunks in order only, and drop chunks for which `pushed` leaves no room in
    /// `buffer` bytes. Returns false if there are no other machines.
    pub(crate) fn set_go_back_n(&mut self, pushed: Arc<AtomicU64>, buffer: u64) -> bool {
        let Some(far) = &mut self.far else { return false };
        far.tx.set_go_back_n(pushed, buffer);
        true
    }

    /// Sets what the network does beside moving bytes. Returns false if there are no other machines.
    pub(crate) fn set_guarantees(&mut self, guarantees: net::Guarantees) -> bool {
        let Some(far) = &mut self.far else { return false };
        far.tx.set_guarantees(guarantees);
        true
    }

    /// See [`net::Tx::watch_peers`]. Does nothing if there are no other machines.
    pub(crate) fn watch_peers(&mut self, patience: Duration) {
        if let Some(far) = &mut self.far {
            far.tx.watch_peers(patience);
        }
    }

    /// Returns how many chunks this rank has retransmitted, and how many found its pushed buffer full.
    pub(crate) fn repeated(&self) -> (u64, u64) {
        self.far.as_ref().map_or((0, 0), |far| (far.tx.resent(), far.tx.overrun()))
    }

    /// Returns the number of packets from other machines that contradicted themselves or this rank's own packets.
    pub(crate) fn malformed(&self) -> u64 {
        self.far.as_ref().map_or(0, |far| far.tx.malformed())
    }

    /// Returns the number of chunks that were retransmitted to other machines.
    pub(crate) fn resent(&self) -> u64 {
        self.far.as_ref().map_or(0, |far| far.tx.resent())
    }

    /// Starts or stops recording retransmissions.
    pub(crate) fn log_resent(&mut self, on: bool) {
        if let Some(far) = &mut self.far {
            far.tx.log_resent(on);
        }
    }

    /// Returns, for each retransmission since the last call, the rank that the chunk was retransmitted to.
    pub(crate) fn take_resent(&mut self) -> Vec<u32> {
        self.far.as_mut().map_or_else(Vec::new, |far| far.tx.take_resent())
    }
}

impl<N: Network> Unwrapped for Tx<N> {
    type Inner = Tx<N>;

    fn unwrapped(&mut self) -> &mut Tx<N> {
        self
    }
}

impl<N: Network> clump_fabric::Tx for Tx<N> {
    fn capabilities(&self, peer: Rank) -> Capabilities {
        if let Some((joint, rank)) = self.joints.iter().find_map(|j| Some((j, j.rank_of(peer)?))) {
            return joint.capabilities(rank);
        }
        match &self.far {
            Some(far) if far.reaches(peer) => far.tx.capabilities(peer),
            _ => shm::CAPABILITIES,
        }
    }

    fn ranks_of_other_job(&self, peer: Rank) -> Option<u32> {
        self.joints.iter().find_map(|joint| joint.rank_of(peer).map(|rank| joint.ranks_of_job(rank)))
    }

    #[inline(always)]
    fn send(&mut self, to: Rank, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        if self.near.send(to, head, words, body).is_ok() {
            return Ok(());
        }
        self.elsewhere(to, head, words, body)
    }

    fn send_delayable(&mut self, to: Rank, head: u64, words: &[u64]) -> Result<(), Full> {
        if self.near.send_delayable(to, head, words).is_ok() {
            return Ok(());
        }
        self.delayable_elsewhere(to, head, words)
    }

    #[inline(always)]
    fn expect(&self, to: Rank) {
        self.near.expect(to);
    }

    fn send_filled(
        &mut self,
        to: Rank,
        head: u64,
        words: &[u64],
        len: usize,
        fill: impl FnOnce(Region),
    ) -> Result<(), Full> {
        if let Some((joint, to)) = self.joint(to) {
            return joint.send_filled(to, head, words, len, fill);
        }
        match self.far(to) {
            Some(far) => far.send_filled(to, head, words, len, fill),
            None => self.near.send_filled(to, head, words, len, fill),
        }
    }

    fn flush(&mut self) {
        if let Some(far) = &mut self.far {
            far.tx.flush();
        }
        self.joints.iter_mut().for_each(JointTx::flush);
    }

    fn cork(&mut self, to: Rank, on: bool) {
        if let Some((joint, to)) = self.joint(to) {
            return joint.cork(to, on);
        }
        if let Some(far) = self.far(to) {
            far.cork(to, on);
        }
    }

    fn join(&mut self, group: u16) -> io::Result<()> {
        match &mut self.far {
            Some(far) => far.tx.join(group),
            None => self.near.join(group),
        }
    }

    fn leave(&mut self, group: u16) {
        if let Some(far) = &mut self.far {
            far.tx.leave(group);
        }
    }

    /// Multicasts over the network alone. Shared memory is not needed, because a broadcast group has one member on
    /// each machine.
    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        let Some(far) = &mut self.far else { return Ok(()) };
        far.used.store(true, Ordering::Relaxed);
        far.tx.multicast(group, head, words, body)
    }

    #[cold]
    fn prepare(&mut self, to: Rank, len: usize) -> io::Result<bool> {
        if let Some((joint, to)) = self.joint(to) {
            return joint.prepare(to, len);
        }
        match self.far(to) {
            Some(far) => far.prepare(to, len),
            None => self.near.prepare(to, len),
        }
    }

    fn left(&mut self, peer: Rank) -> bool {
        if let Some((joint, rank)) = self.joint(peer) {
            return joint.left(rank);
        }
        self.far(peer).is_some_and(|far| far.left(peer))
    }

    fn lose(&mut self, peer: Rank) {
        if let Some((joint, rank)) = self.joint(peer) {
            return joint.lose(rank);
        }
        match self.far(peer) {
            Some(far) => far.lose(peer),
            None => self.near.lose(peer),
        }
    }

    fn drained(&mut self) -> bool {
        self.far.as_mut().is_none_or(|far| far.tx.drained()) && self.joints.iter_mut().all(JointTx::drained)
    }

    fn announce_departure(&mut self) {
        if let Some(far) = &mut self.far {
            far.open_all_channels();
            far.tx.announce_departure();
        }
        self.joints.iter_mut().for_each(JointTx::announce_departure);
    }
}

impl<N: Network> LocalTx for Tx<N> {
    type Job = <shm::Tx as LocalTx>::Job;
    type Clock = N::Clock;
    fn clock(&self) -> N::Clock {
        self.clock.clone()
    }
}

impl<N: Network> RemoteMemory for Tx<N> {
    type Reach = Reach;

    fn can_pull(&mut self, peer: Rank) -> bool {
        self.is_near(peer) && self.near.can_pull(peer)
    }

    fn pull(&mut self, from: Rank, address: u64, into: Region) -> Result<(), Refused> {
        RemoteMemory::pull(&mut self.near, from, address, into)
    }

    fn push(&mut self, to: Rank, address: u64, from: Region) -> Result<(), Refused> {
        RemoteMemory::push(&mut self.near, to, address, from)
    }

    fn reach(&mut self, peer: Rank, address: u64, len: u64) -> Option<Reach> {
        if !self.is_near(peer) { None } else { self.near.reach(peer, address, len) }
    }

    fn reach_spans(&mut self, peer: Rank, spans: &[Span]) -> Option<Reach> {
        if !self.is_near(peer) { None } else { self.near.reach_spans(peer, spans) }
    }

    #[inline(always)]
    fn register(&mut self, memory: Region, how: Registration) -> bool {
        self.near.register(memory, how)
    }

    fn hold_still(&mut self, on: bool) {
        self.near.hold_still(on);
    }

    fn died(&mut self, peer: Rank) -> bool {
        if let Some((joint, rank)) = self.joint(peer) {
            return joint.died(rank);
        }
        self.far(peer).is_none() && self.near.died(peer)
    }

    fn reached(&mut self, peer: Rank, address: u64, len: u64) -> u64 {
        if !self.is_near(peer) { 0 } else { self.near.reached(peer, address, len) }
    }

    #[inline]
    fn fetch(&mut self, from: Rank, send: u64, offset: u64, into: Region) -> Option<u64> {
        self.far(from)?.fetch(from, send, offset, into)
    }

    #[cold]
    fn stop_fetch(&mut self, ticket: u64) {
        if let Some(far) = &mut self.far {
            far.tx.stop_fetch(ticket);
        }
    }

    fn serve(&mut self, to: Rank, asked: (u64, u32), offset: u64, bytes: Region) {
        if let Some(far) = self.far(to) {
            far.serve(to, asked, offset, bytes);
        }
    }
}
