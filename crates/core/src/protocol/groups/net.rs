//! A test network: several engines in one group, a network that loses multicasts, and checked memory.
use crate::ids::{BroadcastId, DepositId, EntryId, Rank, RecvId, SendId, StreamId, WindowId};
use crate::limits::{BroadcastLimits, Limits};
use crate::protocol::broadcast_sink::{BroadcastSink, ParityBlock};
use crate::protocol::sink::{Combination, Destination, Full, Missing, Path, Pulling, Sink, Source, Stashed};
use crate::protocol::{BroadcastLost, Engine};
use crate::wire::{Arrival, Head, Kind};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

/// The longest multicast, in bytes.
pub const LONGEST: u64 = 100;
/// The longest reliable frame, in bytes.
pub const PIECE: u64 = 300;
/// The time that a turn takes, in nanoseconds.
const TURN: u64 = 50_000;

#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub head: u64,
    pub words: Vec<u64>,
    pub body: Vec<u8>,
}

impl Frame {
    pub fn kind(&self) -> Kind {
        Head::parse(self.head).expect("a frame that we sent").kind
    }
}

impl Arrival for Frame {
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        self.words.get(..K)?.try_into().ok()
    }
    fn len(&self, k: usize) -> usize {
        (8 * self.words.len() + self.body.len()).saturating_sub(8 * k)
    }
}

/// One member's memory, and the frames that it has sent.
#[derive(Default)]
pub struct World {
    pub full: bool,
    pub no_multicast: bool,
    /// The member's receive window in bytes; 0: unknown.
    pub receive_window: u64,
    pub out: VecDeque<(Rank, Frame)>,
    pub cast: VecDeque<Frame>,
    /// How many multicasts wait for `flush_multicasts`.
    pub gathered: u64,
    pub call: Vec<u8>,
    /// The bytes of each broadcast's memory, and whether the memory belongs to the program.
    pub casts: HashMap<BroadcastId, (Vec<u8>, bool)>,
    /// Destinations of finished broadcasts.
    pub got: HashMap<BroadcastId, Vec<u8>>,
    pub arrived: Option<Frame>,
    /// The most bytes that were kept before their destination was named.
    pub most_kept: usize,
}

impl World {
    fn body(&self, skip: usize, len: u64) -> Vec<u8> {
        let frame = self.arrived.as_ref().expect("a frame");
        assert_eq!(skip, frame.words.len());
        frame.body[..len as usize].to_vec()
    }

    fn source(&self, body: Source) -> Vec<u8> {
        match body {
            Source::None => Vec::new(),
            Source::Cast { cast, offset, len } => self.casts[&cast].0[offset as usize..][..len as usize].to_vec(),
            other => panic!("{other:?} is no broadcast's"),
        }
    }
}

/// Adds parts of `bytes` without carry (XOR) to `sum`.
fn xor(bytes: &[u8], parts: impl Iterator<Item = Range<u64>>, mut sum: Vec<u8>) -> Vec<u8> {
    for part in parts {
        sum.iter_mut().zip(&bytes[part.start as usize..part.end as usize]).for_each(|(s, b)| *s ^= b);
    }
    sum
}

