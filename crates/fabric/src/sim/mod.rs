//! A network in virtual time between simulated processes: everything that chance decides comes from one seed.
//!
//! Reliable and ordered unless its faults say otherwise: frames between two processes arrive in the order they were
//! accepted, each after a delay of its own. `Full` comes when a channel is, and at random.
mod channel;
mod faults;
mod frame;
#[cfg(test)]
mod tests;

pub use faults::Faults;
pub use frame::Frame;

use crate::{Capabilities, Full};
use channel::Channel;
use fastrand::Rng;

/// All channels between `ranks` processes, and the processes' pauses.
pub struct Network {
    faults: Faults,
    rng: Rng,
    now: u64,
    ranks: usize,
    /// From `a` to `b` at `a * ranks + b`.
    channels: Vec<Channel>,
    /// When each process goes on after its pause.
    resumes: Vec<u64>,
    under_way: usize,
}

impl Network {
    pub fn new(seed: u64, ranks: usize, faults: Faults) -> Network {
        Network {
            faults,
            rng: Rng::with_seed(seed),
            now: 0,
            ranks,
            channels: (0..ranks * ranks).map(|_| Channel::default()).collect(),
            resumes: vec![0; ranks],
            under_way: 0,
        }
    }

    /// What this network can do.
    pub fn capabilities(&self, largest_frame: usize) -> Capabilities {
        Capabilities {
            reliable: self.faults.loss == 0 && self.faults.duplicate == 0,
            ordered: self.faults.reorder == 0,
            native_pull: true,
            multicast: false,
            largest_frame,
            burst: 32,
        }
    }

    /// Changes the faults from now on; pauses end.
    pub fn set_faults(&mut self, faults: Faults) {
        self.faults = faults;
        self.resumes.fill(self.now);
    }

    /// Virtual time, in ticks.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// One tick passes; a process may begin a pause.
    pub fn tick(&mut self) {
        self.now += 1;
        if self.hit(self.faults.pause) {
            let rank = self.rng.usize(..self.ranks);
            self.resumes[rank] = self.now + 1 + self.rng.u64(..=self.faults.longest_pause);
        }
    }

    /// True if the process does nothing now.
    pub fn pauses(&self, rank: u32) -> bool {
        self.resumes[rank as usize] > self.now
    }

    /// Accepts a frame, or has no room.
    pub fn send(&mut self, from: u32, to: u32, frame: Frame) -> Result<(), Full> {
        let at = from as usize * self.ranks + to as usize;
        if self.channels[at].len() >= self.faults.capacity || self.hit(self.faults.full) {
            return Err(Full);
        }
        if self.hit(self.faults.loss) {
            return Ok(());
        }
        let copies = 1 + usize::from(self.hit(self.faults.duplicate));
        for _ in 0..copies {
            let due = self.now + self.rng.u64(..=self.faults.delay);
            let overtakes = self.hit(self.faults.reorder);
            self.channels[at].accept(due, frame.clone(), overtakes);
            self.under_way += 1;
        }
        Ok(())
    }

    /// A frame that has arrived at `rank`: of one sender at random, the first.
    pub fn poll(&mut self, rank: u32) -> Option<(u32, Frame)> {
        if self.under_way == 0 {
            return None;
        }
        let start = self.rng.usize(..self.ranks);
        for i in 0..self.ranks {
            let from = (start + i) % self.ranks;
            let channel = &mut self.channels[from * self.ranks + rank as usize];
            if let Some(frame) = channel.take(self.now) {
                self.under_way -= 1;
                return Some((from as u32, frame));
            }
        }
        None
    }

    /// Frames accepted and not yet taken.
    pub fn under_way(&self) -> usize {
        self.under_way
    }

    /// Time jumps to the next arrival, if something is under way.
    pub fn skip_ahead(&mut self) {
        let next = self.channels.iter().filter_map(Channel::next_due).min();
        self.now = self.now.max(next.unwrap_or(self.now));
    }

    /// The frames on their way from one process to another, in order: for checkers.
    pub fn between(&self, from: u32, to: u32) -> impl Iterator<Item = &Frame> {
        self.channels[from as usize * self.ranks + to as usize].frames()
    }

    fn hit(&mut self, per_mille: u32) -> bool {
        per_mille > 0 && self.rng.u32(..1000) < per_mille
    }
}
