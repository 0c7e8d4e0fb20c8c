//! One host: the real engine in a group of all hosts, and its memory.
use super::Setup;
use clump_core::protocol::Path;
use clump_core::testing::{PullAnswer, TestFrame, World};
use clump_core::{BroadcastId, Engine, Limits, Rank};
use std::collections::VecDeque;
use std::rc::Rc;

const GROUP: u16 = 2;
/// The largest number of bytes of words and body in one multicast.
const LONGEST: u64 = 1400;
/// Bytes of headers and trailers of every frame.
const AROUND: u64 = 14 + 4 + 20 + 8 + 16 + 8 + 16 + 20;

/// Returns a frame's bytes on the wire.
pub fn size(frame: &TestFrame) -> u64 {
    AROUND + 8 * frame.words.len() as u64 + frame.body.len() as u64
}

pub struct Member {
    pub engine: Engine,
    world: World,
    now: u64,
}

impl Member {
    pub fn new(me: usize, setup: &Setup) -> Member {
        let limits = Limits { broadcasts: setup.limits, ..Limits::of_job(setup.hosts as u32, 32 << 10) };
        let mut world = World::new(Path { native_pull: false, piece: LONGEST }, PullAnswer::No);
        world.groups.longest = if setup.multicast { LONGEST - 32 } else { 0 };
        let mut member = Member { engine: Engine::new(limits), world, now: 1 };
        let all: Vec<Rank> = (0..setup.hosts as u32).collect();
        assert!(member.engine.groups().open_group(&mut member.world, GROUP, 1, &all, me));
        member
    }

    pub fn set_time(&mut self, now: u64) {
        self.now = now;
        self.engine.groups().at_time(now);
    }

    /// Takes the frames that the host has sent.
    pub fn sent(&mut self) -> VecDeque<TestFrame> {
        std::mem::take(&mut self.world.out)
    }

    pub fn broadcast(&mut self, bytes: &[u8]) -> BroadcastId {
        self.world.call = bytes.to_vec();
        self.engine.groups().broadcast(&mut self.world, GROUP, bytes.len() as u64)
    }

    /// Names the destination of the next broadcast of host 0.
    pub fn post(&mut self, len: usize) -> BroadcastId {
        self.world.call = vec![0xaa; len];
        self.engine.groups().receive_broadcast(&mut self.world, GROUP, 0, len as u64)
    }

    pub fn arrive(&mut self, from: usize, frame: &Rc<TestFrame>) {
        self.world.arrived = Some(frame.clone());
        let from = from as Rank;
        match frame.to {
            None => self.engine.groups().on_multicast(&mut self.world, from, GROUP, frame.head, &**frame),
            Some(_) => self.engine.on_frame(&mut self.world, from, frame.head, &**frame),
        }
        self.world.arrived = None;
    }

    pub fn look(&mut self) {
        self.engine.groups().at(&mut self.world, self.now);
        self.engine.flush(&mut self.world);
    }

    pub fn is_over(&self, broadcast: BroadcastId) -> bool {
        self.engine.broadcasts().broadcast_outcome(broadcast).is_some()
    }

    /// Returns the bytes that a broadcast's destination holds at the end, and forgets the broadcast.
    pub fn take(&mut self, broadcast: BroadcastId) -> Option<Vec<u8>> {
        self.engine.groups().detach_broadcast(broadcast);
        self.world.groups.got.remove(&broadcast)
    }
}
