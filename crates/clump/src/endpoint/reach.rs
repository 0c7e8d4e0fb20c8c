//! Memory that ranks of one machine show each other: what collectives read and write without a message.
use super::{Endpoint, Local};
use crate::{Rank, Region};
use clump_fabric::shm::Bell;
use clump_fabric::{Lend, RemoteMemory};

impl<F: Local> Endpoint<F> {
    /// The program will send from and receive into `memory`, or does so right now and nobody else touches it meanwhile:
    /// it may come to be reachable for other ranks without the system's help. `now`: it had better be, whatever that
    /// costs. True if it is.
    pub fn lend(&mut self, memory: Region, now: bool) -> bool {
        let quiet = self.native.is_quiet();
        self.tx.lend(memory, if now { Lend::Now } else { Lend::Whole { quiet } })
    }

    /// Other ranks may [`write`](Self::write) into this one's memory from now on, or (`false`) do so no more. Counted.
    /// Memory that is only partly a message's is not made reachable meanwhile: its pages would move under their hands.
    pub fn expose(&mut self, on: bool) {
        let exposed = &mut self.native.exposed;
        *exposed = if on { *exposed + 1 } else { exposed.saturating_sub(1) };
    }

    /// Lends `memory`, and tells whether others can read it by loads (but for less than a page at each end) and by the
    /// system.
    pub fn shows(&mut self, memory: Region, to: Rank) -> bool {
        let quiet = self.native.is_quiet();
        self.tx.lend(memory, Lend::Whole { quiet }) && self.tx.can_pull(to)
    }

    /// Reads `into.len()` bytes at `address` of another rank's memory, which that rank has named and leaves alone.
    /// False: the system refuses, or there is no such memory; parts may have been read.
    pub fn read(&mut self, from: Rank, address: u64, into: Region) -> bool {
        into.is_empty() || self.can_read(from, address, into.len() as u64) && self.tx.pull(from, address, into).is_ok()
    }

    /// True if `read` reaches all of the `len` bytes there, however they are divided into reads: by the system, or
    /// because all of them are shared. Ask before the first of several whose answers must be the same.
    pub fn can_read(&mut self, from: Rank, address: u64, len: u64) -> bool {
        self.tx.can_pull(from) || self.tx.reached(from, address, len) == len
    }

    /// Writes `data` to `address` of another rank's memory, which that rank has named, leaves alone and
    /// [exposes](Self::expose). False as for `read`.
    pub fn write(&mut self, to: Rank, address: u64, data: Region) -> bool {
        data.is_empty() || self.tx.push(to, address, data).is_ok()
    }

    /// True if the system lets this process copy from and to the memory of `rank`, which may be its own.
    pub fn can_copy(&mut self, rank: Rank) -> bool {
        rank == self.rank || self.tx.can_pull(rank)
    }

    /// True if it is certain that the process of `rank`, on this machine, runs no more. Reads a file: not for every
    /// look.
    pub fn has_died(&self, rank: Rank) -> bool {
        self.segment.has_died(rank)
    }

    /// Wakes a rank of this machine if it sleeps. Call after the release store of what it should find.
    pub fn ring(&self, rank: Rank) {
        Bell::of(&self.segment, rank).ring();
    }

    /// What wakes a rank of this machine.
    pub(crate) fn bell_of(&self, rank: Rank) -> Bell {
        Bell::of(&self.segment, rank)
    }

    /// What wakes this rank, for whoever does something for it on another thread.
    pub(crate) fn own_bell(&self) -> Bell {
        Bell::of(&self.segment, self.rank)
    }

    /// The pages of this process's memory stay where they are from now on, or (`false`) no longer: others write there
    /// at any time, and what they write while a page moves would be lost. Counted.
    pub fn hold_still(&mut self, on: bool) {
        self.tx.hold_still(on);
    }
}
