//! The ranks of a job: an engine and a world for each.
use super::frame::TestFrame;
use super::world::World;
use crate::ids::Rank;
use crate::limits::Limits;
use crate::protocol::Engine;
use std::rc::Rc;

/// The ranks of a job, by their index.
#[derive(Debug)]
pub struct Job {
    pub engines: Vec<Engine>,
    pub worlds: Vec<World>,
    /// The rank at index 0.
    first: Rank,
}

impl Job {
    /// Creates a job of as many ranks as there are worlds. The ranks count from `first`.
    pub fn new(worlds: Vec<World>, limits: Limits, first: Rank) -> Job {
        Job { engines: worlds.iter().map(|_| Engine::new(limits)).collect(), worlds, first }
    }

    /// Returns the rank at an index.
    pub fn rank(&self, index: usize) -> Rank {
        self.first + index as Rank
    }

    /// Returns the index of a rank.
    pub fn index(&self, rank: Rank) -> usize {
        (rank - self.first) as usize
    }

    /// Delivers the oldest frame of `from` to its receiver. Returns false if there is no frame.
    pub fn step(&mut self, from: usize) -> bool {
        let Some(frame) = self.worlds[from].out.pop_front() else { return false };
        let to = self.index(frame.to.expect("a frame to one rank"));
        self.deliver(from, to, frame);
        true
    }

    /// Delivers a frame to one rank, as if `from` had sent it.
    pub fn deliver(&mut self, from: usize, to: usize, frame: TestFrame) {
        let rank = self.rank(from);
        if self.worlds[to].pulls == super::PullAnswer::Done {
            self.worlds[to].theirs = self.worlds[from].lend();
        }
        let frame = Rc::new(frame);
        self.arrive(to, frame, |engine, world, frame| engine.on_frame(world, rank, frame.head, frame));
    }

    /// Hands an arriving frame to a rank.
    pub fn arrive(&mut self, to: usize, frame: Rc<TestFrame>, take: impl FnOnce(&mut Engine, &mut World, &TestFrame)) {
        let (engine, world) = (&mut self.engines[to], &mut self.worlds[to]);
        world.arrived = Some(frame.clone());
        take(engine, world, &frame);
        world.arrived = None;
    }

    /// Makes one of the pulls that were promised to a rank. Returns false if no pull is left.
    pub fn pull(&mut self, at: usize) -> bool {
        let Some(what) = self.worlds[at].promised.pop() else { return false };
        let from = self.index(what.from);
        let theirs = self.worlds[from].lend();
        self.worlds[at].copy(&what, &theirs);
        self.engines[at].pulled(&mut self.worlds[at], what.into, true);
        true
    }

    /// Delivers all frames, makes promised pulls, and flushes, until nothing moves.
    pub fn settle(&mut self) {
        loop {
            let mut moved = false;
            for at in 0..self.engines.len() {
                moved |= self.step(at);
            }
            for at in 0..self.engines.len() {
                moved |= self.pull(at);
                let (engine, world) = (&mut self.engines[at], &mut self.worlds[at]);
                moved |= engine.wants_flush() && engine.flush(world);
            }
            if !moved {
                return;
            }
        }
    }
}
