//! Memory that ranks of one machine expose to each other: collectives read and write it without a message.
use super::local::BellOf;
use super::{Endpoint, Local};
use clump_core::Rank;
use clump_fabric::local::{LocalJob, LocalPeers};
use clump_fabric::mem::Region;
use clump_fabric::{Bell, Registration, RemoteMemory};
use std::sync::Arc;

impl<F: Local> Endpoint<F> {
    /// Registers `memory`, so that the fabric may make it readable for other ranks without system calls. The program
    /// will send from or receive into this memory, or uses it in this call while no other thread touches it. With
    /// `now`, the fabric makes the memory readable at once, whatever the cost. Returns true if the memory is
    /// readable.
    pub fn register(&mut self, memory: Region, now: bool) -> bool {
        let quiet = self.native.is_quiet();
        self.tx.register(memory, if now { Registration::Now } else { Registration::Whole { quiet } })
    }

    /// Registers `memory` that this process has just allocated, or that the program has given back, so that no other
    /// code uses it. Makes it readable at once. Returns true if the memory is readable.
    pub fn register_fresh(&mut self, memory: Region) -> bool {
        self.tx.register(memory, Registration::Fresh)
    }

    /// Allows (`true`) or forbids (`false`) other ranks to [`write`](Self::write) into this rank's memory. Each call
    /// with `true` needs one with `false`. While writing is allowed, the fabric does not share pages that only partly
    /// belong to a message: sharing moves pages, and a peer's write would be lost.
    pub fn expose(&mut self, on: bool) {
        let exposed = &mut self.native.exposed;
        *exposed = if on { *exposed + 1 } else { exposed.saturating_sub(1) };
    }

    /// Registers `memory`, and returns true if `to` can read it by system calls, and by loads except for less than a
    /// page at each end.
    pub fn shows(&mut self, memory: Region, to: Rank) -> bool {
        let quiet = self.native.is_quiet();
        self.tx.register(memory, Registration::Whole { quiet }) && self.tx.can_pull(to)
    }

    /// Reads `into.len()` bytes at `address` of another rank's memory, which that rank has named and does not
    /// change. Returns false if the system refuses or the memory does not exist; parts may have been read.
    pub fn read(&mut self, from: Rank, address: u64, into: Region) -> bool {
        into.is_empty() || self.can_read(from, address, into.len() as u64) && self.tx.pull(from, address, into).is_ok()
    }

    /// Returns true if `read` can read all of these `len` bytes, however the caller divides them into reads: by
    /// system calls, or because all of them are shared. Call this before the first of several reads whose results
    /// must agree.
    pub fn can_read(&mut self, from: Rank, address: u64, len: u64) -> bool {
        self.tx.can_pull(from) || self.tx.reached(from, address, len) == len
    }

    /// Writes `data` to `address` of another rank's memory, which that rank has named, does not touch and
    /// [exposes](Self::expose). Returns false if the system refuses or the memory does not exist.
    pub fn write(&mut self, to: Rank, address: u64, data: Region) -> bool {
        data.is_empty() || self.tx.push(to, address, data).is_ok()
    }

    /// Returns true if the job may have ranks on other machines; false only if it has none.
    pub fn may_span_machines(&self) -> bool {
        self.hosts.is_some()
    }

    /// Returns true if the system lets this process copy from and to the memory of `rank`, which may be this rank.
    pub fn can_copy(&mut self, rank: Rank) -> bool {
        rank == self.rank || self.tx.can_pull(rank)
    }

    /// Returns true if the process of `rank`, on this machine, has certainly ended. Reads a file: do not call it in
    /// every poll.
    pub fn has_died(&self, rank: Rank) -> bool {
        !self.is_of_joint(rank) && self.job.has_died(rank)
    }

    /// Wakes a rank of this machine if it sleeps. Call this after the release store that the rank waits for.
    pub fn ring(&self, rank: Rank) {
        self.job.ring(rank);
    }

    /// Returns the bell that wakes a rank of this machine.
    pub(crate) fn bell_of(&self, rank: Rank) -> BellOf<F> {
        self.job.bell_of(rank)
    }

    /// Returns the bell that wakes this rank, for a helper on another thread.
    pub(crate) fn own_bell(&self) -> BellOf<F> {
        self.job.bell_of(self.rank)
    }

    /// Returns a function that wakes the threads of this process that sleep in a pause. A thread that does not hold the
    /// endpoint calls it after the release store for which they may wait.
    pub fn waker(&self) -> Box<dyn Fn() + Send> {
        let bell = self.own_bell();
        Box::new(move || bell.ring())
    }

    /// Returns the other ranks of this machine, for what outlives a call and need not be fast.
    pub(crate) fn peers(&self) -> Arc<dyn LocalPeers> {
        Arc::new(self.job.clone())
    }

    /// Fixes (`true`) or releases (`false`) the pages of this process's memory, except those that
    /// [`register_fresh`](Self::register_fresh) registers. Each call with `true` needs one with `false`. Use it while
    /// peers may write to this memory at any time: a write into a page that moves would be lost.
    pub fn hold_still(&mut self, on: bool) {
        self.tx.hold_still(on);
    }
}
