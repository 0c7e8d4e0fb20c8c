//! A test network: several members of one group, and a network that loses multicasts.
use crate::ids::{BroadcastId, Rank};
use crate::limits::{BroadcastLimits, Limits};
use crate::protocol::{BroadcastLost, Path};
use crate::testing::{Job, PullAnswer, TestFrame, World};
use std::rc::Rc;

/// The longest multicast, in bytes.
pub const LONGEST: u64 = 100;
/// The longest reliable frame, in bytes.
pub const PIECE: u64 = 300;
/// The time that a turn takes, in nanoseconds.
const TURN: u64 = 50_000;
/// The rank of the first member.
const FIRST: Rank = 10;

fn world() -> World {
    let mut world = World::new(Path { native_pull: false, piece: PIECE }, PullAnswer::No);
    world.groups.longest = LONGEST;
    world
}

/// The group's number.
pub const GROUP: u16 = 7;
/// The group's generation.
pub const GENERATION: u32 = 3;

/// The type of [`Net::loses`].
type Loses = dyn FnMut(usize, &TestFrame, u64) -> bool;

pub struct Net {
    pub job: Job,
    pub now: u64,
    /// Returns true if a multicast to a member is lost. Arguments: the member, the frame, and the number of multicasts
    /// so far.
    pub loses: Box<Loses>,
    pub multicasts: u64,
    /// Frames sent by each member.
    pub sent: Vec<u64>,
    /// The member whose engine never learns the time, if any.
    pub no_time: Option<usize>,
    /// Members that do nothing for now.
    pub away: Vec<bool>,
    /// Members that have died.
    pub dead: Vec<bool>,
}

impl Net {
    pub fn new(members: usize, limits: BroadcastLimits) -> Net {
        let mut net = Net::unopened(members, limits);
        (0..members).for_each(|at| net.open(at));
        net
    }

    /// Broadcasts and detaches the broadcast, so that ids are reused.
    pub fn broadcast_and_forget(&mut self, root: usize, bytes: &[u8]) {
        let broadcast = self.broadcast(root, bytes);
        self.job.engines[root].groups().detach_broadcast(broadcast);
    }

    /// Returns a network in which no member has opened the group.
    pub fn unopened(members: usize, limits: BroadcastLimits) -> Net {
        let limits = Limits { broadcasts: limits, ..Limits::of_job(members as u32, 4096) };
        Net {
            job: Job::new((0..members).map(|_| world()).collect(), limits, FIRST),
            now: 1,
            loses: Box::new(|_, _, _| false),
            multicasts: 0,
            sent: vec![0; members],
            no_time: None,
            away: vec![false; members],
            dead: vec![false; members],
        }
    }

    pub fn open(&mut self, at: usize) {
        let Job { engines, worlds, .. } = &mut self.job;
        let all: Vec<Rank> = (0..engines.len() as u32).map(|r| FIRST + r).collect();
        assert!(engines[at].groups().open_group(&mut worlds[at], GROUP, GENERATION, &all, at));
    }

    pub fn broadcast(&mut self, root: usize, bytes: &[u8]) -> BroadcastId {
        let Job { engines, worlds, .. } = &mut self.job;
        worlds[root].call = bytes.to_vec();
        engines[root].groups().broadcast(&mut worlds[root], GROUP, bytes.len() as u64)
    }

    pub fn post(&mut self, at: usize, root: usize, room: usize) -> BroadcastId {
        let Job { engines, worlds, .. } = &mut self.job;
        worlds[at].call = vec![0xdd; room];
        engines[at].groups().receive_broadcast(&mut worlds[at], GROUP, root, room as u64)
    }

    /// Returns the bytes of a destination, once its broadcast is over.
    pub fn got(&mut self, at: usize, broadcast: BroadcastId) -> Option<Result<Vec<u8>, BroadcastLost>> {
        let end = self.job.engines[at].broadcasts().broadcast_outcome(broadcast)?;
        Some(end.map(|_| self.job.worlds[at].groups.got[&broadcast].clone()))
    }

    pub fn sent_in_all(&self, by: usize) -> u64 {
        self.sent[by]
    }

    fn arrive(&mut self, from: usize, to: usize, frame: Rc<TestFrame>) {
        if self.dead[to] {
            return;
        }
        let rank = self.job.rank(from);
        self.job.arrive(to, frame, |engine, world, frame| match frame.to {
            None => engine.groups().on_multicast(world, rank, GROUP, frame.head, frame),
            Some(_) => engine.on_frame(world, rank, frame.head, frame),
        });
    }

    /// Runs one turn: delivers the frames that members have sent, and advances the time. Returns true if anything
    /// moved.
    pub fn turn(&mut self) -> bool {
        let (n, mut moved) = (self.job.engines.len(), false);
        self.now += TURN;
        for at in 0..n {
            if self.away[at] || self.dead[at] {
                continue;
            }
            let (engine, world) = (&mut self.job.engines[at], &mut self.job.worlds[at]);
            if self.no_time != Some(at) {
                moved |= engine.groups().at(world, self.now);
            }
            moved |= engine.flush(world);
            assert_eq!(world.groups.gathered, 0, "multicasts that were never flushed");
            let (alone, to_all): (Vec<_>, Vec<_>) = world.out.drain(..).partition(|f| f.to.is_some());
            for frame in alone.into_iter().chain(to_all).map(Rc::new) {
                self.sent[at] += 1;
                moved = true;
                if let Some(rank) = frame.to {
                    self.arrive(at, self.job.index(rank), frame);
                    continue;
                }
                for to in (0..n).filter(|&to| to != at) {
                    self.multicasts += 1;
                    if !(self.loses)(to, &frame, self.multicasts) && !self.away[to] {
                        self.arrive(at, to, frame.clone());
                    }
                }
            }
        }
        moved
    }

    /// Runs turns until nothing has moved for long. Panics if that never happens.
    pub fn settle(&mut self) {
        let mut quiet = 0;
        for _ in 0..200_000 {
            quiet = if self.turn() { 0 } else { quiet + 1 };
            if quiet > 4000 {
                return;
            }
        }
        panic!("frames still move");
    }

    /// Checks that all broadcasts are acknowledged, and that all memory and credit has been returned.
    pub fn check_empty(&self) {
        for (i, engine) in self.job.engines.iter().enumerate().filter(|(i, _)| !self.dead[*i]) {
            assert_eq!(
                (engine.broadcasts().broadcasts_known(), engine.broadcasts().broadcast_buffer_used()),
                ((0, 0), 0),
                "member {i}"
            );
            assert!(self.job.worlds[i].groups.broadcasts.is_empty(), "member {i} keeps memory");
            assert_eq!(engine.counters().malformed, 0, "member {i}");
        }
    }
}

/// Returns bytes that no other broadcast has.
pub fn bytes(seed: usize, len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + i / 251 + seed * 31) as u8).collect()
}