impl BroadcastSink for World {
    fn longest_multicast(&self, _: Rank) -> u64 {
        if self.no_multicast { 0 } else { LONGEST }
    }
    fn receive_window(&self, _: Rank) -> u64 {
        self.receive_window
    }
    fn multicast(&mut self, _: u16, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = self.source(body);
        assert!(body.len() as u64 <= LONGEST);
        if self.full {
            return Err(Full);
        }
        self.gathered += 1;
        self.cast.push_back(Frame { head, words: words.to_vec(), body });
        Ok(())
    }
    fn multicast_parity(&mut self, _: u16, head: u64, words: &[u64], of: ParityBlock) -> Result<(), Full> {
        let body = xor(&self.casts[&of.cast].0, of.parts(), vec![0; of.part as usize]);
        if self.full {
            return Err(Full);
        }
        self.gathered += 1;
        self.cast.push_back(Frame { head, words: words.to_vec(), body });
        Ok(())
    }
    fn restore_broadcast(&mut self, of: ParityBlock, lost: Range<u64>, skip: usize) {
        let parity = self.body(skip, of.part);
        let (memory, _) = self.casts.get_mut(&of.cast).expect("a broadcast");
        let part = xor(memory, of.parts().filter(|p| *p != lost), parity);
        memory[lost.start as usize..lost.end as usize].copy_from_slice(&part[..(lost.end - lost.start) as usize]);
    }
    fn flush_multicasts(&mut self) {
        self.gathered = 0;
    }
    fn keep_broadcast(&mut self, cast: BroadcastId) {
        assert!(self.casts.insert(cast, (self.call.clone(), true)).is_none());
    }
    fn copy_broadcast(&mut self, cast: BroadcastId) {
        let (bytes, own) = self.casts.get_mut(&cast).expect("a broadcast");
        assert!(std::mem::replace(own, false), "copied once, from {} bytes of the program's", bytes.len());
    }
    fn bind_broadcast(&mut self, cast: BroadcastId, kept: u64) {
        let mut memory = self.call.clone();
        if let Some((before, own)) = self.casts.remove(&cast) {
            assert!(!own, "bound once");
            memory[..kept as usize].copy_from_slice(&before[..kept as usize]);
        }
        self.casts.insert(cast, (memory, true));
    }
    fn stash_broadcast(&mut self, cast: BroadcastId, room: u64, offset: u64, skip: usize, len: u64) {
        let bytes = self.body(skip, len);
        let (kept, own) = self.casts.entry(cast).or_insert_with(|| (vec![0xee; room as usize], false));
        assert!(!*own);
        kept[offset as usize..][..len as usize].copy_from_slice(&bytes);
        let all = self.casts.values().filter(|c| !c.1).map(|c| c.0.len()).sum();
        self.most_kept = self.most_kept.max(all);
    }
    fn deliver_broadcast(&mut self, cast: BroadcastId, offset: u64, skip: usize, len: u64) {
        let bytes = self.body(skip, len);
        let (memory, own) = self.casts.get_mut(&cast).expect("a destination");
        assert!(*own);
        memory[offset as usize..][..len as usize].copy_from_slice(&bytes);
    }
    fn broadcast_over(&mut self, cast: BroadcastId) {
        if let Some((memory, own)) = self.casts.remove(&cast)
            && own
        {
            self.got.insert(cast, memory);
        }
    }
}

impl Sink for World {
    fn path(&self, _: Rank) -> Path {
        Path { native_pull: false, piece: PIECE }
    }
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let body = self.source(body);
        if self.full {
            return Err(Full);
        }
        self.out.push_back((to, Frame { head, words: words.to_vec(), body }));
        Ok(())
    }
    fn keep(&mut self, _: SendId) {
        panic!("nothing is sent");
    }
    fn sent(&mut self, _: SendId) {
        panic!("nothing is sent");
    }
    fn copy_away(&mut self, _: SendId, _: bool) {
        panic!("nothing is sent");
    }
    fn address(&self, _: SendId) -> u64 {
        panic!("nothing is sent");
    }
    fn bind(&mut self, _: Destination) {
        panic!("nothing is received");
    }
    fn deliver(&mut self, _: Destination, _: u64, _: usize, _: u64) {
        panic!("nothing is received");
    }
    fn stash(&mut self, _: Stashed, _: u64, _: u64, _: usize, _: u64) {
        panic!("nothing is received");
    }
    fn unstash(&mut self, _: EntryId, _: RecvId, _: u64) {
        panic!("nothing is received");
    }
    fn land(&mut self, _: StreamId, _: u64, _: usize, _: u64, _: u64) {
        panic!("nothing is streamed");
    }
    fn append(&mut self, _: StreamId, _: usize, _: u64, _: u64) {
        panic!("nothing is streamed");
    }
    fn read_stashed(&mut self, _: StreamId, _: u64) {
        panic!("nothing is streamed");
    }
    fn discard(&mut self, _: Stashed) {
        panic!("nothing is kept");
    }
    fn pull(&mut self, _: Missing) -> Pulling {
        panic!("nothing is pulled");
    }
    fn deposit(&mut self, _: WindowId, _: u64, _: usize, _: u64) {
        panic!("there are no windows");
    }
    fn place_deposit(&mut self, _: DepositId, _: WindowId, _: u64, _: u64) {
        panic!("there are no windows");
    }
    fn register(&mut self, _: SendId, _: WindowId, _: u64, _: u64) {
        panic!("there are no windows");
    }
    fn combine(&mut self, _: Combination, _: usize, _: Option<SendId>) -> bool {
        panic!("there are no windows");
    }
    fn close_destination(&mut self, _: Destination) {
        panic!("nothing is received");
    }
}

/// The group's number.
pub const GROUP: u16 = 7;
/// The group's generation.
pub const GENERATION: u32 = 3;

/// The type of [`Net::loses`].
type Loses = dyn FnMut(usize, &Frame, u64) -> bool;

pub struct Net {
    pub engines: Vec<Engine>,
    pub worlds: Vec<World>,
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
        let all: Vec<Rank> = (0..members as u32).map(|r| 10 + r).collect();
        let engine = |me| {
            let mut engine = Engine::new(Limits { casts: limits, ..Limits::of_job(members as u32, 4096) });
            assert!(engine.groups().open_group(&mut World::default(), GROUP, GENERATION, &all, me));
            engine
        };
        Net {
            engines: (0..members).map(engine).collect(),
            worlds: (0..members).map(|_| World::default()).collect(),
            now: 1,
            loses: Box::new(|_, _, _| false),
            multicasts: 0,
            sent: vec![0; members],
            no_time: None,
            away: vec![false; members],
            dead: vec![false; members],
        }
    }

    /// Broadcasts and detaches the broadcast, so that ids are reused.
    pub fn broadcast_and_forget(&mut self, root: usize, bytes: &[u8]) {
        let cast = self.broadcast(root, bytes);
        self.engines[root].groups().detach_broadcast(cast);
    }

    /// Returns a network in which no member has opened the group.
    pub fn unopened(members: usize, limits: BroadcastLimits) -> Net {
        let mut net = Net::new(members, limits);
        for engine in &mut net.engines {
            *engine = Engine::new(Limits { casts: limits, ..Limits::of_job(members as u32, 4096) });
        }
        net
    }

    pub fn open(&mut self, at: usize) {
        let all: Vec<Rank> = (0..self.engines.len() as u32).map(|r| 10 + r).collect();
        assert!(self.engines[at].groups().open_group(&mut self.worlds[at], GROUP, GENERATION, &all, at));
    }

    pub fn broadcast(&mut self, root: usize, bytes: &[u8]) -> BroadcastId {
        self.worlds[root].call = bytes.to_vec();
        self.engines[root].groups().broadcast(&mut self.worlds[root], GROUP, bytes.len() as u64)
    }

    pub fn post(&mut self, at: usize, root: usize, room: usize) -> BroadcastId {
        self.worlds[at].call = vec![0xdd; room];
        self.engines[at].groups().receive_broadcast(&mut self.worlds[at], GROUP, root, room as u64)
    }

    /// Returns the bytes of a destination, once its broadcast is over.
    pub fn got(&mut self, at: usize, cast: BroadcastId) -> Option<Result<Vec<u8>, BroadcastLost>> {
        let end = self.engines[at].broadcasts().broadcast_outcome(cast)?;
        Some(end.map(|_| self.worlds[at].got[&cast].clone()))
    }

    pub fn sent_in_all(&self, by: usize) -> u64 {
        self.sent[by]
    }

    fn arrive(&mut self, from: usize, to: usize, frame: Frame, multicast: bool) {
        if self.dead[to] {
            return;
        }
        self.worlds[to].arrived = Some(frame.clone());
        let (engine, world, rank) = (&mut self.engines[to], &mut self.worlds[to], 10 + from as u32);
        match multicast {
            true => engine.groups().on_multicast(world, rank, GROUP, frame.head, &frame),
            false => engine.on_frame(world, rank, frame.head, &frame),
        }
    }

    /// Runs one turn: delivers the frames that members have sent, and advances the time. Returns true if anything
    /// moved.
    pub fn turn(&mut self) -> bool {
        let (n, mut moved) = (self.engines.len(), false);
        self.now += TURN;
        for at in 0..n {
            if self.away[at] || self.dead[at] {
                continue;
            }
            let (engine, world) = (&mut self.engines[at], &mut self.worlds[at]);
            if self.no_time != Some(at) {
                moved |= engine.groups().at(world, self.now);
            }
            moved |= engine.flush(world);
            assert_eq!(world.gathered, 0, "multicasts that were never flushed");
            for (to, frame) in std::mem::take(&mut world.out) {
                self.sent[at] += 1;
                moved = true;
                self.arrive(at, to as usize - 10, frame, false);
            }
            for frame in std::mem::take(&mut self.worlds[at].cast) {
                self.sent[at] += 1;
                moved = true;
                for to in (0..n).filter(|&to| to != at) {
                    self.multicasts += 1;
                    if !(self.loses)(to, &frame, self.multicasts) && !self.away[to] {
                        self.arrive(at, to, frame.clone(), true);
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
        for (i, engine) in self.engines.iter().enumerate().filter(|(i, _)| !self.dead[*i]) {
            assert_eq!(
                (engine.broadcasts().broadcasts_known(), engine.broadcasts().broadcast_buffer_used()),
                ((0, 0), 0),
                "member {i}"
            );
            assert!(self.worlds[i].casts.is_empty(), "member {i} keeps memory");
            assert_eq!(engine.counters().malformed, 0, "member {i}");
        }
    }
}

/// Returns bytes that no other broadcast has.
pub fn bytes(seed: usize, len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + i / 251 + seed * 31) as u8).collect()
}
